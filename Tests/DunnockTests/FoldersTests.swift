import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Synchronization
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
        window.obey(.archive)
        window.waitFor(["Subject 1", "Subject 2"])
        window.obey(.trash)
        window.waitFor(["Subject 2"])
        pump("both to be moved") { (try? mailbox.onDisk(".Trash")) == ["Subject 1"] }

        window.open(Self.archive)
        window.waitFor(["Subject 0"])
        let archived = window.content(of: window.list.messages[0])
        XCTAssertEqual(archived.leading.actions.map(\.name), ["inbox", "toggle-read"])
        XCTAssertEqual(archived.trailing.actions.map(\.name), ["trash", "star"])
        XCTAssertTrue(archived.leading.allowsFullSwipe && archived.trailing.allowsFullSwipe)

        window.open(Self.trash)
        window.waitFor(["Subject 1"])
        let trashed = window.content(of: window.list.messages[0])
        XCTAssertEqual(trashed.leading.actions.map(\.name), ["inbox", "toggle-read"])
        XCTAssertEqual(trashed.trailing.actions.map(\.name), ["delete", "star"])

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

  func testManyFoldersAreLookedForOnceThereIsMailToSee() throws {
    try onGtk {
      let few = try Self.opened(folders: 3)
      XCTAssertGreaterThan(few, 0)
      XCTAssertLessThanOrEqual(try Self.opened(folders: 300), few + 20)
    }
  }

  /// How many directories are opened before the mail of a mailbox of so many folders is to be seen.
  @MainActor private static func opened(folders count: Int) throws -> Int {
    let mailbox = try TestMailbox(count: 1, folders: (1..<count).map { ".Folder\($0)" })
    let seen = Mutex(0)
    var opened = 0
    let note: @Sendable (Directory.Access) -> Void = { access in
      if access == .opened { seen.withLock { $0 += 1 } }
    }
    try Directory.$onAccess.withValue(note) {
      try withWindow(on: .path(mailbox.path)) { window in
        pump("the mail") { window.list.count == 1 }
        opened = seen.withLock { $0 }
        pump("the folders") { window.folders.list.all.count == count }
      }
    }
    return opened
  }

  func testTheRowsOfManyFoldersAreMadeInSteps() throws {
    try onGtk {
      let all = [.inbox] + (0..<600).map { FolderID(path: ByteName(".Folder\($0 + 1_000)")) }
      let list = FolderList()
      let window = present(list.widget)
      let rows = { list.widget.all(gtk_list_box_row_get_type()).count }
      let last = try XCTUnwrap(all.last)
      list.show(all, FolderRoles(all), open: .folder(last))
      XCTAssertGreaterThan(rows(), 50)
      XCTAssertLessThan(rows(), 100)
      XCTAssertEqual(list.all.count, 601)
      XCTAssertEqual(list.name(of: last), "Folder1599")
      list.show(unread: 7, in: last)
      // What comes and goes meanwhile is in its place, and no step is longer than another.
      let others = all.filter { $0 != all[1] && $0 != all[400] }
      list.show(others, FolderRoles(others), open: .folder(last))
      XCTAssertLessThan(rows(), 160)
      pump("all of them") { list.made == 600 - 1 }
      XCTAssertEqual(rows(), 600 - 1 + 2)
      XCTAssertEqual(list.unread(in: last), 7)
      XCTAssertEqual(
        list.widget.all(gtk_label_get_type()).compactMap { gtk_label_get_label($0.opaque) }
          .map { String(cString: $0) }.filter { $0.hasPrefix("Folder") },
        others.dropFirst().map { list.name(of: $0) })
      list.grabFocus()
      XCTAssertTrue(list.hasFocus)
      close(window)
    }
  }

  func testARowThatStaysIsCalledByItsNewName() throws {
    try onGtk {
      let list = FolderList()
      let window = present(list.widget)
      @MainActor func tooltips(_ paths: [String]) -> [String] {
        let folders = paths.map { FolderID(path: ByteName($0)) }
        list.show(folders, FolderRoles(folders), open: .folder(folders[0]))
        return list.widget.all(gtk_list_box_row_get_type()).compactMap {
          gtk_widget_get_tooltip_text($0).map { String(cString: $0) }
        }
      }
      XCTAssertTrue(tooltips(["home/INBOX", "home/Tea"]).contains("Tea"))
      let both = tooltips(["home/INBOX", "home/Tea", "work/INBOX", "work/Tea"])
      XCTAssertTrue(both.contains("Tea (home)") && !both.contains("Tea"), "\(both)")
      close(window)
    }
  }

  func testAnAccountIsNamedOnlyWhereTwoHaveAFolderOfOneName() throws {
    try onGtk {
      @MainActor func names(_ paths: [String]) -> [String] {
        let folders = paths.map { FolderID(path: ByteName($0)) }
        let list = FolderList()
        list.show(folders, FolderRoles(folders), open: .folder(folders[0]))
        let window = present(list.widget)
        defer { close(window) }
        let names = folders.map { list.name(of: $0) }
        // Rows are called so in their tooltips, too.
        let shown = list.widget.all(gtk_list_box_row_get_type()).compactMap {
          gtk_widget_get_tooltip_text($0).map { String(cString: $0) }
        }
        XCTAssertEqual(Set(names).subtracting(shown), [])
        return names
      }
      XCTAssertEqual(
        names(["ada.example/INBOX", "ada.example/Papierkorb", "ada.example/Lists/oud"]),
        ["Inbox", "Trash", "Lists/oud"])
      XCTAssertEqual(
        names(["home/INBOX", "home/Trash", "home/Tea", "work/INBOX", "work/Trash", "work/Sums"]),
        ["Inbox (home)", "Trash (home)", "Tea", "Inbox (work)", "Trash (work)", "Sums"])
      XCTAssertEqual(
        names(["home/INBOX", "home/Trash", "home/Trash/Lost on Server"]),
        ["Inbox", "Trash", "Trash/Lost on Server"])
      XCTAssertEqual(
        names(["home/INBOX", "home/INBOX/Tea", "home/Lists/oud"]),
        ["Inbox", "Inbox/Tea", "Lists/oud"])
      XCTAssertEqual(names(["INBOX", "INBOX/Tea"]), ["Inbox", "Inbox/Tea"])
      // A Maildir++ is the inbox of its account, and its folders are in it.
      XCTAssertEqual(
        names(["mail/home", "mail/home/.Tea", "mail/work", "mail/work/.Tea", "mail/work/.Sums"]),
        ["mail/home", "Tea (mail/home)", "mail/work", "Tea (mail/work)", "Sums"])
    }
  }

  func testAFolderThatIsToBeCreatedIsNamedWithoutItsAccount() throws {
    try onGtk {
      let folders = ["home/INBOX", "work/INBOX"].map { FolderID(path: ByteName($0)) }
      let list = FolderList()
      list.show(folders, FolderRoles(folders), open: .folder(folders[0]))
      XCTAssertEqual(list.name(of: FolderID(path: ByteName("work/Archive"))), "Archive")
      XCTAssertEqual(list.name(of: FolderID(path: ByteName("Archive"))), "Archive")
      let window = present(list.widget)
      close(window)
    }
  }

  func testAFolderIsCalledByItsRoleUnlessAnotherIsCalledSo() throws {
    try onGtk {
      @MainActor func names(
        _ paths: [String], chosen: FolderRoles.Choice = [:], isListedSo: Bool = true
      ) -> [String] {
        let folders = [.inbox] + paths.map { FolderID(path: ByteName($0)) }
        let list = FolderList()
        list.show(folders, FolderRoles(folders, chosen: chosen), open: .folder(.inbox))
        let texts = list.widget.all(gtk_label_get_type()).compactMap {
          gtk_label_get_label($0.opaque).map { String(cString: $0) }
        }
        let window = present(list.widget)
        defer { close(window) }
        return folders.map { list.name(of: $0) }.filter {
          !isListedSo || texts.contains($0)
        }
      }
      XCTAssertEqual(names([".Papierkorb", ".Travel"]), ["Inbox", "Trash", "Travel"])
      XCTAssertEqual(names([".Trash", ".Papierkorb"]), ["Inbox", "Trash", "Papierkorb"])
      XCTAssertEqual(
        names([".Papierkorb", ".Papierkorb.2024"], isListedSo: false),
        ["Inbox", "Trash", "Trash/2024"])
      // What the person has chosen keeps the name that it was given.
      let old = FolderID(path: ByteName(".Old"))
      XCTAssertEqual(names([".Old"], chosen: [.inbox: [.archive: old]]), ["Inbox", "Old"])
      let bin = FolderID(path: ByteName(".Papierkorb"))
      XCTAssertEqual(
        names([".Trash", ".Papierkorb"], chosen: [.inbox: [.trash: bin]]),
        ["Inbox", "Trash", "Papierkorb"])
    }
  }

  func testFoldersAreListedWhenThereAreSeveral() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1, folders: [])
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        pump("the inbox in the list of folders") { window.folders.list.all == [.inbox] }
        XCTAssertEqual(window.folders.list.name(of: .inbox), "Inbox")
        XCTAssertFalse(window.folders.isShown, "one folder needs no list")
      }
      try mailbox.add(folder: ".Archive")
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        pump("the archive in the list of folders") {
          window.folders.list.all.contains(Self.archive)
        }
        XCTAssertEqual(window.folders.list.name(of: Self.archive), "Archive")
        XCTAssertEqual(window.folders.isShown, !window.folders.covers)
        window.activate(.folders)
        XCTAssertEqual(window.folders.isShown, window.folders.covers)
      }
    }
  }

  func testAnEmptiedListPassesItsFocusToTheFoldersAndGetsItBack() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try mailbox.add("Old", age: 60, folder: ".Archive")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        gtk_window_set_default_size(window.window.cast(), 1100, 600)
        pump("the folders") { window.folders.isShown && !window.folders.covers }
        window.list.focusSelected()
        window.obey(.archive)
        window.waitFor([])
        pump("the focus on the folders") { window.folders.list.hasFocus }
        try mailbox.add("Late", age: -60)
        window.waitFor(["Late"])
        pump("the focus on the list") { window.list.hasFocus }

        window.activate(.folders)
        pump("no folders") { !window.folders.isShown }
        window.obey(.archive)
        window.waitFor([])
        pump("the focus on the page") { window.frame.pages.holdsFocus }
        window.undo()
        window.waitFor(["Late"])
        pump("the focus on the list") { window.list.hasFocus }
      }
    }
  }

  func testAMailboxThatGoesKeepsItsRowsAndComesBack() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        try FileManager.default.moveItem(atPath: mailbox.path, toPath: mailbox.path + "-away")
        pump("the trouble") { window.shown.trouble == .mailboxGone(mailbox.path) }
        XCTAssertEqual(window.subjects, ["Subject 0", "Subject 1", "Subject 2"])
        XCTAssertEqual(gtk_widget_get_sensitive(window.list.widget), 0)
        XCTAssertTrue(window.notices.bar.offersButton)
        window.obey(.archive)
        XCTAssertEqual(window.notices.passing, "The mailbox is not available.")
        window.read(window.list.selected)
        pump("a text that cannot be read") { window.reader.content?.isFailed == true }
        try FileManager.default.moveItem(atPath: mailbox.path + "-away", toPath: mailbox.path)
        pump("the end of the trouble") { window.shown.trouble == nil }
        XCTAssertEqual(gtk_widget_get_sensitive(window.list.widget), 1)
        XCTAssertEqual(window.notices.bar.text, "")
        pump("the text") {
          window.reader.content?.body?.text.contains("The text of Subject 0") == true
        }
        XCTAssertEqual(window.reader.content?.note, "")
        window.obey(.archive)
        window.waitFor(["Subject 1", "Subject 2"])
        pump("the move") { (try? mailbox.onDisk(".Archive")) == ["Subject 0"] }
      }
    }
  }

  func testAFolderThatIsMovedAwayAndMadeAnewIsCountedAnew() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      let folder = FolderID(path: ByteName(".Lists"))
      let path = mailbox.path + "/.Lists"
      let away = mailbox.path + "-away"
      defer { try? FileManager.default.removeItem(atPath: away) }
      try mailbox.add("First", age: 0, folder: ".Lists")
      try mailbox.add("Second", age: 60, folder: ".Lists")
      try withWindow(on: .path(mailbox.path)) { window in
        for isOpen in [false, true] {
          pump("two unread") { window.folders.list.unread(in: folder) == 2 }
          if isOpen {
            window.open(folder)
            window.waitFor(["First", "Second"])
          }
          try FileManager.default.moveItem(atPath: path, toPath: away)
          pump("the folder to go") { !window.folders.list.all.contains(folder) }
          try mailbox.add("Third", age: 0, folder: ".Lists")
          pump("one unread") { window.folders.list.unread(in: folder) == 1 }
          if isOpen { window.waitFor(["Third"]) }
          // At once, so that nobody sees it missing.
          try FileManager.default.moveItem(atPath: path, toPath: away + "-too")
          for part in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
              atPath: path + "/" + part, withIntermediateDirectories: true)
          }
          pump("none unread") { window.folders.list.unread(in: folder) == 0 }
          for path in [path, away + "-too"] { try FileManager.default.removeItem(atPath: path) }
          try FileManager.default.moveItem(atPath: away, toPath: path)
        }
        pump("two unread") { window.folders.list.unread(in: folder) == 2 }
        window.waitFor(["First", "Second"])
      }
    }
  }

  func testWhatCouldNotBeOpenedOpensByItself() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      try FileManager.default.moveItem(atPath: mailbox.path, toPath: mailbox.path + "-away")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("the page that says so") {
          window.statusTexts.first == "Mailbox Cannot Be Opened"
        }
        try FileManager.default.moveItem(atPath: mailbox.path + "-away", toPath: mailbox.path)
        window.waitFor(["Subject 0"])
        XCTAssertTrue(window.mayChange, "as was asked for when it was not there")
      }
    }
  }
}
