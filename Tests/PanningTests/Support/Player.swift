import Panning

/// An engine that plays scripts.
struct Player {
  var engine: PanEngine<Int>
  var changes: PanEngine<Int>.Changes = []
  var time = 0.0
  var x = 0.0
  var y = 0.0
  /// Whether the sizes have their sides exchanged.
  var isMirrored = false

  init(_ style: PanStyle, isMirrored: Bool = false) {
    engine = PanEngine(style: style)
    self.isMirrored = isMirrored
  }

  func size(_ number: Int) -> PanGeometry {
    var size = Script.sizes[number]
    if isMirrored { swap(&size.leading, &size.trailing) }
    return size
  }

  mutating func play(_ step: Script.Step) {
    time += step.pause
    switch step.call {
    case .begin(let row, let number, let device):
      // A second pointer is not this one.
      if engine.phase != .tracking { (x, y) = (0, 0) }
      engine.begin(row, size(number), device: device, x: 0, y: 0, at: time, into: &changes)
    case .move(let dx, let dy):
      x += dx
      y += dy
      engine.move(x: x, y: y, at: time, into: &changes)
    case .end(let velocity): engine.end(velocity: velocity, at: time, into: &changes)
    case .cancel: engine.cancel(at: time, into: &changes)
    case .swipe(let row, let number, let side):
      engine.swipe(row, size(number), toward: side, at: time, into: &changes)
    case .scrolled(let distance): engine.scrolled(by: distance, at: time, into: &changes)
    case .pressedElsewhere: engine.pressedElsewhere(at: time, into: &changes)
    case .leftScreen(let row): engine.leftScreen(row, at: time, into: &changes)
    case .advance: engine.advance(to: time, into: &changes)
    case .open(let row, let number, let side, let animated):
      engine.open(
        row, size(number), side: side, animated: animated, at: time, into: &changes)
    case .close(let row, let animated):
      engine.close(row, animated: animated, at: time, into: &changes)
    case .remove(let row): engine.remove(row, at: time, into: &changes)
    case .restore(let row): engine.restore(row, at: time, into: &changes)
    case .resize(let row, let number): engine.resize(row, size(number), at: time, into: &changes)
    }
  }

  /// Lets go, and lets everything come to rest.
  mutating func finish() {
    engine.cancel(at: time, into: &changes)
    time += 2
    engine.advance(to: time, into: &changes)
  }

  static func changes(_ script: Script, _ style: PanStyle, isMirrored: Bool = false)
    -> PanEngine<Int>.Changes
  {
    var player = Player(style, isMirrored: isMirrored)
    for step in script.steps { player.play(step) }
    player.finish()
    return player.changes
  }
}
