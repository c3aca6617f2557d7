import Testing

@testable import Panning

/// Every style, and the policies that no style of its own shows.
let styles: [(name: String, style: PanStyle)] = {
  var staying = PanStyle.standard
  staying.release.stays = true
  var several = PanStyle.standard
  several.rows = .several
  several.offscreen = .close
  var scrolling = PanStyle.sparrowlike
  scrolling.closes.insert(.scroll)
  return [
    ("standard", .standard), ("sparrowlike", .sparrowlike), ("swipeableCell", .swipeableCell),
    ("swipeDetection", .swipeDetection), ("dnsSwipeableCell", .dnsSwipeableCell),
    ("sideSwipe", .sideSwipe), ("slidingCell", .slidingCell), ("bmx", .bmx),
    ("teehanLax", .teehanLax), ("standard, staying", staying), ("standard, several", several),
    ("sparrowlike, closing on scroll", scrolling),
  ]
}()

@Suite("Properties of every script, in every style")
struct PropertyTests {
  /// The property in each style.
  func holdsInEveryStyle(
    _ chosen: [(name: String, style: PanStyle)] = styles,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ property: (PanStyle, Script) -> String?
  ) {
    for (name, style) in chosen {
      holds(sourceLocation: sourceLocation) { script in
        property(style, script).map { "\(name): \($0)" }
      }
    }
  }

  @Test func aTrackedFrontMovesNoFurtherThanThePointer() {
    // So it is continuous at every re-grab: the first motion after one moves it by no more either.
    let chosen = styles.filter { _, style in
      !style.decision.keepsTravel && style.decision.test != .velocity
    }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      // A row that is touched after it became another size is not where it should be.
      var sizes: [Int: Int] = [:]
      var resized = false
      for step in script.steps {
        let phase = player.engine.phase
        let row = player.engine.trackedRow
        let before = row.map { player.engine.offset(of: $0) } ?? 0
        player.play(step)
        switch step.call {
        case .begin(let row, let size, _):
          if phase != .tracking { resized = sizes.updateValue(size, forKey: row) ?? size != size }
          if phase != .tracking, player.changes.contains(where: { $0.moves(row) }) {
            return "the press moved a front"
          }
        case .resize: resized = true
        case .open(let row, let size, _, _), .swipe(let row, let size, _): sizes[row] = size
        case .move(let dx, _):
          guard let row, player.engine.trackedRow == row, !resized else { break }
          let moved = abs(player.engine.offset(of: row) - before)
          if moved > abs(dx) + 1e-6 { return "\(moved) px for \(dx)" }
          if phase == .pressed, moved > 0, style.swipe == nil { return "the decision moved it" }
        default: break
        }
        player.changes.removeAll()
      }
      return nil
    }
  }

  @Test func theSettleStartsWithTheVelocityOfTheRelease() {
    let chosen = styles.filter { _, style in
      style == .standard || style.rows == .several && style.longSwipe != nil
    }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      for step in script.steps {
        let row = player.engine.phase == .tracking ? player.engine.trackedRow : nil
        player.play(step)
        guard case .end(.some(let velocity)) = step.call, let row else { continue }
        let offset = player.engine.offset(of: row)
        var next = player.engine
        let instant = 1e-5
        next.advance(to: player.time + instant, into: &player.changes)
        // At rest, out of the row, or arriving: no velocity to compare.
        let isFree = next.isMoving && abs(offset) > 1 && abs(offset) < 300
        let side = PanSide(of: offset)
        guard isFree, next.side(of: row) == nil || next.side(of: row) == side else { continue }
        let measured = (next.offset(of: row) - offset) / instant
        // The spring's pull in that instant is below 100 px/s for any front in these rows.
        let tray = [40, 60, 70.5, 100, 160].contains { abs(abs(offset) - $0) < 1 }
        if abs(measured - velocity) > 100, !tray, next.offset(of: row) != 0 {
          return "released at \(velocity), \(measured) px/s from \(offset)"
        }
      }
      return nil
    }
  }

  @Test func atMostOneRowIsOpenOrOpening() {
    let chosen = styles.filter { $0.style.rows == .one }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      for step in script.steps {
        player.play(step)
        if player.engine.openRows.count > 1 { return "\(player.engine.openRows)" }
      }
      return nil
    }
  }

  @Test func mirroredInputGivesMirroredOutput() {
    holdsInEveryStyle { style, script in
      var changes = Player.changes(script, style).map(\.mirrored)
      var others = Player.changes(script.mirrored, style, isMirrored: true)
      if style.reporting == .releases {
        // Such a style says "closed" of rows that were on no side.
        changes = changes.map(\.withoutClosedSide)
        others = others.map(\.withoutClosedSide)
      }
      return changes == others ? nil : "\(changes)\n\(others)"
    }
  }

  @Test func aReleaseNeverOpensASideTheOffsetIsNotOn() {
    let chosen = styles.filter { $0.style.swipe == nil }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      for step in script.steps {
        let row = player.engine.phase == .tracking ? player.engine.trackedRow : nil
        let offset = row.map { player.engine.offset(of: $0) } ?? 0
        player.play(step)
        guard case .end = step.call, let row, let side = player.engine.side(of: row) else {
          continue
        }
        let isAllowed = offset == 0 ? style.release.flingsFromZero : side == PanSide(of: offset)
        if !isAllowed { return "\(side) from \(offset)" }
      }
      return nil
    }
  }

  @Test func nothingCommitsUnarmedAndArmsInPairs() {
    holdsInEveryStyle { style, script in
      var armed: [Int: PanSide] = [:]
      for case .event(let event, let row, let side) in Player.changes(script, style) {
        switch event {
        case .armed:
          if armed[row] != nil { return "armed twice" }
          armed[row] = side
        case .disarmed, .committed:
          if armed.removeValue(forKey: row) != side { return "\(event) unarmed" }
        default: break
        }
      }
      return armed.isEmpty ? nil : "left armed"
    }
  }

  @Test func onlyTrackingArms() {
    holdsInEveryStyle { style, script in
      var player = Player(style)
      for step in script.steps {
        player.changes.removeAll()
        player.play(step)
        if case .move = step.call { continue }
        for case .event(.armed, _, _) in player.changes { return "armed by \(step.call)" }
      }
      return nil
    }
  }

  @Test func aHeldPointerHasNoVelocity() {
    holdsInEveryStyle { style, script in
      var player = Player(style)
      for step in script.steps {
        player.play(step)
        guard player.engine.phase == .tracking else { continue }
        var held = player
        var still = player
        held.play(Script.Step(pause: 0.051, call: .end(velocity: nil)))
        still.play(Script.Step(pause: 0.051, call: .end(velocity: 0)))
        held.finish()
        still.finish()
        if held.changes != still.changes { return "released \(step.call) differs" }
      }
      return nil
    }
  }

  @Test func everySettleEndsInBoundedTimeAtItsTarget() {
    // Closed, open, or out of the row, whichever size it has last been given.
    func rests(_ minimumFront: Double) -> Set<Double> {
      Set(
        Script.sizes.flatMap { size in
          let size = size.cleaned(minimumFront: minimumFront)
          return [0, size.width] + PanSide.allCases.map { abs(size.rest($0)) }
        })
    }
    let restsByFront: [Double: Set<Double>] = [0: rests(0), 96: rests(96)]
    holdsInEveryStyle { style, script in
      let rests = restsByFront[style.minimumFront] ?? []
      var player = Player(style)
      for step in script.steps {
        player.play(step)
        var later = player
        later.engine.cancel(at: later.time, into: &later.changes)
        later.engine.advance(to: later.time + 0.81, into: &later.changes)
        if later.engine.isMoving { return "still moving" }
        for row in 0..<3 where !style.release.stays {
          let offset = abs(later.engine.offset(of: row))
          if !rests.contains(offset) { return "rests at \(offset)" }
        }
      }
      return nil
    }
  }

  @Test func offsetsAreFiniteInTheRowAndReportedWhereTheyChange() {
    holdsInEveryStyle { style, script in
      var player = Player(style)
      var shown: [Int: Double] = [:]
      for step in script.steps {
        player.changes.removeAll()
        player.play(step)
        for case .offset(let row, let offset) in player.changes {
          if !offset.isFinite || abs(offset) > 400 { return "\(offset)" }
          shown[row] = offset
        }
        for row in 0..<3 where player.engine.offset(of: row) != shown[row, default: 0] {
          return "row \(row) stands elsewhere than was said"
        }
      }
      return nil
    }
  }

  @Test func everyDidHasItsWill() {
    let chosen = styles.filter { $0.style.reporting == .changes }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      var open: [Int: PanSide] = [:]
      var due: [Int: PanEvent] = [:]
      for step in script.steps + [Script.Step(pause: 0, call: .cancel)]
        + [Script.Step(pause: 2, call: .advance)]
      {
        player.changes.removeAll()
        player.play(step)
        for case .event(let event, let row, let side) in player.changes {
          switch event {
          case .willOpen:
            if open[row] != nil { return "willOpen while open" }
            open[row] = side
            due[row] = .didOpen
          case .willClose:
            if open[row] != side { return "willClose \(side) of \(open[row] as Any)" }
            open[row] = nil
            due[row] = .didClose
          case .didOpen, .didClose:
            if due.removeValue(forKey: row) != event { return "\(event) without its will" }
          default: break
          }
        }
        for row in 0..<3 where player.engine.side(of: row) != open[row] {
          return "row \(row) is \(player.engine.side(of: row) as Any), said \(open[row] as Any)"
        }
      }
      return due.isEmpty ? nil : "never came: \(due)"
    }
  }

  @Test func aStyleThatReportsReleasesReportsNothingElse() {
    let chosen = styles.filter { $0.style.reporting == .releases }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      for step in script.steps {
        player.changes.removeAll()
        let phase = player.engine.phase
        player.play(step)
        let events = player.changes.filter { if case .event = $0 { true } else { false } }
        let allowed: Bool
        switch step.call {
        case .end: allowed = style.swipe == nil && phase == .tracking && events.count == 1
        case .swipe: allowed = events.count == 1
        case .move: allowed = style.swipe != nil && events.count == 1
        default: allowed = false
        }
        if !events.isEmpty, !allowed { return "\(step.call): \(events)" }
      }
      return nil
    }
  }

  @Test func replayedTheOutputIsEqualToTheBit() {
    holdsInEveryStyle { style, script in
      Player.changes(script, style) == Player.changes(script, style) ? nil : "differs"
    }
  }

  @Test func engineOfOtherNamesDoesTheSame() {
    holds(100) { script in
      let mapped = Player.changes(script, .standard).map { $0.mapped { "row \($0)" } }
      var engine = PanEngine<String>()
      var changes: PanEngine<String>.Changes = []
      var player = Player(.standard)
      // The same calls by name, for the calls that carry a row.
      for step in script.steps {
        player.play(step)
        engine.play(step, at: player.time, x: player.x, y: player.y, into: &changes)
      }
      engine.cancel(at: player.time, into: &changes)
      engine.advance(to: player.time + 2, into: &changes)
      return mapped == changes ? nil : "names change the motion"
    }
  }

  @Test func shrinkingFindsAShortCounterExample() {
    // No property of the engine: rows do open.
    let neverOpens: Property = { script in
      Player.changes(script, .standard).contains {
        if case .event(.didOpen, _, _) = $0 { true } else { false }
      } ? "opened" : nil
    }
    let seed = (0..<100).first { neverOpens(.random(seed: $0)) != nil }
    guard let seed else {
      Issue.record("no script opens a row")
      return
    }
    let short = shrunk(.random(seed: seed), neverOpens)
    #expect(neverOpens(short) != nil)
    #expect(short.steps.count <= 5)
    #expect(short.steps.count < Script.random(seed: seed).steps.count)
  }
}

extension PanChange {
  /// Whether this is a new offset of a row.
  fileprivate func moves(_ row: Row) -> Bool {
    if case .offset(row, _) = self { true } else { false }
  }

  fileprivate var mirrored: PanChange {
    switch self {
    case .offset(let row, let offset): .offset(row, -offset)
    case .event(let event, let row, let side): .event(event, row, side.opposite)
    }
  }

  fileprivate var withoutClosedSide: PanChange {
    if case .event(.didClose, let row, _) = self { .event(.didClose, row, .leading) } else { self }
  }

  fileprivate func mapped<Other>(_ name: (Row) -> Other) -> PanChange<Other> {
    switch self {
    case .offset(let row, let offset): .offset(name(row), offset)
    case .event(let event, let row, let side): .event(event, name(row), side)
    }
  }
}

extension PanEngine where Row == String {
  fileprivate mutating func play(
    _ step: Script.Step, at time: Double, x: Double, y: Double, into changes: inout Changes
  ) {
    func name(_ row: Int) -> String { "row \(row)" }
    switch step.call {
    case .begin(let row, let size, let device):
      begin(
        name(row), Script.sizes[size], device: device, x: 0, y: 0, at: time, into: &changes)
    case .move: move(x: x, y: y, at: time, into: &changes)
    case .end(let velocity): end(velocity: velocity, at: time, into: &changes)
    case .cancel: cancel(at: time, into: &changes)
    case .swipe(let row, let size, let side):
      swipe(name(row), Script.sizes[size], toward: side, at: time, into: &changes)
    case .scrolled(let distance): scrolled(by: distance, at: time, into: &changes)
    case .pressedElsewhere: pressedElsewhere(at: time, into: &changes)
    case .leftScreen(let row): leftScreen(name(row), at: time, into: &changes)
    case .advance: advance(to: time, into: &changes)
    case .open(let row, let size, let side, let animated):
      open(
        name(row), Script.sizes[size], side: side, animated: animated, at: time, into: &changes)
    case .close(let row, let animated):
      close(row.map(name), animated: animated, at: time, into: &changes)
    case .remove(let row): remove(name(row), at: time, into: &changes)
    case .restore(let row): restore(name(row), at: time, into: &changes)
    case .resize(let row, let size): resize(name(row), Script.sizes[size], at: time, into: &changes)
    }
  }
}
