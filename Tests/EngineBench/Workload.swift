import Panning

/// The call that is timed.
protocol Engine {
  mutating func take(
    _ input: PanInput, at time: Double, into changes: inout [PanChange]
  ) -> Bool
}

extension PanEngine: Engine {}

/// One engine under a stream of gestures: out, back and out again on a few rows of a list, with the
/// frames of the settle between them.
struct Workload<Subject: Engine> {
  var engine: Subject
  let device: PanDevice
  private var changes: [PanChange] = []
  private var time = 0.0
  private var row = 0
  private var checksum = 0.0

  private static var geometry: PanGeometry {
    PanGeometry(
      width: 400, leading: PanTray(width: 140, outermost: 70, innermost: 70),
      trailing: PanTray(width: 140, outermost: 70, innermost: 70, fullSwipe: true))
  }

  static var eventsPerGesture: Int { 1 + 40 + 1 + 14 }

  init(_ engine: Subject, device: PanDevice) {
    self.engine = engine
    self.device = device
    changes.reserveCapacity(64)
  }

  /// Plays gestures, 56 inputs each.
  mutating func play(gestures: Int) {
    for _ in 0..<gestures {
      row = (row + 1) % 4
      take(.begin(RowHandle(row), Self.geometry, device, x: 0, y: 0))
      var x = 0.0
      for move in 0..<40 {
        time += 0.004
        x += move < 30 ? -6 : 5
        take(.move(x: x, y: Double(move % 3)))
        note()
      }
      take(.end())
      for _ in 0..<14 {
        time += 1.0 / 60
        take(.frame)
        note()
      }
    }
  }

  private mutating func take(_ input: PanInput) {
    changes.removeAll(keepingCapacity: true)
    _ = engine.take(input, at: time, into: &changes)
  }

  private mutating func note() {
    guard !changes.isEmpty, case .offset(_, let offset) = changes[0] else { return }
    checksum += offset
  }

  /// Something that depends on every offset, so that none is left out.
  var result: Double { checksum }
}
