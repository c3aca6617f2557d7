import CDunnockGtk
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import Triage
import XCTest

@testable import Dunnock
@testable import MailReading

/// A clock that stands still but for what a test turns it by.
@MainActor
private final class Clock {
  private(set) var now = 100.0
  private var waits: [(end: Double, body: @MainActor () -> Void)] = []

  var attention: Attention {
    Attention(clock: { self.now }, wait: { self.waits.append((self.now + $0, $1)) })
  }

  var isAwaited: Bool { !waits.isEmpty }

  func turn(by seconds: Double) {
    now += seconds
    let due = waits.filter { $0.end <= now }
    waits.removeAll { $0.end <= now }
    for wait in due { wait.body() }
  }
}

final class ReadingMarksTests: XCTestCase {
  func testAMessageIsLookedAtForASecondInOnePiece() throws {
    try onGtk {
      let clock = Clock()
      let attention = clock.attention
      let messages = ["a", "b"].map { MessageRef(folder: .inbox, key: ByteName($0)) }
      var (seen, choice, found) = ([MessageRef](), 1, [MessageRef]())
      @MainActor func look() {
        found += attention.look(at: seen, by: choice, for: 1) { look() }
      }
      @MainActor func see(_ messages: [MessageRef]) {
        seen = messages
        look()
      }
      see([messages[0]])
      clock.turn(by: 0.75)
      see([])
      clock.turn(by: 1)
      XCTAssertEqual(found, [], "the person has looked away")
      see([messages[0]])
      clock.turn(by: 0.5)
      see(messages)
      clock.turn(by: 0.5)
      XCTAssertEqual(found, [messages[0]])
      clock.turn(by: 0.5)
      XCTAssertEqual(found, messages)
      clock.turn(by: 5)
      look()
      XCTAssertEqual(found, messages, "once for a choice")
      choice = 2
      look()
      attention.settle([messages[1]])
      clock.turn(by: 1)
      XCTAssertEqual(found, messages + [messages[0]])
    }
  }

  func testWhatThePersonGoesToIsReadAfterASecond() throws {
    try onGtk {
      try withReading { window, mailbox, clock in
        let begun = window.list.selected?.message.subject
        clock.turn(by: 5)
        XCTAssertEqual(begun, "Subject 0")
        try window.go(to: "Subject 1")
        clock.turn(by: 0.9)
        window.settle()
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1 F", "Subject 2"])
        clock.turn(by: 0.2)
        pump("the mark") { (try? mailbox.onDisk()) == ["Subject 0", "Subject 1 FS", "Subject 2"] }
        pump("its row to show it") { window.list.selected?.message.isUnread == false }
        // The step before is the star: the person's last.
        window.activate(.undo)
        pump("the star gone") {
          (try? mailbox.onDisk()) == ["Subject 0", "Subject 1 S", "Subject 2"]
        }
        pump("the end") { window.changes.waiting == 0 }
        window.activate(.undo)
        window.settle()
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1 S", "Subject 2"])
      }
    }
  }

  func testWhatIsSelectedByItselfStaysUnreadUntilThePersonTurnsToIt() throws {
    try onGtk {
      try withReading { window, mailbox, clock in
        try window.go(to: "Subject 1")
        window.activate(.changing(Command.archive.entry))
        pump("the next") { window.reader.shown?.subject == "Subject 2" }
        window.waitFor(["Subject 0", "Subject 2"])
        clock.turn(by: 5)
        window.settle()
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 2"])
        window.activate(.undo)
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        pump("it back") { window.reader.shown?.subject == "Subject 1" }
        clock.turn(by: 5)
        window.settle()
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1 F", "Subject 2"])
        window.activate(.show)
        clock.turn(by: 1)
        pump("the mark") { (try? mailbox.onDisk()) == ["Subject 0", "Subject 1 FS", "Subject 2"] }
      }
    }
  }

  func testWhatIsFoundIsReadOnceThePersonHasGoneOnToIt() throws {
    try onGtk {
      for isEarly in [false, true] {
        try withReading { window, mailbox, clock in
          window.activate(.search)
          pump("the bar") { window.search.isOpen }
          let entry = try XCTUnwrap(window.search.widget.firstInside(gtk_search_entry_get_type()))
          gtk_editable_set_text(entry.opaque, "\"Subject 2\"")
          if isEarly { Signal.emit(entry, "activate") }
          window.waitFor(["Subject 2"])
          pump("the text") { window.reader.shown?.subject == "Subject 2" }
          if !isEarly {
            clock.turn(by: 5)
            window.settle()
            XCTAssertTrue(try mailbox.onDisk().contains("Subject 2"), "nobody has gone to it")
            Signal.emit(entry, "activate")
          }
          pump("the clock to be awaited") { clock.isAwaited }
          clock.turn(by: 1)
          pump("the mark") { (try? mailbox.onDisk())?.contains("Subject 2 S") == true }
        }
      }
    }
  }

  func testWhatThePersonMarksUnreadStaysSoWhileItIsSelected() throws {
    try onGtk {
      try withReading { window, mailbox, clock in
        try window.go(to: "Subject 2")
        clock.turn(by: 1)
        pump("the mark") { (try? mailbox.onDisk())?.contains("Subject 2 S") == true }
        pump("its row to show it") { window.list.selected?.message.isUnread == false }
        window.activate(.changing(Command.markUnread.entry))
        pump("unread") { (try? mailbox.onDisk())?.contains("Subject 2") == true }
        pump("its row to show it") { window.list.selected?.message.isUnread == true }
        clock.turn(by: 5)
        window.attend()
        clock.turn(by: 5)
        window.settle()
        XCTAssertTrue(try mailbox.onDisk().contains("Subject 2"))
        try window.go(to: "Subject 0")
        try window.go(to: "Subject 2")
        clock.turn(by: 1)
        pump("the mark again") { (try? mailbox.onDisk())?.contains("Subject 2 S") == true }
      }
    }
  }

  func testNothingIsMarkedWhileTheMenuOfARowIsOpen() throws {
    try onGtk {
      try withReading { window, mailbox, clock in
        try window.go(to: "Subject 2")
        let row = try XCTUnwrap(window.list.selected)
        pump("the menu") { window.list.swipes.openMenu(of: row.id) }
        let menu = try XCTUnwrap(window.list.widget.firstInside(gtk_popover_menu_get_type()))
        pump("the focus in it") { menu.holdsFocus }
        clock.turn(by: 5)
        window.settle()
        XCTAssertTrue(try mailbox.onDisk().contains("Subject 2"))
        gtk_popover_popdown(menu.cast())
        pump("the clock to be awaited") { clock.isAwaited }
        clock.turn(by: 1)
        pump("the mark") { (try? mailbox.onDisk())?.contains("Subject 2 S") == true }
      }
    }
  }

  func testAtOnceAndNever() throws {
    try onGtk {
      try withReading { window, mailbox, clock in
        window.settings.reading.whenRead = .never
        try window.go(to: "Subject 1")
        clock.turn(by: 60)
        window.settle()
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1 F", "Subject 2"])
        window.settings.reading.whenRead = .atOnce
        pump("the mark") { (try? mailbox.onDisk()) == ["Subject 0", "Subject 1 FS", "Subject 2"] }
      }
    }
  }

  func testNothingIsMarkedWhereChangesAreNotAllowed() throws {
    try onGtk {
      try withReading(allowsChanges: false, stars: false) { window, mailbox, clock in
        try window.go(to: "Subject 1")
        clock.turn(by: 60)
        window.attend()
        clock.turn(by: 60)
        XCTAssertEqual(window.changes.waiting, 0)
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1", "Subject 2"])
      }
    }
  }

  func testOfAConversationWhatIsUnfoldedAndInSightIsRead() throws {
    try onGtk {
      let mailbox = try TestMailbox()
      try mailbox.add("Above", age: -60, flags: "S")
      let long = Array(repeating: "A line.\n", count: 400).joined()
      try mailbox.add("Plans", age: 180, text: long)
      try mailbox.add("One", age: 120, answering: ["Plans"], text: long)
      try mailbox.add("Two", age: 60, flags: "S", answering: ["Plans"], text: long)
      let clock = Clock()
      let settings = Settings(schema: nil)
      settings.isHintShown = true
      try withWindow(
        on: .path(mailbox.path), allowsChanges: true, settings: settings,
        attention: clock.attention
      ) { window in
        pump("the list") { window.list.shownRows.count == 2 }
        pump("the window to be in use") { gtk_window_is_active(window.window.cast()) != 0 }
        window.list.focus(window.list.shownRows[1].id)
        let view = window.reader.pane.conversation
        pump("the conversation") { view.entries.count == 3 && view.isRead }
        pump("one in sight") { window.reader.inSight.map(\.subject) == ["Plans"] }
        clock.turn(by: 1)
        pump("the mark") {
          (try? mailbox.onDisk()) == ["Above S", "One", "Plans S", "Two S"]
        }
        pump("the end") { window.changes.waiting == 0 }
        window.activate(.previousMessage)
        pump("the one before the last in sight") {
          window.reader.inSight.map(\.subject) == ["One"] && clock.isAwaited
        }
        clock.turn(by: 1)
        pump("the mark") {
          (try? mailbox.onDisk()) == ["Above S", "One S", "Plans S", "Two S"]
        }
      }
    }
  }
}

/// A window on three unread messages, of which the person has starred the second.
@MainActor
private func withReading(
  allowsChanges: Bool = true, stars: Bool = true,
  _ body: (MailWindow, TestMailbox, Clock) throws -> Void
) throws {
  let mailbox = try TestMailbox(count: 3)
  let clock = Clock()
  let settings = Settings(schema: nil)
  settings.isHintShown = true
  settings.reading.whenFiled = false
  try withWindow(
    on: .path(mailbox.path), allowsChanges: allowsChanges, settings: settings,
    attention: clock.attention
  ) { window in
    window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
    pump("the text") { window.reader.shown?.subject == "Subject 0" }
    pump("the window to be in use") { gtk_window_is_active(window.window.cast()) != 0 }
    if stars {
      window.obey(.toggleStar, on: window.list.messages[1])
      pump("the star") { window.list.messages[1].isStarred && window.changes.waiting == 0 }
    }
    try body(window, mailbox, clock)
  }
}

@MainActor
extension MailWindow {
  /// Goes to a row as a key of the list does, and waits for its text.
  fileprivate func go(to subject: String) throws {
    list.focus(try XCTUnwrap(list.messages.first { $0.subject == subject }).id)
    pump("the text") { reader.shown?.subject == subject }
  }

  /// Waits until all that was asked for by now is done.
  fileprivate func settle() {
    pump("the end of changes") { changes.waiting == 0 }
  }
}
