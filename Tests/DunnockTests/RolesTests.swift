import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Texts
import Triage
import XCTest

@testable import Dunnock

/// What folders are for: asked once, chosen in the preferences, allowed account by account.
final class RolesTests: XCTestCase {
  private static let archive = FolderID(path: ByteName(".Archive"))
  private static let done = FolderID(path: ByteName(".Done"))

  @MainActor
  private static func answer(_ window: MailWindow, _ response: String, row: Int = 0) throws {
    let dialog = try XCTUnwrap(window.dialogs.question)
    let list = try XCTUnwrap(
      dialog.descendants.first { $0.isA(gtk_list_box_get_type()) })
    gtk_list_box_select_row(
      list.opaque, gtk_list_box_get_row_at_index(list.opaque, gint(row)))
    dialog.answer(response)
  }

  func testTheFirstArchivingAsksAndGoesOn() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3, folders: [".Done", ".Trash"])
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.obey(.archive)
        pump("the question") { window.dialogs.question != nil }
        window.obey(.archive)
        try Self.answer(window, "cancel")
        XCTAssertNil(window.dialogs.question)
        XCTAssertEqual(try mailbox.onDisk().count, 3)
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 0")

        pump("the answer to be heard, and the question again") {
          window.obey(.archive)
          return window.dialogs.question != nil
        }
        try Self.answer(window, "use")
        window.waitFor(["Subject 1", "Subject 2"])
        pump("the move") { (try? mailbox.onDisk(".Archive")) == ["Subject 0"] }
        window.obey(.archive)
        window.waitFor(["Subject 2"])
        XCTAssertNil(window.dialogs.question, "it asks once")
        pump("the archive among the folders") { window.folders.list.all.contains(Self.archive) }
        window.undo()
        window.undo()
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        XCTAssertTrue(window.folders.list.all.contains(Self.archive), "the folder stays")
      }
    }
  }

  func testAFolderThatIsThereCanBeChosenAndIsAskedForAgainWhenItGoes() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3, folders: [".Done", ".Trash"])
      let settings = Settings.withoutHint()
      try withWindow(on: .path(mailbox.path), allowsChanges: true, settings: settings) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.obey(.archive)
        pump("the question") { window.dialogs.question != nil }
        try Self.answer(window, "use", row: 1)
        window.waitFor(["Subject 1", "Subject 2"])
        pump("the move") { (try? mailbox.onDisk(".Done")) == ["Subject 0"] }
        XCTAssertFalse(FileManager.default.fileExists(atPath: mailbox.path + "/.Archive"))
        window.open(Self.done)
        window.waitFor(["Subject 0"])
        XCTAssertEqual(
          window.content(of: window.list.messages[0]).leading.actions.map(\.name),
          ["inbox", "toggle-read"])
        window.open(.inbox)
        window.waitFor(["Subject 1", "Subject 2"])
      }
      try FileManager.default.removeItem(atPath: mailbox.path + "/.Done")
      try mailbox.add(folder: ".Archive")
      try withWindow(on: .path(mailbox.path), allowsChanges: true, settings: settings) { window in
        window.waitFor(["Subject 1", "Subject 2"])
        window.obey(.archive)
        pump("the question") { window.dialogs.question != nil }
        XCTAssertEqual(try mailbox.onDisk().count, 2)
        // What is there need not be created.
        try Self.answer(window, "use", row: 0)
        window.waitFor(["Subject 2"])
        pump("the move") { (try? mailbox.onDisk(".Archive")) == ["Subject 1"] }
      }
    }
  }

  func testTheSampleNeverAsks() throws {
    try onGtk {
      try withWindow(on: .sample) { window in
        pump("the whole sample") { window.list.count > 0 && window.shown.progress == nil }
        let count = window.list.count
        let trash = Places.ownSample + "/.Trash"
        window.obey(.trash)
        pump("the way of the mail") { window.list.messages.count == count - 1 }
        pump("the trash") { FileManager.default.fileExists(atPath: trash + "/cur") }
        XCTAssertNil(window.dialogs.question)
        window.undo()
        pump("the way back") { window.list.messages.count == count }
        try FileManager.default.removeItem(atPath: trash)
      }
    }
  }

  func testEachAccountIsAllowedOnItsOwn() throws {
    try onGtk {
      let folders = ["home", "work"].flatMap { account in
        ["INBOX", "Archive", "Trash"].map { "\(account)/\($0)" }
      }
      let mailbox = try TestMailbox(folders: folders)
      for part in ["cur", "new", "tmp"] {
        try FileManager.default.removeItem(atPath: mailbox.path + "/" + part)
      }
      try mailbox.add("At home", age: 0, folder: "home/INBOX")
      try mailbox.add("At work", age: 0, folder: "work/INBOX")
      let work = FolderID(path: ByteName("work/INBOX"))
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["At home"])
        XCTAssertFalse(window.mayChange)
        window.activate(.allowChanges)
        XCTAssertTrue(window.mayChange)
        XCTAssertEqual(window.notices.bar.text, "")
        window.open(work)
        window.waitFor(["At work"])
        XCTAssertFalse(window.mayChange)
        XCTAssertTrue(window.notices.bar.offersButton)
        XCTAssertEqual(window.content(of: window.list.messages[0]).leading.actions.count, 0)
        window.obey(.archive)
        XCTAssertEqual(window.notices.passing, "Read-only.")
        window.open(FolderID(path: ByteName("home/INBOX")))
        window.waitFor(["At home"])
        window.obey(.archive)
        window.waitFor([])
        pump("the move") { (try? mailbox.onDisk("home/Archive")) == ["At home"] }
        XCTAssertEqual(try mailbox.onDisk("work/INBOX"), ["At work"])
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor([])
        window.open(work)
        window.waitFor(["At work"])
        XCTAssertTrue(window.mayChange, "all of it is allowed")
      }
    }
  }

  func testAMarkForDeletionIsSaidAndTakenOff() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1, flags: "ST")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        let row = try XCTUnwrap(window.list.first)
        XCTAssertEqual(
          row.message.shownPreview, "Marked for deletion by another program.")
        XCTAssertTrue(window.content(of: row).label.contains("Marked for deletion"))
        XCTAssertEqual(
          window.content(of: row).others.map(\.name),
          ["keep", "move", "snooze", "junk", "sweep", "block"])
        window.activate(try XCTUnwrap(WindowCommand.changes.first { $0.name == "keep" }))
        pump("the rename") { (try? mailbox.onDisk()) == ["Subject 0 S"] }
        pump("the row") { window.list.first?.message.isMarkedForDeletion == false }
        let now = try XCTUnwrap(window.list.first)
        XCTAssertEqual(
          window.content(of: now).others.map(\.name), ["move", "snooze", "junk", "sweep", "block"])
      }
    }
  }

  func testThePreferencesSayWhichFolderIsForWhat() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1, folders: [".Done", ".Archive"])
      let settings = Settings.withoutHint()
      try withWindow(on: .path(mailbox.path), allowsChanges: true, settings: settings) { window in
        window.waitFor(["Subject 0"])
        pump("the folders") { window.folders.list.all.count == 3 }
        let part = try XCTUnwrap(window.folderPreferences().first)
        part.choose(.archive, Self.done)
        pump("the choice") {
          window.mailbox?.session.roles.folder(.archive, for: .inbox) == Self.done
        }
        window.obey(.archive)
        window.waitFor([])
        pump("the move") { (try? mailbox.onDisk(".Done")) == ["Subject 0"] }
        part.choose(.archive, nil)
        pump("the choice") {
          window.mailbox?.session.roles.folder(.archive, for: .inbox) == Self.archive
        }
        let preferences = PreferencesWindow(
          over: window.window, settings: settings, accounts: window.accountPreferences(),
          folders: [part])
        preferences.present()
        XCTAssertNil(settings.roles(of: mailbox.path)[.inbox])
      }
    }
  }

  func testWhatWasChosenIsRemembered() throws {
    try onGtk {
      let settings = Settings()
      settings.choose(Self.done, as: .archive, for: .inbox, of: "/a")
      settings.choose(Self.archive, as: .trash, for: nil, of: "/a")
      settings.choose(Self.archive, as: .archive, for: .inbox, of: "/b")
      // A folder is for one thing in its account.
      settings.choose(Self.done, as: .junk, for: .inbox, of: "/a")
      XCTAssertEqual(
        Settings().roles(of: "/a"), [.inbox: [.junk: Self.done], nil: [.trash: Self.archive]])
      settings.choose(nil, as: .junk, for: .inbox, of: "/a")
      settings.choose(nil, as: .trash, for: nil, of: "/a")
      XCTAssertEqual(Settings().roles(of: "/a"), [:])
      XCTAssertEqual(Settings().roles(of: "/b"), [.inbox: [.archive: Self.archive]])
      settings.choose(nil, as: .archive, for: .inbox, of: "/b")
    }
  }
}

@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Every widget in this one, outermost first.
  var descendants: [Widget] { children.flatMap { [$0] + $0.descendants } }
}
