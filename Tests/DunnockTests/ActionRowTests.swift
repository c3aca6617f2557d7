import CDunnockAdwaita
import CDunnockGtk
import GtkBridge
import GtkTestSupport
import SwipeRows
import XCTest

/// An AdwActionRow as the front of a row in a boxed list: the row around it is the one that is focused, activated and read.
final class ActionRowTests: XCTestCase {
  func testTheOuterRowIsActivatedFocusedAndTheListItem() throws {
    try onGtk {
      adw_init()
      MainLoop.adoptMainActor()
      let box: Widget = gtk_list_box_new()
      box.addClasses("boxed-list")
      let front: Widget = adw_action_row_new()
      adw_preferences_row_set_title(front.cast(), "Wi-Fi")
      var ran = 0
      let row = SwipeRow(
        front,
        content: SwipeContent(
          label: "Wi-Fi",
          trailing: [
            SwipeAction("forget", title: "Forget", icon: "user-trash-symbolic") {
              ran += 1
              return .restore
            }
          ]))
      gtk_list_box_append(box.opaque, row.widget)
      var activated: [UnsafeMutableRawPointer?] = []
      Signal.connect(box, "row-activated") { (row: UnsafeMutableRawPointer?) in
        activated.append(row)
      }
      let group = SwipeGroup(around: box)
      _ = present(group.widget)
      let outer = try XCTUnwrap(row.widget.parent)
      XCTAssertEqual(outer.parent, box)
      XCTAssertEqual(
        gtk_accessible_get_accessible_role(outer.opaque), GTK_ACCESSIBLE_ROLE_LIST_ITEM)
      XCTAssertNotEqual(
        gtk_accessible_get_accessible_role(front.opaque), GTK_ACCESSIBLE_ROLE_LIST_ITEM)
      XCTAssertFalse(isTrue(gtk_widget_get_focusable(front)))
      gtk_widget_grab_focus(outer)
      XCTAssertTrue(outer.holdsFocus)
      gtk_widget_activate(outer)
      XCTAssertEqual(activated, [UnsafeMutableRawPointer(outer)])
      pump("a width") { gtk_widget_get_width(row.widget) > 0 }
      XCTAssertTrue(row.open(.trailing, animated: false))
      XCTAssertNotEqual(gtk_widget_activate_action_variant(outer, "row.forget", nil), 0)
      pump("the action") { ran == 1 }
    }
  }
}
