import AppWidgets
import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

final class HeaderTests: XCTestCase {
  func testInitialsAreOfWordsThatBeginWithALetter() throws {
    try onGtk {
      for (name, shown) in [
        ("Ann Smith", "Ann Smith"), ("\"Ann Smith\"", "Ann Smith\""), ("Ann Smith \"", "Ann Smith"),
        ("Ann (Work)", "Ann Work)"), ("Ann -", "Ann"), ("…", ""), ("(2) Ann", "2) Ann"),
      ] {
        let avatar: Widget = adw_avatar_new(32, nil, true.gboolean)
        let window = present(avatar)
        avatar.showInitials(of: name, colouredBy: "")
        XCTAssertEqual(adw_avatar_get_text(avatar.opaque).map { String(cString: $0) }, shown)
        close(window)
      }
    }
  }

  func testRecipientsInShort() throws {
    try onGtk {
      let own: (String) -> Bool = { $0 == "me@x.org" }
      let people = ["Ada", "Ben", "Cyd", "Dov", "Eve"].map {
        Correspondent(name: $0, address: "\($0)@x.org")
      }
      let me = Correspondent(name: "Me Myself", address: "me@x.org")
      let cases: [([Correspondent], [Correspondent], String)] = [
        ([], [], ""),
        ([people[0]], [], "to Ada"),
        ([me], [], "to me"),
        ([people[0], me], [people[1]], "to me, Ada, Ben"),
        (people, [], "to Ada, Ben, Cyd and 2 others"),
        (Array(people.prefix(4)), [me], "to me, Ada, Ben, Cyd and 1 other"),
        ([people[0], people[0]], [people[0]], "to Ada"),
        ([Correspondent(name: "", address: "a@b")], [], "to a@b"),
        ([Correspondent(name: "boss@bank.com", address: "evil@b")], [], "to evil@b"),
        ([Correspondent(name: "", address: "")], [], ""),
        (
          [Correspondent(name: "Roth, Lena", address: "l@b"), me, people[0]], [],
          "to me; Roth, Lena; Ada"
        ),
      ]
      for (to, cc, expected) in cases {
        XCTAssertEqual(
          Addressing(to: to, cc: cc).shortRecipients(isOwn: own).withoutMarks, expected)
      }
    }
  }

  func testATitleBeginsAtTheEdgeWhereItsLanguageDoes() throws {
    try onGtk {
      let arabic = "درس العود"
      let cases = [
        (GTK_TEXT_DIR_LTR, "The lesson", false), (GTK_TEXT_DIR_LTR, arabic, true),
        (GTK_TEXT_DIR_RTL, "The lesson", false), (GTK_TEXT_DIR_RTL, arabic, true),
        // What stands before the words has not their direction.
        (GTK_TEXT_DIR_LTR, "Re: [oud] " + arabic + ".", true),
        (GTK_TEXT_DIR_RTL, "AW: " + arabic, true),
        (GTK_TEXT_DIR_LTR, "رد: [درس] The lesson", false),
      ]
      for (direction, text, isAtRight) in cases {
        let title = Widget.selectableLabel(lines: 4)
        gtk_widget_set_direction(title, direction)
        let window = present(title, width: 400, height: 200)
        // Once, and where it has to be wrapped; and another after it.
        for text in [text, Array(repeating: text, count: 12).joined(separator: " "), text] {
          title.showTitle(text)
          pumpFrames(of: title)
          var (x, ink) = (Int32(0), PangoRectangle())
          gtk_label_get_layout_offsets(title.opaque, &x, nil)
          pango_layout_get_pixel_extents(gtk_label_get_layout(title.opaque), nil, &ink)
          let left = Double(x + ink.x)
          let right = Double(gtk_widget_get_width(title)) - left - Double(ink.width)
          XCTAssertEqual(isAtRight ? right : left, 0, accuracy: 2, "\(direction) \(text)")
        }
        close(window)
      }
    }
  }

  func testDetailsShowAllAddressesInFull() throws {
    try onGtk {
      let view = try opened(
        MessageBody(
          addressing: Addressing(
            from: [.init(name: "Ada", address: "ada@x.org")],
            replyTo: [.init(name: "", address: "list@x.org")],
            to: (0..<20).map { .init(name: "Person \($0)", address: "p\($0)@x.org") },
            date: 1_790_000_000, messageID: "1@x.org"),
          content: MarkedText("Text.\n")))
      XCTAssertTrue(view.widget.texts.contains("to Person 0, Person 1, Person 2 and 17 others"))
      XCTAssertFalse(view.widget.texts.contains("Ada <ada@x.org>"))
      gtk_toggle_button_set_active(view.header.detailsButton.cast(), 1)
      pump("the details") { view.widget.texts.contains("Ada <ada@x.org>") }
      XCTAssertTrue(view.widget.texts.contains("list@x.org"))
      // Of few each stands alone, so that their lines end where it is best.
      let all = (0..<20).map { "Person \($0) <p\($0)@x.org>" }.joined(separator: "\n")
      let label = try XCTUnwrap(
        view.widget.shown(gtk_label_get_type()).first {
          gtk_label_get_text($0.opaque).map { String(cString: $0).withoutMarks } == all
        })
      XCTAssertNotEqual(gtk_label_get_selectable(label.opaque), 0)
      XCTAssertNotEqual(gtk_widget_get_focusable(label), 0)
      // The next message begins without them.
      view.show(ShownMessage(subject: "Next", sender: "Ben"))
      XCTAssertEqual(gtk_widget_get_visible(view.header.detailsButton), 0)
      XCTAssertFalse(view.widget.texts.contains("Ada <ada@x.org>"))
    }
  }

  func testAnAddressIsWholeHoweverLittleRoomItHas() throws {
    try onGtk {
      let view = MessageView()
      _ = present(view.widget, width: 360, height: 600)
      let address = String(repeating: "security.", count: 12) + "noreply@paypal.com.evil.example"
      view.show(ShownMessage(subject: "Pay", sender: "Bank", address: address))
      let label = try XCTUnwrap(
        view.widget.shown(gtk_label_get_type()).first {
          gtk_widget_has_css_class($0, "address") != 0
        })
      pumpFrames(of: label)
      XCTAssertEqual(gtk_label_get_text(label.opaque).map { String(cString: $0) }, address)
      let layout = gtk_label_get_layout(label.opaque)
      XCTAssertGreaterThan(pango_layout_get_line_count(layout), 3)
      XCTAssertEqual(pango_layout_is_ellipsized(layout), 0)
      // Beyond what a server takes its end is shown all the same.
      view.show(
        ShownMessage(
          subject: "Pay", sender: "Bank", address: String(repeating: "x", count: 900) + address))
      XCTAssertEqual(
        gtk_label_get_text(label.opaque).map { String(cString: $0).hasSuffix(address) }, true)
      XCTAssertEqual(pango_layout_is_ellipsized(gtk_label_get_layout(label.opaque)), 0)
    }
  }

  func testNoWidthNeedsLessThanTheLeastHeight() throws {
    try onGtk {
      let view = try opened(
        MessageBody(
          addressing: Addressing(
            from: [.init(name: "Ada", address: "ada@x.org")],
            to: (0..<20).map { .init(name: "Person \($0)", address: "p\($0)@x.org") },
            date: 1_790_000_000),
          doubts: [.namesAnother(named: "paypal.com", actual: "evil.ru")],
          unsubscribing: Unsubscribing(
            mail: nil, page: .init(target: "https://lists.x.org", shown: "https://lists.x.org")),
          invitation: Invitation(summary: "A meeting", start: 1_790_000_000),
          bounce: Bounce(recipients: ["a@b"], diagnosis: "550 No such user"),
          content: MarkedText("Text.\n")),
        ShownMessage(
          subject: String(repeating: "Subject ", count: 12), sender: "Ada", address: "ada@x.org",
          date: "1 January 2030", arrival: "later"))
      gtk_toggle_button_set_active(view.header.detailsButton.cast(), 1)
      pump("the details") { view.widget.texts.contains("Ada <ada@x.org>") }
      for part in view.widget.all(gtk_widget_get_type()) where gtk_widget_should_layout(part) != 0 {
        let least = part.measured(GTK_ORIENTATION_VERTICAL).minimum
        let (narrow, natural) = part.measured(GTK_ORIENTATION_HORIZONTAL)
        for width in [narrow, natural, 2 * natural] {
          var height: Int32 = 0
          gtk_widget_measure(part, GTK_ORIENTATION_VERTICAL, Int32(width), &height, nil, nil, nil)
          XCTAssertGreaterThanOrEqual(
            Double(height), least, "\(String(cString: gtk_widget_get_css_name(part))) at \(width)")
        }
      }
    }
  }

  func testWhatIsDoubtfulIsSaid() throws {
    try onGtk {
      let view = try opened(
        MessageBody(
          doubts: [
            .namesAnother(named: "paypal.com", actual: "evil.ru"), .notConfirmed(host: "x.org"),
            .looksLikeAnother(host: "xn--pypal-4ve.com"),
          ], content: MarkedText("Pay.\n")))
      for sentence in [
        "The name says paypal.com, but this comes from evil.ru.",
        "Your mail server could not confirm that this comes from x.org.",
        "xn--pypal-4ve.com contains look-alike letters and may be pretending to be somebody else.",
      ] { XCTAssertTrue(view.widget.texts.contains(sentence), sentence) }
      view.show(ShownMessage(subject: "Next"))
      XCTAssertFalse(view.widget.texts.contains { $0.contains("evil.ru") })
    }
  }

  func testABounceIsOneSentence() throws {
    try onGtk {
      let reasons: [(Bounce.Reason, String)] = [
        (.noSuchAddress, "the address does not exist."), (.mailboxFull, "the mailbox is full."),
        (.tooLarge, "it is too large for the server."),
        (.refused, "the server refused it."),
        (.unreachable, "the server could not be reached."),
        (.expired, "the server did not accept it in time."),
      ]
      for (reason, words) in reasons {
        let bounce = Bounce(reason: reason, recipients: ["a@b.org"], subject: "Lunch")
        XCTAssertEqual(
          bounce.sentence.withoutMarks,
          "Your message “Lunch” was not delivered to a@b.org because " + words)
      }
      XCTAssertEqual(
        Bounce(recipients: ["a", "b", "c", "d"]).sentence.withoutMarks,
        "Your message was not delivered to a, b, c and 1 other.")
      XCTAssertEqual(Bounce().sentence, "Your message was not delivered to the recipient.")
      XCTAssertEqual(
        Bounce(action: .delayed, reason: .unreachable, recipients: ["a@b"]).sentence.withoutMarks,
        "Your message was not delivered to a@b yet. The server keeps trying.")
      XCTAssertEqual(
        Bounce(action: .delivered, recipients: ["a@b"]).sentence.withoutMarks,
        "Your message was delivered to a@b.")
      let view = try opened(
        MessageBody(
          bounce: Bounce(recipients: ["a@b"], diagnosis: "550 No such user"),
          content: MarkedText("")))
      XCTAssertTrue(view.widget.texts.contains("The server said: 550 No such user"))
    }
  }

  func testUnsubscribingSaysWhatHappensAndAsksForIt() throws {
    try onGtk {
      let mail = MarkedText.Link(
        target: "mailto:list-leave@x.org?subject=go", shown: "mailto:list-leave@x.org?subject=go")
      let page = MarkedText.Link(
        target: "https://lists.x.org/u?x=1", shown: "https://lists.x.org/u?x=1")
      XCTAssertEqual(
        Unsubscribing(mail: mail, page: page).sentence?.withoutMarks,
        "Unsubscribe by email to list-leave@x.org")
      XCTAssertEqual(
        Unsubscribing(mail: nil, page: page).sentence?.withoutMarks,
        "Unsubscribe on a page at lists.x.org")
      XCTAssertNil(Unsubscribing(mail: nil, page: nil).sentence)
      XCTAssertEqual(
        Unsubscribing(mail: mail, page: page, isOneClick: true).sentence?.withoutMarks
          .hasPrefix("Unsubscribe with a request to "), true)
      let way = Unsubscribing(mail: nil, page: page)
      let host = StandingHost()
      let view = try opened(
        MessageBody(unsubscribing: way, content: MarkedText("News.\n")), asking: host)
      Signal.emit(try XCTUnwrap(view.widget.button("Unsubscribe")), "clicked")
      XCTAssertEqual(host.unsubscribed, [way])
      view.show(ShownMessage(subject: "Next"))
      XCTAssertNil(view.widget.button("Unsubscribe"))
    }
  }

  func testAFileHasNoSenderToShow() throws {
    try onGtk {
      let view = try opened(
        MessageBody(content: MarkedText("Milk.\n")),
        ShownMessage(subject: "notes.txt", sender: "19 bytes", isFile: true))
      XCTAssertEqual(view.widget.shown(adw_avatar_get_type()).count, 0)
      XCTAssertEqual(gtk_widget_get_visible(view.header.more), 0)
      for command in MessageCommand.allCases { XCTAssertFalse(view.canPerform(command)) }
    }
  }

  func testTabGoesThroughTheHeaderBothWays() throws {
    try onGtk {
      let view = try opened(
        MessageBody(
          addressing: Addressing(to: [.init(name: "Ada", address: "ada@x.org")]),
          content: MarkedText("Text.\n")),
        ShownMessage(
          subject: "Subject", sender: "Ada", address: "ada@x.org", date: "today", arrival: "later"))
      view.text.grabFocus()
      let root = try XCTUnwrap(view.widget.ancestry.first { $0.parent == nil })
      for (way, expected) in [
        (GTK_DIR_TAB_BACKWARD, view.header.detailsButton), (GTK_DIR_TAB_BACKWARD, view.header.more),
        (GTK_DIR_TAB_FORWARD, view.header.detailsButton), (GTK_DIR_TAB_FORWARD, view.text.widget),
      ] {
        gtk_widget_child_focus(root, way)
        XCTAssertTrue(expected.holdsFocus)
      }
    }
  }

  func testScreenReadersPassOverTheAvatar() throws {
    try onGtk {
      let view = try opened(MessageBody(content: MarkedText("")))
      let avatar = try XCTUnwrap(view.widget.shown(adw_avatar_get_type()).first)
      XCTAssertEqual(
        gtk_accessible_get_accessible_role(avatar.opaque), GTK_ACCESSIBLE_ROLE_NONE)
    }
  }

  func testAnUnknownSenderHasNoInitials() throws {
    try onGtk {
      let body = MessageBody(content: MarkedText(""))
      let view = try opened(body)
      view.show(ShownMessage(of: body))
      let avatar = try XCTUnwrap(view.widget.shown(adw_avatar_get_type()).first)
      XCTAssertEqual(adw_avatar_get_text(avatar.opaque).map { String(cString: $0) }, "")
    }
  }

  func testTheColourFollowsTheAddress() throws {
    try onGtk {
      let view = try opened(MessageBody(content: MarkedText("")))
      let avatar = try XCTUnwrap(view.widget.shown(adw_avatar_get_type()).first?.firstChild)
      @MainActor func colours(_ name: String, _ address: String) -> [Int] {
        view.show(ShownMessage(sender: name, address: address))
        return (1...14).filter { gtk_widget_has_css_class(avatar, "color\($0)") != 0 }
      }
      XCTAssertEqual(colours("Ada", "ada@x.org").count, 1)
      XCTAssertEqual(colours("Ada", "ada@x.org"), colours("Ada Lovelace", "ADA@x.org"))
      XCTAssertNotEqual(colours("Ada", "ada@x.org"), colours("Ada", "eve@y.org"))
    }
  }

  func testCommandsWaitForTheMessageToBeRead() throws {
    try onGtk {
      let view = MessageView()
      _ = present(view.widget, width: 700, height: 600)
      XCTAssertFalse(view.canPerform(.source))
      view.show(ShownMessage(subject: "One"))
      XCTAssertFalse(view.canPerform(.source))
      view.show(
        ShownContent(body: MessageBody(content: MarkedText("Text.\n"))), of: StandingSource())
      for command in MessageCommand.allCases {
        // There is no other way to read it, no page, and nothing to load.
        XCTAssertEqual(view.canPerform(command), !command.isHiddenWhenDisabled)
      }
      view.show(ShownMessage(subject: "Two"))
      view.show(ShownContent(note: "It is gone."), of: StandingSource())
      XCTAssertFalse(view.canPerform(.print))
    }
  }

  func testTheTextBeforeIsNotDrawnUnderTheNextHeader() throws {
    try onGtk {
      let view = try opened(MessageBody(content: MarkedText("Text of the first.\n")))
      XCTAssertEqual(gtk_widget_get_opacity(view.text.widget), 1)
      view.show(ShownMessage(subject: "Next"))
      XCTAssertEqual(gtk_widget_get_opacity(view.text.widget), 0)
      view.show(ShownContent(note: "It is gone."), of: StandingSource())
      XCTAssertEqual(gtk_widget_get_opacity(view.text.widget), 1)
    }
  }

  func testSourceAndHeadersAsText() {
    let mail =
      "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nReceived: from a\r\n\tby b\r\nX-Odd\r\n\r\nBody\u{1B}[0m\r\n"
    XCTAssertEqual(
      SourceText.headers(Array(mail.utf8)), "Subject: Grüße\nReceived: from a by b\nX-Odd\n")
    XCTAssertEqual(
      SourceText.source(Array(mail.utf8)),
      "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nReceived: from a\n\tby b\nX-Odd\n\nBody\u{FFFD}[0m\n")
    let long = SourceText.source(Array(repeating: UInt8(ascii: "x"), count: 5_000))
    XCTAssertEqual(long.split(separator: "\n").map(\.count), [2_000, 2_000, 1_000])
    let wide = SourceText.source(Array(String(repeating: "漢", count: 3_000).utf8))
    XCTAssertFalse(wide.contains("\u{FFFD}"))
    XCTAssertFalse(SourceText.isCut(Array(repeating: 10, count: 1 << 20)))
    XCTAssertTrue(SourceText.isCut(Array(repeating: 10, count: (1 << 20) + 1)))
  }

  func testAnAddressEndsALineWhereItsPartsDo() throws {
    try onGtk {
      let label = Widget.selectableLabel()
      label.showText("Ada <ada.lovelace@analytical.engine.department.example.org>")
      let layout = gtk_label_get_layout(label.opaque)
      pango_layout_set_width(layout, 110 * PANGO_SCALE)
      let text = try XCTUnwrap(gtk_label_get_text(label.opaque).map { String(cString: $0) })
      var lines: [String] = []
      for line in 0..<pango_layout_get_line_count(layout) {
        let line = try XCTUnwrap(pango_layout_get_line_readonly(layout, line)).pointee
        let bytes = Array(text.utf8)[Int(line.start_index)...].prefix(Int(line.length))
        lines.append(String(decoding: bytes, as: UTF8.self))
      }
      XCTAssertEqual(lines.joined(), text)
      XCTAssertGreaterThan(lines.count, 3)
      for line in lines.dropLast() { XCTAssertTrue(" .@".contains(line.last ?? "x"), line) }
      g_object_ref_sink(UnsafeMutableRawPointer(label))
      g_object_unref(UnsafeMutableRawPointer(label))
    }
  }

  func testPangoGetsNoWordThatItWritesTooFarFor() throws {
    try onGtk {
      let label = Widget.selectableLabel()
      g_object_ref_sink(UnsafeMutableRawPointer(label))
      func words() -> Int {
        let all = pango_attr_list_get_attributes(gtk_label_get_attributes(label.opaque))
        defer {
          g_slist_free_full(all) {
            pango_attribute_destroy($0?.assumingMemoryBound(to: PangoAttribute.self))
          }
        }
        return Int(g_slist_length(all)) - 1
      }
      for (text, count) in [
        ("ada@x.org", 1), ("to ada@x.org", 0), ("ada.lovelace@desk.example.org", 1), ("none", 0),
        ("ada@\(String(repeating: "long.", count: 10))org", 11),
        ("ada.lovelace@desk.example.org\nben@y.org", 0),
        ("ada.lovelace@desk.example.org\u{2029}", 0),
      ] {
        label.showText(text)
        XCTAssertEqual(words(), count, text)
      }
      g_object_unref(UnsafeMutableRawPointer(label))
    }
  }

  func testPicturesThatAreNotLoadedAreMentioned() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      var content = MarkedText("News.\n")
      for (count, sentence) in [
        (1, "1 picture from the internet is not loaded."),
        (3, "3 pictures from the internet are not loaded."),
      ] {
        content.picturesLeftOut = count
        var shown: ShownContent?
        let source = BodySource(body: MessageBody(content: content))
        Task { shown = await ShownContent(of: source, isFile: false, within: .portion) }
        pump("the content") { shown != nil }
        XCTAssertEqual(shown?.omission, sentence)
      }
    }
  }

  func testTheSourceDoesNotTouchTheEdges() throws {
    try onGtk {
      let window = SourceWindow(title: "Source", over: gtk_label_new(nil))
      window.present()
      window.show("A line\n")
      var start = GtkTextIter()
      gtk_text_buffer_get_start_iter(gtk_text_view_get_buffer(window.view.cast()), &start)
      pump("the text's place") {
        var room = GdkRectangle()
        gtk_text_view_get_iter_location(window.view.cast(), &start, &room)
        var (x, y): (Int32, Int32) = (0, 0)
        gtk_text_view_buffer_to_window_coords(
          window.view.cast(), GTK_TEXT_WINDOW_WIDGET, room.x, room.y, &x, &y)
        return x == 12 && y == 12
      }
      gtk_window_destroy(window.window.cast())
    }
  }

  func testTheSourceIsLookedThroughToItsEnd() throws {
    try onGtk {
      let window = SourceWindow(title: "Source", over: gtk_label_new(nil))
      window.present()
      window.show("Größe: ÉINS\n" + String(repeating: "A line.\n", count: 20_000) + "eins\n")
      let entry = try XCTUnwrap(window.window.firstInside(gtk_search_entry_get_type()))
      gtk_widget_activate_action_variant(window.window, "source.find", nil)
      gtk_editable_set_text(entry.opaque, "eins")
      let buffer = gtk_text_view_get_buffer(window.view.cast())
      func selected() -> String {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        guard gtk_text_buffer_get_selection_bounds(buffer, &start, &end) != 0 else { return "" }
        let text = gtk_text_buffer_get_text(buffer, &start, &end, 0)
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
      }
      pump("the first") { selected() == "ÉINS" }
      Signal.emit(entry, "next-match")
      XCTAssertEqual(selected(), "eins")
      Signal.emit(entry, "next-match")
      XCTAssertEqual(selected(), "ÉINS", "from the end it goes on at the beginning")
      gtk_window_destroy(window.window.cast())
    }
  }

  func testTheSourceWindowHasAllOfALongText() throws {
    try onGtk {
      let text = String(repeating: "A line of the source of a mail.\n", count: 20_000)
      let window = SourceWindow(title: "Source", over: gtk_label_new(nil))
      window.present()
      window.show(text)
      var start = GtkTextIter()
      var end = GtkTextIter()
      let buffer = gtk_text_view_get_buffer(window.view.cast())
      pump("all of the text") { Int(gtk_text_buffer_get_char_count(buffer)) == text.count }
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      let shown = gtk_text_buffer_get_text(buffer, &start, &end, 0)
      defer { g_free(shown) }
      XCTAssertEqual(shown.map { String(cString: $0) }, text)
      gtk_window_destroy(window.window.cast())
    }
  }
}

@MainActor private func opened(
  _ body: MessageBody,
  _ shown: ShownMessage = ShownMessage(subject: "Subject", sender: "Ada", address: "ada@x.org"),
  asking host: StandingHost = StandingHost()
) throws -> MessageView {
  let view = MessageView(ReadingContext(asking: host))
  _ = present(view.widget, width: 700, height: 600)
  view.show(shown)
  view.show(ShownContent(body: body), of: StandingSource())
  return view
}

/// A message of which all is known already.
private struct BodySource: MessageSource {
  let body: MessageBody

  func body(
    as choice: TextChoice, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody { body }

  func bytes(ofPart number: Int?) async throws(StoreError) -> [UInt8] { throw .messageVanished }
}
