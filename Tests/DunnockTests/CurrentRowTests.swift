import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock
@testable import MailComposing

/// The row that a person has gone to stays current, whatever other programs do to its file.
final class CurrentRowTests: XCTestCase {
  func testARenamedFileKeepsItsRow() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 4)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<4).map { "Subject \($0)" })
        window.list.focus(window.list.messages[2].id)
        let row = try XCTUnwrap(window.list.selected)
        let before = row.message.id
        try mailbox.rename("Subject 2")
        pump("the other name") { window.list.messages[2].id != before }
        XCTAssertEqual(window.list.selected?.id, row.id)
        pump("the text") { window.reader.shown?.id == window.list.messages[2].id }
        window.obey(.archive)
        window.waitFor(["Subject 0", "Subject 1", "Subject 3"])
        pump("the archive") { (try? mailbox.onDisk(".Archive")) == ["Subject 2"] }
      }
    }
  }

  func testASearchIsLeftForTheRowWhoseFileWasRenamedMeanwhile() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 4)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<4).map { "Subject \($0)" })
        window.list.focus(window.list.messages[2].id)
        window.activate(.search)
        let entry = try XCTUnwrap(window.search.widget.firstInside(gtk_search_entry_get_type()))
        gtk_editable_set_text(entry.opaque, "\"Subject 1\"")
        window.waitFor(["Subject 1"])
        try mailbox.rename("Subject 2")
        window.search.close()
        window.waitFor((0..<4).map { "Subject \($0)" })
        pump("the row") { window.list.selected?.message.subject == "Subject 2" }
      }
    }
  }

  func testAnUndoOfWhatWasDoneToAnotherRowLeavesTheCurrentOne() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 300)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let (current, row) = try Self.readThirdAndScroll(in: window)
        let before = window.rowsInSight
        let assertStays = { (step: String) in
          pumpFrames(of: window.window, 12)
          XCTAssertEqual(window.list.selected?.id, current.id, step)
          XCTAssertEqual(window.reader.shown?.subject, "Subject 3", step)
          XCTAssertEqual(window.rowsInSight.first, before.first, step)
        }
        for undo in [
          { window.undo() },
          {
            window.window.button("Undo").map {
              // As a click does.
              if gtk_widget_get_focus_on_click($0) != 0 { gtk_widget_grab_focus($0) }
              Signal.emit($0, "clicked")
            }
          },
        ] {
          let row = try XCTUnwrap(
            window.list.shownRows.first { $0.message.subject == row.message.subject })
          window.list.swipes.perform(window.content(of: row).leading.actions[0], on: row.id)
          pump("the row to go") { window.list.count == 299 }
          pump("the notice") { window.notices.passing?.hasPrefix("Archived") == true }
          assertStays("archived")
          undo()
          pump("the row to come back") { window.list.count == 300 }
          pump("the row in its place") { window.rowsInSight == before }
          assertStays("undone")
        }
        // What was current is so again.
        window.obey(.archive)
        pump("the row to go") { window.list.count == 299 }
        window.undo()
        pump("the row to be current") { window.list.selected?.message.subject == "Subject 3" }
      }
    }
  }

  func testTheMenuOfARowMovesNoRow() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 300)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let (_, row) = try Self.readThirdAndScroll(in: window)
        let before = window.rowsInSight
        XCTAssertTrue(window.list.swipes.openMenu(of: row.id))
        let menu = try XCTUnwrap(
          window.list.widget.firstInside(gtk_popover_menu_get_type()))
        pump("the menu") { gtk_widget_get_mapped(menu) != 0 }
        // In GTK's own order.
        gtk_popover_popdown(menu.cast())
        gtk_widget_activate_action_variant(menu, "row.archive", nil)
        pump("the row to go") { window.list.count == 299 }
        pumpFrames(of: window.window, 12)
        XCTAssertEqual(window.rowsInSight.first, before.first)
        window.undo()
        pump("the row to come back") { window.list.count == 300 }
        pump("the row in its place") { window.rowsInSight == before }
        XCTAssertEqual(window.list.selected?.message.subject, row.message.subject)
      }
    }
  }

  func testAnAnswerToAnotherRowLeavesTheCurrentOne() throws {
    try onGtk {
      try OwnComposerTests.withOwn(isLookOnly: false) { window, _, _, mailbox in
        for number in 0..<300 { try mailbox.add("Subject \(number)", age: number * 60) }
        pump("all to be listed") { window.list.count == 301 }
        let (current, row) = try Self.readThirdAndScroll(in: window)
        let before = window.rowsInSight
        window.filing.tell(.answers(.reply, row))
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        composer.perform("close")
        pump("its end") { ComposerWindow.all.isEmpty }
        pumpFrames(of: window.window, 12)
        XCTAssertEqual(window.list.selected?.id, current.id)
        XCTAssertEqual(window.reader.shown?.subject, current.message.subject)
        XCTAssertEqual(window.rowsInSight, before)
      }
    }
  }

  func testWhatComesPushesTheCurrentRowNotOutOfSight() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 60)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("all to be listed") { window.list.count == 60 && window.frame.page == .list }
        pump("the rows") { window.rowsInSight.count > 2 }
        let last = try XCTUnwrap(
          window.list.shownRows.last { item in
            window.list.cell(of: item.id).map {
              window.list.view.isInSight($0) && window.list.view.hiddenBelow($0) == 0
            } == true
          })
        window.list.focus(last.id)
        pump("the text") { window.reader.shown?.id == last.message.id }
        pumpFrames(of: window.window, 12)
        for number in 0..<10 {
          try mailbox.add("New \(number)", age: -60 * (number + 1))
          pump("it") { window.list.count == 61 + number }
          pumpFrames(of: window.window, 12)
          XCTAssertEqual(window.list.selected?.id, last.id)
          XCTAssertNotNil(window.list.topOfSelected, "\(number)")
        }
      }
    }
  }

  /// Opens the message of the fourth row, scrolls far from it, and answers its row and one in the middle of those in sight.
  @MainActor private static func readThirdAndScroll(
    in window: MailWindow
  ) throws -> (current: MailItem, other: MailItem) {
    pump("the rows") { window.frame.page == .list && window.rowsInSight.count > 2 }
    let current = window.list.shownRows[3]
    window.list.focus(current.id)
    pump("the text") { window.reader.shown?.id == current.message.id }
    // What is gone to is looked at for some frames.
    pumpFrames(of: window.window, 24)
    let scrolling = try XCTUnwrap(
      gtk_scrolled_window_get_vadjustment(window.list.view.scroller.opaque))
    gtk_adjustment_set_value(scrolling, gtk_adjustment_get_upper(scrolling) * 80 / 300)
    pumpFrames(of: window.window, 12)
    let rows = window.rowsInSight
    let middle = rows[rows.count / 2].subject
    return (
      current, try XCTUnwrap(window.list.shownRows.first { $0.message.subject == middle })
    )
  }

}

@MainActor
extension MailWindow {
  fileprivate struct SeenRow: Equatable {
    let subject: String
    let top: Int32
  }

  /// The rows that are to be seen, and where, first to last.
  fileprivate var rowsInSight: [SeenRow] {
    list.shownRows.compactMap { item in
      guard let cell = list.cell(of: item.id), list.view.isInSight(cell),
        let bounds = cell.bounds(in: list.view.scroller)
      else { return nil }
      return SeenRow(subject: item.message.subject, top: bounds.y)
    }
  }
}

extension TestMailbox {
  /// Gives the file of a message another base name, as another program would.
  fileprivate func rename(_ subject: String) throws {
    let directory = path + "/cur/"
    for name in try FileManager.default.contentsOfDirectory(atPath: directory)
    where try String(contentsOfFile: directory + name, encoding: .utf8)
      .contains("Subject: \(subject)\n")
    {
      try FileManager.default.moveItem(
        atPath: directory + name,
        toPath: directory + name.replacing(".host:", with: ".other:"))
    }
  }
}
