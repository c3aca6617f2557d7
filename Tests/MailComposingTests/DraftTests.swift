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
        composer.activate("close")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.draft(id), draft)
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
      XCTAssertTrue(FileManager.default.createFile(atPath: host.drafts.path, contents: Data()))
      try withComposer(host) { composer, host in
        composer.text.paste("Words")
        pump("what is wrong") { !composer.frame.said.isEmpty }
        composer.activate("close")
        pump("the try") { composer.isBusy }
        pump("its end") { !composer.isBusy }
        XCTAssertNotNil(ComposerWindow.all[composer.id])
        XCTAssertEqual(composer.mail.text, "Words\n\n-- \nRobin")
        try FileManager.default.removeItem(atPath: host.drafts.path)
        composer.activate("close")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.draft(composer.id)?.text, "Words\n\n-- \nRobin")
      }
    }
  }

  func testWhatIsTakenBackLeavesANewerDraftAsItIs() throws {
    let host = TestHost()
    let mail = OutgoingMail(account: UUID(), from: .init(address: "a@example.org"), text: "Words")
    try host.drafts.take(mail)
    XCTAssertEqual(host.drafts.read(mail.id), mail)
    var newer = mail
    newer.text = "Newer words"
    try host.drafts.save(newer)
    try host.drafts.take(mail)
    XCTAssertEqual(host.drafts.read(mail.id), newer)
  }

  func testWhatIsNoDraftIsLeftWhereItLies() throws {
    let host = TestHost()
    let mail = OutgoingMail(account: UUID(), from: .init(address: "a@example.org"), text: "Words")
    try host.drafts.save(mail)
    let other = host.drafts.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: URL(fileURLWithPath: other + "/draft.json"))
    XCTAssertEqual(host.drafts.all(), [mail])
    XCTAssertTrue(FileManager.default.fileExists(atPath: other + "/draft.json"))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: host.drafts.folder(of: mail.id))
    XCTAssertEqual(names, ["draft.json"], "a part of a file is left")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: host.drafts.folder(of: mail.id) + "/draft.json")
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    host.drafts.remove(mail.id)
    XCTAssertEqual(host.drafts.all(), [])
  }

  func testDraftsAreListedAndOneIsGoneOnWith() throws {
    try onMainLoop {
      let host = TestHost()
      let mail = host.mail(to: "ada@example.org", subject: "<b>Keys</b>")
      try host.drafts.save(mail)
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
