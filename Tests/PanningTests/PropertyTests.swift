import Foundation
import PanStyles
import Testing

@testable import Panning

/// Every style, and the policies that no style of its own shows.
let styles: [(name: String, style: PanStyle)] = {
  var staying = PanStyle.standard
  staying.release.stays = true
  var several = PanStyle.standard
  several.opensSeveral = true
  several.closes.insert(.offscreen)
  var scrolling = PanStyle.sparrowlike
  scrolling.closes.insert(.scroll)
  var flinging = PanStyle.standard
  flinging.fullSwipe?.projection = 0.175
  var swallowing = several
  swallowing.swallowsOutsidePress = true
  swallowing.closes.insert(.resize)
  swallowing.reporting = .passing
  return [
    ("standard", .standard), ("sparrowlike", .sparrowlike), ("swipeableCell", .swipeableCell),
    ("swipeDetection", .swipeDetection), ("dnsSwipeableCell", .dnsSwipeableCell),
    ("sideSwipe", .sideSwipe), ("slidingCell", .slidingCell), ("bmx", .bmx),
    ("teehanLax", .teehanLax), ("standard, staying", staying), ("standard, several", several),
    ("sparrowlike, closing on scroll", scrolling), ("standard, flinging", flinging),
    ("standard, swallowing", swallowing),
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
      var pointer = 0.0
      var sizes: [RowHandle: PanGeometry] = [:]
      var resized = false
      for step in script.steps {
        let phase = player.engine.phase
        let row = player.engine.trackedRow
        let before = row.map { player.engine.offset(of: $0) } ?? 0
        player.play(step)
        switch step.input {
        case .begin(let row, let geometry, _, let x, _):
          guard phase != .tracking else { break }
          pointer = x
          // One that became another size on its way is not where it should be.
          resized = player.engine.isMoving(row) && sizes[row] != geometry
        case .move(let x, _, _, _):
          defer { pointer = x }
          guard let row, player.engine.trackedRow == row, !resized else { break }
          let moved = abs(player.engine.offset(of: row) - before)
          if moved > abs(x - pointer) + 1e-6 { return "\(moved) px for \(x - pointer)" }
          if phase == .pressed, moved > 0, style.swipe == nil { return "the decision moved it" }
        // Another size in the midst of a pan moves the front at the next motion.
        case .resize(row, _): resized = true
        default: break
        }
        if case (let row, let geometry?)? = step.input.subject { sizes[row] = geometry }
        player.changes.removeAll()
      }
      return nil
    }
  }

  @Test func aPannedFrontIsMovedByThePanAlone() {
    let chosen = styles.filter { $0.style.swipe == nil }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      for step in script.steps {
        player.changes.removeAll()
        let row = player.engine.phase == .tracking ? player.engine.trackedRow : nil
        player.play(step)
        guard let row, player.engine.trackedRow == row, InputKind(step.input) != .move else {
          continue
        }
        if player.engine.isMoving(row) { return "\(step.input) set it in motion" }
        if player.changes.contains(where: { $0.moves(row) }) { return "\(step.input) moved it" }
      }
      return nil
    }
  }

  @Test func aPressMovesNothingThatHasItsSize() {
    holdsInEveryStyle { style, script in
      var player = Player(style)
      var sizes: [RowHandle: PanGeometry] = [:]
      for step in script.steps {
        player.changes.removeAll()
        let isTracking = player.engine.phase == .tracking
        let size = step.input.subject.flatMap { sizes[$0.row] }
        player.play(step)
        guard case (let row, let geometry?)? = step.input.subject else { continue }
        guard case .begin = step.input else {
          sizes[row] = geometry
          continue
        }
        if isTracking {
          if !player.changes.isEmpty { return "the press was not ignored" }
          continue
        }
        sizes[row] = geometry
        if size == geometry, player.changes.contains(where: { $0.moves(row) }) {
          return "the press moved a front"
        }
      }
      return nil
    }
  }

  @Test func theSettleStartsWithTheVelocityOfTheRelease() {
    let chosen = styles.filter { _, style in
      style == .standard || style.opensSeveral && style.fullSwipe != nil
    }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      for step in script.steps {
        let row = player.engine.phase == .tracking ? player.engine.trackedRow : nil
        player.play(step)
        guard case .end(let velocity?) = step.input, let row else { continue }
        let offset = player.engine.offset(of: row)
        var next = player.engine
        let instant = 1e-5
        next.take(.frame, at: player.time + instant, into: &player.changes)
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
    let chosen = styles.filter { !$0.style.opensSeveral }
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
      var others = Player.changes(script.mirrored, style)
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
        guard case .end = step.input, let row, let side = player.engine.side(of: row) else {
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
      var armed: [RowHandle: PanSide] = [:]
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

  @Test func onlyTrackingArmsWhatIsNotRunAtOnce() {
    holdsInEveryStyle { style, script in
      var player = Player(style)
      for step in script.steps {
        player.changes.removeAll()
        player.play(step)
        if case .move = step.input { continue }
        for case .event(.armed, let row, let side) in player.changes {
          // In a style that says so a release arms what it runs.
          if case .end = step.input, style.fullSwipe?.projection != 0,
            player.changes.contains(.event(.committed, row, side))
          {
            continue
          }
          return "armed by \(step.input)"
        }
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
        held.play(Script.Step(pause: 0.051, input: .end()))
        still.play(Script.Step(pause: 0.051, input: .end(velocity: 0)))
        held.finish()
        still.finish()
        if held.changes != still.changes { return "released \(step.input) differs" }
      }
      return nil
    }
  }

  @Test func everySettleEndsInBoundedTimeAtItsTarget() {
    holdsInEveryStyle { style, script in
      var player = Player(style)
      var sizes: [RowHandle: PanGeometry] = [:]
      var outBeyond: [RowHandle: PanSide] = [:]
      for step in script.steps {
        let isIgnored = player.engine.phase == .tracking && InputKind(step.input) == .begin
        if case (let row, let geometry?)? = step.input.subject, !isIgnored { sizes[row] = geometry }
        if case .flyOut(let row, _, let side) = step.input, !player.engine.isOut(row) {
          outBeyond[row] = side
        }
        player.changes.removeAll()
        player.play(step)
        for case .event(.committed, let row, let side) in player.changes { outBeyond[row] = side }
        var later = player
        later.engine.take(.cancel, at: later.time, into: &later.changes)
        later.engine.take(.frame, at: later.time + 0.81, into: &later.changes)
        if later.engine.isMoving { return "still moving" }
        for row in (0..<3).map({ RowHandle($0) }) {
          let size = sizes[row].map { $0.cleaned(minimumFront: style.minimumFront) }
          let offset = later.engine.offset(of: row)
          let rest: Double?
          if later.engine.isOut(row) {
            rest = outBeyond[row].flatMap { side in size.map { side.sign * $0.width } }
          } else if let side = later.engine.side(of: row) {
            // One that stays where it is let go stays on its side, within the row.
            let stays = style.release.stays && PanSide(of: offset) == side
            rest = stays ? offset : size?.rest(side)
          } else {
            rest = 0
          }
          if offset != rest { return "row \(row) rests at \(offset), not \(rest as Any)" }
        }
      }
      return nil
    }
  }

  @Test func offsetsAreFiniteInTheRowAndReportedWhereTheyChange() {
    holdsInEveryStyle { style, script in
      var player = Player(style)
      var shown: [RowHandle: Double] = [:]
      for step in script.steps {
        player.changes.removeAll()
        player.play(step)
        for case .offset(let row, let offset) in player.changes {
          if !offset.isFinite || abs(offset) > 400 { return "\(offset)" }
          shown[row] = offset
        }
        for row in (0..<3).map({ RowHandle($0) })
        where player.engine.offset(of: row) != shown[row, default: 0] {
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
      var open: [RowHandle: PanSide] = [:]
      var due: [RowHandle: PanEvent] = [:]
      for step in script.steps + Player.ending {
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
        for row in (0..<3).map({ RowHandle($0) }) where player.engine.side(of: row) != open[row] {
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
        switch step.input {
        case .end: allowed = style.swipe == nil && phase == .tracking && events.count == 1
        case .swipe: allowed = events.count == 1
        case .move: allowed = style.swipe != nil && events.count == 1
        default: allowed = false
        }
        if !events.isEmpty, !allowed { return "\(step.input): \(events)" }
      }
      return nil
    }
  }

  @Test func whatIsPassedIsToldOnceAndTakenBackAtZero() {
    let chosen = styles.filter { $0.style.reporting == .passing }
    holdsInEveryStyle(chosen) { style, script in
      var player = Player(style)
      var passed: [RowHandle: PanSide] = [:]
      for step in script.steps + Player.ending {
        player.changes.removeAll()
        player.play(step)
        for case .event(let event, let row, let side) in player.changes {
          switch event {
          case .didOpen:
            if passed[row] != nil { return "told twice" }
            passed[row] = side
          case .didClose:
            if passed.removeValue(forKey: row) != side { return "\(side) was not told" }
          case .willOpen, .willClose: return "\(event)"
          default: break
          }
        }
        for (row, side) in passed where PanSide(of: player.engine.offset(of: row)) != side {
          return "row \(row) at \(player.engine.offset(of: row)) is said to show \(side)"
        }
        for row in player.engine.openRows
        where passed[row] == nil && !player.engine.isMoving(row)
          && player.engine.trackedRow != row && !style.release.stays
        {
          return "row \(row) is open, and nobody was told"
        }
      }
      return nil
    }
  }

  @Test func replayedTheOutputIsEqualToTheBit() {
    // Played from the text of its trace, and by a copy that stood still for half of it.
    holds(60) { script in
      let inputs = script.steps + Player.ending
      let read = inputs.map { Script.Step(pause: $0.pause, input: readBack($0.input)) }
      for (name, style) in styles {
        var player = Player(style)
        var replay = Player(style)
        var copy: Player?
        for (index, step) in inputs.enumerated() {
          if index == inputs.count / 2 { copy = player }
          player.play(step)
        }
        for step in read { replay.play(step) }
        for step in inputs.dropFirst(inputs.count / 2) { copy?.play(step) }
        let changes = player.changes.map(\.toTheBit)
        if changes != replay.changes.map(\.toTheBit) { return "\(name): read back, it differs" }
        if changes != copy?.changes.map(\.toTheBit) { return "\(name): its copy differs" }
      }
      return nil
    }
  }

  /// An input as a trace that was written and read again tells it.
  func readBack(_ input: PanInput) -> PanInput {
    let text = JSON.object(TraceEvent(input, at: 0).fields).description
    do {
      let json = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
      let nothing = PanGeometry(width: 0, leading: PanTray(), trailing: PanTray())
      return try #require(try TraceEvent(json.object ?? [:]).input(nothing))
    } catch {
      Issue.record("\(text): \(error)")
      return .cancel
    }
  }

  @Test func engineOfOtherNamesDoesTheSame() {
    holds(100) { script in
      let renamed = { (row: RowHandle) in RowHandle(7 - 3 * row.number) }
      let mapped = Player.changes(script, .standard).map { change -> PanChange in
        switch change {
        case .offset(let row, let offset): .offset(renamed(row), offset)
        case .event(let event, let row, let side): .event(event, renamed(row), side)
        }
      }
      var engine = PanEngine()
      var changes: PanEngine.Changes = []
      var time = 0.0
      for step in script.steps + Player.ending {
        time += step.pause
        engine.take(step.input.map(renamed), at: time, into: &changes)
      }
      return mapped == changes ? nil : "names change the motion"
    }
  }

  @Test func scriptsTellEverything() {
    var kinds: Set<InputKind> = []
    for seed in 0..<250 {
      kinds.formUnion(Script.random(seed: UInt64(seed)).steps.map { InputKind($0.input) })
    }
    #expect(kinds == Set(InputKind.allCases))
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
  fileprivate func moves(_ row: RowHandle) -> Bool {
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

  /// The same with the offset's bits, which tell -0 from 0.
  fileprivate var toTheBit: [UInt64] {
    switch self {
    case .offset(_, let offset): [offset.bitPattern]
    case .event(let event, _, let side):
      [UInt64(PanEvent.allCases.firstIndex(of: event) ?? 0), side == .leading ? 0 : 1]
    }
  }
}
