import CDunnockGtk
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Triage
import XCTest

@testable import Dunnock

/// Nothing jumps: rows that come and go move those beside them bit by bit, what is another list is so at once, and what is only selected
/// moves nothing.
final class StillnessTests: XCTestCase {
  private static let archive = FolderID(path: ByteName(".Archive"))

  func testWhatIsFiledUndoneAndFiledAgain() throws {
    try onGtk {
      try withList { window, _ in
        window.list.focus(window.list.messages[2].id)
        let there = window.subjects
        let left = there.filter { $0 != "Subject 2" }
        for (change, after) in [
          ({ window.obey(.archive) }, left), ({ window.undo() }, there), ({ window.redo() }, left),
          ({ window.undo() }, there),
        ] {
          assertOneRowsWay(in: window, after, by: window, change)
        }
      }
    }
  }

  func testWhatAnotherProgramBringsAndTakes() throws {
    try onGtk {
      try withList { window, mailbox in
        let there = window.subjects
        var frames = try record(in: window) {
          try mailbox.add("New", age: -60)
          window.waitFor(["New"] + there)
        }
        var seen = places(of: "Subject 3", in: frames)
        XCTAssertTrue(isOneWay(seen), "\(seen)")
        XCTAssertGreaterThan(seen.last ?? 0, seen.first ?? 0, "the new one is on show")
        XCTAssertNotNil(frames.last?.rows["New"])
        frames = try record(in: window) {
          try mailbox.remove("Subject 1")
          window.waitFor(["New"] + there.filter { $0 != "Subject 1" })
        }
        seen = places(of: "Subject 3", in: frames)
        XCTAssertTrue(isOneWay(seen), "\(seen)")
        XCTAssertLessThan(seen.last ?? 0, seen.first ?? 0)
      }
    }
  }

  func testWhatIsFiledInAnotherWindow() throws {
    try onGtk {
      try withList { window, mailbox in
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { other in
          pump("all to be listed") { other.list.count == 30 && other.frame.page == .list }
          let there = window.subjects
          for (change, after) in [
            ({ other.obey(.archive) }, there.filter { $0 != "Subject 2" }),
            ({ other.undo() }, there),
          ] {
            other.list.focus(other.list.messages[2].id)
            assertOneRowsWay(in: window, after, by: other, change)
          }
        }
      }
    }
  }

  func testAnAnswerThatBringsItsConversationUp() throws {
    try onGtk {
      try withList { window, mailbox in
        let frames = try record(in: window) {
          try mailbox.add("Re: Subject 3", age: -60, answering: ["Subject 3"])
          pump("the answer") { window.list.first?.message.subject == "Re: Subject 3" }
          pump("one row") { window.list.count == 30 }
        }
        XCTAssertEqual(Set(places(of: "Subject 5", in: frames)).count, 1, "what is below it stays")
        let seen = places(of: "Subject 1", in: frames)
        XCTAssertTrue(isOneWay(seen), "\(seen)")
      }
    }
  }

  func testWhatWakes() throws {
    try onGtk {
      try withList { window, mailbox in
        try mailbox.add(folder: ".Snoozed")
        let soon = Int(Date().timeIntervalSince1970) + 1
        let frames = try record(in: window) {
          try mailbox.add("Woken", waking: soon)
          pump("it") { window.subjects.contains("Woken") }
        }
        XCTAssertNotNil(frames.last?.rows["Woken"])
      }
    }
  }

  func testWhatIsLookedAtStaysWhereItIs() throws {
    try onGtk {
      try withList(count: 60) { window, mailbox in
        window.list.focus(window.list.messages[30].id)
        let frames = try record(in: window) {
          try mailbox.add("New", age: -60)
          pump("it") { window.list.count == 61 }
        }
        XCTAssertEqual(Set(places(of: "Subject 30", in: frames)).count, 1)
      }
    }
  }

  func testAnotherListIsThereInOneFrame() throws {
    try onGtk {
      try withList { window, mailbox in
        try mailbox.add("Starred", age: 200_000, flags: "FS")
        pump("it") { window.list.count == 31 }
        let there = window.subjects
        window.startSearching()
        let starred = try XCTUnwrap(window.search.widget.button(MessageFilter.starred.title))
        for (what, change, after) in [
          ("filter", { gtk_toggle_button_set_active(starred.cast(), 1) }, ["Starred"]),
          ("no filter", { gtk_toggle_button_set_active(starred.cast(), 0) }, there),
          ("folder", { window.open(Self.archive) }, ["Old"]),
          ("folder", { window.open(.inbox) }, there),
        ] as [(String, () -> Void, [String])] {
          if what == "filter" { window.startSearching() }
          if what == "folder" { window.search.close() }
          settle(window)
          let recorder = PlaceRecorder(window)
          change()
          window.waitFor(after)
          settle(window)
          assertAtOnce(recorder.frames, what)
        }
      }
    }
  }

  func testWhatIsFoundIsThereInOneFrame() throws {
    try onGtk {
      try withList { window, _ in
        window.startSearching()
        settle(window)
        for (words, after) in [("Subject 3", ["Subject 3"]), ("nowhere", [])] {
          let recorder = PlaceRecorder(window)
          gtk_editable_set_text(
            try XCTUnwrap(window.search.widget.firstInside(gtk_search_entry_get_type())).opaque,
            words)
          window.waitFor(after)
          settle(window)
          assertAtOnce(recorder.frames, words)
        }
      }
    }
  }

  func testSelectingMovesNothing() throws {
    try onGtk {
      for isAtEnd in [false, true] {
        try withList(count: 40) { window, _ in
          window.list.focus(window.list.messages[39].id)
          settle(window)
          if !isAtEnd { window.list.focus(window.list.messages[36].id) }
          let frames = record(in: window) {
            window.list.pickTarget()
            pump("the bars") { window.frame.selection.count == 1 }
            settle(window)
            window.list.unpick()
          }
          // The current row would lie below, and is brought into sight bit by bit.
          for (subject, row) in frames[0].rows where !isAtEnd {
            let seen = frames.compactMap { $0.rows[subject] }
            XCTAssertTrue(seen.allSatisfy { $0 == row }, "\(subject): \(seen)")
          }
        }
      }
    }
  }

  func testTheNextMessageComesWhole() throws {
    try onGtk {
      try withList { window, _ in
        for _ in 0..<3 {
          var start = g_get_monotonic_time()
          let frames = record(in: window) {
            start = g_get_monotonic_time()
            window.goToRow(forward: true)
            pump("the text") { window.reader.content != nil }
          }
          let now = frames.last?.subject
          // A machine that is slower than a header waits for its text shows it alone.
          let shown = frames.filter {
            $0.subject == now && ($0.hasText || $0.time - start < 250_000)
          }
          XCTAssertTrue(shown.allSatisfy(\.hasText), "a header stood alone")
          XCTAssertEqual(
            Set(shown.filter(\.hasText).map(\.textPlace)).count, 1, "\(shown.map(\.textPlace))")
        }
      }
    }
  }
}

/// Has something done in a window that shows "Subject 0" to "Subject 29", with what was drawn meanwhile.
@MainActor private func record(
  in window: MailWindow, _ body: () throws -> Void
) rethrows -> [PlaceRecorder.Frame] {
  pump("the text") { window.reader.content != nil || window.list.selected == nil }
  settle(window)
  let recorder = PlaceRecorder(window)
  try body()
  settle(window)
  let longest = recorder.longestStep
  let height = recorder.frames[0].rows.values.map(\.height).max() ?? 0
  // On a busy machine two late steps of a motion may come between two paints.
  XCTAssertLessThanOrEqual(
    longest.px, height * 2 / 3,
    "a jump of \(longest.of): \(places(of: longest.of, in: recorder.frames))")
  return recorder.frames
}

/// Has "Subject 2" leave or come in a window, and looks that the rows below it go its height one way, and those above nowhere.
@MainActor private func assertOneRowsWay(
  in window: MailWindow, _ after: [String], by author: MailWindow, _ change: () -> Void
) {
  let frames = record(in: window) {
    change()
    window.waitFor(after)
    pump("the rows to have gone") { author.list.removing.isEmpty }
  }
  let seen = places(of: "Subject 5", in: frames)
  XCTAssertTrue(isOneWay(seen), "\(seen)")
  let height = frames[0].rows["Subject 5"]?.height
  XCTAssertEqual(abs((seen.last ?? 0) - (seen.first ?? 0)), height, "\(seen)")
  XCTAssertEqual(Set(places(of: "Subject 1", in: frames)).count, 1)
}

/// Waits until nothing has moved for some frames.
@MainActor private func settle(_ window: MailWindow) {
  let recorder = PlaceRecorder(window)
  var isStill = false
  onEachFrame(of: window.window) { _ in
    let last = recorder.frames.suffix(12)
    isStill = last.count == 12 && last.allSatisfy { $0.rows == last.last?.rows && !$0.isFading }
    return !isStill
  }
  pump("nothing to move") { isStill }
}

/// The places between the first and the last of a row.
private func places(of subject: String, in frames: [PlaceRecorder.Frame]) -> [Int32] {
  frames.compactMap { $0.rows[subject]?.y }
}

/// Whether each is further the same way than the one before, or there still.
private func isOneWay(_ places: [Int32]) -> Bool {
  let steps = zip(places, places.dropFirst()).map { $1 - $0 }
  return steps.allSatisfy { $0 >= 0 } || steps.allSatisfy { $0 <= 0 }
}

@MainActor private func withList(
  count: Int = 30, flags: String = "", _ body: (MailWindow, TestMailbox) throws -> Void
) throws {
  let mailbox = try TestMailbox(count: count, flags: flags)
  try mailbox.add("Old", age: 60, flags: "S", folder: ".Archive")
  try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
    pump("all to be listed") { window.list.count == count && window.frame.page == .list }
    // A row that is given the focus before it is laid out is scrolled to.
    settle(window)
    window.list.focusSelected()
    try body(window, mailbox)
  }
}

/// Rows change in one frame, whole, and stay where they are before and behind that.
@MainActor private func assertAtOnce(_ frames: [PlaceRecorder.Frame], _ what: String) {
  var pages: [[String: PlaceRecorder.Row]] = []
  for frame in frames where frame.page == .list && pages.last != frame.rows {
    pages.append(frame.rows)
  }
  XCTAssertLessThanOrEqual(pages.count, 2, "\(what): \(pages.map { $0.mapValues(\.y) })")
  XCTAssertFalse(frames.contains(where: \.isFading), "\(what) fades")
}
