import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import Triage
import XCTest

@testable import Dunnock

/// Several messages are selected, and what is done is done to all of them.
final class SelectingTests: XCTestCase {
  func testRangesAndSingleRows() throws {
    try onGtk {
      var list = ConversationRows()
      list.show(
        (0..<9).map { number in
          Message(
            id: MessageRef(folder: .inbox, key: ByteName("\(number)")), flags: [], from: "",
            address: "", subject: "", date: 0, preview: nil, size: 0)
        })
      let rows = list.rows.map(\.id)
      var picks = Picks()
      picks.toggle(rows[2])
      picks.cover(rows[2...5], from: rows[2])
      XCTAssertEqual(picks.rows, Set(rows[2...5]))
      picks.cover(rows[1...2], from: rows[2])
      XCTAssertEqual(picks.rows, Set(rows[1...2]))
      picks.toggle(rows[7])
      picks.cover(rows[6...7], from: rows[7])
      XCTAssertEqual(picks.rows, Set(rows[1...2] + rows[6...7]))
      picks.remove([rows[7], rows[1]])
      XCTAssertEqual(picks.rows, [rows[2], rows[6]])
      XCTAssertNil(picks.anchor)
      picks.toggle(rows[2])
      picks.toggle(rows[6])
      XCTAssertTrue(picks.isEmpty)
      XCTAssertNil(picks.anchor)
    }
  }

  func testSeveralAreArchivedAsOneStep() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 30)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let all = (0..<30).map { "Subject \($0)" }
        window.waitFor(all)
        window.list.focus(window.list.messages[3].id)
        window.activate(.select)
        XCTAssertTrue(window.list.isPicking)
        for _ in 0..<4 { window.list.pick(to: .next) }
        XCTAssertEqual(window.frame.selection.count, 5)
        let page = window.frame.selection.page.widget
        gtk_window_set_default_size(window.window.cast(), 1_100, 600)
        pump("the page beside the list") { gtk_widget_get_mapped(page) != 0 }
        XCTAssertEqual(
          adw_status_page_get_title(page.opaque).map { String(cString: $0) },
          "5 Messages Selected")
        pump("the commands by name") { page.label(containing: "Archive") != nil }
        XCTAssertEqual(
          window.frame.selection.offered,
          [.archive, .snooze, .toggleRead, .toggleStar, .moveElsewhere, .junk, .trash])
        XCTAssertEqual(window.frame.commands.offered, [], "the buttons are about what is selected")
        window.obey(.archive)
        XCTAssertFalse(window.list.isPicking)
        XCTAssertEqual(gtk_widget_get_visible(page), 0)
        window.waitFor(Array(all[..<3]) + Array(all[8...]))
        pump("the notice") { window.notices.passing == "Archived 5 messages" }
        XCTAssertEqual(try mailbox.onDisk(".Archive").count, 5)
        XCTAssertTrue(window.list.hasFocus)
        window.activate(.undo)
        window.waitFor(all)
        pump("the first of them") { window.list.selected?.message.subject == "Subject 3" }
        XCTAssertEqual(try mailbox.onDisk().count, 30)
        window.activate(.redo)
        window.waitFor(Array(all[..<3]) + Array(all[8...]))
      }
    }
  }

  func testAToggleOnSeveralGoesOneWay() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try mailbox.add("Starred", age: 1000, flags: "FS")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2", "Starred"])
        XCTAssertTrue(window.list.pick { _ in true })
        window.obey(.toggleStar)
        pump("the stars") {
          (try? mailbox.onDisk()) == ["Starred FS", "Subject 0 F", "Subject 1 F", "Subject 2 F"]
        }
        pump("the rows") { window.list.picked.common.isStarred }
        XCTAssertEqual(window.list.picks.count, 4, "they stay selected")
        window.obey(.toggleStar)
        pump("no stars") {
          (try? mailbox.onDisk()) == ["Starred S", "Subject 0", "Subject 1", "Subject 2"]
        }
        window.activate(.undo)
        window.activate(.undo)
        pump("the one star") {
          (try? mailbox.onDisk()) == ["Starred FS", "Subject 0", "Subject 1", "Subject 2"]
        }
      }
    }
  }

  func testUnreadStarredAndThoseOfOneSender() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      try mailbox.add("Read", age: 1000, flags: "S")
      try mailbox.add("Starred", age: 2000, flags: "FS")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1", "Read", "Starred"])
        let picked = { window.list.picked.messages.map(\.subject) }
        window.activate(.selectUnread)
        XCTAssertEqual(picked(), ["Subject 0", "Subject 1"])
        window.activate(.selectStarred)
        XCTAssertEqual(picked(), ["Starred"])
        window.activate(.selectAll)
        XCTAssertEqual(picked().count, 4)
        window.activate(.selectSender)
        XCTAssertEqual(picked().count, 4)
        window.activate(.selectNone)
        XCTAssertEqual(picked(), [])
        try mailbox.remove("Starred")
        window.waitFor(["Subject 0", "Subject 1", "Read"])
        window.activate(.selectStarred)
        XCTAssertEqual(window.notices.passing, "There are no such messages here.")
        XCTAssertFalse(window.list.isPicking)
        window.activate(.selectAll)
        window.activate(.back)
        XCTAssertFalse(window.list.isPicking)
      }
    }
  }

  func testWhatComesIsNotSelectedAndWhatGoesIsNoMore() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 4)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<4).map { "Subject \($0)" })
        window.activate(.selectAll)
        try mailbox.add("Late", age: -60)
        try mailbox.remove("Subject 2")
        window.waitFor(["Late", "Subject 0", "Subject 1", "Subject 3"])
        XCTAssertEqual(
          window.list.picked.messages.map(\.subject), ["Subject 0", "Subject 1", "Subject 3"])
        XCTAssertEqual(window.frame.selection.count, 3)
        window.obey(.trash)
        window.waitFor(["Late"])
        pump("the move") { (try? mailbox.onDisk(".Trash").count) == 3 }
      }
    }
  }

  func testWhatAnotherProgramHasTakenIsCounted() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 4)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<4).map { "Subject \($0)" })
        window.activate(.selectAll)
        try mailbox.remove("Subject 1")
        window.obey(.archive)
        window.waitFor([])
        pump("the notice") { window.notices.passing == "Archived 3 of 4 messages" }
      }
    }
  }

  func testWhatIsEndedComesBack() throws {
    try onGtk {
      let count = 2_000
      let mailbox = try TestMailbox(count: count)
      let turn = DispatchSemaphore(value: 0)
      let progress = ChangeProgress(delay: 0) { turn.wait() }
      // However this ends, nothing waits any more.
      defer { for _ in 0..<100 { turn.signal() } }
      try withWindow(
        on: .path(mailbox.path), allowsChanges: true, progress: progress
      ) { window in
        pump("the list") { window.list.count == count && window.shown.progress == nil }
        window.activate(.selectAll)
        window.obey(.archive)
        pump("the progress") { progress.text == "500 of 2000 messages done" }
        let cancel = try XCTUnwrap(progress.widget.children.first { $0.isA(gtk_button_get_type()) })
        Signal.emit(UnsafeMutableRawPointer(cancel), "clicked")
        for _ in 0..<100 { turn.signal() }
        pump("the end") { window.changes.waiting == 0 && progress.text == nil }
        let archived = try mailbox.onDisk(".Archive").count
        XCTAssertEqual(archived, 500)
        pump("the rest") { window.list.messages.count == count - archived }
        XCTAssertEqual(window.notices.passing, "Archived \(archived) of 2000 messages")
        window.activate(.undo)
        pump("all") { window.list.messages.count == count }
        XCTAssertEqual(try mailbox.onDisk().count, count)
        pump("the way back to be known") { window.changes.waiting == 0 }
        XCTAssertNil(window.list.pill, "what comes back is not new")
      }
    }
  }

  func testWhatComesWhileSomethingIsTakenBackIsNotNew() throws {
    try onGtk {
      func messages(_ numbers: Range<Int>) -> [Message] {
        numbers.reversed().map {
          Message(
            id: MessageRef(folder: .inbox, key: ByteName("\($0)")), flags: [], from: "Ada",
            address: "ada@example.org", subject: "\($0)", date: Int64($0), preview: "", size: 0)
        }
      }
      let list = MailList()
      let window = present(list.widget)
      defer { close(window) }
      _ = list.show(messages(0..<100), isWhole: true)
      let last = try XCTUnwrap(list.row(of: MessageRef(folder: .inbox, key: ByteName("0"))))
      list.focus(last.id)
      let scroller = gtk_widget_get_ancestor(list.listView, gtk_scrolled_window_get_type())
      let adjustment = gtk_scrolled_window_get_vadjustment(try XCTUnwrap(scroller).opaque)
      pump("the last in sight") { gtk_adjustment_get_value(adjustment) > 1_000 }
      pumpFrames(of: list.widget)
      list.beginRestoring()
      _ = list.show(messages(0..<110), isWhole: true)
      pumpFrames(of: list.widget)
      XCTAssertNil(list.pill)
      list.endRestoring()
      _ = list.show(messages(0..<115), isWhole: true)
      pump("the pill") { list.pill == "↑ 5 New Messages" }
    }
  }

  func testALookOnlyWindowSelectsAndChangesNothing() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.activate(.selectAll)
        XCTAssertEqual(window.frame.selection.count, 3)
        XCTAssertEqual(window.frame.selection.offered, [])
        window.obey(.archive)
        XCTAssertEqual(window.notices.passing, "Read-only.")
        XCTAssertEqual(window.list.picks.count, 3)
        window.activate(.allowChanges)
        XCTAssertEqual(window.frame.selection.offered.contains(.archive), true)
        window.obey(.archive)
        window.waitFor([])
      }
    }
  }

  func testDeletingSeveralForEverAsksOnce() throws {
    // The desktop tests ask on every GTK.
    try onGtk {
      let mailbox = try TestMailbox()
      for number in 0..<3 { try mailbox.add("Old \(number)", age: number * 60, folder: ".Trash") }
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor([])
        window.open(FolderID(path: ByteName(".Trash")))
        window.waitFor(["Old 0", "Old 1", "Old 2"])
        for place in 0..<2 { window.list.pick(window.list.shownRows[place].id) }
        XCTAssertEqual(window.frame.selection.offered.last, .delete)
        window.obey(.trash)
        let question = try XCTUnwrap(window.dialogs.question)
        XCTAssertEqual(
          question.questionHeading,
          "Permanently Delete 2 Messages?")
        question.answer("cancel")
        pump("the answer") { window.dialogs.question == nil }
        XCTAssertEqual(try mailbox.onDisk(".Trash").count, 3)
        XCTAssertEqual(window.list.picks.count, 2)
        // The row may not have heard of the answer yet.
        pump("the question again") {
          if window.dialogs.question == nil { window.obey(.delete) }
          return window.dialogs.question != nil
        }
        try XCTUnwrap(window.dialogs.question).answer("delete")
        window.waitFor(["Old 2"])
        pump("them to be gone") { (try? mailbox.onDisk(".Trash")) == ["Old 2"] }
      }
    }
  }

  func testFilesAreSelectedToo() throws {
    try onGtk {
      try withFolder(of: ["a.txt", "b.txt", "c.txt"]) { folder in
        try withWindow(on: .path(folder), allowsChanges: true) { window in
          pump("the files") { window.list.count == 3 && window.shown.progress == nil }
          XCTAssertFalse(window.frame.actions.isEnabled(WindowCommand.selectUnread.name))
          window.activate(.selectAll)
          XCTAssertEqual(window.frame.selection.offered.first, .archive)
          XCTAssertFalse(window.frame.selection.offered.contains(.toggleStar))
          window.obey(.archive)
          pump("them to go") { window.list.count == 0 && window.changes.waiting == 0 }
          window.activate(.undo)
          pump("them to be back") { window.list.messages.count == 3 }
          XCTAssertTrue(window.list.hasFocus || window.changes.waiting == 0)
        }
      }
    }
  }

  func testARowOfSeveralOffersItForAll() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 5)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<5).map { "Subject \($0)" })
        for place in [1, 3] { window.list.pick(window.list.shownRows[place].id) }
        let content = window.content(of: window.list.messages[3])
        XCTAssertEqual(content.first.map(\.title), ["Deselect"])
        XCTAssertTrue(content.leading.actions.map(\.title).contains("Archive (2)"))
        let alone = window.content(of: window.list.messages[2])
        XCTAssertEqual(alone.first.map(\.title), ["Select"])
        XCTAssertTrue(alone.leading.actions.map(\.title).contains("Archive"))
        let archive = try XCTUnwrap(content.leading.actions.first { $0.name == "archive" })
        window.list.swipes.perform(archive, on: window.list.shownRows[3].id)
        window.waitFor(["Subject 0", "Subject 2", "Subject 4"])
        pump("the move") { (try? mailbox.onDisk(".Archive").count) == 2 }
      }
    }
  }

  /// What selecting costs is what is in sight, not what is selected.
  func testSelectingAHundredThousandShowsNoMoreThanIsSeen() throws {
    try onGtk {
      let messages = (0..<100_000).map { number in
        Message(
          id: MessageRef(folder: .inbox, key: ByteName("\(number)")), flags: [], from: "Ada",
          address: "ada@example.org", subject: "\(number)", date: Int64(1_000_000 - number),
          preview: "", size: 0)
      }
      let list = MailList()
      let window: Widget = gtk_window_new()
      defer { gtk_window_destroy(window.cast()) }
      gtk_window_set_default_size(window.cast(), 400, 600)
      gtk_window_set_child(window.cast(), list.widget)
      var shown = 0
      list.offer { item in
        shown += 1
        return .init(label: item.message.subject)
      }
      gtk_window_present(window.cast())
      _ = list.show(messages, isWhole: true)
      pump("the rows") { Array(list.listView.children).count > 10 }
      pump("a row in sight") { list.row(of: messages[0]).map { gtk_widget_get_mapped($0) } == 1 }
      let rows = Array(list.listView.children).count
      XCTAssertLessThan(rows, 500)
      shown = 0
      XCTAssertTrue(list.pick { _ in true })
      XCTAssertEqual(list.picks.count, 100_000)
      list.unpick()
      XCTAssertLessThanOrEqual(shown, 2 * rows)
    }
  }
}

@MainActor
extension MailList {
  /// What the pill over the list says; nil while it is not there.
  fileprivate var pill: String? {
    func buttons(_ widget: Widget) -> [Widget] {
      [widget] + widget.children.flatMap { buttons($0) }
    }
    return buttons(widget).first {
      gtk_widget_has_css_class($0, "arrivals") != 0 && gtk_widget_get_mapped($0) != 0
    }.flatMap { gtk_button_get_label($0.cast()) }.map { String(cString: $0) }
  }
}
