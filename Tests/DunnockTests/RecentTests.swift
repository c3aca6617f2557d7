import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

final class RecentTests: XCTestCase {
  func testWhatIsOnShowIsRemembered() throws {
    try onGtk {
      let settings = Settings.withoutHint()
      let one = try TestMailbox(count: 1)
      try one.add("Filed", age: 0, folder: ".Archive")
      let archive = FolderID(path: ByteName(".Archive"))
      try withWindow(on: .path(one.path), settings: settings) { window in
        window.waitFor(["Subject 0"])
        XCTAssertEqual(settings.lastShown?.place, .path(one.path))
        XCTAssertEqual(settings.lastShown?.folder, .inbox)
        window.open(archive)
        window.waitFor(["Filed"])
        XCTAssertEqual(settings.lastShown?.folder, archive)
      }
      // Another start reads what this one has stored.
      let again = Settings()
      XCTAssertEqual(again.lastShown?.place, .path(one.path))
      XCTAssertEqual(again.lastShown?.folder, archive)
      try withWindow(on: .path(one.path), settings: settings) { window in
        window.open(.path(one.path), folder: archive)
        window.waitFor(["Filed"])
        window.open(.path(one.path), folder: FolderID(path: ByteName(".Gone")))
        window.waitFor(["Subject 0"])
      }
    }
  }

  func testTheMenuOffersWhatWasOpenButForWhatIsOnShow() throws {
    try onGtk {
      let settings = Settings.withoutHint()
      let one = try TestMailbox(count: 1)
      let two = try TestMailbox(count: 2)
      try withWindow(on: .path(one.path), settings: settings) { window in
        window.waitFor(["Subject 0"])
        window.open(.path(two.path))
        window.waitFor(["Subject 0", "Subject 1"])
        XCTAssertEqual(settings.recentPlaces.prefix(2), [.path(two.path), .path(one.path)])
        let action = WindowCommand.prefix + "." + MailWindow.openRecent
        gtk_widget_activate_action_variant(
          window.window, action, g_variant_new_string(ByteName(one.path).escaped))
        window.waitFor(["Subject 0"])
        XCTAssertEqual(settings.recentPlaces.prefix(2), [.path(one.path), .path(two.path)])
      }
    }
  }

  func testOneThatIsGoneStaysAndIsNotWhatIsOpenedNext() throws {
    try onGtk {
      let settings = Settings.withoutHint()
      let one = try TestMailbox(count: 1)
      let gone = MailboxPlace.path("/nonexistent/mail")
      settings.remember(gone, folder: nil)
      try withWindow(on: .path(one.path), settings: settings) { window in
        window.waitFor(["Subject 0"])
        window.open(gone)
        pump("that it cannot be opened") {
          window.statusTexts.first == "Mailbox Cannot Be Opened"
        }
        XCTAssertEqual(settings.recentPlaces.prefix(2), [.path(one.path), gone])
      }
    }
  }

  func testTheSampleIsKnownByItsPath() throws {
    try onGtk {
      XCTAssertEqual(MailboxPlace.at(MailboxPlace.sample.path), .sample)
      XCTAssertEqual(MailboxPlace.at(ByteName("/mail")), .path("/mail"))
    }
  }

  func testWhatIsWrittenSaysWhomItGoesTo() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 0, folders: [".Sent", ".Drafts"])
      try mailbox.add(
        "Sent", age: 0, flags: "S", folder: ".Sent", from: "Me <me@example.org>",
        to: "Ben Okri <ben@example.org>, Cyd <cyd@example.org>")
      try mailbox.add(
        "Begun", age: 0, flags: "DS", folder: ".Drafts", from: "Me <me@example.org>", to: "")
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor([])
        for (folder, subject, text) in [
          (".Sent", "Sent", "To: Ben Okri, Cyd"), (".Drafts", "Begun", "No recipients"),
        ] {
          window.open(FolderID(path: ByteName(folder)))
          window.waitFor([subject])
          pump("the recipients of \(subject)") {
            window.list.messages.first.flatMap { window.list.row(of: $0.id) }
              .map { window.list.names(of: $0).spoken } == text
          }
        }
      }
    }
  }
}
