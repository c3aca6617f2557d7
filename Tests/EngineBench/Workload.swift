import Panning

/// The calls that are timed.
protocol Engine {
  mutating func begin(
    _ row: Int, _ geometry: PanGeometry, device: PanDevice, x: Double, y: Double, at time: Double,
    into changes: inout [PanChange<Int>])
  mutating func move(
    x: Double, y: Double, velocity: Double?, crossVelocity: Double?, at time: Double,
    into changes: inout [PanChange<Int>])
  mutating func end(velocity: Double?, at time: Double, into changes: inout [PanChange<Int>])
    -> Bool
  mutating func advance(to time: Double, into changes: inout [PanChange<Int>])
}

extension PanEngine<Int>: Engine {}

/// One engine under a stream of gestures: out, back and out again on a few rows of a list, with the
/// frames of the settle between them.
struct Workload<Subject: Engine> {
  var engine: Subject
  let device: PanDevice
  private var changes: [PanChange<Int>] = []
  private var time = 0.0
  private var row = 0
  private var checksum = 0.0

  private static var geometry: PanGeometry {
    PanGeometry(
      width: 400, leading: PanTray(width: 140, outermost: 70, innermost: 70),
      trailing: PanTray(width: 140, outermost: 70, innermost: 70, longSwipe: true))
  }

  static var eventsPerGesture: Int { 1 + 40 + 1 + 14 }

  init(_ engine: Subject, device: PanDevice) {
    self.engine = engine
    self.device = device
    changes.reserveCapacity(64)
  }

  /// Plays gestures, 56 calls each.
  mutating func play(gestures: Int) {
    for _ in 0..<gestures {
      row = (row + 1) % 4
      changes.removeAll(keepingCapacity: true)
      engine.begin(
        row, Self.geometry, device: device, x: 0, y: 0, at: time, into: &changes)
      var x = 0.0
      for move in 0..<40 {
        time += 0.004
        x += move < 30 ? -6 : 5
        changes.removeAll(keepingCapacity: true)
        engine.move(
          x: x, y: Double(move % 3), velocity: nil, crossVelocity: nil, at: time, into: &changes)
        note()
      }
      _ = engine.end(velocity: nil, at: time, into: &changes)
      for _ in 0..<14 {
        time += 1.0 / 60
        changes.removeAll(keepingCapacity: true)
        engine.advance(to: time, into: &changes)
        note()
      }
    }
  }

  private mutating func note() {
    guard !changes.isEmpty, case .offset(_, let offset) = changes[0] else { return }
    checksum += offset
  }

  /// Something that depends on every offset, so that none is left out.
  var result: Double { checksum }
}
