import CGtk
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock

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
