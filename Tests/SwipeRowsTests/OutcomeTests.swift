import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import XCTest

@testable import SwipeRows

/// What becomes of a row: every outcome of every kind of action, with animations and without, however it was asked for.
final class OutcomeTests: XCTestCase {
  func testEveryOutcomeLeavesTheRowInItsPlaceOrGone() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for areOn in [true, false] {
        try animated(areOn) {
          // Whoever asks, the row moves the same: each meets each pace and each answer.
          let ways = Array(Way.allCases)
          for (turn, pace) in Pace.allCases.enumerated() {
            for (next, answer) in Answer.allCases.enumerated() {
              let paired = (turn + next + (areOn ? 0 : 2)) % ways.count
              for way in isWhole ? ways : [ways[paired]] {
                try check(answer, way, pace, "\(answer) by \(way), \(pace), animated \(areOn)")
              }
            }
          }
        }
      }
    }
  }

  func testWhatWasDecidedIsCarriedOutOnceThoughAFilterHidesTheItem() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for moment in ["asking", "running", "flying", "unknown"] {
        let sample = SampleList(count: 12)
        let window = present(sample.list.widget)
        let gate = Gate()
        var finished = 0
        if moment == "asking" {
          sample.confirm = {
            await gate.wait()
            return true
          }
        }
        sample.outcome = {
          if moment == "running" { await gate.wait() }
          return .remove { finished += 1 }
        }
        sample.list.perform(
          sample.content(of: 3).trailing.actions[0], on: moment == "unknown" ? 99 : 3)
        if moment != "unknown" {
          XCTAssertEqual(finished, 0, moment)
          sample.drop([3])
          pump("\(moment): the item forgotten") { !sample.group.rows.isBusy(sample.row(3)) }
        }
        gate.open()
        pump("\(moment): the end") { finished > 0 }
        sample.drawFrames()
        XCTAssertEqual(finished, 1, moment)
        XCTAssertEqual(sample.displaced, [], moment)
        close(window)
      }
    }
  }

  func testWhatFailedIsToldThoughTheItemLeftMeanwhile() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      MainLoop.adoptMainActor()
      let gate = Gate()
      var failures: [String] = []
      sample.list.onFailure { failures.append($1) }
      sample.outcome = {
        await gate.wait()
        return .failure("stuck")
      }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      sample.drop([3])
      pump("the item forgotten") { !sample.group.rows.isBusy(sample.row(3)) }
      gate.open()
      pump("the reason") { failures == ["stuck"] }
    }
  }

  func testThePopoverThatTellsOfAFailureIsFreed() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      sample.outcome = { .failure("stuck") }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      let popover = try XCTUnwrap(
        sample.list.widget.children.first { $0.isA(gtk_popover_get_type()) })
      var isFreed = false
      onFree(of: popover) { isFreed = true }
      gtk_popover_popdown(popover.cast())
      pump("the popover to be freed") { isFreed }
    }
  }

  func testAFailureIsToldNoMoreOnceItsItemHasLeft() throws {
    for container in SampleList.Container.allCases {
      try onGtk {
        let sample = SampleList(count: 12, in: container)
        _ = present(sample.list.widget)
        sample.outcome = { .failure("stuck") }
        sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
        let isTold = { sample.list.widget.children.contains { $0.isA(gtk_popover_get_type()) } }
        XCTAssertTrue(isTold())
        sample.store.replace(5..<6, with: [])
        sample.drawFrames()
        XCTAssertTrue(isTold())
        sample.store.replace(3..<4, with: [])
        pump("nothing to be told") { !isTold() }
      }
    }
  }

  func testOneFailureIsToldAtATime() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      sample.outcome = { .failure("stuck") }
      for item in 3...5 {
        sample.list.perform(sample.content(of: item).trailing.actions[0], on: item)
      }
      pump("those before to go") {
        sample.list.widget.children.count { $0.isA(gtk_popover_get_type()) } == 1
      }
    }
  }

  func testAFailureIsToldWhereTheListIsInSightAndNowhereElse() throws {
    try onGtk {
      let sample = SampleList(count: 100)
      let window = present(sample.list.widget)
      sample.outcome = { .failure("stuck") }
      let action = sample.content(of: 3).trailing.actions[0]
      // Beyond the upper edge, and not known to any row.
      sample.list.focus(90)
      pump("the list to be scrolled") { sample.list.row(of: 90) != nil }
      sample.list.perform(action, on: 3)
      let popover = try XCTUnwrap(
        sample.list.widget.children.first { $0.isA(gtk_popover_get_type()) })
      var place = GdkRectangle()
      XCTAssertTrue(isTrue(gtk_popover_get_pointing_to(popover.cast(), &place)))
      XCTAssertGreaterThanOrEqual(place.y, 0)
      XCTAssertLessThan(place.y, gtk_widget_get_height(sample.list.widget))
      var isFreed = false
      onFree(of: popover) { isFreed = true }
      gtk_popover_popdown(popover.cast())
      pump("it to go") { isFreed }
      for hide in [
        { gtk_widget_set_visible(sample.list.widget, false.gboolean) },
        { gtk_window_set_child(window.cast(), gtk_label_new("Another page")) },
      ] {
        g_object_ref(sample.list.widget)
        hide()
        sample.list.perform(action, on: 3)
        XCTAssertFalse(sample.list.widget.children.contains { $0.isA(gtk_popover_get_type()) })
        g_object_unref(sample.list.widget)
      }
    }
  }

  func testARowThatOffersToUndoStaysAndThenGoes() throws {
    try onGtk {
      for areOn in [true, false] {
        animated(areOn) {
          let sample = SampleList(count: 12)
          let window = present(sample.list.widget)
          sample.stopTime()
          var isOver = false
          sample.outcome = { [unowned sample] in
            .remove(
              with: sample.list.handles(of: [5]),
              undo: SwipeUndo("Trashed", seconds: 8) { XCTFail("nobody undid it") }
            ) {
              isOver = true
              sample.drop([3, 5])
            }
          }
          sample.list.focus(3)
          sample.list.open(3, .trailing, animated: false)
          sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
          pump("the fronts to be out") {
            !sample.group.engine.isMoving && sample.group.engine.isOut(sample.row(3))
              && sample.group.engine.isOut(sample.row(5))
          }
          XCTAssertFalse(isOver)
          XCTAssertEqual(sample.undoButtons(), [3: "Undo", 5: "Undo"])
          // Neither goes yet, so the list may rest; the keyboard has gone on.
          XCTAssertFalse(sample.hasRemovals)
          XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 4))
          XCTAssertEqual(sample.rowToPan(at: Point(x: 300, y: 3.5 * 44))?.handle, sample.row(3))
          XCTAssertFalse(sample.list.open(3, .leading))
          XCTAssertFalse(sample.list.openMenu(of: 3))
          // The rows may show other items meanwhile, and these be shown anew.
          sample.reverse()
          sample.list.updateAll()
          sample.drawFrames()
          XCTAssertEqual(sample.undoButtons(), [3: "Undo", 5: "Undo"])
          XCTAssertTrue(sample.endTimers())
          pump("the rows to go") { isOver }
          XCTAssertEqual(sample.store.count, 10)
          sample.drawFrames()
          XCTAssertEqual(sample.displaced, [])
          XCTAssertEqual(sample.undoButtons(), [:])
          close(window)
        }
      }
    }
  }

  func testUndoBringsEveryRowBack() throws {
    try onGtk {
      for areOn in [true, false] {
        try animated(areOn) {
          let sample = SampleList(count: 12)
          let window = present(sample.list.widget)
          sample.stopTime()
          var undone = 0
          sample.outcome = { [unowned sample] in
            .remove(
              with: sample.list.handles(of: [5]),
              undo: SwipeUndo("Trashed", seconds: 8) { undone += 1 }
            ) {
              XCTFail("it was undone")
            }
          }
          for round in 1...2 {
            sample.list.focus(3)
            sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
            let button = try XCTUnwrap(
              sample.group.rows[sample.row(5)]?.back.buttonsInReadingOrder.first)
            pump("the button laid out") { gtk_widget_get_mapped(button) != 0 }
            gtk_widget_grab_focus(button)
            // Whoever is there has the time.
            XCTAssertTrue(sample.endTimers())
            sample.drawFrames()
            XCTAssertEqual(sample.undoButtons(), [3: "Undo", 5: "Undo"])
            gtk_widget_activate(button)
            pump("the click") { undone == round }
            XCTAssertFalse(sample.group.rows.isBusy(sample.row(3)))
            XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 5))
            pump("the rows to be back") { sample.displaced.isEmpty }
            XCTAssertEqual([3, 5].map { sample.offset(of: $0) }, [0, 0])
            XCTAssertEqual(sample.undoButtons(), [:])
          }
          close(window)
        }
      }
    }
  }

  func testWhatOffersToUndoIsDoneOnceTheListIsHiddenOrGone() throws {
    try onGtk {
      for way in ["hidden", "closed", "freed", "out of sight", "filtered", "another style"] {
        let sample = SampleList(count: 100)
        let window = present(sample.list.widget)
        var finished = 0
        sample.outcome = { .remove(undo: SwipeUndo("Trashed", seconds: 60)) { finished += 1 } }
        let item = way == "out of sight" ? 90 : 3
        sample.list.perform(sample.content(of: item).trailing.actions[0], on: item)
        XCTAssertEqual(finished, way == "out of sight" ? 1 : 0, way)
        switch way {
        case "hidden": gtk_widget_set_visible(window, false.gboolean)
        case "closed", "freed":
          if way == "freed" { sample.group.end() }
          close(window)
        case "another style": sample.list.style = .sparrowlike
        case "filtered":
          sample.drop([3])
          pump("the item forgotten") { finished > 0 }
        default: break
        }
        XCTAssertEqual(finished, 1, way)
        if way != "closed", way != "freed" { close(window) }
        XCTAssertEqual(finished, 1, way)
      }
    }
  }

  func testARowThatOffersToUndoIsBroughtBackByACall() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      sample.stopTime()
      sample.outcome = {
        .remove(undo: SwipeUndo("Trashed", seconds: 8) { XCTFail("nobody pressed it") }) {
          XCTFail("it was brought back")
        }
      }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      pump("the row out") { !sample.group.engine.isMoving }
      sample.list.restore(3)
      XCTAssertTrue(sample.endTimers())
      pump("the row to be back") { sample.displaced.isEmpty }
      XCTAssertEqual(sample.offset(of: 3), 0)
      XCTAssertEqual(sample.undoButtons(), [:])
    }
  }

  func testTheMoreRowsLeaveAtOnceTheFasterTheyGo() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      sample.outcome = { [unowned sample] in
        .remove(with: sample.list.handles(of: [4, 5, 6])) { sample.drop([3, 4, 5, 6]) }
      }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      // Two steps of a frame collapse four rows by as much as one row in four times the time.
      let heights = { (3...6).map { sample.height(of: $0) } }
      pump("the fronts to be out") { !sample.group.engine.isMoving }
      _ = sample.group.outcomes.step(at: 1000)
      _ = sample.group.outcomes.step(at: 1000.025)
      sample.drawFrames()
      XCTAssertTrue(heights().allSatisfy { $0 <= 44 / 4 + 1 }, "\(heights())")
    }
  }

  func testItemsLeaveInTheOrderInWhichTheirActionsRan() throws {
    try onGtk {
      for way in ["by themselves", "hidden", "ended", "dropped"] {
        let sample = SampleList(count: 12)
        let window = present(sample.list.widget)
        sample.stopTime()
        let order = [7, 2, 9, 4, 8, 0, 5]
        var left: [String] = []
        sample.outcome = { [unowned sample] in
          let run = sample.ran.last ?? ""
          let undo = way == "by themselves" ? nil : SwipeUndo("Trashed", seconds: 8) {}
          return .remove(undo: undo) { left.append(run) }
        }
        // Which row was opened before says nothing.
        sample.list.open(5, .trailing, animated: false)
        for item in order {
          sample.list.perform(sample.content(of: item).trailing.actions[0], on: item)
        }
        XCTAssertEqual(left, [], way)
        switch way {
        case "by themselves": sample.letTimePass()
        case "hidden": gtk_widget_set_visible(window, false.gboolean)
        case "ended": sample.group.end()
        default:
          sample.drop(Set(order))
          pump("the items forgotten") { left.count == order.count }
        }
        XCTAssertEqual(left, order.map { "trash \($0)" }, way)
        close(window)
      }
    }
  }

  func testARowIsBroughtBackAndTheOthersGo() throws {
    try onGtk {
      for others in [[], [4, 5]] {
        let sample = SampleList(count: 12)
        _ = present(sample.list.widget)
        var finished = 0
        sample.outcome = { [unowned sample] in
          .remove(with: sample.list.handles(of: others)) {
            finished += 1
            sample.drop(Set(others))
          }
        }
        let action = sample.content(of: 3).trailing.actions[0]
        for isCollapsing in [false, true] {
          sample.list.perform(action, on: 3)
          pump("the row to leave") {
            isCollapsing ? sample.height(of: 3) < 30 : sample.offset(of: 3) != 0
          }
          sample.list.restore(3)
          // At once, for the next key.
          XCTAssertFalse(sample.group.rows.isBusy(sample.row(3)))
          pump("the row to be back") { sample.offset(of: 3) == 0 && sample.height(of: 3) >= 44 }
          pump("rest") { !sample.group.engine.isMoving && !sample.hasRemovals }
        }
        XCTAssertEqual(finished, others.isEmpty ? 0 : 1)
        XCTAssertEqual(sample.store.count, 12 - others.count)
      }
    }
  }

  func testOfAnActionOnBothSidesTheRowLeavesByTheOneThatIsOpen() throws {
    try onGtk {
      for side in PanSide.allCases {
        let sample = SampleList(count: 12)
        _ = present(sample.list.widget)
        sample.outcome = { [unowned sample] in .remove { sample.drop([3]) } }
        let done = sample.content(of: 3).trailing.actions[0]
        sample.contents[3] = SwipeContent(label: "3", leading: [done], trailing: [done])
        sample.list.update(3)
        sample.list.open(3, side)
        pump("the row open") { sample.offset(of: 3) == side.sign * 76 }
        var farthest = 0.0
        sample.list.onOffset { farthest = abs($1) > abs(farthest) ? $1 : farthest }
        sample.list.perform(done, on: 3)
        pump("the row to go") { sample.store.count == 11 }
        XCTAssertGreaterThan(farthest * side.sign, 200, "\(side)")
      }
    }
  }

  func testAHiddenListTakesOutAtOnceWhatIsOnItsWay() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      let window = present(sample.list.widget)
      sample.outcome = { [unowned sample] in .remove { sample.drop([3]) } }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      pump("the row to leave") { sample.offset(of: 3) != 0 }
      gtk_widget_set_visible(window, 0)
      XCTAssertEqual(sample.store.count, 11)
    }
  }

  func testARowThatLeavesByAKeyShowsOnlyItsOwnButton() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      var isOut = false
      sample.outcome = { .remove { isOut = true } }
      var seen: Set<[String]> = []
      sample.list.onOffset { [unowned sample] item, _ in
        guard !isOut else { return }
        seen.insert(sample.buttons(of: item).map { sample.title(of: $0) })
      }
      gtk_widget_activate_action_variant(
        try XCTUnwrap(sample.listItem(of: 3)), "row.star", nil)
      pump("the row to leave and come back") { sample.offset(of: 3) == 0 && !seen.isEmpty }
      sample.drawFrames()
      XCTAssertTrue(seen.isSubset(of: [["Star"], []]), "\(seen)")
      XCTAssertTrue(seen.contains(["Star"]))
    }
  }
}

@MainActor
extension SampleList {
  /// The titles of the buttons that undo, by the items whose rows show them.
  fileprivate func undoButtons() -> [Int: String] {
    var titles: [Int: String] = [:]
    for row in group.rows.all where row.back.showsUndo {
      guard let item = row.handle.flatMap(list.item) else { continue }
      titles[item] = row.back.buttonsInReadingOrder.first.flatMap {
        gtk_button_get_label($0.cast())
      }
      .map { String(cString: $0) }
    }
    return titles
  }
}

private enum Answer: CaseIterable {
  case restore, keepOpen, failure, remove, removeSeveral, removeNothing
}

private enum Way: CaseIterable { case button, fullSwipe, name, call }

private enum Pace: CaseIterable { case atOnce, later, asksYes, asksNo }

/// Has a row run an action, and looks what is left.
@MainActor private func check(
  _ answer: Answer, _ way: Way, _ pace: Pace, _ what: String
) throws {
  let sample = SampleList(count: 12)
  let window = present(sample.list.widget)
  defer { close(window) }
  sample.fullSwipes = [.trailing]
  let gate = Gate()
  var failures: [String] = []
  sample.list.onFailure { failures.append("\($0): \($1)") }
  if pace == .asksYes || pace == .asksNo {
    sample.confirm = {
      await gate.wait()
      return pace == .asksYes
    }
  }
  sample.outcome = { @MainActor [unowned sample] () async -> SwipeOutcome in
    if pace == .later { await gate.wait() }
    switch answer {
    case .restore: return .restore
    case .keepOpen: return .keepOpen
    case .failure: return .failure("stuck")
    case .remove: return .remove { sample.drop([3]) }
    case .removeSeveral:
      return .remove(with: sample.list.handles(of: [5, 7])) { sample.drop([3, 5, 7]) }
    case .removeNothing: return .remove {}
    }
  }
  sample.list.updateAll()

  switch way {
  case .button:
    sample.list.open(3, .trailing, animated: false)
    pump("\(what): the buttons") { sample.buttons(of: 3).count == 2 }
    gtk_widget_activate(sample.buttons(of: 3)[1])
    pump("\(what): the click") { gate.isWaiting || sample.ran.count == 1 }
  case .fullSwipe: sample.swipeFar(3)
  case .name:
    gtk_widget_activate_action_variant(
      try XCTUnwrap(sample.listItem(of: 3)), "row.trash", nil)
  case .call: sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
  }
  if pace == .asksNo || pace == .asksYes {
    XCTAssertEqual(sample.ran, [], "\(what): ran before the answer")
    XCTAssertTrue(sample.group.rows.isAsking, what)
    if way == .button {
      // Nothing but its own answer closes it.
      sample.group.driver.pressedElsewhere()
      gtk_window_set_focus(window.cast(), nil)
      XCTAssertEqual(sample.list.openItems, [3], "\(what): closed while it asks")
    }
  }
  gate.open()
  pump("\(what): rest") {
    // What is left displaced is what is to be.
    let staysOpen = answer == .keepOpen && way == .button && pace != .asksNo
    return !sample.group.engine.isMoving && !sample.group.rows.isBusy(sample.row(3))
      && !gate.isWaiting
      && sample.displaced == (staysOpen ? [sample.row(3)] : [])
  }
  sample.drawFrames()
  XCTAssertEqual(sample.ran, pace == .asksNo ? [] : ["trash 3"], what)
  guard pace != .asksNo else {
    XCTAssertEqual(sample.offset(of: 3), 0, what)
    return XCTAssertEqual(sample.list.openItems, [], what)
  }
  let left = (0..<12).filter { item in
    !(0..<sample.store.count).contains { sample.store[$0] == item }
  }
  switch answer {
  case .restore, .removeNothing, .failure:
    XCTAssertEqual(left, [], what)
    XCTAssertEqual(sample.offset(of: 3), 0, what)
    XCTAssertEqual(sample.list.openItems, [], what)
    XCTAssertEqual(failures, answer == .failure ? ["3: stuck"] : [], what)
  case .keepOpen:
    XCTAssertEqual(left, [], what)
    XCTAssertEqual(sample.list.openItems, way == .button ? [3] : [], what)
    XCTAssertEqual(sample.offset(of: 3), way == .button ? -152 : 0, what)
  case .remove: XCTAssertEqual(left, [3], what)
  case .removeSeveral: XCTAssertEqual(left, [3, 5, 7], what)
  }
  for item in 0..<12 where !left.contains(item) {
    let row = try XCTUnwrap(sample.listItem(of: item), what)
    XCTAssertGreaterThanOrEqual(gtk_widget_get_height(row), 44, "\(what): row \(item) is low")
  }
  XCTAssertEqual(
    sample.displaced, answer == .keepOpen && way == .button ? [sample.row(3)] : [], what)
}

/// Something that is waited for until it is opened.
@MainActor final class Gate {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  var isWaiting: Bool { !waiting.isEmpty }

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    let all = waiting
    waiting = []
    for one in all { one.resume() }
  }
}
