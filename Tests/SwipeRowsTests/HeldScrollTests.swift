import CDunnockGtk
import GtkBridge
import GtkTestSupport
import XCTest

@testable import SwipeRows

final class HeldScrollTests: XCTestCase {
  func testWhatWasWithheldScrollsTheWayThatShiftGivesIt() throws {
    try onGtk {
      for (state, across, down) in [(0, 5.0, 10.0), (GDK_SHIFT_MASK.rawValue, 10.0, 5.0)] {
        let scroller: Widget = gtk_scrolled_window_new()
        let child: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        gtk_widget_set_size_request(child, 2_000, 2_000)
        gtk_scrolled_window_set_child(scroller.opaque, child)
        let window = present(scroller)
        pump("the page") { gtk_widget_get_width(child) == 2_000 }
        let held = HeldScroll()
        held.withhold(
          Point(x: 2, y: 4), seen: Point(), from: scroller, with: GdkModifierType(rawValue: state))
        held.giveBack()
        let (hadjustment, vadjustment) = (
          gtk_scrolled_window_get_hadjustment(scroller.opaque),
          gtk_scrolled_window_get_vadjustment(scroller.opaque)
        )
        XCTAssertEqual(gtk_adjustment_get_value(hadjustment), across)
        XCTAssertEqual(gtk_adjustment_get_value(vadjustment), down)
        close(window)
      }
    }
  }
}
