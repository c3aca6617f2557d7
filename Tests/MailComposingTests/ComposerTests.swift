import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailWriting
import XCTest

@testable import MailComposing

/// The window that a mail is written in, with a program that keeps what it is handed.
final class ComposerTests: XCTestCase {
  func testWhatIsWrittenIsSentAndTheWindowCloses() throws {
    try onMainLoop {
      try withComposer { composer, host in
        for button in [composer.frame.send, composer.frame.cancel] {
          XCTAssertEqual(gtk_widget_is_sensitive(button), 1)
        }
        composer.fields.to.row.control.type("Ada <ada@example.org>, ben@example.org")
        composer.fields.reveal(composer.fields.cc)
        composer.fields.cc.row.control.type("cyd@example.org;")
        composer.fields.subject.control.type("Keys 🗝")
        composer.text.paste("Here they are.")
        composer.activate("send")
        composer.pumpUntilClosed()
        let mail = try XCTUnwrap(host.sent.first)
        XCTAssertEqual(
          mail.to,
          [.init(name: "Ada", address: "ada@example.org"), .init(address: "ben@example.org")])
        XCTAssertEqual(mail.cc, [.init(address: "cyd@example.org")])
        XCTAssertEqual(mail.bcc, [])
        XCTAssertEqual(mail.subject, "Keys 🗝")
        XCTAssertEqual(mail.text, "Here they are.\n\n-- \nRobin")
        XCTAssertEqual(mail.from, host.accounts[0].from)
        XCTAssertEqual(mail.account, host.accounts[0].id)
        XCTAssertNil(host.draft(mail.id), "a draft of what is sent")
        XCTAssertEqual(host.kept, [])
      }
    }
  }

  func testAnAnswerKeepsWhatItAnswersAndItsQuotation() throws {
    try onMainLoop {
      let begun = { (host: TestHost) in
        var mail = host.mail(to: "ada@example.org", subject: "Re: Keys", text: "\n\nAda:\n> Here.")
        (mail.inReplyTo, mail.references) = ("a@b", ["x@b", "a@b"])
        mail.answered = .init(kind: .reply, messageID: "a@b")
        return mail
      }
      try withComposer(on: begun) { composer, host in
        composer.text.paste("Thanks.")
        composer.activate("send")
        composer.pumpUntilClosed()
        let mail = try XCTUnwrap(host.sent.first)
        XCTAssertEqual(mail.text, "Thanks.\n\nAda:\n> Here.\n\n-- \nRobin")
        XCTAssertEqual(mail.references, ["x@b", "a@b"])
        XCTAssertEqual(mail.answered, .init(kind: .reply, messageID: "a@b"))
      }
    }
  }

  func testARefusedMailStaysInItsWindow() throws {
    try onMainLoop {
      let host = TestHost()
      host.refusal = "The server is on holiday."
      try withComposer(host, on: { $0.mail(to: "ada@example.org", subject: "Hi") }) {
        composer, host in
        composer.text.paste("Words.")
        composer.activate("send")
        pump("what is wrong") { composer.frame.said == "The server is on holiday." }
        pump("the end of the wait") { !composer.isBusy }
        XCTAssertEqual(composer.mail.text, "Words.\n\n-- \nRobin")
        XCTAssertNotNil(host.draft(composer.mail.id))
        host.refusal = nil
        composer.activate("send")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.sent.count, 1)
      }
    }
  }

  func testAMailToNobodyOrToNoAddressIsNotSent() throws {
    try onMainLoop {
      try withComposer(on: { $0.mail(subject: "Hi") }) { composer, host in
        composer.activate("send")
        pump("what is wrong") { composer.fields.to.row.said != nil }
        composer.fields.to.row.control.type("ada at example.org")
        XCTAssertNil(composer.fields.to.row.said)
        composer.activate("send")
        pump("what is wrong") { composer.fields.to.row.said?.contains("ada at") == true }
        XCTAssertNil(composer.question)
        XCTAssertEqual(host.sent, [])
      }
    }
  }

  func testAllThatMayNotBeMeantIsAskedAtOnce() throws {
    try onMainLoop {
      try withComposer(on: { $0.mail(to: "ada@examp1e.org", text: "See the attached plan.") }) {
        composer, host in
        pump("the known") { !composer.fields.to.completion.known.isEmpty }
        composer.activate("send")
        let text = composer.answer("cancel")
        for words in ["ada@examp1e.org", "ada@example.org", "attached", "subject"] {
          XCTAssertTrue(text.contains(words), "\(words) in \(text)")
        }
        XCTAssertEqual(host.sent, [])
        pump("the end of the wait") { !composer.isBusy }
        composer.activate("send")
        _ = composer.answer("send")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.sent.count, 1)
      }
    }
  }

  func testAnotherAccountBringsItsSignatureUnlessThePersonChangedIt() throws {
    try onMainLoop {
      try withComposer { composer, host in
        composer.text.paste("Hello")
        composer.fields.sender.choose(1)
        XCTAssertEqual(composer.mail.text, "Hello\n\n-- \nR. Reader")
        XCTAssertEqual(composer.mail.from, host.accounts[1].from)
        composer.text.begin(with: "Hello\n\n-- \nR. Reader, Esq.")
        composer.fields.sender.choose(0)
        XCTAssertEqual(composer.mail.text, "Hello\n\n-- \nR. Reader, Esq.")
      }
    }
  }

  func testAnAccountThatGoesIsReplacedByAnotherAndTheLastKeepsTheDraft() throws {
    try onMainLoop {
      try withComposer(on: { $0.mail(to: "ada@example.org", subject: "Hi") }) { composer, host in
        let second = host.accounts[1]
        host.accounts = [second]
        ComposerWindow.accountsChanged()
        XCTAssertEqual(composer.mail.account, second.id)
        XCTAssertEqual(composer.frame.said, "")
        host.accounts = []
        ComposerWindow.accountsChanged()
        XCTAssertFalse(composer.frame.said.isEmpty)
        composer.activate("send")
        composer.activate("close")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.sent, [])
        XCTAssertEqual(host.draft(composer.id)?.subject, "Hi")
      }
    }
  }

  func testASecondWindowOnADraftIsTheFirst() throws {
    try onMainLoop {
      try withComposer { composer, host in
        let again = ComposerWindow.present(composer.mail, host: host, beside: nil)
        XCTAssertTrue(again === composer)
      }
    }
  }

  func testACompletionIsChosenByKeyAndWritten() throws {
    try onMainLoop {
      try withComposer { composer, _ in
        let (entry, completion) = (composer.fields.to.row.control, composer.fields.to.completion)
        pump("the known") { !completion.known.isEmpty }
        gtk_widget_grab_focus(entry)
        entry.type("ben@example.org, ad")
        gtk_editable_set_position(entry.opaque, -1)
        pump("the offer") { completion.offered.map(\.name) == ["Ada Lovelace", "Adam Ant"] }
        XCTAssertTrue(completion.answers(GDK_KEY_Down, 0))
        XCTAssertTrue(completion.answers(GDK_KEY_Return, 0))
        XCTAssertEqual(
          entry.typedExactly, "ben@example.org, Adam Ant <adam@example.org>, ")
        XCTAssertFalse(completion.isShown)
        // Without the accent, by a part of the name, and not who is there already.
        entry.type(entry.typedExactly + "zo")
        gtk_editable_set_position(entry.opaque, -1)
        pump("the offer") { completion.offered.map(\.address) == ["zola@example.org"] }
        XCTAssertTrue(completion.answers(GDK_KEY_Escape, 0))
        XCTAssertFalse(completion.isShown)
      }
    }
  }

  func testWhatIsTypedCanBeUndoneButNotWhatWasThere() throws {
    try onMainLoop {
      try withComposer(on: { $0.mail(text: "> quoted") }) { composer, _ in
        composer.text.paste("Mine")
        gtk_text_buffer_undo(composer.text.buffer)
        XCTAssertEqual(composer.mail.text, "> quoted\n\n-- \nRobin")
        gtk_text_buffer_undo(composer.text.buffer)
        XCTAssertEqual(composer.mail.text, "> quoted\n\n-- \nRobin")
      }
    }
  }

  func testSignsThatNoMailHoldsAreLeftOut() throws {
    try onMainLoop {
      try withComposer(on: { $0.mail(subject: "a\0b\nc", text: "one\0two\r\nthree\u{FFFC}") }) {
        composer, _ in
        XCTAssertEqual(composer.mail.subject, "ab c")
        XCTAssertEqual(composer.mail.text, "onetwo\nthree\n\n-- \nRobin")
      }
    }
  }
}
