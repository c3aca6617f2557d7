import Panning

/// A sequence of calls to an engine, in words that can be made up, mirrored, shrunk and printed.
struct Script: CustomStringConvertible {
  enum Call {
    case begin(row: Int, size: Int, PanDevice)
    /// By how much the pointer moved.
    case move(dx: Double, dy: Double)
    case end(velocity: Double?)
    case cancel
    case swipe(row: Int, size: Int, PanSide)
    case scrolled(Double)
    case pressedElsewhere
    case leftScreen(row: Int)
    case advance
    case open(row: Int, size: Int, PanSide, animated: Bool)
    case close(row: Int?, animated: Bool)
    case remove(row: Int)
    case restore(row: Int)
    case resize(row: Int, size: Int)
  }

  struct Step {
    /// Seconds since the step before.
    var pause: Double
    var call: Call
  }

  var steps: [Step]

  var description: String {
    steps.map { "  +\($0.pause) s \($0.call)" }.joined(separator: "\n")
  }

  /// The sizes of rows that scripts use, by number.
  static let sizes = [
    PanGeometry(
      width: 400, leading: PanTray(width: 160, outermost: 80, innermost: 80, longSwipe: true),
      trailing: PanTray(width: 160, outermost: 80, innermost: 80, longSwipe: true)),
    PanGeometry(width: 400, leading: PanTray(width: 100), trailing: PanTray(width: 100)),
    PanGeometry(width: 400, leading: PanTray(), trailing: PanTray(width: 70.3), pixel: 0.5),
    PanGeometry(
      width: 320, leading: PanTray(width: 60, longSwipe: true), trailing: PanTray(), pixel: 0),
    PanGeometry(width: 90, leading: PanTray(width: 40), trailing: PanTray(width: 300)),
    PanGeometry(width: 0, leading: PanTray(), trailing: PanTray()),
  ]
}

extension Script {
  /// A script made up from a seed: mostly gestures as people make them, and calls in between.
  static func random(seed: UInt64) -> Script {
    var source = Source(seed: seed)
    var steps: [Step] = []
    let rows = source.below(3) + 1
    let size = source.below(Script.sizes.count + 3)
    func someSize(_ source: inout Source) -> Int {
      size < Script.sizes.count ? size : source.below(Script.sizes.count)
    }
    for _ in 0..<(source.below(8) + 1) {
      let row = source.below(rows)
      switch source.below(10) {
      case 0..<6:
        let device = PanDevice.allCases[source.below(4)]
        steps.append(
          Step(
            pause: source.pause(),
            call: .begin(row: row, size: someSize(&source), device)))
        let speed = source.between(-60, 60)
        for _ in 0..<source.below(12) {
          let steep = source.below(8) == 0 ? 1.0 : 0.1
          steps.append(
            Step(
              pause: source.below(12) == 0 ? 0.06 : 0.016,
              call: .move(
                dx: (speed + source.between(-20, 20)).rounded(),
                dy: (steep * source.between(-40, 40)).rounded())))
          if source.below(6) == 0 { steps.append(Step(pause: 0, call: .advance)) }
        }
        steps.append(
          Step(pause: source.below(3) == 0 ? 0.06 : 0.008, call: source.ending()))
      default:
        steps.append(
          Step(pause: source.pause(), call: source.call(row: row, size: someSize(&source))))
      }
      for _ in 0..<source.below(20) { steps.append(Step(pause: 0.016, call: .advance)) }
    }
    return Script(steps: steps)
  }

  /// The same with leading and trailing exchanged.
  var mirrored: Script {
    Script(
      steps: steps.map { step in
        var step = step
        switch step.call {
        case .move(let dx, let dy): step.call = .move(dx: -dx, dy: dy)
        case .end(let velocity): step.call = .end(velocity: velocity.map { -$0 })
        case .swipe(let row, let size, let side):
          step.call = .swipe(row: row, size: size, side.opposite)
        case .open(let row, let size, let side, let animated):
          step.call = .open(row: row, size: size, side.opposite, animated: animated)
        default: break
        }
        return step
      })
  }
}

extension Source {
  fileprivate mutating func pause() -> Double {
    [0, 0.016, 0.03, 0.1, 0.3, 1][below(6)]
  }

  fileprivate mutating func ending() -> Script.Call {
    switch below(8) {
    case 0: .cancel
    case 1..<4: .end(velocity: between(-3000, 3000).rounded())
    default: .end(velocity: nil)
    }
  }

  fileprivate mutating func call(row: Int, size: Int) -> Script.Call {
    let side = PanSide.allCases[below(2)]
    switch below(13) {
    case 0, 1: return .swipe(row: row, size: size, side)
    case 2: return .scrolled(between(-12, 12).rounded())
    case 3: return .pressedElsewhere
    case 4: return .leftScreen(row: row)
    case 5, 6: return .open(row: row, size: size, side, animated: below(3) > 0)
    case 7: return .close(row: row, animated: below(3) > 0)
    case 8: return .close(row: nil, animated: below(3) > 0)
    case 9: return .remove(row: row)
    case 10, 11: return .restore(row: row)
    default: return .resize(row: row, size: size)
    }
  }
}
