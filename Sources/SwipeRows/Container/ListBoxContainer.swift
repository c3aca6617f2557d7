import CDunnockGtk
import GtkBridge

/// The rows of a `GtkListBox` that shows a model: one for each item, none of them recycled.
final class ListBoxContainer: RowContainer {
  let view: Widget
  private let items: Ref

  /// - Parameter items: The model, a `GListModel`.
  init(_ view: Widget, showing items: Ref) {
    self.view = view
    self.items = items
  }

  var model: OpaquePointer? { items.opaque }

  var walksSideways: Bool { false }

  func rowsChanged() {}

  // What is scrolled as a whole stays where it is scrolled to.
  func keepPlaces(above rows: [SwipeRow], _ change: () -> Void) { change() }

  func movesItself(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Bool { false }

  func show(_ rows: any RowSupply, modelChanged: @escaping @MainActor () -> Void) {
    let make: @MainActor (UnsafeMutableRawPointer) -> Widget = { [weak rows] object in
      guard let row = rows?.makeRow() else { return gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) }
      let kept = Ref.retaining(none: object)
      // A row that is taken out of the box comes back in none.
      Signal.connect(row.widget, "notify::root") { [weak rows, weak row] in
        guard let row else { return }
        if gtk_widget_get_root(row.widget) == nil {
          rows?.unbind(row)
        } else if row.handle == nil {
          rows?.bind(row, to: kept.raw)
        }
      }
      return row.widget
    }
    view.showModel(items, in: make)
  }

  func scroll(to place: guint) {
    let row = gtk_list_box_get_row_at_index(view.opaque, gint(truncatingIfNeeded: place))
    row.map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self).scrollIntoSight()
    }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Scrolls what this widget is in up or down just so far that it can be seen, once it has been laid out.
  func scrollIntoSight() {
    guard let scroller = ancestry.first(where: { $0.isA(gtk_scrolled_window_get_type()) }),
      let content = gtk_scrolled_window_get_child(scroller.opaque),
      let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque),
      let bounds = bounds(in: content)
    else { return }
    // A viewport moves what it holds.
    let scrolled = content.isA(gtk_viewport_get_type()) ? gtk_adjustment_get_value(adjustment) : 0
    let top = Double(bounds.y) + scrolled
    let page = gtk_adjustment_get_page_size(adjustment)
    let value = gtk_adjustment_get_value(adjustment)
    // At once, as a list view does: to clamp the page would be animated.
    gtk_adjustment_set_value(
      adjustment, min(top, max(value, top + Double(bounds.height) - page)))
  }
}
