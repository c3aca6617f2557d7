import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

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
