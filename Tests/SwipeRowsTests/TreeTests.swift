import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// Rows of a tree: Shift and an arrow expand and collapse what can be, and open trays elsewhere.
final class TreeTests: XCTestCase {
  func testShiftAndAnArrowExpandAndCollapseWhereTheyCan() throws {
    try onGtk {
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        gtk_widget_set_default_direction(direction)
        defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
        let tree = Tree()
        let window = present(tree.list.widget)
        let count = { g_list_model_get_n_items(tree.model) }
        pump("the rows") { tree.list.row(of: 0) != nil }
        let row = try XCTUnwrap(tree.list.row(of: 0))
        XCTAssertEqual(count(), 2)
        // Collapsed, it can be expanded, and the tray of the other side be opened.
        XCTAssertFalse(row.expands(false))
        XCTAssertTrue(row.expands(true))
        pump("the child") { count() == 3 && tree.list.row(of: 100) != nil }
        XCTAssertFalse(row.expands(true))
        XCTAssertTrue(row.expands(false))
        pump("the child to go") { count() == 2 }
        // What has no children is no tree to it.
        let leaf = try XCTUnwrap(tree.list.row(of: 1))
        XCTAssertFalse(leaf.expands(true) || leaf.expands(false))
        XCTAssertTrue(tree.list.open(1, .leading, animated: false))
        XCTAssertEqual(tree.list.openItems, [1])
        close(window)
      }
    }
  }
}

extension TreeTests {
  func testARowThatIsExpandedWhileItIsOpenClosesForAnother() throws {
    try onGtk {
      let tree = Tree()
      _ = present(tree.list.widget)
      pump("the rows") { tree.list.row(of: 1) != nil }
      let row = try XCTUnwrap(tree.list.row(of: 0))
      for isExpanded in [true, false] {
        XCTAssertTrue(tree.list.open(0, .leading, animated: false))
        XCTAssertTrue(row.expands(isExpanded))
        pump("the child") { (tree.list.row(of: 100) != nil) == isExpanded }
        XCTAssertEqual(tree.list.openItems, [0])
        let other = isExpanded ? 100 : 1
        pump("a width") {
          tree.list.row(of: other).map { gtk_widget_get_width($0.widget) > 0 } == true
        }
        XCTAssertTrue(tree.list.open(other, .leading, animated: false))
        XCTAssertEqual(tree.list.openItems, [other])
        XCTAssertEqual(tree.list.openSide(of: 0), nil)
      }
    }
  }
}

/// Two numbers, of which 0 has the child 100.
@MainActor private final class Tree {
  let model: OpaquePointer
  let list: SwipeList<Int>

  init() {
    let roots = ListStore<Int>()
    roots.replace(0..<0, with: [0, 1])
    let model = gtk_tree_list_model_new(
      roots.consumed(), 0, 0,
      { object, _ in
        nonisolated(unsafe) let object = object
        nonisolated(unsafe) let children: OpaquePointer? = onMain {
          guard object.flatMap({ ListStore<Int>.element(of: $0) }) == 0 else { return nil }
          let store = ListStore<Int>()
          store.replace(0..<0, with: [100])
          return store.consumed()
        }
        return children
      }, nil, nil)
    self.model = model.unsafelyUnwrapped
    let view: Widget = gtk_list_view_new(gtk_no_selection_new(model), nil)
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, view)
    list = SwipeList(
      around: scroller, id: { $0.element(of: Int.self) ?? -1 },
      front: {
        let expander = gtk_tree_expander_new().unsafelyUnwrapped
        let label: Widget = gtk_label_new("")
        gtk_widget_set_size_request(label, 200, 44)
        gtk_tree_expander_set_child(expander.opaque, label)
        return expander
      },
      show: { object, expander in
        gtk_tree_expander_set_list_row(expander.opaque, object.treeRow)
        return SwipeContent(
          label: "row",
          leading: [SwipeAction("a", title: "A", icon: "edit-cut-symbolic") { .restore }])
      })
  }
}
