import CDunnockGtk
import CDunnockGtkShim
import GtkBridge
import GtkTestSupport
import Panning
import SwipeRows
import XCTest

/// An open row among 100,000 while the model changes.
final class SwipeListModelTests: XCTestCase {
  func testItStaysOpenWhereverTheOrderPutsIt() throws {
    try onGtk {
      let (sample, model) = opened(3)
      // The list keeps its place at the row it is anchored to, row 0: row 3 goes 3 places above it, then out of all live rows.
      model.sort { $1 - $0 }
      XCTAssertTrue(sample.staysOpen(3))
      model.sort { ($0 == 3 ? -1 : $0) - ($1 == 3 ? -1 : $1) }
      XCTAssertTrue(sample.staysOpen(3))
      model.sort { $1 == 3 ? -1 : $0 == 3 ? 1 : $0 - $1 }
      pump("the row to go out of sight") { sample.listItem(of: 3) == nil }
      XCTAssertTrue(sample.staysOpen(3))
      model.sort { $0 - $1 }
      pump("the row to come back") { sample.listItem(of: 3) != nil }
      pump("the row to show open") { sample.offset(of: 3) <= -152 }
      XCTAssertEqual(sample.events, [.willOpen, .didOpen])
    }
  }

  func testItClosesWhenAFilterLeavesItOut() throws {
    try onGtk {
      let (sample, model) = opened(3)
      model.filter { $0 % 3 == 0 }
      XCTAssertTrue(sample.staysOpen(3))
      model.filter { $0 % 2 == 0 }
      pump("the row to close") { sample.list.openItems.last == nil }
      XCTAssertEqual(sample.events, [.willOpen, .didOpen, .willClose, .didClose])
      model.filter { _ in true }
      pump("the row to come back") { sample.listItem(of: 3) != nil }
      XCTAssertEqual(sample.offset(of: 3), 0)
    }
  }

  func testItClosesWhenItIsRemovedOutOfSight() throws {
    try onGtk {
      let (sample, model) = opened(3)
      model.sort { $1 == 3 ? -1 : $0 == 3 ? 1 : $0 - $1 }
      pump("the row to go out of sight") { sample.listItem(of: 3) == nil }
      sample.drawFrames()
      let before = sample.idRequests
      sample.store.replace(50_000..<50_010, with: [])
      XCTAssertTrue(sample.staysOpen(3))
      sample.store.replace(3..<4, with: [])
      pump("the row to close") { sample.list.openItems.last == nil }
      // Nobody has walked the model.
      XCTAssertLessThan(sample.idRequests - before, 1000)
      XCTAssertEqual(sample.events, [.willOpen, .didOpen, .willClose, .didClose])
    }
  }

  func testARowThatIsStillOpeningClosesWithItsItem() throws {
    try onGtk {
      let (sample, _) = shown()
      sample.list.open(3, .trailing)
      sample.store.replace(3..<4, with: [])
      pump("the row to close") { sample.events == [.willOpen, .willClose, .didClose] }
      XCTAssertNil(sample.list.openItems.last)
    }
  }

  func testANewObjectOfTheSameItemTakesItsPlaceOpen() throws {
    try onGtk {
      let (sample, _) = opened(3)
      sample.store.replace(2..<5, with: [2, 3, 4])
      pump("the row to be bound anew") { sample.offset(of: 3) <= -152 }
      XCTAssertTrue(sample.staysOpen(3))
    }
  }

  func testAnotherModelClosesWhatItHasNot() throws {
    try onGtk {
      let (sample, _) = opened(3)
      let other = ListStore<Int>()
      other.replace(0..<0, with: Array(10..<30))
      let selection = gtk_single_selection_new(other.consumed())
      gtk_list_view_set_model(sample.view.opaque, selection)
      g_object_unref(UnsafeMutableRawPointer(selection))
      pump("the row to close") { sample.list.openItems.last == nil }
      sample.list.open(12, .trailing, animated: false)
      other.replace(2..<3, with: [])
      pump("the other model's row to close") { sample.list.openItems.last == nil }
    }
  }

  func testItStaysOpenScrolledFarAndBack() throws {
    try onGtk {
      var style = PanStyle.standard
      style.closes.remove(.scroll)
      let (sample, _) = opened(3, style: style)
      sample.scroll(to: 2_000_000)
      pump("the row to be recycled") { sample.listItem(of: 3) == nil }
      XCTAssertTrue(sample.staysOpen(3))
      sample.scroll(to: 0)
      pump("the row to come back") { sample.offset(of: 3) <= -152 }
      XCTAssertEqual(sample.events, [.willOpen, .didOpen])
    }
  }

  func testItComesBackAsWideAsItsTrayIsByThen() throws {
    try onGtk {
      let (sample, model) = shown()
      let scroller = sample.list.widget
      gtk_widget_set_halign(scroller, GTK_ALIGN_START)
      gtk_widget_set_size_request(scroller, 200, -1)
      pump("the narrow list") { gtk_widget_get_width(sample.view) <= 200 }
      sample.list.open(3, .trailing, animated: false)
      XCTAssertEqual(sample.offset(of: 3), -76)
      model.sort { $1 == 3 ? -1 : $0 == 3 ? 1 : $0 - $1 }
      pump("the row to go out of sight") { sample.listItem(of: 3) == nil }
      gtk_widget_set_size_request(scroller, 400, -1)
      pump("the wide list") { gtk_widget_get_width(sample.view) > 380 }
      sample.drawFrames()
      // Its row is shown by widgets that have that width already.
      model.sort { $0 - $1 }
      pump("the row to come back") { sample.listItem(of: 3) != nil }
      pump("the row to come back as wide") { sample.offset(of: 3) <= -152 }
    }
  }

  func testAStyleClosesItOffTheScreen() throws {
    try onGtk {
      var style = PanStyle.standard
      style.closes.remove(.scroll)
      style.closes.insert(.offscreen)
      let (sample, _) = opened(3, style: style)
      let bottom = try XCTUnwrap(sample.bottom(of: 3))
      sample.scroll(to: bottom - 1)
      XCTAssertTrue(sample.staysOpen(3))
      // Out of sight, and still among the rows that the list keeps.
      sample.scroll(to: bottom)
      pump("the row to close") { sample.list.openItems.last == nil }
      XCTAssertEqual(sample.offset(of: 3), 0)

      sample.scroll(to: 0)
      pump("the row in sight") {
        sample.list.openItems.last == nil && sample.bottom(of: 3) == bottom
      }
      sample.list.open(3, .leading, animated: false)
      sample.scroll(to: 2_000_000)
      pump("the recycled row to close") { sample.list.openItems.last == nil }
    }
  }

  func testFarScrollingShowsRowsAndLosesNoStep() throws {
    try onGtk {
      let (sample, _) = shown()
      sample.scroll(to: 2_000_000)
      sample.drawFrames()
      XCTAssertNotNil(sample.middle)
      var heard = 0
      let adjustment = sample.adjustment
      let connection = Signal.connect(adjustment, "value-changed") { heard += 1 }
      for _ in 0..<3 {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) - 100)
      }
      // Old GTK could not bear to hear of all three before the next layout; a newer one is told at once.
      XCTAssertEqual(heard, gtkIsAtLeast(4, 10, 1) ? 3 : 1)
      pump("the list 300 px up") { abs(gtk_adjustment_get_value(adjustment) - 1_999_700) <= 1 }
      sample.drawFrames()
      XCTAssertNotNil(sample.middle)
      connection.disconnect()
    }
  }

  func testAShortListThatGrowsStaysAtItsBeginning() throws {
    try onGtk {
      let sample = WatchedList(SampleList(count: 3))
      _ = present(sample.list.widget)
      pump("the first row") { sample.bottom(of: 0) != nil }
      sample.drawFrames()
      sample.store.replace(0..<3, with: Array(0..<100_000))
      pump("the rows to be counted") { gtk_adjustment_get_upper(sample.adjustment) > 4_000_000 }
      XCTAssertEqual(gtk_adjustment_get_value(sample.adjustment), 0)
      sample.scroll(to: 2_000_000)
      sample.drawFrames()
      XCTAssertNotNil(sample.middle)
    }
  }

  func testNoRowTakesTheFocusWhenPressed() throws {
    try onGtk {
      let (sample, _) = shown()
      let item = try XCTUnwrap(sample.listItem(of: 3))
      XCTAssertEqual(gtk_widget_get_focus_on_click(item), 0)
    }
  }
}

/// A list of 100,000 rows that can be sorted and filtered, in a window.
@MainActor private func shown(style: PanStyle = .standard) -> (WatchedList, OrderedModel) {
  let model = OrderedModel()
  let sample = WatchedList(SampleList(count: 100_000, style: style, model: model.over))
  _ = present(sample.list.widget)
  pump("the rows to be counted") { gtk_adjustment_get_upper(sample.adjustment) > 4_000_000 }
  sample.drawFrames()
  return (sample, model)
}

/// The same with one row open.
@MainActor private func opened(
  _ item: Int, style: PanStyle = .standard
) -> (WatchedList, OrderedModel) {
  let (sample, model) = shown(style: style)
  sample.list.open(item, .trailing, animated: false)
  return (sample, model)
}

/// A sample list whose events are kept.
@MainActor @dynamicMemberLookup
private final class WatchedList {
  private let sample: SampleList
  private(set) var events: [PanEvent] = []

  init(_ sample: SampleList) {
    self.sample = sample
    sample.list.onEvent { [weak self] event, _, _ in self?.events.append(event) }
  }

  subscript<Value>(dynamicMember path: KeyPath<SampleList, Value>) -> Value {
    sample[keyPath: path]
  }

  func listItem(of item: Int) -> Widget? { sample.listItem(of: item) }
  func offset(of item: Int) -> Double { sample.offset(of: item) }

  var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(sample.view.parent?.opaque).unsafelyUnwrapped
  }

  func scroll(to place: Double) { gtk_adjustment_set_value(adjustment, place) }

  /// The lower edge of an item's row, px from the list's beginning.
  func bottom(of item: Int) -> Double? {
    var bounds = graphene_rect_t()
    guard let row = sample.listItem(of: item),
      isTrue(gtk_widget_compute_bounds(row, sample.view, &bounds))
    else { return nil }
    return Double(bounds.origin.y + bounds.size.height) + gtk_adjustment_get_value(adjustment)
  }

  /// What is in the middle of the list, unless it is the bare list.
  var middle: Widget? {
    gtk_widget_pick(sample.view, 200, 250, GTK_PICK_DEFAULT).flatMap {
      $0 == sample.view ? nil : $0
    }
  }

  /// Whether an item is open after everything at hand has been done.
  func staysOpen(_ item: Int) -> Bool {
    drawFrames()
    return sample.list.openItems.last == item
  }

  func drawFrames() { sample.drawFrames() }
}

/// A sorted and filtered model of numbers.
@MainActor private final class OrderedModel {
  private var sorted: OpaquePointer?
  private var filtered: OpaquePointer?

  func over(_ store: OpaquePointer) -> OpaquePointer {
    sorted = gtk_sort_list_model_new(store, nil)
    filtered = gtk_filter_list_model_new(sorted, nil)
    return filtered.unsafelyUnwrapped
  }

  func sort(_ order: @escaping @MainActor (Int, Int) -> Int) {
    let sorter = gtk_custom_sorter_new(
      { first, second, data in
        let (first, second) = (number(first), number(second))
        return onMainThread(data) { Int32(($0 as? Order)?.order(first, second).signum() ?? 0) }
      }, Unmanaged.passRetained(Order(order)).toOpaque(), release)
    gtk_sort_list_model_set_sorter(
      sorted,
      UnsafeMutableRawPointer(sorter.unsafelyUnwrapped).assumingMemoryBound(to: GtkSorter.self))
    g_object_unref(UnsafeMutableRawPointer(sorter))
  }

  func filter(_ choice: @escaping @MainActor (Int) -> Bool) {
    let filter = gtk_custom_filter_new(
      { item, data in
        let item = number(UnsafeRawPointer(item))
        return onMainThread(data) { (($0 as? Choice)?.choice(item) ?? false).gboolean }
      }, Unmanaged.passRetained(Choice(choice)).toOpaque(), release)
    gtk_filter_list_model_set_filter(
      filtered,
      UnsafeMutableRawPointer(filter.unsafelyUnwrapped).assumingMemoryBound(to: GtkFilter.self))
    g_object_unref(UnsafeMutableRawPointer(filter))
  }
}

private final class Order: Sendable {
  let order: @MainActor (Int, Int) -> Int
  init(_ order: @escaping @MainActor (Int, Int) -> Int) { self.order = order }
}

private final class Choice: Sendable {
  let choice: @MainActor (Int) -> Bool
  init(_ choice: @escaping @MainActor (Int) -> Bool) { self.choice = choice }
}

private func number(_ item: UnsafeRawPointer?) -> Int {
  nonisolated(unsafe) let item = item
  return MainActor.assumeIsolated {
    item.flatMap { ListStore<Int>.element(of: UnsafeMutableRawPointer(mutating: $0)) } ?? 0
  }
}

private func onMainThread<Result: Sendable>(
  _ data: gpointer?, _ body: @MainActor (AnyObject) -> Result
) -> Result {
  nonisolated(unsafe) let object = Unmanaged<AnyObject>.fromOpaque(data.unsafelyUnwrapped)
    .takeUnretainedValue()
  return MainActor.assumeIsolated { body(object) }
}

private func release(_ data: gpointer?) {
  data.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
}
