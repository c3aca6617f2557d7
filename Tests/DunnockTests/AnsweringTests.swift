import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import MailText
import Triage
import XCTest

@testable import Dunnock

/// A composer that keeps what it is given.
@MainActor
final class RecordingComposer: Composer {
  private(set) var drafts: [Draft] = []
  private let handover: Handover

  init(_ handover: Handover = .done) { self.handover = handover }

  nonisolated deinit {}

  var isThere: Bool { handover != .refused }

  func compose(_ draft: Draft, over widget: Widget) async -> Handover {
    drafts.append(draft)
    return handover
  }
}

/// A composer that answers when the window is gone that asked.
@MainActor
private final class LateComposer: Composer {
  private(set) var isAsked = false
  private(set) var hasAnswered = false
  var windowIsGone = false

  nonisolated deinit {}

  var isThere: Bool { true }

  func compose(_ draft: Draft, over widget: Widget) async -> Handover {
    isAsked = true
    while !windowIsGone { try? await Task.sleep(for: .milliseconds(5)) }
    // After whoever asked has gone on.
    Task { hasAnswered = true }
    return .refused
  }
}

/// A composer with windows of the program.
@MainActor
private final class WindowComposer: Composer {
  nonisolated deinit {}

  var isThere: Bool { true }
  var opensWindow: Bool { true }
  var hasAnswered = false

  func compose(_ draft: Draft, over widget: Widget) async -> Handover { .shown }
}

final class AnsweringTests: XCTestCase {
  @MainActor
  private static func withMail(
    allowsChanges: Bool = true, settings: Settings = .withoutHint(), _ handover: Handover = .done,
    folders: [String] = [".Archive", ".Trash"],
    _ body: (MailWindow, RecordingComposer, TestMailbox) throws -> Void
  ) throws {
    let mailbox = try TestMailbox(count: 2, folders: folders)
    let composer = RecordingComposer(handover)
    try withWindow(
      on: .path(mailbox.path), allowsChanges: allowsChanges, settings: settings, composer: composer
    ) { window in
      window.waitFor(["Subject 0", "Subject 1"])
      try body(window, composer, mailbox)
    }
  }

  func testAnAnswerThatComesToAWindowThatIsGoneHarmsNothing() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      let composer = LateComposer()
      try withWindow(on: .path(mailbox.path), composer: composer) { window in
        window.waitFor(["Subject 0"])
        window.waysOut.write()
        pump("the question") { composer.isAsked }
        onFree(of: window.window) { composer.windowIsGone = true }
      }
      pump("the answer") { composer.hasAnswered }
    }
  }

  func testAWindowThatIsGoneHandsNothingOver() throws {
    try onGtk {
      let composer = RecordingComposer()
      let window = present(gtk_label_new(""))
      let waysOut = WaysOut(
        of: window, dialogs: Dialogs(), notices: Notices(sparing: { nil }), composer: composer)
      close(window)
      Task.immediate { _ = await waysOut.handOver(Draft()) }
      XCTAssertEqual(composer.drafts, [])
    }
  }

  /// The wait for a window that has the keyboard already must not end the wait for the next one.
  func testKeysRestUntilTheSecondMessageHasTheKeyboard() throws {
    try onGtk {
      let window = present(gtk_label_new(""))
      let composer = WindowComposer()
      let waysOut = WaysOut(
        of: window, dialogs: Dialogs(), notices: Notices(sparing: { nil }), composer: composer)
      waysOut.begin { true }
      var firstHasEnded = false
      after(WaysOut.handingOver) { firstHasEnded = true }
      waysOut.restKeysNoMore()
      XCTAssertFalse(waysOut.restsKeys)

      waysOut.begin {
        while !composer.hasAnswered { try? await Task.sleep(for: .milliseconds(5)) }
        return false
      }
      pump("the end of the first wait") { firstHasEnded }
      XCTAssertTrue(waysOut.restsKeys)
      composer.hasAnswered = true
      pump("the keys of the list") { !waysOut.restsKeys }
      close(window)
    }
  }

  func testAnAnswerQuotesTheSelectedMessage() throws {
    try onGtk {
      try Self.withMail { window, composer, _ in
        for command in WindowCommand.writing {
          let before = composer.drafts.count
          window.activate(command)
          pump("the draft") { composer.drafts.count > before }
        }
        let drafts = composer.drafts
        XCTAssertEqual(drafts.count, 4)
        for draft in drafts.prefix(2) {
          XCTAssertEqual(draft.to.map(\.text).first, "ada@example.org")
          XCTAssertEqual(draft.subject, "Re: Subject 0")
          XCTAssertEqual(draft.inReplyTo, "Subject-0@example.org")
          XCTAssertTrue(draft.body.hasPrefix("\n\nOn "), draft.body)
          XCTAssertTrue(
            draft.body.hasSuffix(", Ada Lovelace wrote:\n> The text of Subject 0.\n"), draft.body)
        }
        XCTAssertEqual(drafts[0].to.count, 1)
        XCTAssertEqual(drafts[1].to.map(\.text), ["ada@example.org", "you@example.org"])
        XCTAssertEqual(drafts[2].subject, "Fwd: Subject 0")
        XCTAssertTrue(drafts[2].to.isEmpty && drafts[2].inReplyTo.isEmpty)
        XCTAssertTrue(drafts[2].body.contains("\nFrom: Ada Lovelace <ada@example.org>\n"))
        XCTAssertTrue(drafts[2].body.hasSuffix("\n\nThe text of Subject 0.\n"))
        XCTAssertEqual(drafts[3], Draft())
      }
    }
  }

  func testAnAnswerQuotesNothingButWhatIsSelected() throws {
    try onGtk {
      try Self.withMail { window, composer, _ in
        pump("the text") { window.reader.message.content != nil }
        let text = try XCTUnwrap(
          window.reader.widget.firstInside(gtk_text_view_get_type()))
        let buffer = gtk_text_view_get_buffer(text.cast())
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_iter_at_offset(buffer, &start, 4)
        gtk_text_buffer_get_iter_at_offset(buffer, &end, 8)
        gtk_text_buffer_select_range(buffer, &start, &end)
        window.activate(.reply)
        pump("the draft") { composer.drafts.count == 1 }
        XCTAssertTrue(composer.drafts[0].body.hasSuffix(":\n> text\n"), composer.drafts[0].body)
        window.activate(.forward)
        pump("the draft") { composer.drafts.count == 2 }
        XCTAssertTrue(composer.drafts[1].body.contains("The text of Subject"))
      }
    }
  }

  func testAMessageIsAnsweredBeforeItIsRead() throws {
    try onGtk {
      try Self.withMail { window, composer, _ in
        // Its text is not on show yet.
        window.list.select(window.list.shownRows[1].id)
        XCTAssertNotEqual(window.reader.shown?.subject, "Subject 1")
        window.activate(.reply)
        pump("the draft") { !composer.drafts.isEmpty }
        XCTAssertEqual(composer.drafts.first?.subject, "Re: Subject 1")
        XCTAssertEqual(composer.drafts.first?.body.contains("> The text of Subject 1."), true)
      }
    }
  }

  func testMarkingIsOfferedAndIsAStepOfItsOwn() throws {
    try onGtk {
      try Self.withMail { window, composer, mailbox in
        window.activate(.reply)
        pump("the notice") { window.notices.passing == "Opened in your email app." }
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1"])
        let button = try XCTUnwrap(window.window.button(labelled: "Mark as Replied"))
        Signal.emit(button, "clicked")
        pump("the mark") { (try? mailbox.onDisk()) == ["Subject 0 R", "Subject 1"] }
        pump("what happened") {
          window.notices.passing == "Marked as replied: “\u{2068}Subject 0\u{2069}”"
        }
        // What is marked already is not offered.
        pump("the mark in the list") {
          window.list.target?.message.flags.contains(.replied) == true
            && window.frame.actions.isEnabled(WindowCommand.reply.name)
        }
        window.activate(.reply)
        pump("the notice") { window.notices.passing == "Opened in your email app." }
        XCTAssertNil(window.window.button(labelled: "Mark as Replied"))
        window.undo()
        pump("undone") { (try? mailbox.onDisk()) == ["Subject 0", "Subject 1"] }
        window.activate(.forward)
        pump("the notice") {
          composer.drafts.count == 3 && window.notices.passing == "Opened in your email app."
        }
        XCTAssertNil(window.window.button(labelled: "Mark as Replied"))
      }
    }
  }

  func testLookingOnlyAnswersAndMarksNothing() throws {
    try onGtk {
      try Self.withMail(allowsChanges: false) { window, composer, mailbox in
        window.activate(.replyAll)
        pump("the notice") { window.notices.passing == "Opened in your email app." }
        XCTAssertEqual(composer.drafts.count, 1)
        XCTAssertNil(window.window.button(labelled: "Mark as Replied"))
        XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1"])
      }
    }
  }

  func testWhatIsNotHandedOverIsSaid() throws {
    try onGtk {
      try Self.withMail(.textOnClipboard) { window, _, _ in
        window.activate(.reply)
        pump("the notice") {
          window.notices.passing
            == "Opened in your email app. The text is too long to pass on. Paste it from the clipboard."
        }
      }
      try Self.withMail(.refused) { window, _, _ in
        window.activate(.reply)
        pump("the notice") { window.notices.passing == "No email app is installed." }
        Signal.emit(try XCTUnwrap(window.window.button(labelled: "Copy Message")), "clicked")
        var copied: String?
        window.window.readClipboard { copied = $0 }
        pump("the clipboard") { copied != nil }
        XCTAssertEqual(
          copied?.hasPrefix("To: ada@example.org\nSubject: Re: Subject 0\n\n\nOn "), true,
          copied ?? "")
        XCTAssertEqual(copied?.hasSuffix("> The text of Subject 0.\n"), true)
      }
    }
  }

  func testWhereTheSenderSendsAnswersToAllIsSaid() throws {
    try onGtk {
      let mailbox = try TestMailbox()
      try mailbox.add(
        "Subject 0", age: 0, to: "You <you@example.org>\nMail-Followup-To: list@x.org")
      let composer = RecordingComposer()
      try withWindow(
        on: .path(mailbox.path), settings: .withoutHint(), composer: composer
      ) { window in
        window.waitFor(["Subject 0"])
        window.activate(.replyAll)
        pump("the notice") {
          window.notices.passing
            == "Opened in your email app. The sender asks for replies to go to \u{2068}list@x.org\u{2069}."
        }
        XCTAssertEqual(composer.drafts.first?.to.map(\.text), ["list@x.org"])
        window.activate(.reply)
        pump("the notice") { window.notices.passing == "Opened in your email app." }
        XCTAssertEqual(composer.drafts.last?.to.map(\.text), ["ada@example.org"])
      }
    }
  }

  func testASwipeAnswersAndItsRowStays() throws {
    try onGtk {
      for allowsChanges in [true, false] {
        let settings = Settings.withoutHint()
        settings.swipes.choose(.answer(.reply), at: 0, of: .leading)
        settings.swipes.choose(.answer(.replyAll), at: 1, of: .trailing)
        defer { settings.swipes = SwipeChoice() }
        try Self.withMail(allowsChanges: allowsChanges, settings: settings) {
          window, composer, mailbox in
          let row = try XCTUnwrap(window.list.first)
          let content = window.content(of: row)
          XCTAssertEqual(
            content.leading.actions.map(\.name),
            allowsChanges ? ["reply", "toggle-read"] : ["reply"])
          XCTAssertEqual(
            content.trailing.actions.map(\.name),
            allowsChanges ? ["trash", "reply-all"] : ["reply-all"])
          XCTAssertTrue(content.leading.allowsFullSwipe)
          XCTAssertEqual(content.trailing.allowsFullSwipe, allowsChanges)
          XCTAssertEqual(content.others.isEmpty && content.first.isEmpty, !allowsChanges)
          for (action, to) in [
            (content.leading.actions.first, ["ada@example.org"]),
            (content.trailing.actions.last, ["ada@example.org", "you@example.org"]),
          ] {
            let before = composer.drafts.count
            window.list.swipes.perform(try XCTUnwrap(action), on: row.id)
            pump("the draft") { composer.drafts.count > before }
            XCTAssertEqual(composer.drafts.last?.to.map(\.text), to)
          }
          window.waitFor(["Subject 0", "Subject 1"])
          XCTAssertEqual(try mailbox.onDisk(), ["Subject 0", "Subject 1"])
          XCTAssertFalse(window.frame.actions.isEnabled(WindowCommand.undo.name) == true)
        }
      }
    }
  }

  func testWhatIsSelectedTogetherIsNotAnsweredByASwipe() throws {
    try onGtk {
      let settings = Settings.withoutHint()
      settings.swipes.choose(.answer(.reply), at: 0, of: .leading)
      defer { settings.swipes = SwipeChoice() }
      try Self.withMail(settings: settings) { window, _, _ in
        window.activate(.selectAll)
        let content = window.content(of: try XCTUnwrap(window.list.first))
        XCTAssertEqual(content.leading.actions.map(\.name), ["toggle-read"])
        XCTAssertFalse(content.leading.allowsFullSwipe)
      }
    }
  }

  func testOwnAddressesAreLearntFromSentMailAndChosen() throws {
    try onGtk {
      let mailbox = try TestMailbox(folders: [".Sent"])
      try mailbox.add("Sent", age: 60, flags: "S", folder: ".Sent")
      try mailbox.add("Subject 0", age: 0)
      let settings = Settings.withoutHint()
      settings.ownAddresses = []
      let composer = RecordingComposer()
      try withWindow(on: .path(mailbox.path), settings: settings, composer: composer) { window in
        window.waitFor(["Subject 0"])
        window.activate(.replyAll)
        pump("the draft") { composer.drafts.count == 1 }
        // Ada's mail is in the folder for sent mail: she is the person.
        XCTAssertEqual(composer.drafts[0].to.map(\.text), ["you@example.org"])
        settings.ownAddresses = [MailAddress("YOU@example.org")].compactMap { $0 }
        defer { settings.ownAddresses = [] }
        window.activate(.replyAll)
        pump("the draft") { composer.drafts.count == 2 }
        XCTAssertEqual(composer.drafts[1].to.map(\.text), ["ada@example.org"])
      }
    }
  }

  func testNothingIsAnsweredWhereThereIsNoMail() throws {
    try onGtk {
      try withFolder(of: ["a.txt"]) { path in
        let composer = RecordingComposer()
        try withWindow(on: .path(path), composer: composer) { window in
          window.waitFor(["a.txt"])
          for command in WindowCommand.writing {
            XCTAssertEqual(window.frame.actions.isEnabled(command.name), false, command.name)
          }
          window.answer(.reply)
          XCTAssertTrue(composer.drafts.isEmpty)
        }
      }
      let mailbox = try TestMailbox()
      try withWindow(on: .path(mailbox.path)) { window in
        window.waitFor([])
        for command in WindowCommand.answers {
          XCTAssertEqual(window.frame.actions.isEnabled(command.name), false, command.name)
        }
        XCTAssertEqual(window.frame.actions.isEnabled(WindowCommand.compose.name), true)
      }
    }
  }

  func testALinkToWriteToSomebodyBeginsAMail() throws {
    try onGtk {
      try Self.withMail { window, composer, _ in
        let target = "mailto:a@x.org?subject=Hi&bcc=b@y.org&attach=/etc/passwd"
        window.follow(MarkedText.Link(target: target, shown: "a@x.org"))
        pump("the draft") { !composer.drafts.isEmpty }
        let to = [MailAddress("a@x.org")].compactMap { $0 }
        XCTAssertEqual(composer.drafts, [Draft(to: to, subject: "Hi")])
        pump("what is not attached") {
          window.notices.passing?.hasSuffix(
            "Nothing is attached; attach the file yourself.") == true
        }
      }
    }
  }

  func testUnsubscribingSaysWhatWillHappenFirst() throws {
    try onGtk {
      try Self.withMail { window, composer, _ in
        let mail = MarkedText.Link(target: "mailto:leave@x.org?subject=off", shown: "leave@x.org")
        let page = MarkedText.Link(
          target: "https://good.example@lists.x.org/off?id=1", shown: "lists.x.org")
        window.waysOut.unsubscribe(Unsubscribing(mail: mail, page: page))
        let dialog = try XCTUnwrap(window.dialogs.question)
        XCTAssertEqual(
          dialog.questionText,
          "Your email app starts a message to \u{2068}leave@x.org\u{2069}. Send it to unsubscribe.\n"
            + "A page on \u{2068}lists.x.org\u{2069} will be opened.")
        XCTAssertEqual(
          dialog.defaultAnswer, "cancel")
        XCTAssertTrue(composer.drafts.isEmpty)
        dialog.answer("cancel")
        XCTAssertNil(window.dialogs.question)
        pump("the answer to be heard, and the question again") {
          window.waysOut.unsubscribe(Unsubscribing(mail: mail, page: nil))
          return window.dialogs.question != nil
        }
        XCTAssertTrue(composer.drafts.isEmpty)
        try XCTUnwrap(window.dialogs.question).answer("mail")
        pump("the draft") { !composer.drafts.isEmpty }
        let to = [MailAddress("leave@x.org")].compactMap { $0 }
        XCTAssertEqual(composer.drafts, [Draft(to: to, subject: "off")])
        window.waysOut.unsubscribe(
          Unsubscribing(mail: MarkedText.Link(target: "mailto:", shown: ""), page: nil))
        XCTAssertNil(window.dialogs.question, "there is nothing to be done")
      }
    }
  }

  func testWhatIsAnsweredWhileItsWindowGoesHarmsNothing() throws {
    let web = MarkedText.Link(
      target: "https://evil.example/", shown: "https://evil.example/", pretended: "bank.com")
    let mail = MarkedText.Link(target: "mailto:leave@x.org", shown: "leave@x.org")
    let asked: [(ask: @MainActor (WaysOut) -> Void, answer: String)] = [
      ({ $0.follow(web) }, "copy"),
      ({ $0.unsubscribe(Unsubscribing(mail: mail, page: nil)) }, "mail"),
    ]
    try onGtk {
      for (ask, answer) in asked {
        try Self.withMail { window, composer, _ in
          ask(window.waysOut)
          pump("the question") { window.dialogs.question != nil }
          try XCTUnwrap(window.dialogs.question).answer(answer)
        }
        var isHeard = false
        Task { isHeard = true }
        pump("the answer to be heard") { isHeard }
      }
    }
  }

  func testEveryWayAlongALinkThatPretendsAsksFirst() throws {
    let web = MarkedText.Link(
      target: "https://evil.example/", shown: "https://evil.example/", pretended: "bank.com")
    let mail = MarkedText.Link(
      target: "mailto:a@evil.example", shown: "a@evil.example", pretended: "help@bank.com")
    try onGtk {
      try Self.withMail { window, composer, _ in
        @MainActor func expectQuestion() throws -> Widget {
          pump("the question") {
            window.dialogs.question.map { question in
              question.questionHeading
                == "Open Suspicious Link?"
            } ?? false
          }
          return try XCTUnwrap(window.dialogs.question)
        }
        for link in [web, mail] {
          window.follow(link)
          try expectQuestion().answer("cancel")
          XCTAssertTrue(composer.drafts.isEmpty)
        }
        pump("the answer to be heard, and the next question") {
          window.waysOut.unsubscribe(Unsubscribing(mail: nil, page: web))
          return window.dialogs.question != nil
        }
        try XCTUnwrap(window.dialogs.question).answer("page")
        try expectQuestion().answer("copy")
        var copied: String?
        pump("the clipboard") {
          window.window.readClipboard { copied = $0 }
          return copied == "https://evil.example/"
        }
      }
    }
  }

  func testUnsubscribingSaysFirstThatNothingTakesMail() throws {
    let mail = MarkedText.Link(target: "mailto:leave@x.org?subject=off", shown: "leave@x.org")
    let page = MarkedText.Link(target: "https://lists.x.org/off?id=1", shown: "lists.x.org")
    let missing = "Unsubscribing needs an email, and no email app is installed."
    try onGtk {
      try Self.withMail(.refused) { window, composer, _ in
        window.waysOut.unsubscribe(Unsubscribing(mail: mail, page: nil))
        pump("what is missing") { window.notices.passing == missing }
        XCTAssertNil(window.dialogs.question)
        Signal.emit(try XCTUnwrap(window.window.button(labelled: "Copy Message")), "clicked")
        var copied: String?
        window.window.readClipboard { copied = $0 }
        pump("the clipboard") { copied != nil }
        XCTAssertEqual(copied, "To: leave@x.org\nSubject: off\n")
        XCTAssertTrue(composer.drafts.isEmpty)
      }
    }
    try onGtk {
      try Self.withMail(.refused) { window, composer, _ in
        window.waysOut.unsubscribe(Unsubscribing(mail: mail, page: page))
        pump("the question") { window.dialogs.question != nil }
        let dialog = try XCTUnwrap(window.dialogs.question)
        XCTAssertEqual(
          dialog.questionText,
          missing + "\nA page on \u{2068}lists.x.org\u{2069} will be opened.")
        XCTAssertTrue(dialog.canAnswer("page"))
        XCTAssertNil(dialog.button(labelled: "Write Message"))
        dialog.answer("cancel")
        XCTAssertTrue(composer.drafts.isEmpty)
      }
    }
  }

  func testMailToOnesOwnAddressIsToMe() throws {
    try onGtk {
      let mailbox = try TestMailbox(folders: [".Sent"])
      try mailbox.add("Sent", age: 60, flags: "S", folder: ".Sent")
      try mailbox.add("Subject 0", age: 0, to: "A. <ADA@example.org>, Ben <ben@example.org>")
      let settings = Settings.withoutHint()
      settings.ownAddresses = []
      try withWindow(on: .path(mailbox.path), settings: settings) { window in
        window.waitFor(["Subject 0"])
        pump("to whom it went") {
          window.reader.widget.firstWithin { label in
            label.isA(gtk_label_get_type())
              && String(cString: gtk_label_get_text(label.opaque)).hasPrefix("to me, ")
          } != nil
        }
      }
    }
  }

  func testAddressesAreChosenInThePreferences() throws {
    try onGtk {
      let settings = Settings(schema: nil)
      settings.ownAddresses = [MailAddress("a@x.org")].compactMap { $0 }
      let part = OwnAddressPreferences(settings)
      defer { g_object_unref(g_object_ref_sink(UnsafeMutableRawPointer(part.widget))) }
      let entry = try XCTUnwrap(part.widget.firstWithin { $0.isA(adw_entry_row_get_type()) })
      for text in ["nobody", " b@x.org ", "A@x.org"] {
        gtk_editable_set_text(entry.opaque, text)
        Signal.emit(entry, "apply")
        XCTAssertEqual(
          String(cString: adw_preferences_row_get_title(entry.cast())),
          text == "nobody" ? "Enter a Valid Email Address" : "Add Address")
      }
      XCTAssertEqual(settings.ownAddresses.map(\.text), ["a@x.org", "b@x.org"])
      let remove = part.widget.firstWithin {
        gtk_widget_get_tooltip_text($0).map { String(cString: $0) }
          == "Remove \u{2068}a@x.org\u{2069}"
      }
      Signal.emit(try XCTUnwrap(remove), "clicked")
      pump("the choice") { settings.ownAddresses.map(\.text) == ["b@x.org"] }
    }
  }
}

@MainActor
extension Widget {
  /// The first widget in it that matches.
  fileprivate func firstWithin(_ matches: (Widget) -> Bool) -> Widget? {
    for child in children {
      if matches(child) { return child }
      if let found = child.firstWithin(matches) { return found }
    }
    return nil
  }

  /// The button of a label that can be seen.
  fileprivate func button(labelled label: String) -> Widget? {
    firstWithin {
      $0.isA(gtk_button_get_type()) && gtk_widget_get_visible($0) != 0
        && gtk_button_get_label($0.cast()).map { String(cString: $0) } == label
    }
  }

  /// What is on the clipboard, when it has been read.
  fileprivate func readClipboard(_ take: @escaping (String) -> Void) {
    let box = Taking(take)
    gdk_clipboard_read_text_async(
      gtk_widget_get_clipboard(self), nil,
      { clipboard, result, data in
        guard let clipboard, let data else { return }
        let text = gdk_clipboard_read_text_finish(OpaquePointer(clipboard), result, nil)
        let string = text.map { String(cString: $0) } ?? ""
        g_free(text)
        let taking = Unmanaged<Taking>.fromOpaque(data).takeRetainedValue()
        MainActor.assumeIsolated { taking.take(string) }
      }, Unmanaged.passRetained(box).toOpaque())
  }
}

@MainActor
private final class Taking {
  let take: (String) -> Void

  init(_ take: @escaping (String) -> Void) { self.take = take }

  nonisolated deinit {}
}
