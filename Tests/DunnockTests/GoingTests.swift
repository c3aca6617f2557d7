import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import XCTest

@testable import Dunnock

/// Commands that go to a folder, and those that archive and say which row is next.
final class GoingTests: XCTestCase {
  func testTheFolderOfARoleIsShownOrSaidToBeMissing() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2, flags: "F", folders: [".Archive", ".Sent"])
      try mailbox.add("Sent", age: 0, folder: ".Sent")
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        for (name, subjects) in [
          ("go-sent", ["Sent"]), ("go-starred", ["Subject 0", "Subject 1"]), ("go-archive", []),
          ("go-inbox", ["Subject 0", "Subject 1"]),
        ] {
          window.activate(try Self.command(name))
          window.waitFor(subjects)
        }
        pump("the focus") { window.list.hasFocusOnRow }
        window.activate(try Self.command("go-drafts"))
        XCTAssertEqual(window.notices.passing, "This mailbox has no folder “Drafts”.")
        XCTAssertEqual(window.shown.source, .folder(.inbox))
      }
    }
  }

  func testAMailboxOfOneFolderHasNothingToGoTo() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1, folders: [])
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0"])
        window.activate(try Self.command("go-starred"))
        XCTAssertEqual(window.notices.passing, "This mailbox has no folder “All Starred”.")
        XCTAssertEqual(window.shown.source, .folder(.inbox))
      }
    }
  }

  func testWhatIsLookedForIsLeft() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        window.activate(.search)
        pump("the bar") { window.search.isOpen }
        window.activate(try Self.command("go-archive"))
        window.waitFor([])
        XCTAssertFalse(window.search.isOpen)
      }
    }
  }

  func testArchivingGoesUpOrDown() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 5)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor((0..<5).map { "Subject \($0)" })
        window.list.focus(window.list.messages[3].id)
        window.activate(.archiveUp)
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 2")
        window.activate(.archiveDown)
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 4")
        window.waitFor(["Subject 0", "Subject 1", "Subject 4"])
        window.activate(.archiveDown)
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 1", "there is none below")
        window.list.focus(window.list.messages[0].id)
        window.activate(.archiveUp)
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 1", "there is none above")
        window.waitFor(["Subject 1"])
      }
    }
  }

  func testWhereAKeyWouldHaveGoneOnIsNoMatterToTheNext() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 5)
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor((0..<5).map { "Subject \($0)" })
        window.list.focus(window.list.messages[2].id)
        window.activate(.archiveUp)
        XCTAssertEqual(window.notices.passing, "Read-only.")
        window.allowChanges()
        pump("the row to be reached") { window.list.hasFocusOnRow }
        let row = try XCTUnwrap(window.list.selected)
        let archive = try XCTUnwrap(
          window.content(of: row).leading.actions.first { $0.name == "archive" })
        window.list.swipes.perform(archive, on: row.id)
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 3")
        window.waitFor(["Subject 0", "Subject 1", "Subject 3", "Subject 4"])
      }
    }
  }

  func testEachKeyOfACommandGoesTheSameWay() throws {
    try onGtk {
      for command in WindowCommand.filing where command.change?.command == .archive {
        let mailbox = try TestMailbox(count: 3)
        try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
          window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
          pump("the row to be reached") { window.list.hasFocusOnRow }
          XCTAssertTrue(window.answers(command), "\(command.keys): the row must not")
          window.waitFor(["Subject 1", "Subject 2"])
        }
      }
    }
  }

  func testWhoReadsOverTheListReadsOn() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      let settings = Settings.withoutHint()
      try withWindow(on: .path(mailbox.path), allowsChanges: true, settings: settings) { window in
        gtk_window_set_default_size(window.window.cast(), 360, 560)
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        pump("a narrow window") { window.frame.isFolded }
        window.list.focus(window.list.messages[1].id)
        window.showSelected()
        window.activate(.archiveUp)
        XCTAssertTrue(window.frame.showsReadingSide)
        pump("the one above") { window.reader.shown?.subject == "Subject 0" }
        window.waitFor(["Subject 0", "Subject 2"])
        for _ in 0..<2 { window.activate(.archiveDown) }
        window.waitFor([])
        XCTAssertFalse(window.frame.showsReadingSide, "there is nothing to read any more")
      }
    }
  }

  @MainActor
  private static func command(_ name: String) throws -> WindowCommand {
    let command = WindowCommand.going.first { $0.name == name }
    return try XCTUnwrap(command)
  }
}
