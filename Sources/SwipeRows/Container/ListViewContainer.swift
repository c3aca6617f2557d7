import CDunnockGtk
import CDunnockGtkShim
import GtkBridge

/// The rows of a `GtkListView`.
class ListViewContainer: RowContainer {
  let view: Widget
  private let scrollPace: ScrollPace?

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
    view.movesItself(adjustment)
  }
}
