import CDunnockGtk
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

/// What a text costs that is longer than what is in sight of it.
final class TextInSightTests: XCTestCase {
  func testTheTextViewCoversWhatIsInSight() throws {
    try onGtk {
      let stand = try ReadingStand(long)
      let adjustment = gtk_scrolled_window_get_vadjustment(stand.scroller.opaque)
      pump("a place to go to") { gtk_adjustment_get_upper(adjustment) > 5_000 }
      let page = gtk_widget_get_height(stand.scroller)
      for place in [0, 1_234, 4_000, 0] {
        gtk_adjustment_set_value(adjustment, Double(place))
        stand.waitForFrames(3)
        let room = try XCTUnwrap(stand.view.bounds(in: stand.scroller))
        XCTAssertEqual(room.y, 0)
        XCTAssertEqual(room.height, page)
        var seen = GdkRectangle()
        gtk_text_view_get_visible_rect(stand.view.cast(), &seen)
        XCTAssertEqual(Int(seen.y), place, "what stands there is what is drawn there")
      }
    }
  }

  func testTheTextViewGrowsWithTheWindow() throws {
    try onGtk {
      let stand = try ReadingStand(long)
      let height = gtk_widget_get_height(stand.scroller)
      gtk_window_set_default_size(stand.window.cast(), 600, height + 200)
      pump("a higher window") { gtk_widget_get_height(stand.scroller) == height + 200 }
      stand.waitForFrames(2)
      XCTAssertEqual(stand.view.bounds(in: stand.scroller)?.height, height + 200)
    }
  }

  func testAScrollerMayOutliveTheText() throws {
    try onGtk {
      let stand = try ReadingStand(long)
      let adjustment = gtk_scrolled_window_get_vadjustment(stand.scroller.opaque)
      pump("a place to go to") { gtk_adjustment_get_upper(adjustment) > 5_000 }
      let kept = Ref.retaining(none: try XCTUnwrap(adjustment))
      gtk_adjustment_set_upper(adjustment, 4_000)
      // Now that it was told, and has not looked yet.
      gtk_window_set_child(stand.window.cast(), nil)
      gtk_adjustment_set_value(adjustment, 100)
      gtk_adjustment_set_upper(adjustment, 3_000)
      var isIdle = false
      whenIdle { isIdle = true }
      pump("what was told") { isIdle }
      withExtendedLifetime(kept) {}
      withExtendedLifetime(stand.text) {}
    }
  }

  func testItIsAsHighAsItsTextAsSoonAsItHasIt() throws {
    try onGtk {
      let stand = try ReadingStand()
      stand.text.show(long)
      let height = stand.text.widget.measured(GTK_ORIENTATION_VERTICAL).natural
      let line = try stand.room(of: "Line 0")
      XCTAssertGreaterThan(height, 400 * Double(line.height))
      stand.waitForFrames(10)
      XCTAssertEqual(stand.text.widget.measured(GTK_ORIENTATION_VERTICAL).natural, height)
    }
  }

  func testAShortTextFollowsOneThatWasScrolledFar() throws {
    try onGtk {
      let far = marked { maker in for number in 0..<2_000 { maker.add("Line \(number).\n") } }
      let stand = try ReadingStand(far)
      let adjustment = gtk_scrolled_window_get_vadjustment(stand.scroller.opaque)
      pump("a place to go to") { gtk_adjustment_get_upper(adjustment) > 25_000 }
      gtk_adjustment_set_value(adjustment, 24_000)
      stand.waitForFrames(3)
      stand.text.clear()
      stand.text.show(marked { $0.add("Short.\n") })
      pump("its top") { stand.view.bounds(in: stand.scroller)?.y == 0 }
      var seen = GdkRectangle()
      gtk_text_view_get_visible_rect(stand.view.cast(), &seen)
      XCTAssertEqual(seen.y, 0)
    }
  }

  func testTheScrollerFollowsTheCursor() throws {
    try onGtk {
      let stand = try ReadingStand(long)
      let adjustment = gtk_scrolled_window_get_vadjustment(stand.scroller.opaque)
      pump("a place to go to") { gtk_adjustment_get_upper(adjustment) > 5_000 }
      for text in ["Line 300.", "Line 20."] {
        var place = stand.iterator(try XCTUnwrap(stand.place(of: text)))
        gtk_text_buffer_place_cursor(stand.buffer, &place)
        gtk_text_view_scroll_mark_onscreen(
          stand.view.cast(), gtk_text_buffer_get_insert(stand.buffer))
        let room = try stand.room(of: text)
        pump("the line in sight") {
          let top = gtk_adjustment_get_value(adjustment)
          return Double(room.y) >= top
            && Double(room.y + room.height) <= top + gtk_adjustment_get_page_size(adjustment)
        }
      }
    }
  }

  func testNoLineIsLaidOutForLinksOutOfSight() throws {
    try onGtk {
      let content = marked {
        for number in 0..<200 {
          $0.link("a link of some length, \(number)", to: "https://example.org/\(number)")
          $0.add(" and more.\n")
        }
      }
      let stand = try ReadingStand(content)
      pump("the links") {
        stand.links.count == 200 && (stand.width(ofLink: 0) ?? 0) > 80
      }
      // What is as wide as its text has been looked for in its line.
      let placed = stand.links.indices.filter { (stand.width(ofLink: $0) ?? 0) > 80 }
      XCTAssertGreaterThan(placed.count, 10)
      XCTAssertLessThan(placed.count, 60)
      XCTAssertEqual(placed, Array(0..<placed.count))
      let adjustment = gtk_scrolled_window_get_vadjustment(stand.scroller.opaque)
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
      pump("the last") { (stand.width(ofLink: 199) ?? 0) > 80 }
      let last = try XCTUnwrap(stand.links.last)
      XCTAssertEqual(
        last.bounds(in: stand.text.widget)?.y, try stand.room(of: "a link of some length, 199").y)
    }
  }
}

private let long = marked { maker in for number in 0..<400 { maker.add("Line \(number).\n") } }
