import CAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailStore
import Triage
import XCTest

@testable import Dunnock

final class FoldersTests: XCTestCase {
  private static let archive = FolderID(path: ByteName(".Archive"))
  private static let trash = FolderID(path: ByteName(".Trash"))

  func testUndoReachesAnotherFolderAndSwipesFitTheFolder() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.perform(.archive)
        window.waitFor(["Subject 1", "Subject 2"])
        window.perform(.trash)
        window.waitFor(["Subject 2"])
        pump("both to be moved") { (try? mailbox.onDisk(".Trash")) == ["Subject 1"] }

        window.open(Self.archive)
        window.waitFor(["Subject 0"])
        let archived = window.swipeActions(for: window.list.messages[0])
        XCTAssertEqual(archived.leading.map(\.name), ["inbox", "toggle-read"])
        XCTAssertEqual(archived.trailing.map(\.name), ["trash", "star"])
        XCTAssertEqual(archived.longSwipes, [.leading, .trailing])

        window.open(Self.trash)
        window.waitFor(["Subject 1"])
        let trashed = window.swipeActions(for: window.list.messages[0])
        XCTAssertEqual(trashed.leading.map(\.name), ["inbox", "toggle-read"])
        XCTAssertEqual(trashed.trailing.map(\.name), ["delete", "star"])

        window.undo()
        window.waitFor([])
        window.undo()
        pump("both to be back") {
          (try? mailbox.onDisk()) == ["Subject 0", "Subject 1", "Subject 2"]
        }
        window.open(.inbox)
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
      }
    }
  }

  func testFoldersAreListedWhenThereAreSeveral() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        pump("the inbox in the list of folders") { window.folders.name(of: .inbox) == "Inbox" }
        XCTAssertFalse(window.showsFolders, "one folder needs no list")
      }
      for part in ["cur", "new", "tmp"] {
        try FileManager.default.createDirectory(
          atPath: mailbox.path + "/.Archive/" + part, withIntermediateDirectories: true)
      }
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        pump("the archive in the list of folders") {
          window.folders.name(of: Self.archive) == "Archive"
        }
        XCTAssertEqual(window.showsFolders, !window.foldersCover)
        window.activate(.folders)
        XCTAssertEqual(window.showsFolders, window.foldersCover)
      }
    }
  }

  func testAMailboxThatGoesKeepsItsRowsAndComesBack() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        try FileManager.default.moveItem(atPath: mailbox.path, toPath: mailbox.path + "-away")
        pump("the trouble") { window.trouble == .mailboxGone(mailbox.path) }
        XCTAssertEqual(window.subjects, ["Subject 0", "Subject 1", "Subject 2"])
        XCTAssertEqual(gtk_widget_get_sensitive(window.list.widget), 0)
        XCTAssertTrue(window.notice.offersButton)
        window.perform(.archive)
        XCTAssertEqual(window.toasts.text, "The mail cannot be reached.")
        try FileManager.default.moveItem(atPath: mailbox.path + "-away", toPath: mailbox.path)
        pump("the end of the trouble") { window.trouble == nil }
        XCTAssertEqual(gtk_widget_get_sensitive(window.list.widget), 1)
        XCTAssertEqual(window.notice.text, "")
        window.perform(.archive)
        window.waitFor(["Subject 1", "Subject 2"])
        pump("the move") { (try? mailbox.onDisk(".Archive")) == ["Subject 0"] }
      }
    }
  }

  func testWhatCouldNotBeOpenedOpensByItself() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try FileManager.default.moveItem(atPath: mailbox.path, toPath: mailbox.path + "-away")
      try withWindow(on: .path(mailbox.path)) { window in
        pump("the page that says so") {
          window.statusTexts.first == "This mailbox cannot be opened"
        }
        try FileManager.default.moveItem(atPath: mailbox.path + "-away", toPath: mailbox.path)
        window.waitFor(["Subject 0"])
      }
    }
  }
}
