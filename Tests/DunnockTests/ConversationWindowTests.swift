import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock
@testable import MailReading

/// A conversation in a window, with the list beside it.
final class ConversationWindowTests: XCTestCase {
  func testGoesThroughTheConversationAndThenOnToTheNextRow() throws {
    try onGtk {
      let mailbox = try TestMailbox()
      try mailbox.add("Above", age: -60, flags: "S")
      try mailbox.add("Plans", age: 120, flags: "S")
      try mailbox.add("Re: Plans", age: 0, flags: "S", answering: ["Plans"])
      try mailbox.add("My answer", age: 60, flags: "S", folder: ".Sent", answering: ["Plans"])
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Above", "Re: Plans", "Plans"])
        window.show(window.list.messages[1])
        let view = window.reader.pane.conversation
        let subjects = { view.entries.map { $0.message?.subject ?? "" } }
        pump("the conversation") { subjects() == ["Plans", "My answer", "Re: Plans"] }
        let current = { window.reader.shown?.subject }
        for subject in ["My answer", "Plans"] {
          window.activate(.previousMessage)
          pump("the one before") { current() == subject }
        }
        window.activate(.previousMessage)
        pump("the row above") { current() == "Above" }
        XCTAssertEqual(window.list.selected?.message.subject, "Above")
        XCTAssertEqual(view.entries.count, 1)
        XCTAssertTrue(window.reader.widget.holdsFocus, "who reads goes on reading")
        window.activate(.nextMessage)
        pump("the conversation again") { subjects() == ["Plans", "My answer", "Re: Plans"] }
      }
    }
  }

  func testWhatComesToAMessageThatIsReadStandsBelowIt() throws {
    try onGtk {
      let mailbox = try TestMailbox()
      try mailbox.add("Plans", age: 120, flags: "S")
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Plans"])
        pump("the text") { window.reader.shown?.subject == "Plans" }
        try mailbox.add("Re: Plans", age: 0, answering: ["Plans"])
        let view = window.reader.pane.conversation
        pump("the answer") { view.entries.count == 2 }
        XCTAssertEqual(view.current.message?.subject, "Plans")
      }
    }
  }

  func testOneMessageOfSeveralIsFiledAlone() throws {
    try onGtk {
      let mailbox = try TestMailbox()
      try mailbox.add("Plans", age: 120, flags: "S")
      try mailbox.add("Re: Plans", age: 60, flags: "S", answering: ["Plans"])
      try mailbox.add("Re: Re: Plans", age: 0, flags: "S", answering: ["Re: Plans"])
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        let view = window.reader.pane.conversation
        pump("the conversation") { view.entries.count == 3 }
        let first = try XCTUnwrap(view.entries[0].message)
        let deeds = window.deeds(for: first)
        XCTAssertEqual(
          deeds.map { $0.map(\.name) },
          [
            ["reply", "reply-all", "forward"],
            ["archive", "snooze", "trash", "move", "junk", "star", "toggle-read"], ["block"],
          ])
        deeds[1][0].perform()
        pump("that one to be filed") { (try? mailbox.onDisk(".Archive")) == ["Plans S"] }
        pump("its new place") { view.entries[0].message?.id.folder != .inbox }
        XCTAssertEqual(view.entries.count, 3)
        XCTAssertEqual(try mailbox.onDisk(), ["Re: Plans S", "Re: Re: Plans S"])
      }
    }
  }
}

@MainActor extension MailWindow {
  fileprivate func show(_ message: Message) {
    gtk_window_set_default_size(window.cast(), 960, 680)
    pump("list and message side by side") { !frame.isFolded }
    list.focus(message.id)
    showSelected()
  }
}
