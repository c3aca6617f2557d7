import Accounts
import CDunnockAdwaita
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import MailSpool
import MailText
import MailWriting
import Triage
import XCTest

@testable import Dunnock
@testable import MailComposing

extension ComposerWindow {
  @MainActor
  func perform(_ name: String) {
    gtk_widget_activate_action_variant(frame.widget, ComposerFrame.action(name), nil)
  }
}

/// The program's own windows to write mail in, where an account can send.
final class OwnComposerTests: XCTestCase {
  @MainActor
  static func withOwn(
    hasAccount: Bool = true, isLookOnly: Bool = true,
    closed: @MainActor (OwnComposer) throws -> Void = { _ in },
    _ body: (MailWindow, RecordingComposer, OwnComposer, TestMailbox) throws -> Void
  ) throws {
    let mailbox = try TestMailbox(count: 0, folders: [".Sent"])
    let message = """
      From: Ada <ada@example.org>
      To: me@example.org
      Subject: The plan
      Message-ID: <plan@example.org>
      Mail-Followup-To: list@x.org
      Content-Type: multipart/mixed; boundary=b

      --b

      Here it is.
      --b
      Content-Type: application/pdf; name="plan.pdf"
      Content-Disposition: attachment; filename="plan.pdf"

      pdf
      --b--

      """
    try Data(message.utf8).write(to: URL(fileURLWithPath: mailbox.path + "/cur/1.a:2,S"))
    let sent = "From: me@example.org\nTo: Ben <ben@example.org>\nSubject: Hi\n\nHi\n"
    try Data(sent.utf8).write(to: URL(fileURLWithPath: mailbox.path + "/.Sent/cur/2.b:2,S"))
    let stand = AccountStand()
    if hasAccount {
      var account = stand.account()
      account.smtp = account.imap
      stand.keep(account)
    }
    let desktop = RecordingComposer()
    let runner = OutboxRunner(stand.fetching, stand.settings) {
      MailWindow.all.compactMap(\.mailbox).map(\.session)
    } making: { tell in
      Outbox(stand.places, timeout: 3_600, password: { _ in "secret" }, telling: tell)
    }
    runner.begin()
    let own = OwnComposer(runner, stand.fetching, desktop: desktop)
    try withWindow(
      on: .path(mailbox.path), allowsChanges: !isLookOnly, settings: stand.settings, composer: own
    ) { window in
      window.waitFor(["The plan"])
      try body(window, desktop, own, mailbox)
      // What waits would have it ask before it closes.
      runner.end()
    }
    try closed(own)
    stand.fetching.end()
  }

  func testWithoutAnAccountMailIsWrittenInTheProgramOfTheDesktop() throws {
    try onGtk {
      try Self.withOwn(hasAccount: false) { window, desktop, _, _ in
        window.activate(.reply)
        pump("the draft") { desktop.drafts.count == 1 }
        XCTAssertTrue(ComposerWindow.all.isEmpty)
        XCTAssertEqual(window.notices.passing, "Opened in your email app.")
      }
    }
  }

  func testAnAnswerIsWrittenHereAndGoesToTheSender() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, desktop, own, _ in
        window.activate(.reply)
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        XCTAssertNil(window.notices.passing)
        XCTAssertEqual(composer.mail.to.map(\.address), ["ada@example.org"])
        XCTAssertEqual(composer.mail.subject, "Re: The plan")
        XCTAssertTrue(composer.mail.text.contains("> Here it is."))
        XCTAssertEqual(composer.mail.answered, .init(kind: .reply, messageID: "plan@example.org"))
        XCTAssertEqual(composer.mail.from.address, "me@example.org")
        pump("whom was written to") {
          composer.fields.to.completion.known.map(\.party.address) == ["ben@example.org"]
        }
        composer.perform("send")
        pump("its end") { ComposerWindow.all.isEmpty }
        XCTAssertEqual(own.outbox.entries.compactMap(\.mail?.inReplyTo), ["plan@example.org"])
        XCTAssertEqual(desktop.drafts, [])
      }
    }
  }

  func testWhereTheSenderSendsAnswersToAllIsSaidAboveTheText() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, _, _ in
        window.activate(.replyAll)
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        XCTAssertEqual(composer.mail.to.map(\.address), ["list@x.org"])
        XCTAssertEqual(
          composer.frame.said, "The sender asks for replies to go to \u{2068}list@x.org\u{2069}.")
        composer.perform("discard")
        pump("its end") { ComposerWindow.all.isEmpty }
        window.activate(.reply)
        pump("the window") { ComposerWindow.all.count == 1 }
        XCTAssertEqual(ComposerWindow.all.values.first?.frame.said, "")
        ComposerWindow.all.values.first?.perform("discard")
        pump("its end") { ComposerWindow.all.isEmpty }
      }
    }
  }

  func testALinkFromOutsideBeginsAMailHereOrSaysWhatIsMissing() throws {
    let link =
      "mailto:ben@x.org?cc=c@x.org&bcc=d@x.org&subject=Tea%0D%0ABcc:%20e@x.org&body=Hi%0D%0Athere"
      + "&in-reply-to=%3Ci@x%3E&attach=/etc/passwd&from=f@x.org"
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, desktop, own, _ in
        window.write(to: link)
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        let mail = composer.mail
        XCTAssertEqual(
          [mail.to, mail.cc, mail.bcc].map { $0.map(\.address) },
          [["ben@x.org"], ["c@x.org"], ["d@x.org"]])
        XCTAssertEqual(mail.subject, "Tea  Bcc: e@x.org")
        XCTAssertEqual(mail.text, "Hi\nthere")
        XCTAssertEqual(mail.inReplyTo, "i@x")
        XCTAssertEqual(mail.from.address, "me@example.org")
        XCTAssertTrue(mail.attachments.isEmpty && composer.attachments.items.isEmpty)
        XCTAssertTrue(gtk_widget_get_visible(composer.fields.bcc.row.widget) != 0)
        XCTAssertTrue(own.outbox.entries.isEmpty && desktop.drafts.isEmpty)
        composer.perform("discard")
        pump("its end") { ComposerWindow.all.isEmpty }
      }
      try Self.withOwn(hasAccount: false) { window, desktop, _, _ in
        window.write(to: link)
        pump("what is missing") { window.dialogs.question != nil }
        let question = try XCTUnwrap(window.dialogs.question)
        XCTAssertEqual(
          question.questionText,
          "Add an account to send mail.")
        question.answer("cancel")
        window.write(to: "mailto:" + String(repeating: "a", count: 1_000_000))
        pump("what is wrong") { window.notices.passing == "This email link cannot be read." }
        // It may be this program that the desktop would ask.
        XCTAssertEqual(desktop.drafts, [])
        XCTAssertTrue(ComposerWindow.all.isEmpty)
      }
    }
  }

  func testWhatIsPassedOnTakesItsAttachmentsAlong() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, _, _ in
        window.activate(.forward)
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        pump("the copy") { composer.mail.attachments.map(\.name) == ["plan.pdf"] }
        let file = try XCTUnwrap(composer.mail.attachments.first)
        XCTAssertEqual(
          FileManager.default.contents(atPath: file.path).map {
            String(decoding: $0, as: UTF8.self)
          },
          "pdf")
        XCTAssertEqual(composer.mail.answered?.kind, .forward)
        gtk_window_destroy(composer.window.cast())
      }
    }
  }

  func testALinkThatAsksForAFileSaysThatNoneIsAttached() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, _, _ in
        for (link, isTold) in [
          ("mailto:ben@x.org?subject=Tea&attach=/etc/passwd", true),
          ("mailto:?Attachment=file:///etc/passwd", true), ("mailto:?subject=attach=x", false),
        ] {
          for open in [
            { window.write(to: link) },
            { window.follow(MarkedText.Link(target: link, shown: "ben@x.org")) },
          ] {
            open()
            pump("the window") { ComposerWindow.all.count == 1 }
            let composer = try XCTUnwrap(ComposerWindow.all.values.first)
            XCTAssertEqual(composer.mail.attachments, [])
            XCTAssertEqual(
              composer.window.texts.contains(
                "The link asks to attach a file. Nothing is attached; attach the file yourself."),
              isTold, link)
            gtk_window_destroy(composer.window.cast())
            pump("no window") { ComposerWindow.all.isEmpty }
          }
        }
      }
    }
  }

  func testAnInvitationThatIsPassedOnStaysOne() throws {
    let message = """
      From: Ada <ada@example.org>
      To: me@example.org
      Subject: Lunch on Friday
      Message-ID: <lunch@example.org>
      Content-Type: multipart/alternative; boundary=b

      --b
      Content-Type: text/plain

      Please come.
      --b
      Content-Type: text/calendar; method=REQUEST; charset=utf-8

      BEGIN:VCALENDAR
      METHOD:REQUEST
      VERSION:2.0
      BEGIN:VEVENT
      UID:lunch@example.org
      SUMMARY:Lunch
      LOCATION:Garden room
      DTSTART;TZID=Unheard Of:20241206T123000
      END:VEVENT
      END:VCALENDAR
      --b--

      """
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, _, mailbox in
        try Data(message.utf8).write(
          to: URL(fileURLWithPath: mailbox.path + "/cur/0.lunch:2,S"))
        pump("the message") { window.subjects.contains("Lunch on Friday") }
        let shown = try XCTUnwrap(
          window.list.messages.first { $0.subject == "Lunch on Friday" })
        window.answer(.forward, to: shown)
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        pump("the copy") { composer.mail.attachments.count == 1 }
        XCTAssertEqual(
          composer.mail.attachments.map { [$0.name, $0.type] },
          [["invitation.ics", "text/calendar"]])
        let copy = try XCTUnwrap(
          composer.mail.attachments.first.flatMap {
            FileManager.default.contents(atPath: $0.path)
          })
        XCTAssertTrue(String(decoding: copy, as: UTF8.self).contains("UID:lunch@example.org"))
        let text = composer.mail.text.withoutMarks
        XCTAssertTrue(
          text.contains(
            "\nWhen: Friday, 6 December 2024, 12:30. In the time zone “Unheard Of”, which Dunnock does not know\nWhere: Garden room\n"
          ), text)
        gtk_window_destroy(composer.window.cast())
      }
    }
  }

  func testWhatIsPassedOnTakesThePicturesOfItsTextAlong() throws {
    let message = """
      From: Ada <ada@example.org>
      To: me@example.org
      Subject: The view
      Message-ID: <view@example.org>
      Content-Type: multipart/related; boundary=b

      --b
      Content-Type: text/html; charset=utf-8

      <p>From here:</p><img src="cid:lake@example.org" alt="The lake"><img src="cid:hill@example.org">
      --b
      Content-Type: image/png; name="lake.png"
      Content-ID: <lake@example.org>
      Content-Disposition: inline; filename="lake.png"

      lake
      --b
      Content-Type: image/jpeg
      Content-ID: <hill@example.org>

      hill
      --b--

      """
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, _, mailbox in
        try Data(message.utf8).write(
          to: URL(fileURLWithPath: mailbox.path + "/cur/0.view:2,S"))
        pump("the message") { window.subjects.contains("The view") }
        let shown = try XCTUnwrap(window.list.messages.first { $0.subject == "The view" })
        window.answer(.forward, to: shown)
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        pump("the copies") { composer.mail.attachments.count == 2 }
        XCTAssertEqual(
          composer.mail.attachments.map { [$0.name, $0.type] },
          [["lake.png", "image/png"], ["attachment.jpg", "image/jpeg"]])
        XCTAssertEqual(
          composer.mail.attachments.map {
            FileManager.default.contents(atPath: $0.path).map {
              String(decoding: $0, as: UTF8.self)
            }
          }, ["lake", "hill"])
        gtk_window_destroy(composer.window.cast())
      }
    }
  }

  func testAWindowThatIsClosedKeepsItsDraftWhichIsOfferedAgain() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, own, _ in
        window.activate(.compose)
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        composer.text.paste("Words")
        composer.perform("close")
        pump("its end") { ComposerWindow.all.isEmpty }
        pump("the notice") {
          window.notices.passing == "Draft saved."
        }
        window.notices.dismiss()
        Task { await own.offerDrafts(in: window) }
        pump("the offer") {
          window.notices.passing == "1 draft is saved on this computer."
        }
        XCTAssertTrue(window.frame.actions.isEnabled(WindowCommand.drafts.name))
        window.activate(.drafts)
        let row = { window.window.dialogOver?.firstInside(adw_action_row_get_type()) }
        pump("the list") { row() != nil }
        if let row = row() { adw_action_row_activate(row.cast()) }
        pump("the draft") { ComposerWindow.all.values.first?.mail.text.hasPrefix("Words") == true }
        gtk_window_destroy(try XCTUnwrap(ComposerWindow.all.values.first).window.cast())
      }
    }
  }

  /// Sends an answer to the one message.
  @MainActor
  private static func send(_ text: String, from window: MailWindow) throws {
    window.activate(.reply)
    pump("the window") { ComposerWindow.all.count == 1 }
    let composer = try XCTUnwrap(ComposerWindow.all.values.first)
    composer.text.paste(text)
    composer.perform("send")
    pump("its end") { ComposerWindow.all.isEmpty }
  }

  func testWhatIsSentIsTakenBackWithAllOfIt() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, own, _ in
        try Self.send("Words", from: window)
        pump("the notice") { window.notices.passing == "Sending: “\u{2068}Re: The plan\u{2069}”" }
        let entry = try XCTUnwrap(own.outbox.entries.first)
        guard case .waiting(let date, after: nil) = entry.state else {
          return XCTFail("\(entry.state)")
        }
        XCTAssertGreaterThan(date.timeIntervalSinceNow, 1)
        XCTAssertEqual(window.folders.outboxLine.text, "1 message is waiting to be sent")
        XCTAssertTrue(window.frame.actions.isEnabled(WindowCommand.outbox.name))
        Task { await own.edit(entry.id, over: window.window) }
        pump("the window") { ComposerWindow.all.count == 1 }
        let again = try XCTUnwrap(ComposerWindow.all.values.first)
        XCTAssertTrue(again.mail.text.hasPrefix("Words"))
        XCTAssertEqual(again.mail.inReplyTo, "plan@example.org")
        pump("an empty outbox") { own.outbox.entries.isEmpty }
        XCTAssertNil(window.folders.outboxLine.text)
        XCTAssertNotNil(own.spool.draft(entry.id))
        gtk_window_destroy(again.window.cast())
      }
    }
  }

  func testTheLastWindowAsksWhatIsToBecomeOfWhatIsNotSent() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, own, _ in
        try Self.send("Words", from: window)
        window.close()
        pump("the question") { window.dialogs.question != nil }
        XCTAssertTrue(own.outbox.isPaused)
        let dialog = try XCTUnwrap(window.dialogs.question)
        dialog.answer("cancel")
        pump("its end") { window.dialogs.question == nil && !own.outbox.isPaused }
        XCTAssertEqual(own.outbox.entries.count, 1)
      }
    }
  }

  func testWhatIsKeptAsADraftIsNotSent() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, own, _ in
        try Self.send("Words", from: window)
        let id = try XCTUnwrap(own.outbox.entries.first?.id)
        Task { await own.keep(id) }
        pump("an empty outbox") { own.outbox.entries.isEmpty }
        XCTAssertTrue(own.spool.draft(id)?.text.hasPrefix("Words") == true)
      }
    }
  }

  func testWhatHasAnotherProblemIsSaidUntilItIsSentOrDeleted() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true) { window, _, own, _ in
        let mail = OutgoingMail(
          account: UUID(), from: .init(address: "me@example.org"),
          to: [.init(address: "ben@example.org")], subject: "Lost")
        Task { _ = await own.outbox.send(mail) }
        pump("the mail") { own.outbox.entries.count == 1 }
        Task { _ = await own.outbox.sendNow([mail.id]) }
        pump("its end") { own.outbox.stopped.count == 1 }
        XCTAssertEqual(window.folders.outboxLine.text, "1 message needs your attention")
        XCTAssertEqual(window.stoppedMail?.text, "“\u{2068}Lost\u{2069}” was not sent.")
        Task { _ = await own.outbox.remove(mail.id) }
        pump("nothing") { own.outbox.entries.isEmpty }
        XCTAssertNil(window.stoppedMail)
      }
    }
  }

  func testAConversationThatIsAnsweredIsAnsweredToTheOtherAgain() throws {
    try onGtk {
      try Self.withOwn { window, _, _, mailbox in
        let own = """
          From: me@example.org
          To: Ada <ada@example.org>
          Subject: Re: The plan
          Message-ID: <mine@example.org>
          In-Reply-To: <plan@example.org>
          Date: Fri, 17 May 2030 09:30:00 +0000

          Thank you.

          """
        try Data(own.utf8).write(to: URL(fileURLWithPath: mailbox.path + "/cur/3.c:2,S"))
        pump("the answer in its conversation") {
          window.list.selected?.conversation.count == 2
        }
        let row = try XCTUnwrap(window.list.selected)
        XCTAssertEqual(row.conversation.newest.address, "me@example.org")
        window.activate(.reply)
        pump("the window") { ComposerWindow.all.count == 1 }
        let composer = try XCTUnwrap(ComposerWindow.all.values.first)
        XCTAssertEqual(composer.mail.to.map(\.address), ["ada@example.org"])
        XCTAssertTrue(composer.mail.text.contains("> Here it is."), composer.mail.text)
        XCTAssertEqual(composer.mail.inReplyTo, "plan@example.org")
        gtk_window_destroy(composer.window.cast())
      }
    }
  }

  func testADraftOfAnotherProgramThatIsAskedForTwiceHasOneWindow() throws {
    try onGtk {
      try Self.withOwn { window, _, own, _ in
        let message = try XCTUnwrap(window.list.selected?.message)
        let mailbox = try XCTUnwrap(window.mailbox)
        var asked = 0
        for _ in 0..<2 {
          Task {
            await own.edit(message, in: mailbox, over: window.window)
            asked += 1
          }
        }
        pump("both") { asked == 2 }
        XCTAssertEqual(ComposerWindow.all.count, 1)
        for window in ComposerWindow.all.values { gtk_window_destroy(window.window.cast()) }
      }
    }
  }

  func testWhereNothingMayBeChangedAnAnswerMarksNothing() throws {
    try onGtk {
      try Self.withOwn { window, _, _, mailbox in
        let session = try XCTUnwrap(window.mailbox?.session)
        var isNoted = false
        Task {
          await session.note(.replied, of: "plan@example.org")
          isNoted = true
        }
        pump("the end") { isNoted }
        XCTAssertEqual(
          try FileManager.default.contentsOfDirectory(atPath: mailbox.path + "/cur"), ["1.a:2,S"])
      }
    }
  }

  func testWhatIsAnsweredIsMarkedInAllItsCopies() throws {
    try onGtk {
      try Self.withOwn(hasAccount: true, isLookOnly: false) { window, _, _, mailbox in
        // One that has just come, and one that is known for long.
        let files = FileManager.default
        let copy = mailbox.path + "/.Sent/cur/3.c:2,"
        try files.copyItem(atPath: mailbox.path + "/cur/1.a:2,S", toPath: copy)
        try files.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: copy)
        var count = 0
        Task { [store = window.mailbox?.store] in
          count = try await store?.messages(in: FolderID(path: ByteName(".Sent"))).count ?? 0
        }
        pump("the copy") { count == 2 }
        let session = try XCTUnwrap(window.mailbox?.session)
        var isNoted = false
        Task {
          await session.note(.replied, of: "plan@example.org")
          await session.note(.passedOn, of: "nobody@example.org")
          isNoted = true
        }
        pump("the mark") { isNoted }
        let names = { try files.contentsOfDirectory(atPath: mailbox.path + $0) }
        XCTAssertEqual(try names("/cur"), ["1.a:2,RS"])
        XCTAssertEqual(try names("/.Sent/cur").sorted(), ["2.b:2,S", "3.c:2,R"])
        window.filing.undo()
        pump("that nothing is undone") { window.notices.passing == "There is nothing to undo." }
      }
    }
  }
}
