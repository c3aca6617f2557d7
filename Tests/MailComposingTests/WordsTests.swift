import AppWidgets
import CDunnockGtk
import Foundation
import GtkBridge
import GtkTestSupport
import MailText
import MailWriting
import XCTest

@testable import MailComposing

/// What is read in what a person types.
final class WordsTests: XCTestCase {
  typealias Correspondent = OutgoingMail.Correspondent

  func testPeopleAreReadAsTheyAreTyped() {
    for (text, parties) in [
      ("", []), (" , ;\n", []),
      ("ada@example.org", [Correspondent(address: "ada@example.org")]),
      ("Ada L. <ada@example.org>", [Correspondent(name: "Ada L.", address: "ada@example.org")]),
      (
        "\"Lovelace, Ada\" <ada@example.org>; mailto:ben@example.org،",
        [
          Correspondent(name: "Lovelace, Ada", address: "ada@example.org"),
          Correspondent(address: "ben@example.org"),
        ]
      ),
      ("a b c", [Correspondent(address: "a b c")]),
      ("<ada@example.org", [Correspondent(address: "<ada@example.org")]),
      (">,<", [Correspondent(address: ">"), Correspondent(address: "<")]),
      ("\"open, <x@y>", [Correspondent(name: "\"open,", address: "x@y")]),
      ("דליה <d@example.org>", [Correspondent(name: "דליה", address: "d@example.org")]),
    ] { XCTAssertEqual(RecipientText.parties(in: text), parties, text) }
  }

  func testPeopleAreReadBackFromTheirText() {
    for name in ["", "Ada", "Lovelace, Ada", "a\"b\\c", "<x>", "O’Neil", "👩‍🚀 a;b"] {
      let parties = [
        Correspondent(name: name, address: "a@example.org"),
        Correspondent(address: "b@example.org"),
      ]
      XCTAssertEqual(RecipientText.parties(in: RecipientText.text(of: parties)), parties, name)
    }
    XCTAssertEqual(RecipientText.begun(in: "Ada <a@b>, be"), "be")
    XCTAssertEqual(RecipientText.begun(in: "\"Lovelace, A"), "\"Lovelace, A")
    XCTAssertEqual(RecipientText.begun(in: "a@b, "), "")
  }

  func testWordsOfAttachmentsCountOnlyInWhatThePersonWrote() {
    for (text, word) in [
      ("See the Attached plan", "Attached"), ("(enclosed)", "enclosed"),
      ("I am detached", nil), ("> see attached\nYes.", nil), ("Bye\n-- \nattachment", nil),
      ("", nil),
    ] { XCTAssertEqual(AttachmentWords.first(in: text), word, text) }
  }

  func testAnAddressThatLooksLikeAKnownOneIsToldFromIt() {
    let known = [
      Correspondent(name: "Ada", address: "ada@example.org"),
      Correspondent(address: "m@modern.example"),
    ]
    let concerns = { (address: String) in
      SendingConcern.all(
        of: OutgoingMail(
          account: UUID(), from: .init(address: "me@example.org"), to: [.init(address: address)],
          subject: "Hi"), missing: [], known: known)
    }
    for same in ["ada@example.org", "ADA@Example.org", "eve@example.org", "no address"] {
      XCTAssertEqual(concerns(same), [], same)
    }
    for (typed, meant) in [
      ("ada@examp1e.org", "ada@example.org"), ("аda@example.org", "ada@example.org"),
      ("m@rnodern.example", "m@modern.example"), ("ada@exаmple.org", "ada@example.org"),
    ] { XCTAssertEqual(concerns(typed), [.lookalike(typed: typed, known: meant)], typed) }
  }

  func testSpelledWordsLieWhereTheyStand() {
    let text = "Don't “stop” x1 a@b.org 🛶 it’s\n> quoted\nfin'"
    let words = SpelledWords.all(in: text)
    XCTAssertEqual(words.map(\.word), ["Don't", "stop", "it’s", "fin"])
    let scalars = Array(text.unicodeScalars)
    for word in words {
      var found = String.UnicodeScalarView()
      found.append(contentsOf: scalars[word.range])
      XCTAssertEqual(String(found), word.word)
    }
  }

  func testWrongWordsAreUnderlinedAndCorrected() throws {
    try onMainLoop {
      let text = ComposedText()
      let spelling = Spelling(
        of: text, by: Dictionaries(languages: ["en_US", "en"], library: "libenchant-2.so.2"))
      let window = present(text.widget)
      text.begin(with: "Thnak you, שלום.\n> qoute\nGood")
      pump("the underlines") { spelling.underlined == ["Thnak"] }
      spelling.prepareMenu(at: 2)
      pump("the menu") { gtk_text_view_get_extra_menu(text.view.cast()) != nil }
      gtk_widget_activate_action_variant(
        text.view, "spelling.correct", g_variant_new_string("Thank"))
      XCTAssertEqual(text.text, "Thank you, שלום.\n> qoute\nGood")
      pump("no underline") { spelling.underlined.isEmpty }
      gtk_text_buffer_undo(text.buffer)
      XCTAssertEqual(text.text, "Thnak you, שלום.\n> qoute\nGood")
      withExtendedLifetime(spelling) { close(window) }
    }
  }

  func testWithoutALibraryOrALanguageNothingIsWrong() throws {
    try onMainLoop {
      for dictionaries in [
        Dictionaries(languages: ["en_US"], library: "libno-such.so.9"),
        Dictionaries(languages: ["xx_YY"], library: "libenchant-2.so.2"),
      ] {
        var unknown: Set<String>?
        Task { unknown = await dictionaries.unknown(of: ["Thnak"]) }
        pump("an answer") { unknown == [] }
      }
    }
  }
}
