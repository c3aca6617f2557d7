import Panning

/// What an engine is told, one after the other: made up, mirrored, shrunk and printed.
struct Script: CustomStringConvertible {
  struct Step {
    /// Seconds since the step before.
    var pause: Double
    var input: PanInput
  }

  var steps: [Step]

  var description: String {
    steps.map { "  +\($0.pause) s \($0.input)" }.joined(separator: "\n")
  }

  /// The sizes of rows that scripts use.
  static let sizes = [
    PanGeometry(
      width: 400, leading: PanTray(width: 160, outermost: 80, innermost: 80, fullSwipe: true),
      trailing: PanTray(width: 160, outermost: 80, innermost: 80, fullSwipe: true)),
    PanGeometry(width: 400, leading: PanTray(width: 100), trailing: PanTray(width: 100)),
    PanGeometry(width: 400, leading: PanTray(), trailing: PanTray(width: 70.3), pixel: 0.5),
    PanGeometry(
      width: 320, leading: PanTray(width: 60, fullSwipe: true), trailing: PanTray(), pixel: 0),
    PanGeometry(width: 90, leading: PanTray(width: 40), trailing: PanTray(width: 300)),
    PanGeometry(width: 0, leading: PanTray(), trailing: PanTray()),
  ]
}

extension Script {
  /// A script made up from a seed: mostly gestures as people make them, and all else in between.
  static func random(seed: UInt64) -> Script {
    var parts = Invention(seed: seed)
    var steps: [Step] = []
    for _ in 0..<(parts.source.below(8) + 1) {
      if parts.source.below(10) < 6 {
        steps += gesture(&parts)
      } else {
        let kind = InputKind.allCases[parts.source.below(InputKind.allCases.count)]
        steps.append(Step(pause: parts.pause(), input: kind.input(of: &parts)))
      }
      for _ in 0..<parts.source.below(20) { steps.append(Step(pause: 0.016, input: .frame)) }
    }
    return Script(steps: steps)
  }

  private static func gesture(_ parts: inout Invention) -> [Step] {
    var x = parts.coordinate()
    var y = parts.coordinate()
    var steps = [
      Step(
        pause: parts.pause(),
        input: .begin(parts.row(), parts.geometry(), parts.device(), x: x, y: y))
    ]
    let speed = parts.source.between(-60, 60)
    for _ in 0..<parts.source.below(12) {
      let steep = parts.source.below(8) == 0 ? 1.0 : 0.1
      x += (speed + parts.source.between(-20, 20)).rounded()
      y += (steep * parts.source.between(-40, 40)).rounded()
      let pause = parts.source.below(12) == 0 ? 0.06 : 0.016
      steps.append(Step(pause: pause, input: .move(x: x, y: y)))
      if parts.source.below(6) == 0 { steps.append(Step(pause: 0, input: .frame)) }
      if parts.source.below(40) == 0 {
        let kind = InputKind.allCases[parts.source.below(InputKind.allCases.count)]
        steps.append(Step(pause: 0, input: kind.input(of: &parts)))
      }
    }
    let end: PanInput = parts.source.below(8) == 0 ? .cancel : .end(velocity: parts.velocity())
    steps.append(Step(pause: parts.source.below(3) == 0 ? 0.06 : 0.008, input: end))
    return steps
  }

  /// The same with leading and trailing exchanged.
  var mirrored: Script {
    Script(steps: steps.map { Step(pause: $0.pause, input: $0.input.mirrored) })
  }
}

/// Inputs as a list with a few rows gives them.
private struct Invention: InputParts {
  var source: Source
  private let rows: Int
  /// The size of every row, or one past the last where each input has its own.
  private let size: Int

  init(seed: UInt64) {
    source = Source(seed: seed)
    rows = source.below(3) + 1
    size = min(source.below(Script.sizes.count + 3), Script.sizes.count)
  }

  mutating func pause() -> Double { [0, 0.016, 0.03, 0.1, 0.3, 1][source.below(6)] }

  mutating func row() -> RowHandle { RowHandle(source.below(rows)) }

  mutating func geometry() -> PanGeometry {
    Script.sizes[size < Script.sizes.count ? size : source.below(Script.sizes.count)]
  }

  mutating func side() -> PanSide { PanSide.allCases[source.below(2)] }

  mutating func device() -> PanDevice { PanDevice.allCases[source.below(4)] }

  mutating func coordinate() -> Double { source.between(-12, 12).rounded() }

  mutating func velocity() -> Double? {
    source.below(2) == 0 ? nil : source.between(-3000, 3000).rounded()
  }

  mutating func truth() -> Bool { source.below(3) > 0 }
}
