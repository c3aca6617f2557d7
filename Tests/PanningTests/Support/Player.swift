import Panning

/// An engine that plays scripts.
struct Player {
  var engine: PanEngine
  var changes: PanEngine.Changes = []
  var time = 0.0

  init(_ style: PanStyle) { engine = PanEngine(style: style) }

  mutating func play(_ step: Script.Step) {
    time += step.pause
    engine.take(step.input, at: time, into: &changes)
  }

  /// What lets go, and lets everything come to rest.
  static let ending = [
    Script.Step(pause: 0, input: .cancel), Script.Step(pause: 2, input: .frame),
  ]

  mutating func finish() { for step in Self.ending { play(step) } }

  static func changes(_ script: Script, _ style: PanStyle) -> PanEngine.Changes {
    var player = Player(style)
    for step in script.steps { player.play(step) }
    player.finish()
    return player.changes
  }
}
