import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import XCTest

@testable import SwipeRows

/// What opening a long list costs, counted: each front is measured as often as in a bare list view, and what nobody can reach yet is not
/// made.
final class OpeningCostTests: XCTestCase {
  func testOpeningMeasuresFrontsAsOftenAsABareListViewDoes() throws {
    try onGtk {
      let bare = Opening()
      bare.open(bare.bareList())
      let swiped = Opening()
      swiped.open(swiped.swipeList().widget)
      XCTAssertEqual(swiped.counts.rows, bare.counts.rows)
      XCTAssertEqual(swiped.counts.measures, bare.counts.measures)
      // GTK measures every row that it makes, but places only those in sight.
      XCTAssert((10...20).contains(swiped.counts.allocations), "\(swiped.counts)")
      XCTAssertGreaterThan(swiped.counts.rows, 100)
    }
  }

  func testARowIsOneWidgetAroundItsFrontAndHasNoTray() throws {
    try onGtk {
      let opening = Opening()
      let list = opening.swipeList()
      opening.open(list.widget)
      for item in 0..<100 {
        let row = try XCTUnwrap(list.widget(of: item))
        XCTAssertEqual(Array(row.children).count, 1)
        XCTAssert(opening.fronts.contains { $0.parent == row })
      }
    }
  }

  func testOnlyRowsThatHaveBeenInSightHaveTheirActionsByName() throws {
    try onGtk {
      let opening = Opening()
      let list = opening.swipeList()
      opening.open(list.widget)
      @MainActor func hasActions(_ item: Int) -> Bool {
        guard let item = list.widget(of: item)?.parent else { return false }
        return gtk_widget_activate_action_variant(item, "row.trash", nil) != 0
      }
      let inSight = opening.counts.allocations
      XCTAssert(hasActions(0) && hasActions(inSight - 1))
      XCTAssertFalse(hasActions(inSight + 1))
      let adjustment = gtk_scrolled_window_get_vadjustment(opening.scroller.opaque)
      gtk_adjustment_set_value(adjustment, 2 * 44)
      pump("the scrolled list to be laid out") { hasActions(inSight + 1) }
    }
  }
}

/// A list of 100,000 rows of 44 px, and how often its fronts are asked for their size and placed.
@MainActor private final class Opening {
  let scroller: Widget = gtk_scrolled_window_new()
  private(set) var fronts: [Widget] = []
  private let store = ListStore<Int>()

  init() {
    store.replace(0..<0, with: Array(0..<100_000))
    measures = 0
    allocations = 0
  }

  /// What opening cost, once `open` is back.
  private(set) var counts = (rows: 0, measures: 0, allocations: 0)

  func open(_ list: Widget) {
    _ = present(list)
    pump("rows to be placed") { allocations > 0 }
    counts = (fronts.count, measures, allocations)
  }

  func bareList() -> Widget {
    let factory = gtk_signal_list_item_factory_new()
    Signal.connect(UnsafeMutableRawPointer(factory!), "setup") {
      [weak self] (item: UnsafeMutableRawPointer?) in
      gtk_list_item_set_child(item.map { OpaquePointer($0) }, self?.front())
    }
    fill(factory)
    return scroller
  }

  func swipeList() -> SwipeList<Int> {
    fill(nil)
    return SwipeList(
      around: scroller, of: Int.self, id: { $0 },
      front: { [weak self] in self?.front() ?? gtk_label_new(nil) },
      show: { item, _ in
        SwipeContent(
          label: "Row \(item)",
          trailing: [SwipeAction("trash", title: "Trash", icon: "user-trash-symbolic") { .restore }]
        )
      })
  }

  private func fill(_ factory: OpaquePointer?) {
    let selection = gtk_single_selection_new(store.consumed())
    gtk_scrolled_window_set_child(scroller.opaque, gtk_list_view_new(selection, factory))
  }

  private func front() -> Widget {
    let front: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_layout_manager(front, countingLayout())
    fronts.append(front)
    return front
  }
}
