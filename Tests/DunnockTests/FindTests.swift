import CDunnockGtk
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

final class FindTests: XCTestCase {
  func testCaseAndAccentsDoNotMatter() {
    var search = TextSearch()
    search.look(in: CharacterOffsets("Größe, GROSSE, cafe\u{301}, Café und\n  ΑΘΉΝΑ"))
    func found(_ phrase: String) -> [String] {
      search.find(phrase)
      let bytes = Array("Größe, GROSSE, cafe\u{301}, Café und\n  ΑΘΉΝΑ".utf8)
      return search.hits.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    XCTAssertEqual(found("grosse"), ["Größe", "GROSSE"])
    XCTAssertEqual(found("CAFÉ"), ["cafe\u{301}", "Café"])
    XCTAssertEqual(found("und αθηνα"), ["und\n  ΑΘΉΝΑ"])
    XCTAssertEqual(found("nothing"), [])
    XCTAssertEqual(found(""), [])
  }

  func testWhatComesToSeveralLettersOrNoneIsFound() throws {
    let text = "a ﬁne\u{A0}\u{A0} word, 한국어 한국\u{200B}어, e\u{301}\u{302}a, 𝐁old 🐦 ﷺ end"
    var search = TextSearch()
    search.look(in: CharacterOffsets(text))
    func found(_ phrase: String) -> [String] {
      search.find(phrase)
      let bytes = Array(text.utf8)
      return search.hits.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    XCTAssertEqual(found("fine"), ["ﬁne"])
    XCTAssertEqual(found("국어").count, 2)
    XCTAssertEqual(found("한국어").count, 2)
    XCTAssertEqual(found("ea"), ["e\u{301}\u{302}a"])
    XCTAssertEqual(found("bold"), ["𝐁old"])
    XCTAssertEqual(found("🐦"), ["🐦"])
    XCTAssertEqual(found("end"), ["end"])
    // A longer text is looked through again.
    search.look(in: CharacterOffsets(text + " Fine"))
    XCTAssertEqual(found("end"), ["end"])
    search.find("fine")
    XCTAssertEqual(search.hits.count, 2)
  }

  func testItGoesRoundThroughTheText() throws {
    try onGtk {
      let content = marked {
        for number in 0..<100 { $0.add(number % 25 == 3 ? "The Needle \(number).\n" : "Hay.\n") }
      }
      let stand = try ReadingStand(content)
      XCTAssertEqual(stand.text.find("needle").count, 4)
      XCTAssertEqual(stand.selected, "Needle")
      XCTAssertEqual(stand.text.findNext(true).current, 2)
      XCTAssertEqual(stand.text.findNext(false).current, 1)
      XCTAssertEqual(stand.text.findNext(false).current, 4)
      stand.waitForFrames(4)
      let place = gtk_scrolled_window_get_vadjustment(stand.scroller.opaque)
      let room = try stand.room(of: "Needle 78")
      let top = gtk_adjustment_get_value(place)
      XCTAssertGreaterThan(Double(room.y), top)
      XCTAssertLessThan(Double(room.y + room.height), top + gtk_adjustment_get_page_size(place))
      XCTAssertEqual(stand.text.find("none").count, 0)
    }
  }

  func testTheBarStaysWhileAnArchivedRowGoes() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        gtk_window_set_default_size(window.window.cast(), 1100, 600)
        pump("list and message side by side") { !window.frame.isFolded }
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        window.showSelected()
        let bar = try XCTUnwrap(window.reader.widget.below(gtk_search_bar_get_type()).first)
        window.obey(.archive)
        window.find()
        XCTAssertTrue(bar.holdsFocus)
        XCTAssertFalse(window.list.removing.isEmpty, "it is still on its way")
        pump("the row to be gone") { window.list.count == 2 && window.changes.waiting == 0 }
        pump("the next message") { window.reader.shown?.subject == "Subject 1" }
        XCTAssertTrue(bar.holdsFocus)
      }
    }
  }

  func testTheBarStaysWhileSomebodyTypesAndAnotherMessageComes() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 3)
      try withWindow(on: .path(mailbox.path)) { window in
        gtk_window_set_default_size(window.window.cast(), 1100, 600)
        pump("list and message side by side") { !window.frame.isFolded }
        window.waitFor(["Subject 0", "Subject 1", "Subject 2"])
        pump("the message") { window.reader.shown?.subject == "Subject 0" }
        window.showSelected()
        window.find()
        let bar = try XCTUnwrap(window.reader.widget.below(gtk_search_bar_get_type()).first)
        let entry = try XCTUnwrap(bar.below(gtk_search_entry_get_type()).first)
        gtk_editable_set_text(entry.opaque, "Subject 1")
        let count = { (text: String) in
          bar.below(gtk_label_get_type()).contains {
            String(cString: gtk_label_get_text($0.opaque)) == text
          }
        }
        pump("that it is not there") { count("Not found") }
        try mailbox.remove("Subject 0")
        pump("the next message") { window.reader.shown?.subject == "Subject 1" }
        XCTAssertTrue(bar.holdsFocus)
        pump("what is looked for in it") { count("1 of 1") }
        // Whoever is elsewhere has done with it.
        window.list.focusSelected()
        window.list.select(window.list.shownRows[1].id)
        pump("no bar") { gtk_search_bar_get_search_mode(bar.opaque) == 0 }
      }
    }
  }

  func testWhatIsFoldedIsFoundAndOpens() throws {
    try onGtk {
      let content = marked {
        $0.add("Before.\n")
        $0.add("The needle.\n", .enclosure(title: ""))
        $0.add("Behind.\n")
      }
      let stand = try ReadingStand(content)
      XCTAssertFalse(stand.shown.contains("needle"))
      XCTAssertEqual(stand.text.find("NEEDLE").current, 1)
      XCTAssertEqual(stand.selected, "needle")
      XCTAssertEqual(stand.shown, "Before.\n \nThe needle.\nBehind.\n")
    }
  }
}
