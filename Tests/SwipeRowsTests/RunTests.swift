import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// One run of an action is one: it ends by its own answer, and is told when nobody waits for that.
final class RunTests: XCTestCase {
  func testTheAnswerOfAnEarlierRunEndsNoLaterOne() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      let gates = [Gate(), Gate()]
      var (runs, finished) = (0, 0)
      sample.outcome = {
        let run = runs
        runs += 1
        await gates[run].wait()
        return run == 0 ? .remove { finished += 1 } : .restore
      }
      sample.performTwice()
      gates[0].open()
      pump("the first to be carried out") { finished == 1 }
      XCTAssertTrue(sample.group.rows.isBusy(sample.row(3)))
      XCTAssertFalse(sample.group.rows.isToGo(sample.row(3)))
      gates[1].open()
      pump("the second to end") { !sample.group.rows.isBusy(sample.row(3)) }
      XCTAssertEqual(finished, 1)
    }
  }

  func testTheAnswerToAnEarlierQuestionIsNoneToALaterOne() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      let gates = [Gate(), Gate()]
      var (asked, answered) = (0, 0)
      sample.confirm = {
        let question = asked
        asked += 1
        await gates[question].wait()
        answered += 1
        return question == 1
      }
      sample.performTwice()
      gates[0].open()
      pump("the first answer") { answered == 1 }
      var isIdle = false
      whenIdle { isIdle = true }
      pump("what comes of it") { isIdle }
      XCTAssertTrue(sample.group.rows.isAsking)
      gates[1].open()
      pump("the action to have run") { sample.ran == ["trash 3"] }
    }
  }

  func testAFailureOfARowThatWasScrolledAwayNamesTheRow() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for isScrolledAway in [false, true] {
        let sample = SampleList(count: 500)
        let window = present(sample.list.widget)
        let gate = Gate()
        sample.outcome = {
          await gate.wait()
          return .failure("stuck")
        }
        let row = sample.row(3)
        sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
        let name = try XCTUnwrap(sample.list.row(of: 3)).content.label
        if isScrolledAway {
          sample.group.model.container?.scroll(to: 450)
          pump("the row to be out of sight") { !sample.group.rows.isOnScreen(row) }
        }
        gate.open()
        var text: String? {
          let popover = sample.group.widget.children.first { $0.isA(gtk_popover_get_type()) }
          return popover.flatMap { gtk_popover_get_child($0.cast()) }.map {
            String(cString: gtk_label_get_text($0.opaque))
          }
        }
        pump("the failure") { text != nil }
        XCTAssertEqual(text, isScrolledAway ? "\(name)\nstuck" : "stuck")
        close(window)
      }
    }
  }

  func testAnActionIsCancelledOnceItsItemOrItsListHasGone() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for (moment, ends) in [("running", false), ("running", true), ("asking", false)] {
        let sample = SampleList(count: 12)
        let window = present(sample.list.widget)
        let gate = Gate()
        var isCancelled: [Bool] = []
        let wait: @MainActor () async -> Void = {
          await gate.wait()
          isCancelled.append(Task.isCancelled)
        }
        if moment == "asking" {
          sample.confirm = {
            await wait()
            return false
          }
        }
        sample.outcome = {
          await wait()
          return .restore
        }
        sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
        if ends {
          close(window)
        } else {
          sample.drop([3])
          pump("the item to be forgotten") { !sample.group.rows.isBusy(sample.row(3)) }
        }
        gate.open()
        pump("\(moment) \(ends): the end") { !isCancelled.isEmpty }
        XCTAssertEqual(isCancelled, [true], "\(moment) \(ends)")
        if !ends { close(window) }
      }
    }
  }

  func testASwipeRunsNothingWhileAnActionOfItsRowRuns() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for actsOnRelease in [false, true] {
        for isHeldBefore in [false, true] {
          let what = "acts on release \(actsOnRelease), held before \(isHeldBefore)"
          let sample = SampleList(count: 12)
          let window = present(sample.list.widget)
          var content = sample.content(of: 3)
          content.trailing.allowsFullSwipe = !actsOnRelease
          content.trailing.actsOnRelease = actsOnRelease
          sample.contents[3] = content
          sample.list.update(3)
          let gate = Gate()
          sample.outcome = {
            await gate.wait()
            return .restore
          }
          var events: [PanEvent] = []
          sample.list.onEvent { event, _, _ in events.append(event) }
          if isHeldBefore { sample.drag(3, to: -10, -380) }
          XCTAssertEqual(events, isHeldBefore ? [.armed] : [], what)
          sample.list.perform(content.trailing.actions[1], on: 3)
          if isHeldBefore {
            XCTAssertNil(sample.group.driver.hand, what)
          } else {
            sample.drag(3, to: -10, -380)
            XCTAssertLessThan(sample.offset(of: 3), -100, what)
            XCTAssertTrue(sample.group.driver.release(at: EventClock.now), what)
          }
          XCTAssertEqual(events, isHeldBefore ? [.armed, .disarmed] : [], what)
          sample.letTimePass()
          XCTAssertEqual(sample.offset(of: 3), 0, what)
          XCTAssertTrue(sample.group.rows.isBusy(sample.row(3)), what)
          gate.open()
          pump("\(what): the answer") { !sample.group.rows.isBusy(sample.row(3)) }
          XCTAssertEqual(sample.ran, ["star 3"], what)
          // From then on a swipe runs its action again.
          sample.drag(3, to: -10, -380)
          _ = sample.group.driver.release(at: EventClock.now)
          pump("\(what): the action") { sample.ran == ["star 3", "trash 3"] }
          close(window)
        }
      }
    }
  }

  func testAnActionWhoseItemStaysIsNotCancelled() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 12)
      _ = present(sample.list.widget)
      let gate = Gate()
      var isCancelled: Bool?
      sample.outcome = {
        await gate.wait()
        isCancelled = Task.isCancelled
        return .restore
      }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      sample.drop([4])
      sample.drawFrames()
      gate.open()
      pump("the end") { isCancelled != nil }
      XCTAssertEqual(isCancelled, false)
    }
  }

  func testWhatIsDecidedIsCarriedOutThoughAListenerEndsTheList() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 12)
      let window = present(sample.list.widget)
      sample.stopTime()
      let gate = Gate()
      var finished = 0
      sample.outcome = {
        await gate.wait()
        return .remove { finished += 1 }
      }
      var waits: [Bool] = []
      sample.list.onWaiting { _, isWaiting in
        waits.append(isWaiting)
        if !isWaiting { close(window, waits: false) }
      }
      sample.list.perform(sample.content(of: 3).trailing.actions[0], on: 3)
      sample.endTimers()
      XCTAssertEqual(waits, [true])
      gate.open()
      pump("the list to end") { waits == [true, false] }
      var isIdle = false
      whenIdle { isIdle = true }
      pump("what comes of it") { isIdle }
      XCTAssertEqual(finished, 1)
    }
  }
}

extension SampleList {
  /// Runs an action on an item, takes the item out and puts it back, and runs the action again.
  fileprivate func performTwice() {
    let action = content(of: 3).trailing.actions[0]
    list.perform(action, on: 3)
    drop([3])
    pump("the item to be forgotten") { !group.rows.isBusy(row(3)) }
    store.replace(3..<3, with: [3])
    drawFrames()
    list.perform(action, on: 3)
    XCTAssertTrue(group.rows.isBusy(row(3)))
  }
}
