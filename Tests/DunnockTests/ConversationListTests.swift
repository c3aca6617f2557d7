import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Panning
import Triage
import XCTest

@testable import Dunnock
@testable import MailReading

/// Each row of the list is a conversation, and what is done to it is done to all its messages.
final class ConversationListTests: XCTestCase {
  private static let ben = "Ben Adler <ben@example.org>"
  private static let sent = ".Sent"

  override func tearDown() {
    MainActor.assumeIsolated { Settings().gathersConversations = true }
  }

  /// An inbox of a message, a conversation of three, and a message, the newest first.
  private static func mailbox(flags: String = "") throws -> TestMailbox {
    let mailbox = try TestMailbox(folders: [".Archive", ".Trash", sent])
    try mailbox.add("Newest", age: 0)
    try mailbox.add("Third", age: 60, flags: flags, answering: ["Second"])
    try mailbox.add("Between", age: 120)
    try mailbox.add("Second", age: 180, flags: flags, from: ben, answering: ["First"])
    try mailbox.add("First", age: 240, flags: flags)
    try mailbox.add("Oldest", age: 300)
    return mailbox
  }

  private static let gathered = ["Newest", "Third", "Second", "First", "Between", "Oldest"]

  /// A window on such an inbox, once its rows are gathered.
  private func withConversation(
    flags: String = "", _ body: @MainActor (MailWindow, TestMailbox) throws -> Void
  ) throws {
    try onGtk {
      let mailbox = try Self.mailbox(flags: flags)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(Self.gathered)
        XCTAssertEqual(window.list.shownRows.map(\.conversation.count), [1, 3, 1, 1])
        try body(window, mailbox)
      }
    }
  }

  func testARowShowsWhoWroteHowManyAndTheNewest() throws {
    try withConversation { window, mailbox in
      let row = window.list.shownRows[1]
      XCTAssertEqual(row.message.subject, "Third")
      XCTAssertEqual(window.list.names(of: row).spoken, "Ada, Ben")
      let label = window.content(of: row).label
      XCTAssertTrue(label.hasPrefix("Ada, Ben, 3 messages, Third, "), label)
      XCTAssertTrue(label.contains(", 3 unread"), label)
      pump("the number") {
        window.list.row(of: row.message).map { $0.texts.contains("3") } == true
      }
      try mailbox.add("Last", age: -60, answering: ["Third"])
      pump("the arrival") { window.list.shownRows[0] === row && row.count == 4 }
    }
  }

  func testOnesOwnAnswersAreCountedAndWhatIsInTheTrashIsNot() throws {
    try onGtk {
      let mailbox = try Self.mailbox()
      try mailbox.add(
        "Mine", age: 30, flags: "S", folder: Self.sent, from: "Me <you@example.org>",
        answering: ["Third"])
      try mailbox.add("Thrown away", age: 20, flags: "S", folder: ".Trash", answering: ["Third"])
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(Self.gathered)
        let row = window.list.shownRows[1]
        pump("the answer to be counted") { row.count == 4 }
        pump("who wrote it") { window.list.names(of: row).spoken == "Ada, Ben, me" }
        pump("the number") {
          window.list.row(of: row.message).map { $0.texts.contains("4") } == true
        }
        XCTAssertEqual(row.conversation.count, 3)
        XCTAssertEqual(window.subjects, Self.gathered)
      }
    }
  }

  func testNamesFollowEachOtherAsTheRowIsRead() throws {
    try onGtk {
      let before = gtk_widget_get_default_direction()
      defer { gtk_widget_set_default_direction(before) }
      let messages = ["محمد علي", "Ben Adler"].enumerated().map { place, name in
        Message(
          id: MessageRef(folder: .inbox, key: ByteName("\(place)")), flags: [], from: name,
          address: "\(place)@example.org", subject: "", date: Int64(place), preview: "", size: 0,
          conversation: ConversationID(1))
      }
      var rows = ConversationRows()
      rows.show(messages.reversed())
      let item = MailItem(try XCTUnwrap(rows.rows.first))
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        gtk_widget_set_default_direction(direction)
        let names = item.names { _ in false }
        XCTAssertEqual(names.spoken, "محمد, Ben")
        let front = RowFront()
        let owned = Ref.sinking(floating: UnsafeMutableRawPointer(front.widget))
        gtk_widget_set_direction(front.widget, direction)
        front.show(item, names: names, by: .date, now: 0)
        let sender = try XCTUnwrap(front.widget.all(gtk_inscription_get_type()).first)
        let text = String(cString: gtk_inscription_get_text(sender.opaque))
        let layout = try XCTUnwrap(gtk_widget_create_pango_layout(front.widget, text))
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let place = { (name: String) -> Int32 in
          var rectangle = PangoRectangle()
          let start = text.range(of: name).map {
            text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
          }
          pango_layout_index_to_pos(layout, Int32(start ?? 0), &rectangle)
          return rectangle.x
        }
        XCTAssertEqual(place("محمد") < place("Ben"), direction == GTK_TEXT_DIR_LTR)
        withExtendedLifetime(owned) {}
      }
    }
  }

  func testAStarAndUnreadOfAnyAreTheRows() throws {
    try withConversation(flags: "S") { window, mailbox in
      let row = window.list.shownRows[1]
      XCTAssertFalse(row.conversation.isUnread || row.conversation.isStarred)
      window.list.focus(row.id)
      let second = try XCTUnwrap(row.conversation.older.first)
      window.obey(.toggleStar, on: second)
      pump("the star") { row.conversation.isStarred }
      XCTAssertEqual(
        try mailbox.onDisk(), ["Between", "First S", "Newest", "Oldest", "Second FS", "Third S"])
      pump("one message to be named") {
        window.notices.passing?.withoutMarks == "Starred “Second”"
      }
      window.obey(.toggleStar)
      pump("no star") { !row.conversation.isStarred }
      pump("the files") { (try? mailbox.onDisk().contains("Second S")) == true }
      window.obey(.toggleRead)
      pump("all unread") { row.conversation.messages.allSatisfy(\.isUnread) }
      XCTAssertEqual(window.list.unreadCount, 6)
      window.obey(.toggleRead)
      pump("all read") { !row.conversation.isUnread }
      window.activate(.undo)
      pump("all unread again") { row.conversation.messages.allSatisfy(\.isUnread) }
      XCTAssertTrue(window.list.selected === row)
    }
  }

  func testAllItsMessagesGoAsOneStepAndComeBack() throws {
    try withConversation { window, mailbox in
      window.list.focus(window.list.shownRows[1].id)
      XCTAssertTrue(
        window.content(of: window.list.shownRows[1]).leading.actions.map(\.title).contains(
          "Archive (3)"))
      for isLate in [false, true] {
        window.obey(.archive)
        window.waitFor(["Newest", "Between", "Oldest"])
        pump("the move") { (try? mailbox.onDisk(".Archive").count) == 3 }
        pump("the notice") { window.notices.passing == "Archived 3 messages" }
        if isLate { pump("the row to be gone") { window.list.count == 3 } }
        XCTAssertEqual(window.list.selected?.message.subject, "Between")
        window.activate(.undo)
        window.waitFor(Self.gathered)
        pump("the row") { window.list.selected?.message.subject == "Third" }
        pump("one row") { window.list.count == 4 && window.changes.waiting == 0 }
        XCTAssertEqual(window.list.shownRows.map(\.conversation.count), [1, 3, 1, 1])
        XCTAssertTrue(window.list.hasFocus)
      }
    }
  }

  func testWhatLeavesInPartLeavesTheRow() throws {
    try withConversation { window, mailbox in
      let row = window.list.shownRows[1]
      window.list.focus(row.id)
      try mailbox.remove("Third")
      window.waitFor(["Newest", "Between", "Second", "First", "Oldest"])
      XCTAssertTrue(window.list.selected === row)
      XCTAssertEqual(row.message.subject, "Second")
      pump("its text") { window.reader.shown?.subject == "Second" }
      window.obey(.archive, on: try XCTUnwrap(row.conversation.older.first))
      window.waitFor(["Newest", "Between", "Second", "Oldest"])
      XCTAssertTrue(window.list.selected === row, "a row that keeps one stays")
      window.activate(.undo)
      window.waitFor(["Newest", "Between", "Second", "First", "Oldest"])
      XCTAssertTrue(window.list.shownRows[2] === row)
    }
  }

  func testAnArrivalJoinsItsRow() throws {
    try withConversation { window, mailbox in
      let row = window.list.shownRows[1]
      window.list.focus(row.id)
      pump("the text") { window.reader.shown?.subject == "Third" }
      XCTAssertTrue(window.list.swipes.open(row.id, .leading, animated: false))
      try mailbox.add("Fourth", age: -60, answering: ["First"])
      window.waitFor(["Fourth", "Third", "Second", "First", "Newest", "Between", "Oldest"])
      XCTAssertTrue(window.list.shownRows[0] === row && window.list.selected === row)
      XCTAssertTrue(window.list.hasFocus)
      XCTAssertEqual(window.list.swipes.openItems, [row.id])
      XCTAssertTrue(window.content(of: row).leading.actions.map(\.title).contains("Archive (4)"))
      pump("the row to have the focus") {
        window.list.listView.focusInWindow == window.list.cell(of: row.id)
      }
      // What is read stays what is read.
      XCTAssertEqual(window.reader.shown?.subject, "Third")
    }
  }

  func testTwoThatJoinAreTheRowThatTheyPassTo() throws {
    for place in [0, 1] {
      try onGtk {
        let mailbox = try TestMailbox()
        try mailbox.add("Other answer", age: 0, answering: ["Other"])
        try mailbox.add("One answer", age: 60, answering: ["One"])
        try mailbox.add("Other", age: 120)
        try mailbox.add("One", age: 180)
        try mailbox.add("Alone", age: 240)
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
          window.waitFor(["Other answer", "Other", "One answer", "One", "Alone"])
          let row = window.list.shownRows[place]
          window.list.focus(row.id)
          window.list.pick(row.id)
          // What comes into the window with that closes a tray.
          pump("the tray") {
            window.list.swipes.open(row.id, .trailing, animated: false)
            return window.reader.shown?.id == row.message.id
              && window.list.swipes.openItems == [row.id]
          }
          try mailbox.add("Link", age: -60, answering: ["Other answer", "One answer"])
          pump("one row") { window.list.count == 2 && window.list.messages.count == 6 }
          let joined = window.list.shownRows[0]
          XCTAssertTrue(window.list.selected === joined)
          XCTAssertEqual(window.list.picks.rows, [joined.id])
          XCTAssertEqual(window.list.picked.count, 5)
          pump("its tray") { window.list.swipes.openItems == [joined.id] }
          XCTAssertTrue(window.list.hasFocus)
        }
      }
    }
  }

  func testAReplyThatComesWhileItsRowLeavesHasARowOfItsOwn() throws {
    try withConversation { window, mailbox in
      window.list.focus(window.list.shownRows[1].id)
      window.obey(.archive)
      try mailbox.add("Fourth", age: -60, answering: ["First"])
      window.waitFor(["Fourth", "Newest", "Between", "Oldest"])
      pump("the row to be gone") { window.list.count == 4 }
      XCTAssertEqual(window.subjects, ["Fourth", "Newest", "Between", "Oldest"])
      window.activate(.undo)
      window.waitFor(["Fourth", "Third", "Second", "First", "Newest", "Between", "Oldest"])
      XCTAssertEqual(window.list.shownRows.map(\.conversation.count), [4, 1, 1, 1])
    }
  }

  func testOffEachMessageHasItsRow() throws {
    try withConversation { window, mailbox in
      XCTAssertTrue(window.frame.actions.isOn(WindowCommand.conversations.name))
      window.list.focus(window.list.shownRows[1].id)
      try withWindow(on: .path(mailbox.path)) { other in
        other.waitFor(Self.gathered)
        window.activate(.conversations)
        for window in [window, other] {
          window.waitFor(["Newest", "Third", "Between", "Second", "First", "Oldest"])
          XCTAssertEqual(window.list.count, 6)
          XCTAssertFalse(window.frame.actions.isOn(WindowCommand.conversations.name))
        }
      }
      XCTAssertEqual(window.list.selected?.message.subject, "Third")
      window.obey(.archive)
      window.waitFor(["Newest", "Between", "Second", "First", "Oldest"])
      window.activate(.undo)
      window.waitFor(["Newest", "Third", "Between", "Second", "First", "Oldest"])
      pump("the row") { window.list.selected?.message.subject == "Third" }
      window.activate(.conversations)
      window.waitFor(Self.gathered)
      XCTAssertEqual(window.list.count, 4)
      XCTAssertTrue(window.list.hasFocus)
    }
  }

  func testWhatIsFoundForWordsIsSingleMessages() throws {
    try withConversation { window, _ in
      let row = window.list.shownRows[1]
      pump("the summary") { row.summary?.count == 3 }
      window.list.focus(row.id)
      window.startSearching()
      window.open(Source(folders: [.inbox], filters: [.unread]))
      pump("the filter") { window.list.count == 4 && window.list.messages.count == 6 }
      window.open(Source(folders: [.inbox], words: "from:ada"))
      pump("the words") {
        window.subjects == ["Newest", "Third", "Between", "First", "Oldest"]
          && window.list.count == 5
      }
      XCTAssertEqual(window.list.shownRows.map(\.count), [1, 1, 1, 1, 1])
      window.open(.inbox)
      window.waitFor(Self.gathered)
      XCTAssertEqual(window.list.count, 4)
    }
  }

  func testSelectingIsOfRowsAndCountsMessages() throws {
    try withConversation(flags: "S") { window, mailbox in
      window.activate(.selectUnread)
      XCTAssertEqual(window.frame.selection.count, 3)
      window.activate(.selectAll)
      XCTAssertEqual(window.list.picks.count, 4)
      XCTAssertEqual(window.frame.selection.count, 6)
      try mailbox.add("Fourth", age: -60, from: Self.ben, answering: ["First"])
      pump("the arrival") { window.list.messages.count == 7 }
      pump("the count") { window.frame.selection.count == 7 }
      window.list.unpick()
      window.list.focus(window.list.shownRows[0].id)
      window.activate(.selectSender)
      XCTAssertEqual(window.list.picked.count, 4, "the whole row, of which two are Ben's")
      XCTAssertTrue(window.list.goToNextUnread())
      XCTAssertEqual(window.list.selected?.message.subject, "Newest")
      window.obey(.archive)
      window.waitFor(["Newest", "Between", "Oldest"])
      pump("the move") { (try? mailbox.onDisk(".Archive").count) == 4 }
    }
  }

  /// What was read for a row in sight stays there when the whole folder is read, which does not read as far.
  func testALookThatReadsLessTakesNoTextFromARow() throws {
    try onGtk {
      func message(_ subject: String, preview: String?, isSeen: Bool = false) -> Message {
        Message(
          id: MessageRef(folder: .inbox, key: ByteName("1")), flags: isSeen ? .seen : [],
          from: "Ada",
          address: "ada@example.org", subject: subject, date: 1_000_000, preview: preview, size: 5)
      }
      let list = MailList()
      let window = present(list.widget)
      _ = list.show([message("Tea", preview: "At four.")], isWhole: true)
      let row = try XCTUnwrap(list.first)
      _ = list.show([message("Tea", preview: nil)], isWhole: true)
      XCTAssertEqual(row.message.preview, "At four.")
      _ = list.show([message("Tea", preview: nil, isSeen: true)], isWhole: true)
      XCTAssertEqual(row.message.preview, "At four.")
      XCTAssertEqual(row.message.isUnread, false)
      _ = list.show([message("Coffee", preview: nil)], isWhole: true)
      XCTAssertEqual(row.message.hasPreview, false)
      close(window)
    }
  }

  /// Ten thousand answers to one message are one row, and as quick as others.
  func testTenThousandMessagesInOne() throws {
    try onGtk {
      let messages = (0..<10_000).map { number in
        Message(
          id: MessageRef(folder: .inbox, key: ByteName("\(number)")), flags: [],
          from: "Ada \(number)", address: "\(number)@example.org", subject: "\(number)",
          date: Int64(1_000_000 - number), preview: "", size: 0, conversation: ConversationID(7))
      }
      let list = MailList()
      let window: Widget = gtk_window_new()
      defer { gtk_window_destroy(window.cast()) }
      gtk_window_set_default_size(window.cast(), 400, 600)
      gtk_window_set_child(window.cast(), list.widget)
      gtk_window_present(window.cast())
      _ = list.show(messages, isWhole: true)
      XCTAssertEqual(list.count, 1)
      pump("the row") { list.row(of: messages[0]).map { gtk_widget_get_mapped($0) } == 1 }
      let row = try XCTUnwrap(list.first)
      XCTAssertEqual(list.names(of: row).spoken.split(separator: " ").count, 4)
      XCTAssertTrue(list.pick { _ in true })
      XCTAssertEqual(list.picked.count, 10_000)
      list.gather(false)
      XCTAssertEqual(list.count, 10_000)
      list.gather(true)
      XCTAssertEqual(list.count, 1)
      XCTAssertEqual(list.picked.count, 10_000)
    }
  }
}
