import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailWriting
import XCTest

@testable import MailComposing

/// What stays of a mail that is not sent.
final class DraftTests: XCTestCase {
  func testWhatIsTypedIsOnTheDiskWithoutClosing() throws {
    try onMainLoop {
      try withComposer { composer, host in
        composer.fields.subject.control.type("Keys")
        composer.text.paste("Words")
        pump("the draft") { host.draft(composer.id)?.text == "Words\n\n-- \nRobin" }
        XCTAssertEqual(host.draft(composer.id), composer.mail)
      }
    }
  }

  func testClosingKeepsTheDraftAndItGoesOnAsItWas() throws {
    try onMainLoop {
      let host = TestHost()
      var id = UUID()
      try withComposer(host) { composer, host in
        id = composer.id
        composer.fields.bcc.row.control.type("not yet an address")
        composer.text.paste("Words")
        composer.activate("close")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.kept.map(\.id), [id])
      }
      let draft = try XCTUnwrap(host.draft(id))
      try withComposer(host, on: { _ in draft }, isNew: false) { composer, host in
        XCTAssertEqual(composer.mail, draft)
        XCTAssertTrue(gtk_widget_get_visible(composer.fields.bcc.row.widget) != 0)
        // Though nothing was changed it is the person's own.
        XCTAssertTrue(composer.isOwn)
        composer.activate("close")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.draft(id), draft)
        XCTAssertEqual(host.ends, [.kept, .unchanged])
      }
    }
  }

  /// A draft that another program has made.
  @MainActor
  private static func foreign(_ host: TestHost) -> OutgoingMail {
    var mail = host.mail(to: "ada@example.org", subject: "Plan", text: "Yes.\n> Ada owes me 500\n")
    mail.from = .init(name: "Office", address: "office@example.org")
    mail.bcc = [.init(address: "mara@example.org")]
    mail.replyTo = [.init(address: "answers@example.org")]
    return mail
  }

  @MainActor private static let parts = [
    EnclosedPart(name: "a.png", type: "image/png") { [1, 2, 3] },
    EnclosedPart(name: "lost.pdf", type: "application/pdf") { nil },
  ]

  func testADraftThatIsNotChangedIsNotWritten() throws {
    try onMainLoop {
      let host = TestHost()
      let mail = Self.foreign(host)
      try withComposer(host, on: { _ in mail }, isNew: false, with: Self.parts) { composer, host in
        pump("the copies") { !composer.attachments.isCopying }
        XCTAssertEqual(composer.attachments.missing, ["lost.pdf"])
        XCTAssertFalse(composer.keeper.isDirty, "what nobody changed would be kept")
        ComposerWindow.accountsChanged()
        XCTAssertFalse(composer.keeper.isDirty)
        composer.activate("close")
        composer.pumpUntilClosed()
        pump("the end") { host.ends == [.unchanged] }
        XCTAssertNil(host.draft(mail.id))
      }
    }
  }

  func testADraftThatIsOpenedEmptyIsNotDiscarded() throws {
    try onMainLoop {
      let host = TestHost()
      try withComposer(host, isNew: false) { composer, host in
        composer.activate("close")
        composer.pumpUntilClosed()
        pump("the end") { host.ends == [.unchanged] }
      }
    }
  }

  func testADraftThatIsAsItWasAgainIsNotWrittenAsAnother() throws {
    try onMainLoop {
      let host = TestHost()
      let mail = Self.foreign(host)
      try host.spool.save(mail)
      try withComposer(host, on: { _ in mail }, isNew: false) { composer, host in
        composer.text.paste("x")
        pump("the change") { host.draft(mail.id)?.text.hasPrefix("x") == true }
        gtk_text_buffer_undo(composer.text.buffer)
        composer.activate("close")
        composer.pumpUntilClosed()
        pump("the end") { host.ends == [.unchanged] }
        XCTAssertEqual(host.draft(mail.id), mail)
      }
    }
  }

  func testADraftThatIsChangedKeepsAllThatWasInIt() throws {
    try onMainLoop {
      let host = TestHost()
      let mail = Self.foreign(host)
      try withComposer(host, on: { _ in mail }, isNew: false, with: Self.parts) { composer, host in
        // The sender is told, and the account's own can be chosen.
        XCTAssertNotEqual(gtk_widget_get_visible(composer.fields.sender.row.widget), 0)
        XCTAssertEqual(
          composer.fields.sender.accounts.map(\.from), [mail.from] + host.accounts.map(\.from))
        ComposerWindow.accountsChanged()
        composer.text.paste("Words. ")
        composer.activate("close")
        composer.pumpUntilClosed()
        var expected = mail
        expected.text = "Words. " + mail.text
        var kept = try XCTUnwrap(host.draft(mail.id))
        XCTAssertEqual(kept.attachments.map(\.name), ["a.png"])
        kept.attachments = []
        XCTAssertEqual(kept, expected)
        XCTAssertEqual(host.ends, [.kept])
      }
      try withComposer(host, on: { _ in mail }, isNew: false) { composer, host in
        composer.fields.sender.choose(1)
        XCTAssertEqual(composer.mail.from, host.accounts[0].from)
        ComposerWindow.accountsChanged()
        XCTAssertEqual(composer.mail.from, host.accounts[0].from)
      }
    }
  }

  func testADraftLosesOrGetsAnAttachmentByThePersonAlone() throws {
    try onMainLoop {
      let host = TestHost()
      let mail = Self.foreign(host)
      try withComposer(host, on: { _ in mail }, isNew: false, with: Self.parts) { composer, host in
        pump("the copies") { !composer.attachments.isCopying }
        gtk_widget_activate(composer.attachments.items[0].remove)
        pump("the card to go") { composer.attachments.items.count == 1 }
        composer.activate("close")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.ends, [.kept])
        XCTAssertEqual(host.draft(mail.id)?.attachments, [])
      }
    }
  }

  func testWhatIsTypedIsOnTheDiskBeforeAnythingIsSaidOrWaitedFor() throws {
    try onMainLoop {
      let host = TestHost()
      try withComposer(host) { composer, host in
        composer.text.paste("Words")
        // It goes to nobody.
        composer.activate("send")
        pump("what is wrong") { composer.fields.to.row.said != nil }
        XCTAssertEqual(host.draft(composer.id)?.text, "Words\n\n-- \nRobin")
      }
      let (stream, bytes) = AsyncStream<[UInt8]>.makeStream()
      let part = EnclosedPart(name: "a.pdf", type: "application/pdf") {
        for await bytes in stream { return bytes }
        return nil
      }
      try withComposer(host, with: [part]) { composer, host in
        composer.text.paste("Words")
        composer.activate("close")
        pump("the wait for the copy") { gtk_widget_is_sensitive(composer.frame.content) == 0 }
        XCTAssertEqual(host.draft(composer.id)?.text, "Words\n\n-- \nRobin")
        bytes.yield([1, 2, 3])
        composer.pumpUntilClosed()
      }
    }
  }

  func testWhatNobodyWroteLeavesNoDraft() throws {
    try onMainLoop {
      let host = TestHost()
      for mail in [host.mail(), host.mail(to: "ada@example.org", text: "\n\n> Quoted.")] {
        try withComposer(host, on: { _ in mail }) { composer, host in
          XCTAssertFalse(composer.keeper.isDirty, "what nobody wrote would be kept")
          composer.text.paste("x")
          pump("the draft") { host.draft(mail.id) != nil }
          gtk_text_buffer_undo(composer.text.buffer)
          composer.activate("close")
          composer.pumpUntilClosed()
          XCTAssertNil(host.draft(mail.id))
          XCTAssertEqual(host.kept, [])
        }
      }
    }
  }

  func testDiscardingAsksOnlyWhereSomethingWasWritten() throws {
    try onMainLoop {
      let host = TestHost()
      try withComposer(host) { composer, _ in
        composer.activate("discard")
        composer.pumpUntilClosed()
      }
      try withComposer(host) { composer, host in
        composer.text.paste("Words")
        composer.activate("discard")
        composer.answer("discard")
        composer.pumpUntilClosed()
        XCTAssertNil(host.draft(composer.id))
        XCTAssertEqual(host.kept, [])
      }
    }
  }

  func testADraftThatCannotBeKeptIsSaidAndKeepsItsWindow() throws {
    try onMainLoop {
      let host = TestHost()
      // A file where the folder would be.
      XCTAssertTrue(FileManager.default.createFile(atPath: host.spool.path, contents: Data()))
      try withComposer(host) { composer, host in
        composer.text.paste("Words")
        pump("what is wrong") { !composer.frame.said.isEmpty }
        composer.activate("close")
        pump("the try") { composer.isBusy }
        pump("its end") { !composer.isBusy }
        XCTAssertNotNil(ComposerWindow.all[composer.id])
        XCTAssertEqual(composer.mail.text, "Words\n\n-- \nRobin")
        try FileManager.default.removeItem(atPath: host.spool.path)
        composer.activate("close")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.draft(composer.id)?.text, "Words\n\n-- \nRobin")
      }
    }
  }

  func testWhatIsNoDraftIsLeftWhereItLies() throws {
    let host = TestHost()
    let mail = OutgoingMail(account: UUID(), from: .init(address: "a@example.org"), text: "Words")
    try host.spool.save(mail)
    let other = host.spool.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: URL(fileURLWithPath: other + "/state"))
    XCTAssertEqual(host.spool.drafts(), [mail])
    XCTAssertTrue(FileManager.default.fileExists(atPath: other + "/state"))
    let folder = host.spool.path + "/" + mail.id.uuidString
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    XCTAssertEqual(Set(names), ["state", "lock"], "a part of a file is left")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/state")
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    try host.spool.discard(mail.id)
    XCTAssertEqual(host.spool.drafts(), [])
  }

  func testDraftsAreListedAndOneIsGoneOnWith() throws {
    try onMainLoop {
      let host = TestHost()
      let mail = host.mail(to: "ada@example.org", subject: "<b>Keys</b>")
      try host.spool.save(mail)
      let parent = present(gtk_label_new("Mail"))
      var drafts: [OutgoingMail]?
      Task { drafts = await DraftsWindow.drafts(of: host) }
      pump("the drafts") { drafts == [mail] }
      let list = DraftsWindow.present([mail], host: host, over: parent)
      let row = try XCTUnwrap(list.firstInside(adw_action_row_get_type()))
      adw_action_row_activate(row.cast())
      pump("its window") { ComposerWindow.all[mail.id] != nil }
      let composer = try XCTUnwrap(ComposerWindow.all[mail.id])
      XCTAssertEqual(composer.mail.subject, "<b>Keys</b>")
      Task { drafts = await DraftsWindow.drafts(of: host) }
      pump("none that is in no window") { drafts == [] }
      close(composer.window, waits: false)
    }
  }
}
