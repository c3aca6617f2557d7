import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import Triage
import XCTest

@testable import Dunnock

/// What is offered in the archive and the trash in place of archiving and trashing.
final class DeletingTests: XCTestCase {
  private static let archive = FolderID(path: ByteName(".Archive"))
  private static let trash = FolderID(path: ByteName(".Trash"))

  /// A window on the trash of a mailbox whose three messages are in it, by three steps.
  @MainActor
  private static func withTrash(_ body: (MailWindow, TestMailbox) throws -> Void) throws {
    let mailbox = try TestMailbox(count: 3)
    try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
      window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
      for _ in 0..<3 { window.obey(.trash) }
      window.waitFor([])
      window.open(trash)
      window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
      pump("the whole trash to be read") { window.canEmptyTrash }
      try body(window, mailbox)
    }
  }

  func testOnlyTheTrashOffersToDelete() throws {
    try onGtk {
      try Self.withTrash { window, _ in
        let message = try XCTUnwrap(window.list.first)
        let offered = window.content(of: message)
        XCTAssertEqual(offered.leading.actions.map(\.name), ["inbox", "toggle-read"])
        XCTAssertEqual(offered.trailing.actions.map(\.name), ["delete", "star"])
        XCTAssertTrue(
          offered.leading.allowsFullSwipe && !offered.trailing.allowsFullSwipe,
          "a long swipe never asks")
        XCTAssertEqual(window.shownChanges, [.moveToInbox, .delete, .moveElsewhere, .toggleStar])
        window.open(.inbox)
        window.waitFor([])
        XCTAssertEqual(
          window.shownChanges, [.archive, .snooze, .trash, .moveElsewhere, .toggleStar])
        XCTAssertFalse(window.canEmptyTrash)
        window.obey(.delete)
        XCTAssertNil(window.dialogs.question)
      }
    }
  }

  func testDeletingAsksFirstAndKeepsWhatIsNotConfirmed() throws {
    try onGtk {
      try Self.withTrash { window, mailbox in
        window.obey(.trash)
        let dialog = try XCTUnwrap(window.dialogs.question)
        XCTAssertEqual(
          dialog.questionHeading,
          "Permanently Delete 1 Message?")
        XCTAssertEqual(
          dialog.questionText,
          "“\u{2068}Subject 0\u{2069}” in “\u{2068}Trash\u{2069}” will be permanently deleted. This cannot be undone."
        )
        XCTAssertEqual(
          dialog.defaultAnswer, "cancel")
        XCTAssertTrue(dialog.looksDestructive("delete"))
        window.obey(.delete)
        XCTAssertEqual(window.dialogs.question, dialog, "one question at a time")
        dialog.answer("cancel")
        XCTAssertNil(window.dialogs.question)
        XCTAssertEqual(try mailbox.onDisk(".Trash").count, 3)

        pump("the answer to be heard, and the question again") {
          window.obey(.delete)
          return window.dialogs.question != nil
        }
        try XCTUnwrap(window.dialogs.question).answer("delete")
        window.waitFor(["Subject 1", "Subject 2"])
        pump("the notice") {
          window.notices.passing == "Permanently deleted “\u{2068}Subject 0\u{2069}”"
        }
        XCTAssertEqual(try mailbox.onDisk(".Trash"), ["Subject 1", "Subject 2"])
        XCTAssertEqual(window.list.selected?.message.subject, "Subject 1")
      }
    }
  }

  func testEmptyingTheTrashIsOneBatchAndTheStepsBeforeItAreGoneWithTheirMail() throws {
    try onGtk {
      try Self.withTrash { window, mailbox in
        try mailbox.add("Fresh", age: -60)
        window.activate(.emptyTrash)
        let dialog = try XCTUnwrap(window.dialogs.question)
        XCTAssertEqual(
          dialog.questionHeading,
          "Permanently Delete 3 Messages?")
        dialog.answer("delete")
        window.waitFor([])
        pump("the notice") { window.notices.passing == "Permanently deleted 3 messages" }
        XCTAssertEqual(try mailbox.onDisk(".Trash"), [])
        XCTAssertFalse(window.canEmptyTrash)
        XCTAssertEqual(window.folders.list.hasFocus, window.folders.isShown)
        XCTAssertNotNil(gtk_window_get_focus(window.window.cast()))
        window.undo()
        pump("the answer") { window.notices.passing == "There is nothing to undo." }
        XCTAssertEqual(try mailbox.onDisk(), ["Fresh"])
      }
    }
  }

  func testAnAnswerThatComesAfterTheFolderChangedDeletesNothing() throws {
    try onGtk {
      try Self.withTrash { window, mailbox in
        window.activate(.emptyTrash)
        let dialog = try XCTUnwrap(window.dialogs.question)
        window.open(.inbox)
        dialog.answer("delete")
        window.waitFor([])
        XCTAssertEqual(try mailbox.onDisk(".Trash").count, 3)
      }
    }
  }

  func testAYesForAMessageThatIsGoneMeanwhileIsAnswered() throws {
    try onGtk {
      try Self.withTrash { window, mailbox in
        window.obey(.delete)
        let dialog = try XCTUnwrap(window.dialogs.question)
        try mailbox.remove("Subject 0", folder: ".Trash")
        window.waitFor(["Subject 1", "Subject 2"])
        dialog.answer("delete")
        pump("the notice") {
          window.notices.passing == "It is no longer there. Another program moved or deleted it."
        }
        XCTAssertEqual(try mailbox.onDisk(".Trash"), ["Subject 1", "Subject 2"])
      }
    }
  }

  func testAYesIsForTheMessageAskedAboutAndNotForAnotherUnderItsName() throws {
    try onGtk {
      try Self.withTrash { window, mailbox in
        let name = try XCTUnwrap(window.list.first).message.id.key.description
        window.obey(.delete)
        let dialog = try XCTUnwrap(window.dialogs.question)
        try mailbox.remove("Subject 0", folder: ".Trash")
        window.waitFor(["Subject 1", "Subject 2"])
        try "From: Ann <ann@example.org>\nSubject: Other\n\nOther".write(
          toFile: mailbox.path + "/.Trash/cur/\(name):2,", atomically: false, encoding: .utf8)
        pump("the other message") { window.list.first?.message.subject == "Other" }
        dialog.answer("delete")
        pump("the notice") {
          window.notices.passing
            == "Another message has taken its place. Look at that one before you delete it."
        }
        XCTAssertEqual(try mailbox.onDisk(".Trash").count, 3)
      }
    }
  }

  func testAWindowThatClosesOverTheQuestionDeletesNothing() throws {
    try onGtk {
      var kept: TestMailbox?
      try Self.withTrash { window, mailbox in
        kept = mailbox
        window.obey(.delete)
        XCTAssertNotNil(window.dialogs.question)
      }
      XCTAssertEqual(try kept?.onDisk(".Trash").count, 3)
    }
  }

  func testWhatIsArchivedGoesBackToTheInbox() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 2, flags: "S")
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0", "Subject 1"])
        window.obey(.archive)
        window.waitFor(["Subject 1"])
        window.open(Self.archive)
        window.waitFor(["Subject 0"])
        let message = try XCTUnwrap(window.list.first)
        let offered = window.content(of: message)
        XCTAssertEqual(offered.leading.actions.map(\.name), ["inbox", "toggle-read"])
        XCTAssertEqual(offered.trailing.actions.map(\.name), ["trash", "star"])
        XCTAssertTrue(offered.leading.allowsFullSwipe && offered.trailing.allowsFullSwipe)
        XCTAssertEqual(
          window.shownChanges, [.moveToInbox, .snooze, .trash, .moveElsewhere, .toggleStar])
        window.obey(.archive)
        window.waitFor([])
        pump("the notice") {
          window.notices.passing == "Moved to the inbox: “\u{2068}Subject 0\u{2069}”"
        }
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0 S", "Subject 1 S"])
        window.undo()
        window.waitFor(["Subject 0"])
        XCTAssertEqual(try mailbox.onDisk(".Archive"), ["Subject 0 S"])
      }
    }
  }
}

@MainActor
extension MailWindow {
  /// The commands whose buttons can be seen above the message.
  fileprivate var shownChanges: [Command] {
    frame.commands.offered
  }
}
