import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import SeededRandom
import XCTest

@testable import Dunnock

/// Many changes faster than their rows can follow: what is selected, what has the focus and what is read stay one.
final class BurstTests: XCTestCase {
  func testABurstOfUndosEndsOnTheMessageThatCameBackLast() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 40)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let all = (0..<40).map { "Subject \($0)" }
        window.waitFor(all)
        window.list.focus(window.list.messages[5].id)
        for _ in 0..<25 { window.obey(.trash) }
        window.waitFor(Array(all[..<5]) + Array(all[30...]))
        pump("all to be moved") { (try? mailbox.onDisk(".Trash").count) == 25 }
        for _ in 0..<25 { window.activate(.undo) }
        window.waitFor(all)
        window.waitForOne("Subject 5")
        XCTAssertEqual(try mailbox.onDisk().count, 40)
      }
    }
  }

  func testUndosAreShownInTheirOrderHoweverBusyOtherTasksAre() throws {
    try onGtk {
      let busy = (0..<2).map { _ in
        Task.detached { while !Task.isCancelled { await Task.yield() } }
      }
      defer { for task in busy { task.cancel() } }
      let mailbox = try TestMailbox(count: 10)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let all = (0..<10).map { "Subject \($0)" }
        window.waitFor(all)
        for _ in 0..<10 {
          window.list.focus(window.list.messages[3].id)
          for _ in 0..<5 { window.obey(.trash) }
          window.waitFor(Array(all[..<3]) + Array(all[8...]))
          pump("all to be moved") { window.changes.waiting == 0 }
          for _ in 0..<5 { window.activate(.undo) }
          window.waitFor(all)
          window.waitForOne("Subject 3")
        }
      }
    }
  }

  func testTheLastRowComesBackIntoSight() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 30)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("all to be listed") { window.list.count == 30 && window.shown.progress == nil }
        let isLastInSight = {
          guard let last = window.list.messages.last, window.list.selected?.message.id == last.id,
            let row = window.list.row(of: last), gtk_widget_get_mapped(row) != 0,
            let bounds = row.bounds(in: window.list.widget)
          else { return false }
          return bounds.height > 0 && bounds.y >= 0
            && Int32(bounds.y + bounds.height) <= gtk_widget_get_height(window.list.widget)
        }
        window.list.focus(try XCTUnwrap(window.list.messages.last).id)
        pump("the last row in sight") { isLastInSight() }
        window.obey(.trash)
        pump("the row to go") { window.list.count == 29 && isLastInSight() }
        window.activate(.undo)
        pump("it to be back in sight") { window.list.count == 30 && isLastInSight() }
      }
    }
  }

  func testUndoFarDownALongListIsSelectedWithItsFocus() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 400)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("all to be listed") { window.list.count == 400 }
        window.list.focus(window.list.messages[350].id)
        for _ in 0..<3 { window.obey(.trash) }
        pump("the rows to go") { window.list.count == 397 }
        window.list.focus(window.list.messages[0].id)
        for _ in 0..<3 { window.activate(.undo) }
        window.waitForOne("Subject 350")
        for _ in 0..<3 { window.activate(.redo) }
        pump("the rows to go") { window.list.count == 397 }
        window.list.focus(window.list.messages[0].id)
        window.waitForOne("Subject 0")
      }
    }
  }

  /// A file comes back under the name that it had, while its row is still on its way out.
  func testWhatComesBackUnderItsOwnNameIsThereForTheNextKey() throws {
    try onGtk {
      try withFolder(of: ["a.txt", "b.txt"]) { folder in
        try withWindow(on: .path(folder), allowsChanges: true) { window in
          pump("the files") { window.list.count == 2 && window.shown.progress == nil }
          let file = try XCTUnwrap(window.list.first)
          window.list.focus(file.id)
          for _ in 0..<3 {
            window.obey(.archive)
            pump("it to be moved") { window.changes.waiting == 0 }
            XCTAssertEqual(window.list.removing, [file.id], "its row still flies")
            window.activate(.undo)
            pump("it to be back") {
              window.changes.waiting == 0 && window.list.removing.isEmpty
                && window.list.selected === file
            }
          }
          window.obey(.archive)
          pump("it to be gone") { window.list.messages.count == 1 && window.list.count == 1 }
        }
      }
    }
  }

  func testUndosThatOvertakeTheirRowsEndTogether() throws {
    try onGtk {
      for seed in 0..<4 {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let mailbox = try TestMailbox(count: 30)
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
          let all = (0..<30).map { "Subject \($0)" }
          window.waitFor(all)
          window.list.focus(window.list.messages[Int.random(in: 0..<30, using: &numbers)].id)
          var steps = 0
          for _ in 0..<40 {
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0, 1:
              window.obey([.trash, .archive].randomElement(using: &numbers) ?? .trash)
              steps += 1
            case 2: window.activate(.undo)
            default:
              for _ in 0..<Int.random(in: 1..<40, using: &numbers) {
                g_main_context_iteration(nil, 0)
              }
            }
          }
          for _ in 0..<steps { window.activate(.undo) }
          window.waitFor(all)
          pump("rows on their way to be gone") { window.list.count == 30 }
          window.waitForOne(nil)
          XCTAssertEqual(try mailbox.onDisk().count, 30, "seed \(seed)")
        }
      }
    }
  }
}

@MainActor
extension MailWindow {
  /// Waits until selection, focus and text are of one message, of this subject if one is given.
  fileprivate func waitForOne(
    _ subject: String?, file: StaticString = #filePath, line: UInt = #line
  ) {
    var state: [String?] = []
    pump("selection, focus and text to be of one message", file: file, line: line) {
      let selected = list.selected?.message
      let focused = focusedRow.flatMap { row in
        list.messages.first { list.row(of: $0.id).flatMap { list.cell(of: $0.id) } == row }?.subject
      }
      state = [selected?.subject, focused, reader.shown?.subject]
      return changes.waiting == 0
        && state == Array(repeating: subject ?? selected?.subject, count: 3)
        && selected != nil
    }
    XCTAssertEqual(
      state, Array(repeating: subject ?? state[0], count: 3), file: file, line: line)
  }

  private var focusedRow: Widget? { gtk_window_get_focus(window.cast()) }
}
