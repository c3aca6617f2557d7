import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Texts
import XCTest

@testable import Dunnock

final class SearchingTests: XCTestCase {
  func testWordsAreFoundEverywhereAsTheyAreTyped() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(Self.inbox)
        window.look(for: "kett")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        // Where the words stand.
        pump("the words of the text") {
          window.list.items(of: "Lost").first?.excerpt?.contains("kettle") == true
        }
        window.look(for: "kett -lost")
        window.waitFor(["A kettle", "Old kettle"])
        window.look(for: "none of this")
        window.waitFor([])
        XCTAssertEqual(window.statusTexts.first, tr("No Results Found"))
      }
    }
  }

  func testEachSearchBeginsEverywhereAndShowsIt() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(Self.inbox)
        window.look(for: "kettle")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        let button = try XCTUnwrap(window.search.widget.button("Search in All Folders"))
        XCTAssertNotEqual(gtk_toggle_button_get_active(button.cast()), 0)
        let text = try XCTUnwrap(window.search.widget.all(gtk_text_get_type()).first)
        XCTAssertEqual(
          gtk_text_get_placeholder_text(text.cast()).map { String(cString: $0).withoutMarks },
          "Search Inbox")
        try window.press("Search in All Folders")
        window.waitFor(["A kettle", "Lost"])
        XCTAssertEqual(gtk_toggle_button_get_active(button.cast()), 0)
        window.search.close()
        window.waitFor(Self.inbox)
        XCTAssertTrue(window.search.looksEverywhere)
        window.look(for: "kettle")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
      }
    }
  }

  func testThatNothingIsFoundIsSaidOnceAllIsRead() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(Self.inbox)
        // The first search comes before anything was read for it.
        window.look(for: "none of this")
        pump("that there is nothing so far") { window.statusTexts.first != nil }
        pump("that there is nothing") { window.statusTexts.first == tr("No Results Found") }
      }
    }
  }

  func testWhoPressesAFilterGoesOnTyping() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(Self.inbox)
        window.look(for: "kettle")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        window.list.focusSelected()
        try window.press(MessageFilter.starred.title)
        XCTAssertTrue(window.search.widget.holdsFocus)
        pump("that there is nothing") { window.statusTexts.first == tr("No Results Found") }
        XCTAssertEqual(
          window.statusTexts.last, tr("No message matches your search and the filters."))
      }
    }
  }

  func testFoundMailThatIsAllFiledIsLookedForBeforeThereIsNothing() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(Self.inbox)
        window.look(for: "kettle")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        var saidNothing = false
        XCTAssertTrue(window.list.pick { _ in true })
        window.obey(.archive)
        pump("the mail to be archived, and found there") {
          saidNothing = saidNothing || window.statusTexts.first == tr("No Results Found")
          return (try? mailbox.onDisk(".Archive").count) == 3
            && window.list.messages.count == 3
            && window.list.messages.allSatisfy { $0.id.folder.description == "Archive" }
        }
        XCTAssertFalse(saidNothing)
      }
    }
  }

  func testWhatOtherProgramsBringMeanwhileIsFound() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(Self.inbox)
        window.look(for: "kettle")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        // What comes first may be found by what is read ahead once the mailbox is open.
        try mailbox.add("New kettle", age: -60, folder: ".Lists")
        window.waitFor(["New kettle", "A kettle", "Old kettle", "Lost"])
        try mailbox.add("Newer kettle", age: -120)
        try mailbox.add("Newest kettle", age: -180, folder: ".Lists")
        window.waitFor([
          "Newest kettle", "Newer kettle", "New kettle", "A kettle", "Old kettle", "Lost",
        ])
      }
    }
  }

  func testEscapeReturnsToThePlaceLeft() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(Self.inbox)
        let left = try XCTUnwrap(window.list.messages.first { $0.subject == "Rhubarb" })
        window.list.focus(left.id)
        window.look(for: "kettle")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        window.list.focusSelected()
        window.activate(.back)
        window.waitFor(Self.inbox)
        pump("the row that was left") { window.list.selected?.message.id == left.id }
        XCTAssertFalse(window.search.isOpen)
        XCTAssertTrue(window.list.hasFocus)
        // The next search begins with nothing.
        window.activate(.search)
        XCTAssertEqual(window.search.source, window.shown.source)
      }
    }
  }

  func testWhatIsDoneToWhatWasFoundIsDone() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(Self.inbox)
        window.look(for: "kettle")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        window.list.focusSelected()
        // It is found where it is now.
        window.obey(.archive)
        pump("the mail to be archived") {
          (try? mailbox.onDisk(".Archive")) == ["A kettle", "Old kettle"]
        }
        pump("the row of the archived mail") {
          window.list.items(of: "A kettle").first?.message.id.folder.description == "Archive"
        }
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        pump("the undo") { window.changes.waiting == 0 }
        window.undo()
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        pump("the mail to be in the inbox again") {
          (try? mailbox.onDisk(".Archive")) == ["Old kettle"]
        }
        pump("its row") {
          window.list.items(of: "A kettle").first?.message.id.folder == .inbox
        }
        // What is in the archive goes back to the inbox by the same key.
        window.list.focus(try XCTUnwrap(window.list.items(of: "Old kettle").first).id)
        window.obey(.archive)
        pump("the mail to be in the inbox") {
          (try? mailbox.onDisk())?.contains("Old kettle") == true
        }
      }
    }
  }

  func testARowStaysThatOnesOwnActionTakesOutOfTheFilter() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try mailbox.add("Read", age: 5, flags: "S")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["A kettle", "Read", "Rhubarb", "Lost"])
        window.activate(.search)
        try window.press(MessageFilter.unread.title)
        window.waitFor(Self.inbox)
        let row = try XCTUnwrap(window.list.items(of: "Rhubarb").first)
        window.list.focus(row.id)
        window.obey(.toggleRead)
        pump("the mark") { !row.message.isUnread && window.changes.waiting == 0 }
        // Another program's goes; one's own stays until one leaves it.
        try mailbox.remove("Lost")
        window.waitFor(["A kettle", "Rhubarb"])
        try window.press(MessageFilter.unread.title)
        window.waitFor(["A kettle", "Read", "Rhubarb"])
        try window.press(MessageFilter.unread.title)
        window.waitFor(["A kettle"])
      }
    }
  }

  func testWhatIsUnreadOrStarredAnywhereIsGathered() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try mailbox.add("Read", age: 5, flags: "S")
      try mailbox.add("Star", age: 50, flags: "FS", folder: ".Archive")
      try mailbox.add("Gone", age: 1, folder: ".Trash")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["A kettle", "Read", "Rhubarb", "Lost"])
        window.open(Source(filters: [.starred]))
        window.waitFor(["Star"])
        window.open(Source(filters: [.unread]))
        window.waitFor(["A kettle", "Rhubarb", "Old kettle", "Lost"])
        // What is done leaves the list, though it is as unread elsewhere.
        window.list.focusSelected()
        window.obey(.archive)
        window.waitFor(["Rhubarb", "Old kettle", "Lost"])
        pump("the mail to be archived") {
          (try? mailbox.onDisk(".Archive")) == ["A kettle", "Old kettle", "Star FS"]
        }
      }
    }
  }

  func testSeveralInboxesAreOne() throws {
    try onGtk {
      let mailbox = try TestMailbox(folders: [])
      for part in ["cur", "new", "tmp"] {
        try FileManager.default.removeItem(atPath: "\(mailbox.path)/\(part)")
      }
      for (account, subject) in [("Home", "First"), ("Work", "Second")] {
        try mailbox.add(subject, age: account == "Home" ? 0 : 60, folder: "\(account)/INBOX")
        try mailbox.add(folder: "\(account)/Archive")
      }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        pump("the roles") { window.mailbox?.session.roles.inboxes.count == 2 }
        let roles = try XCTUnwrap(window.mailbox?.session.roles)
        let all = try XCTUnwrap(Source.views(of: roles).first)
        window.open(all)
        window.waitFor(["First", "Second"])
        window.list.focusSelected()
        window.obey(.archive)
        window.waitFor(["Second"])
        pump("the mail in the archive of its own account") {
          (try? mailbox.onDisk("Home/Archive")) == ["First"]
        }
      }
    }
  }

  func testTypingNeverActsAndTheFolderOnShowEndsASearch() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(Self.inbox)
        window.look(for: "kettle")
        window.waitFor(["A kettle", "Old kettle", "Lost"])
        // The list that changes under the words leaves them the focus.
        XCTAssertTrue(window.search.widget.holdsFocus)
        XCTAssertFalse(window.hasFocusOnMail)
        window.open(FolderID(path: ByteName(".Archive")))
        window.waitFor(["Old kettle"])
        XCTAssertFalse(window.search.isOpen)
      }
    }
  }

  func testKeysThatComeBeforeAnythingIsFoundAreForWhatIsFound() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      // That is what is current when the search begins.
      try mailbox.add("Newest", age: -10)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Newest"] + Self.inbox)
        for (words, found) in [("kettle", "A kettle"), ("rhubarb", "Rhubarb")] {
          window.look(for: words)
          // Before the entry has told that anything was typed.
          try window.pressReturn()
          XCTAssertTrue(window.list.hasFocus)
          XCTAssertTrue(window.answers(.archiveDown))
          pump("what was found first to be archived") {
            (try? mailbox.onDisk(".Archive"))?.contains(found) == true
          }
          window.search.close()
          pump("the inbox") { window.list.messages.contains { $0.subject == "Newest" } }
        }
        XCTAssertEqual(try mailbox.onDisk(), ["Lost", "Newest"])
      }
    }
  }

  func testReturnBeforeAnythingIsFoundGoesThereOnceItIs() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(Self.inbox)
        window.look(for: "none of this")
        window.waitFor([])
        window.look(for: "rhubarb")
        try window.pressReturn()
        window.waitFor(["Rhubarb"])
        pump("the first row to have the focus") { window.list.hasFocusOnRow }
        // A key that nothing was found for is for nothing.
        window.look(for: "none of this")
        try window.pressReturn()
        _ = window.answers(.archiveDown)
        window.waitFor([])
        pump("that there is nothing") { window.statusTexts.first == tr("No Results Found") }
        XCTAssertFalse(window.changes.holdsKeys)
        XCTAssertEqual(window.changes.waiting, 0)
      }
    }
  }

  func testTheFocusDoesNotFallAmongTheFoldersWhereAllRowsGo() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(Self.inbox)
        for words in ["old", "rhubarb", "none of this", "rhubarb", "lost"] {
          window.look(for: words)
          try window.pressReturn()
          pump("what is found") {
            XCTAssertFalse(window.folders.list.hasFocus, words)
            return !window.changes.awaits(.found)
          }
          XCTAssertEqual(window.list.count == 0, words == "none of this")
          XCTAssertTrue(
            window.list.count == 0 ? window.search.widget.holdsFocus : window.list.hasFocus, words)
        }
      }
    }
  }

  func testFilesAreFoundByTheirNames() throws {
    try onGtk {
      try withFolder(of: ["Bicycle.txt", "Kettle.txt"]) { folder in
        try withWindow(on: .path(folder)) { window in
          pump("the files") { window.list.count == 2 }
          window.look(for: "kett")
          window.waitFor(["Kettle.txt"])
        }
      }
    }
  }

  private static let inbox = ["A kettle", "Rhubarb", "Lost"]

  private static func mailbox() throws -> TestMailbox {
    let mailbox = try TestMailbox()
    try mailbox.add("A kettle", age: 0)
    try mailbox.add("Rhubarb", age: 10)
    try mailbox.add("Old kettle", age: 20, folder: ".Archive")
    try mailbox.add(
      "Lost", age: 30,
      text: "Dear committee, many lines come first of which none says a thing.\n\n"
        + String(repeating: "Nothing. ", count: 40) + "\n\nThen there was a kettle on the bus.")
    return mailbox
  }
}

@MainActor
extension MailWindow {
  /// Opens the bar, and types there.
  fileprivate func look(for text: String) {
    activate(.search)
    pump("the bar") { search.isOpen }
    let entry = search.widget.descendants.first { $0.isA(gtk_search_entry_get_type()) }
    if let entry { gtk_editable_set_text(entry.opaque, text) }
  }

  /// Presses Return in the bar.
  fileprivate func pressReturn() throws {
    let entry = try XCTUnwrap(
      search.widget.descendants.first { $0.isA(gtk_search_entry_get_type()) })
    Signal.emit(entry, "activate")
  }

  /// Presses a filter.
  fileprivate func press(_ title: String) throws {
    let button = try XCTUnwrap(
      search.widget.descendants.first {
        gtk_widget_get_tooltip_text($0).map { String(cString: $0) } == title
          && $0.isA(gtk_toggle_button_get_type())
      })
    gtk_toggle_button_set_active(button.cast(), 1 - gtk_toggle_button_get_active(button.cast()))
  }
}

@MainActor
extension MailList {
  /// The rows of the messages of a subject.
  fileprivate func items(of subject: String) -> [MailItem] {
    messages.filter { $0.subject == subject }.compactMap { row(of: $0.id) }
  }
}
