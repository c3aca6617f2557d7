@testable import Panning

/// An engine on rows 0, 1, 2 ... with everything it said.
struct Rig {
  var engine: PanEngine
  var changes: [PanChange] = []
  var time = 0.0
  /// The pointer.
  var x = 0.0

  /// Two trays of 100 px, no full swipe, in a row of 400 px.
  static let geometry = PanGeometry(
    width: 400, leading: PanTray(width: 100), trailing: PanTray(width: 100))

  init(_ style: PanStyle = .standard) { engine = PanEngine(style: style) }

  /// The events alone, as text.
  var events: [String] {
    changes.compactMap {
      guard case .event(let event, let row, let side) = $0 else { return nil }
      return "\(event) \(row) \(side)"
    }
  }

  var offsets: [Double] {
    changes.compactMap { if case .offset(_, let offset) = $0 { offset } else { nil } }
  }

  /// Tells the engine something, now or at another time.
  @discardableResult
  mutating func take(_ input: PanInput, at other: Double? = nil) -> Bool {
    engine.take(input, at: other ?? time, into: &changes)
  }

  mutating func press(
    _ row: RowHandle = 0, _ geometry: PanGeometry = Rig.geometry, device: PanDevice = .touch,
    after pause: Double = 0.02
  ) {
    time += pause
    x = 0
    take(.begin(row, geometry, device, x: 0, y: 0))
  }

  /// Moves the pointer; with `slop` the decision is made on the way and costs 10 px.
  mutating func drag(by distance: Double, y: Double = 0, slop: Bool = false, after: Double = 0.02) {
    if slop {
      time += after
      x += distance < 0 ? -10 : 10
      take(.move(x: x, y: 0))
    }
    time += after
    x += distance
    take(.move(x: x, y: y))
  }

  @discardableResult
  mutating func lift(velocity: Double? = 0, after pause: Double = 0.01) -> Bool {
    time += pause
    return take(.end(velocity: velocity))
  }

  /// A whole pan: the front is dragged by `distance` and let go.
  mutating func pan(
    _ row: RowHandle = 0, by distance: Double, velocity: Double? = 0,
    _ geometry: PanGeometry = Rig.geometry
  ) {
    press(row, geometry)
    drag(by: distance, slop: true)
    lift(velocity: velocity)
  }

  /// Frames at 60 Hz.
  mutating func run(_ seconds: Double) {
    for _ in 0..<Int((seconds * 60).rounded()) {
      time += 1.0 / 60
      take(.frame)
    }
  }

  /// A row standing open.
  mutating func open(
    _ row: RowHandle = 0, _ side: PanSide = .trailing, _ geometry: PanGeometry = Rig.geometry
  ) {
    take(.open(row, geometry, side, animated: false))
    changes.removeAll()
  }

  func offset(_ row: RowHandle = 0) -> Double { engine.offset(of: row) }
}
