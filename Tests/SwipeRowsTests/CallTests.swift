import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import SwipeRows

/// Every call at every moment: from each listener at each event, from actions and answers, and after the end.
final class CallTests: XCTestCase {
  /// Everything that a program can ask of a list.
  @MainActor private static let calls: [(name: String, call: @MainActor (SampleList) -> Void)] = [
    ("open", { _ = $0.list.open(5, .leading) }),
    ("open at once", { _ = $0.list.open(3, .leading, animated: false) }),
    ("open far away", { _ = $0.list.open(150, .trailing, scrolling: true) }),
    ("close", { $0.list.close() }),
    ("close at once", { $0.list.close(animated: false) }),
    ("close it", { $0.list.close(3) }),
    ("update", { $0.list.update(3) }),
    ("update all", { $0.list.updateAll() }),
    ("focus", { _ = $0.list.focus(4) }),
    ("focus far away", { _ = $0.list.focus(150) }),
    ("menu", { _ = $0.list.openMenu(of: 4) }),
    ("perform", { $0.list.perform($0.content(of: 4).trailing.actions[1], on: 4) }),
    (
      "perform on it",
      { sample in sample.content(of: 3).trailing.actions.last.map { sample.list.perform($0, on: 3) }
      }
    ),
    ("another style", { $0.list.style = .sparrowlike }),
    ("transition", { $0.list.transition = .drag }),
    (
      "texts",
      {
        var texts = SwipeTexts()
        texts.more = "Mehr"
        $0.list.texts = texts
      }
    ),
    ("disable", { $0.list.isEnabled = false }),
    ("remove it", { $0.drop([3]) }),
    ("remove others", { $0.drop([0, 1, 2, 4]) }),
    ("insert", { $0.store.replace(0..<0, with: [-1, -2]) }),
    ("reverse", { $0.reverse() }),
    ("replace everything", { $0.store.replace(0..<$0.store.count, with: Array(500..<540)) }),
    (
      "other content",
      {
        $0.contents[3] = SwipeContent(label: "")
        $0.list.update(3)
      }
    ),
    (
      "heading",
      {
        var content = $0.content(of: 3)
        content.heading = "Yesterday"
        $0.contents[3] = content
        $0.list.update(3)
      }
    ),
    ("close the window", { $0.closeWindow() }),
  ]

  func testAnyCallAtAnyMomentLeavesTheListWhole() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for areOn in [true, false] {
        animated(areOn) {
          for (row, moment) in Moment.allCases.enumerated() {
            for (column, (name, call)) in Self.calls.enumerated()
            where isWhole || (row + column + (areOn ? 0 : 2)) % 5 == 0 {
              tryCall("\(name) at \(moment), animated \(areOn)", at: moment, call)
            }
          }
        }
      }
    }
  }

  func testWhatIsAskedForWhileARowIsShownComesAfterIt() throws {
    try onGtk {
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      pump("the rows") { sample.listItem(of: 3) != nil }
      var depth = 0
      var shown: [Int] = []
      sample.onShow = { item in
        XCTAssertEqual(depth, 0, "\(item) within another")
        depth += 1
        shown.append(item)
        // Each time anew: it must neither nest nor grow.
        sample.list.update(5)
        sample.list.updateAll()
        depth -= 1
      }
      sample.list.update(3)
      XCTAssertEqual(shown, [3])
      pump("the others, and those again") { shown.count { $0 == 5 } >= 3 }
      XCTAssertEqual(Set(shown), Set(0..<12))
      XCTAssertEqual(shown.count { $0 == 5 }, shown.count { $0 == 7 }, accuracy: 1)
      sample.onShow = { _ in }
    }
  }

  func testCallsOnADeadListDoNothing() throws {
    try onGtk {
      let sample = SampleList(count: 200)
      let window = present(sample.list.widget)
      sample.list.open(3, .trailing)
      let listener = sample.list.onEvent { _, _, _ in XCTFail("a dead list told something") }
      sample.list.onEvent { _, _, _ in XCTFail("a dead list told something") }
      let group = sample.group
      let (row, another) = (sample.row(3), sample.row(7))
      group.outcomes.perform(sample.content(of: 7).trailing.actions[1], on: another)
      listener.disconnect()
      sample.closeWindow = { close(window) }
      // What closing itself tells is no call of the dead.
      group.end()
      sample.closeWindow()
      XCTAssertFalse(group.later.isAlive)
      for (name, call) in Self.calls where name != "close the window" { call(sample) }
      XCTAssertEqual(sample.list.openItems, [])
      XCTAssertNil(sample.list.widget(of: 3))
      XCTAssertFalse(sample.list.open(3, .trailing))
      XCTAssertFalse(sample.list.focus(3))
      XCTAssertFalse(sample.list.openMenu(of: 3))
      XCTAssertFalse(sample.list.isEnabled)
      _ = (sample.list.group.engine, sample.list.style, sample.list.texts, sample.list.transition)
      // Nor do those on the part that somebody in the midst of a call may hold.
      group.driver.drive(.close(nil))
      group.driver.drive(.frame)
      group.later.animate()
      group.update(row)
      group.updateAll()
      group.style = .bmx
      group.itemLeft(row)
      group.driver.pressedElsewhere()
      _ = group.outcomes.step(at: 1)
      group.outcomes.finishRemovals()
      group.outcomes.perform(sample.content(of: 7).trailing.actions[0], on: another)
      XCTAssertFalse(group.opener.open(row, .leading, animated: true, scrolling: true))
      XCTAssertFalse(group.focus.give(to: row))
      XCTAssertFalse(group.menu.open(of: row))
      group.later.at(.laidOut) { XCTFail("a dead list was laid out") }
    }
  }
}

/// What is told, and when: the events, and the other listeners at their first call.
private enum Moment: Hashable, CaseIterable {
  case willOpen, didOpen, willClose, didClose, armed, disarmed, committed
  case offset, input, waiting, failure, action, confirm, finish, show
}

/// Does a round of everything with a list, and makes a call at one moment of it.
@MainActor private func tryCall(
  _ what: String, at moment: Moment, _ call: @escaping @MainActor (SampleList) -> Void
) {
  // So high that no title is a tooltip: GTK 4.8 warns of those whose window goes.
  let sample = SampleList(count: 200, rowHeight: 64)
  sample.fullSwipes = [.trailing]
  let window = present(sample.list.widget)
  var isOpen = true
  sample.closeWindow = {
    guard isOpen else { return }
    isOpen = false
    close(window, waits: false)
  }
  sample.stopTime()
  var hasCalled = false
  func now(_ told: Moment) {
    guard told == moment, !hasCalled else { return }
    hasCalled = true
    call(sample)
  }
  var checks: [Int: PanSide] = [:]
  sample.list.onEvent { event, item, side in
    switch event {
    case .willOpen:
      XCTAssertNil(checks.updateValue(side, forKey: item), "\(what): opened twice")
      now(.willOpen)
    case .didOpen: now(.didOpen)
    case .willClose:
      XCTAssertEqual(checks.removeValue(forKey: item), side, "\(what): closed what was not open")
      now(.willClose)
    case .didClose: now(.didClose)
    case .armed: now(.armed)
    case .disarmed: now(.disarmed)
    case .committed: now(.committed)
    }
  }
  sample.list.onOffset { _, _ in now(.offset) }
  sample.list.group.onInput { _, _ in now(.input) }
  sample.list.onWaiting { _, _ in now(.waiting) }
  sample.list.onFailure { _, _ in now(.failure) }
  sample.onShow = { if $0 == 3 { now(.show) } }
  if moment == .confirm {
    sample.confirm = {
      now(.confirm)
      return true
    }
  }
  sample.outcome = {
    now(.action)
    switch moment {
    case .failure: return .failure("stuck")
    case .waiting:
      // Not before it is shown.
      sample.endTimers()
      return .restore
    case .finish: return .remove { now(.finish) }
    default: return .restore
    }
  }
  // A round of everything: open, close, a full swipe there and back and through, an action.
  let steps: [@MainActor () -> Void] = [
    { sample.list.updateAll() },
    { sample.list.open(3, .trailing) },
    { sample.list.close() },
    { sample.swipeFar(3, andBack: true) },
    { sample.swipeFar(3) },
    { sample.content(of: 3).trailing.actions.first.map { sample.list.perform($0, on: 3) } },
  ]
  for step in steps where isOpen {
    step()
    sample.letTimePass()
    pump("\(what): rest") {
      sample.endTimers()
      return !isOpen || !sample.group.engine.isMoving && !sample.group.rows.isBusy(sample.row(3))
    }
  }
  XCTAssertTrue(hasCalled || !isOpen, "\(what): never came")
  guard isOpen else { return }
  sample.list.isEnabled = true
  sample.list.close(animated: false)
  sample.letTimePass()
  pump("\(what): everything closed") {
    !sample.group.engine.isMoving && sample.displaced.isEmpty
  }
  XCTAssertEqual(sample.list.openItems, [], what)
  for row in sample.group.rows.all {
    let item = row.handle.flatMap(sample.list.item)
    XCTAssertEqual(item.map(sample.offset), 0, "\(what): a front is away from its place")
    XCTAssertEqual(row.back.buttonsInReadingOrder.count, 0, "\(what): a tray is in sight")
  }
  sample.closeWindow()
}
