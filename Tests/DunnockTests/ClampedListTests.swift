import CDunnockAdwaita
import CDunnockGtk
import GtkBridge
import GtkTestSupport
import SwipeRows
import XCTest

/// Swipeable rows in libadwaita's clamps.
final class ClampedListTests: XCTestCase {
  func testRowsInAClampOpenAndScroll() throws {
    try onGtk {
      let store = ListStore<Int>()
      store.replace(0..<0, with: Array(0..<1000))
      let view: Widget = gtk_list_view_new(gtk_no_selection_new(store.consumed()), nil)
      let clamp: Widget = adw_clamp_scrollable_new()
      adw_clamp_scrollable_set_child(clamp.opaque, view)
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_child(scroller.opaque, clamp)
      let list = SwipeList(
        around: scroller, of: Int.self, id: { $0 },
        front: {
          let label: Widget = gtk_label_new("")
          gtk_widget_set_size_request(label, -1, 44)
          return label
        },
        show: { item, label in
          gtk_label_set_text(label.opaque, String(item))
          return SwipeContent(
            label: String(item),
            trailing: [
              SwipeAction("trash", title: "Trash", icon: "user-trash-symbolic") { .restore }
            ])
        })
      _ = present(list.widget, width: 900)
      XCTAssertTrue(list.open(3, .trailing, animated: false))
      XCTAssertEqual(list.openItems, [3])
      XCTAssertLessThan(list.offset(of: 3), 0)
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 20)
      XCTAssertEqual(list.openItems, [])
      XCTAssertTrue(list.focus(800))
      pump("the row far down") {
        list.widget(of: 800).map { gtk_widget_get_mapped($0) != 0 } == true
      }
    }
  }
}
