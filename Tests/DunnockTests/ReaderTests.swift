import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import StoreInMemory
import XCTest

@testable import Dunnock
@testable import MailReading

/// What is read of the messages that somebody passes on the way.
final class ReaderTests: XCTestCase {
  func testOfAThousandMessagesInPassingTheLastIsRead() throws {
    try onGtk {
      try withReader { reader, mailbox, messages, bodiesRead in
        var stops = 0
        var last = -Double.infinity
        for message in messages {
          let now = Double(g_get_monotonic_time()) / 1e6
          // A machine that stands still as long as a resting key is one that rests.
          if now - last > 0.07 { stops += 1 }
          last = now
          reader.show(Conversation(row: message), of: mailbox.store)
          XCTAssertNil(reader.shown)
          XCTAssertNil(reader.content, "no text stands under the header of another message")
          for _ in 0..<5 { g_main_context_iteration(nil, 0) }
        }
        pump("the text of the last") { reader.shown?.id == messages.last?.id }
        XCTAssertEqual(reader.content?.body?.text, "The text of 999.")
        XCTAssertLessThanOrEqual(bodiesRead(), stops + 1)
      }
    }
  }

  func testWhileAKeyIsHeldNothingIsReadHoweverSlowItsRepeatsCome() throws {
    try onGtk {
      try withReader { reader, mailbox, messages, bodiesRead in
        reader.show(Conversation(row: messages[0]), of: mailbox.store)
        pump("the text") { reader.shown != nil }
        let before = bodiesRead()
        reader.hold(true)
        for message in messages[1...6] {
          reader.show(Conversation(row: message), of: mailbox.store)
          pumpFrames(of: reader.widget, 12)
          XCTAssertNil(reader.shown)
        }
        XCTAssertEqual(bodiesRead(), before)
        reader.hold(false)
        pump("the text of the last") { reader.shown?.id == messages[6].id }
        XCTAssertEqual(bodiesRead(), before + 1)
      }
    }
  }

  func testAPreviewThatIsReadWhileThePaneGoesIsNotShown() throws {
    try onGtk {
      try withReader { reader, mailbox, messages, _ in
        let host = StandingHost(of: mailbox)
        reader.ask(host)
        reader.show(Conversation(row: messages[0]), of: mailbox.store)
        let entry = ConversationEntry()
        entry.show(
          messages[0], amongOthers: true, title: "", folder: "", now: 0, width: 400)
        reader.fetchPreview(entry)
        let isWanted = try XCTUnwrap(host.isPreviewWanted)
        XCTAssertTrue(isWanted())
        reader.cancel()
        XCTAssertFalse(isWanted())

        var isFirst = true
        var taken: [MessageRef] = []
        mailbox.fetchPreview(of: messages[1].id) {
          defer { isFirst = false }
          return isFirst
        } then: {
          taken.append($0.id)
        }
        mailbox.fetchPreview(of: messages[2].id) {
          true
        } then: {
          taken.append($0.id)
        }
        pump("the next") { !taken.isEmpty }
        XCTAssertEqual(taken, [messages[2].id])
      }
    }
  }

  func testAMessageThatIsOnItsWayElsewhereIsNotSaidToBeGone() throws {
    try onGtk {
      try withReader { reader, mailbox, messages, _ in
        let host = StandingHost(of: mailbox)
        reader.ask(host)
        let gone = Message(
          id: MessageRef(folder: .inbox, key: ByteName("gone")), flags: [], from: "Ada",
          address: "ada@example.org", subject: "Gone", date: 0, preview: "", size: 1)
        for isListed in [false, true] {
          host.isStillListed = isListed
          reader.show(Conversation(row: gone), of: mailbox.store)
          pump("the question") { host.vanished.count == (isListed ? 2 : 1) }
          pump("the answer") { (reader.content?.isVanished == true) == isListed }
          XCTAssertEqual(reader.shown?.id, isListed ? gone.id : nil)
        }
      }
    }
  }
}

@MainActor
private func withReader(
  _ body: (Reader, OpenMailbox, [Message], _ bodiesRead: () -> Int) throws -> Void
) throws {
  MainLoop.adoptMainActor()
  adw_init()
  let store = MemoryStore(identity: "reader-tests")
  let messages = (0..<1000).map { number in
    Message(
      id: MessageRef(folder: .inbox, key: ByteName("\(number)")), flags: [], from: "Ada",
      address: "ada@example.org", subject: "Subject \(number)", date: 0, preview: "", size: 1)
  }
  var mailbox: OpenMailbox?
  var read = -1
  Task {
    for (number, message) in messages.enumerated() {
      await store.deliver(message, text: "The text of \(number).")
    }
    mailbox = OpenMailbox(try await SharedMailbox.open(store), at: .path("/"), [.inbox])
  }
  pump("the mailbox") { mailbox != nil }
  let reader = Reader()
  let window: Widget = gtk_window_new()
  gtk_window_set_child(window.cast(), reader.widget)
  gtk_window_present(window.cast())
  defer { gtk_window_destroy(window.cast()) }
  try body(reader, try XCTUnwrap(mailbox), messages) {
    read = -1
    Task { read = await store.bodiesRead }
    pump("the count") { read >= 0 }
    return read
  }
  reader.clear()
}
