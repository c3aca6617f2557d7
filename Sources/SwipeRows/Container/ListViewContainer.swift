import CDunnockGtk
import CDunnockGtkShim
import GtkBridge

/// The rows of a `GtkListView`.
class ListViewContainer: RowContainer {
  let view: Widget
  private let scrollPace: ScrollPace?
  private var isKeepingPlaces = false

  init(_ view: Widget) {
    self.view = view
    OldGtk.prepareFirstScroll(of: view)
    // From GTK 4.12 on Tab would come back to the first row, and Shift+Tab to the last.
    dnk_list_view_tab_by_item(view)
    // GTK before 4.10.1 snaps a list of more than some 205 rows to its end if its position changes twice between two layouts.
    scrollPace = gtkIsAtLeast(4, 10, 1) ? nil : ScrollPace(view)
  }

  var model: OpaquePointer? { gtk_list_view_get_model(view.opaque) }

  var walksSideways: Bool { false }

  func show(_ rows: any RowSupply, modelChanged: @escaping @MainActor () -> Void) {
    Signal.connect(view, "notify::model", modelChanged)
    withExtendedLifetime(rows.factory()) { gtk_list_view_set_factory(view.opaque, $0.opaque) }
  }

  final func scroll(to place: guint) {
    // It moves by the heights of its rows.
    scrollPace?.layOutIfStale()
    gtk_widget_activate_action_variant(view, "list.scroll-to-item", g_variant_new_uint32(place))
  }

  final func rowsChanged() { scrollPace?.rowsChanged() }

  final func movesItself(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Bool {
    isKeepingPlaces || view.movesItself(adjustment)
  }

  /// In a layout the view keeps one row in its place, its anchor, and moves those above as well as those below. The anchor (4.8 to 4.18) is
  /// the row that last got the focus, or some row in sight after scrolling; here it becomes the first row that changes.
  final func keepPlaces(above rows: [SwipeRow], _ change: () -> Void) {
    guard isTrue(gtk_widget_get_mapped(view)), let clock = gtk_widget_get_frame_clock(view) else {
      return change()
    }
    // The view finds a row by the heights of the last layout.
    Signal.emit(UnsafeMutableRawPointer(clock), "layout")
    let inSight = rows.compactMap { row in top(of: row).map { (row: row, top: $0) } }
    guard let (row, top) = inSight.min(by: { $0.row.place < $1.row.place }) else {
      return change()
    }
    if top >= 0 {
      anchor(row.listItem)
      return change()
    }
    // The view cannot be told to keep the top of a row that begins above it: it is scrolled by as much as the row changes.
    let (handle, height) = (row.handle, height(of: row.listItem))
    change()
    guard row.handle == handle, height != self.height(of: row.listItem),
      let adjustment = gtk_scrollable_get_vadjustment(view.opaque)
    else { return }
    let distance = Double(height - self.height(of: row.listItem))
    isKeepingPlaces = true
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    isKeepingPlaces = false
  }

  /// How high an item is going to be in the next layout, px.
  private func height(of item: Widget) -> Int32 {
    var height: Int32 = 0
    // An item that is not laid out yet has no width.
    let width = gtk_widget_get_width(item)
    gtk_widget_measure(
      item, GTK_ORIENTATION_VERTICAL, width > 0 ? width : -1, nil, &height, nil, nil)
    return height
  }

  /// Where a row that is in sight begins in the view, px; nil for another row.
  private func top(of row: SwipeRow) -> Int32? {
    guard let (top, bottom) = edges(of: row.listItem) ?? gap(at: row.listItem),
      top >= 0 || bottom > 0, top < gtk_widget_get_height(view)
    else { return nil }
    return top
  }

  /// The place of an item of no height: the lower edge of the nearest item above that has a height. GTK 4.8 does not lay such an item out,
  /// and 4.18 does.
  private func gap(at item: Widget) -> (top: Int32, bottom: Int32)? {
    func nearest(_ next: (Widget) -> Widget?) -> Widget? {
      var nearest: Widget? = item
      while let item = nearest, height(of: item) == 0 { nearest = next(item) }
      return nearest
    }
    if let above = nearest({ gtk_widget_get_prev_sibling($0) }) {
      return edges(of: above).map { ($0.bottom, $0.bottom) }
    }
    return nearest({ $0.nextSibling }).flatMap { edges(of: $0) }.map { ($0.top, $0.top) }
  }

  private func edges(of item: Widget) -> (top: Int32, bottom: Int32)? {
    guard isTrue(gtk_widget_get_mapped(item)), let bounds = item.bounds(in: view) else {
      return nil
    }
    return (bounds.y, bounds.y + bounds.height)
  }

  /// Makes the item above a list item the anchor, or else the item itself, whichever can be seen as a whole: the view would scroll to
  /// another. An anchor that leaves the model hands its place on the screen to a neighbour: of the last item that place is below the end.
  private func anchor(_ item: Widget) {
    let height = gtk_widget_get_height(view)
    func isWhole(_ item: Widget) -> Bool? {
      edges(of: item).map { $0.top >= 0 && $0.bottom <= height }
    }
    var whole = gtk_widget_get_prev_sibling(item).flatMap { isWhole($0) == true ? $0 : nil }
    if whole == nil, isWhole(item) != false { whole = item }
    guard let place = whole.flatMap(SwipeRow.shown)?.place else { return }
    gtk_widget_activate_action_variant(
      view, "list.scroll-to-item", g_variant_new_uint32(place))
  }
}
