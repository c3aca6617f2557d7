import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

/// The row that a person has gone to stays current and in sight, whatever other programs do to the mailbox.
final class CurrentRowTests: XCTestCase {
  func testNewMailPushesTheSelectedRowOutOfNoSight() throws {
    try onGtk {
      // So few that the row is still laid out, and so many that it is not.
      for count in [1, 12, 400] {
        let mailbox = try TestMailbox(count: 40)
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
          pump("the list") { window.list.count == 40 && window.shown.progress == nil }
          let last = try XCTUnwrap(
            window.list.shownRows.last { row in
              window.list.cell(of: row.id).map(window.list.view.hiddenBelow) == 0
                && window.list.cell(of: row.id).map(window.list.view.isInSight) == true
            })
          window.list.focus(last.id)
          pump("the text") { window.reader.shown?.id == last.message.id }
          for number in 0..<count { try mailbox.add("New \(number)", age: -60 - number) }
          pump("the new mail") { window.list.count == 40 + count }
          pump("the row to be in sight") { Self.isWholeInSight(last, in: window) }
          pumpFrames(of: window.list.listView, 5)
          XCTAssertTrue(Self.isWholeInSight(last, in: window), "\(count)")
          XCTAssertEqual(window.list.selected?.id, last.id)
        }
      }
    }
  }

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

  @MainActor private static func isWholeInSight(_ row: MailItem, in window: MailWindow) -> Bool {
    guard let cell = window.list.cell(of: row.id) else { return false }
    return window.list.view.isInSight(cell) && window.list.view.hiddenBelow(cell) == 0
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
