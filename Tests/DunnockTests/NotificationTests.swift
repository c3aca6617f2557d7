import AppWidgets
import CDunnockGtk
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import Triage
import XCTest

@testable import Dunnock

final class NotificationTests: XCTestCase {
  /// Any program of the session can activate the actions of the application.
  func testNothingIsDoneThatNoNotificationOffers() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      let (settings, mailboxes) = (Settings.withoutHint(), Mailboxes())
      try withWindow(
        on: .path(mailbox.path), allowsChanges: true, settings: settings, mailboxes: mailboxes
      ) { window in
        window.waitFor((0..<3).map { "Subject \($0)" })
        let application = try XCTUnwrap(g_application_get_default())
        let news = NewMail(settings, mailboxes, MailFetching(settings, Mailboxes()))
        news.install(in: UnsafeMutableRawPointer(application))
        defer { g_action_map_remove_action(OpaquePointer(application), "do-to-message") }
        let identity = try XCTUnwrap(window.mailbox?.identity)
        func ask(_ command: String, _ message: Message) {
          let words = [identity, message.id.folder.path.escaped, message.id.key.escaped, command]
          g_action_group_activate_action(
            OpaquePointer(application), "do-to-message",
            withStringVector(words) { g_variant_new_strv($0, -1) })
        }
        let messages = window.list.messages
        window.obey(.trash, on: messages[0])
        window.waitFor(["Subject 1", "Subject 2"])
        window.open(FolderID(path: ByteName(".Trash")))
        window.waitFor(["Subject 0"])
        let trashed = window.list.messages[0]
        for command in Command.all where ![.archive, .markRead].contains(command.command) {
          ask(command.name, messages[1])
          ask(command.name, trashed)
        }
        // It comes after those.
        ask(Command.archive.entry.name, messages[2])
        pump("what is offered") { (try? mailbox.onDisk(".Archive")) == ["Subject 2"] }
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 1"])
        XCTAssertEqual(try mailbox.onDisk(".Trash"), ["Subject 0"])
      }
    }
  }
}
