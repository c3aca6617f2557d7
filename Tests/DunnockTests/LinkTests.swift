import CDunnockGtk
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

final class LinkTests: XCTestCase {
  func testLinksStandOverTheirTextAndAreReachedInOrder() throws {
    try onGtk {
      let content = marked {
        $0.add("Before ")
        $0.link("the first", to: "https://one.example/")
        $0.add(" and ")
        $0.link("the second", to: "https://two.example/")
        $0.add(".\n\n")
        for _ in 0..<30 { $0.add("A line between.\n") }
        $0.link("the third", to: "https://three.example/")
        $0.add("\n")
      }
      let stand = try ReadingStand(content)
      @MainActor func expect(_ texts: [Int: String]) throws {
        for (number, text) in texts {
          let room = try stand.room(of: text)
          let bounds = try XCTUnwrap(stand.links[number].bounds(in: stand.text.widget))
          XCTAssertEqual(Double(bounds.x), Double(room.x), accuracy: 3, text)
          XCTAssertEqual(Double(bounds.y), Double(room.y), accuracy: 3, text)
          XCTAssertGreaterThan(bounds.width, 20)
        }
      }
      XCTAssertEqual(stand.links.count, 3)
      pump("their places") { (stand.width(ofLink: 0) ?? 0) > 40 }
      try expect([0: "the first", 1: "the second"])
      stand.text.grabFocus()
      for name in ["one", "two", "three"] {
        XCTAssertNotEqual(gtk_widget_child_focus(stand.text.widget, GTK_DIR_TAB_FORWARD), 0)
        let focused = try XCTUnwrap(stand.links.first { $0.holdsFocus })
        XCTAssertEqual(stand.context.target.text, "https://\(name).example/")
        Signal.emit(focused, "clicked")
        XCTAssertEqual(stand.host.followed.last?.target, "https://\(name).example/")
      }
      // The third was out of sight.
      pump("its place") { (stand.width(ofLink: 2) ?? 0) > 40 }
      try expect([2: "the third"])
      let place = gtk_scrolled_window_get_vadjustment(stand.scroller.opaque)
      XCTAssertGreaterThan(gtk_adjustment_get_value(place), 0)
    }
  }

  /// Quick keys on a slow machine: what was shown is not drawn yet.
  func testTheFocusReachesWhatIsNotDrawnYet() throws {
    try onGtk {
      let stand = try ReadingStand()
      stand.text.show(
        marked {
          $0.link("first")
          $0.add("\n")
          $0.add(.enclosure(title: "Inside")) { $0.add("What is enclosed.\n") }
          $0.link("second")
        })
      XCTAssertEqual(stand.links.count + stand.folds.count, 0)
      stand.text.grabFocus()
      let reached = (0..<3).map { _ in
        gtk_widget_child_focus(stand.text.widget, GTK_DIR_TAB_FORWARD)
        return (stand.links + stand.folds).firstIndex { $0.holdsFocus }
      }
      XCTAssertEqual(reached, [0, 2, 1])
    }
  }

  func testTheFirstTwoHundredHaveWidgetsAndMoreOnDemand() throws {
    try onGtk {
      let content = marked {
        for number in 0..<450 {
          $0.link("link \(number)", to: "https://example.org/\(number)")
          $0.add("\n")
        }
      }
      let stand = try ReadingStand(content)
      var hasMore = false
      stand.text.onEvent { if case .hasMoreLinks(let more) = $0 { hasMore = more } }
      XCTAssertEqual(stand.links.count, 200)
      for count in [400, 450] {
        stand.text.addLinks()
        stand.waitForFrames(3)
        XCTAssertEqual(stand.links.count, count)
      }
      XCTAssertFalse(hasMore)
      stand.text.clear()
      XCTAssertEqual(stand.links.count, 0)
    }
  }

  func testALinkThatPretendsLooksOtherwiseAndIsDescribed() throws {
    try onGtk {
      let content = marked {
        $0.link("paypal.com", to: "https://evil.example/", pretended: "paypal.com")
        $0.add(" ")
        $0.link("honest", to: "https://example.org/")
      }
      let stand = try ReadingStand(content)
      let colors = try ["paypal", "honest"].map { text -> String in
        var place = stand.iterator(try XCTUnwrap(stand.place(of: text)))
        var names: [String] = []
        var tag = gtk_text_iter_get_tags(&place)
        let first = tag
        while let there = tag {
          names.append("\(there.pointee.data.debugDescription)")
          tag = there.pointee.next
        }
        g_slist_free(first)
        return names.joined()
      }
      XCTAssertNotEqual(colors[0], colors[1])
      XCTAssertEqual(
        MarkedText.Link(target: "", shown: "https://a@evil.example/x").host, "evil.example")
    }
  }

  func testLinksWithinAFoldComeAndGoWithIt() throws {
    try onGtk {
      let content = marked {
        $0.add(.enclosure(title: "Inside")) {
          $0.link("inner")
          $0.add("\n")
        }
        $0.link("outer")
      }
      let stand = try ReadingStand(content)
      XCTAssertEqual(stand.links.count, 1)
      let fold = try XCTUnwrap(stand.folds.first)
      for count in [2, 1, 2] {
        Signal.emit(fold, "clicked")
        stand.waitForFrames(3)
        XCTAssertEqual(stand.links.count, count)
      }
    }
  }
}
