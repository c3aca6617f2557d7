import CDunnockGtk
import GtkBridge

/// The rows of a `GtkGridView` of one column, which makes far fewer of them than a list view.
final class GridViewContainer: ListViewContainer {
  override init(_ view: Widget) {
    super.init(view)
    gtk_grid_view_set_min_columns(view.opaque, 1)
    gtk_grid_view_set_max_columns(view.opaque, 1)
    // It has one column, and its items are no cells of a table.
    view.setRole(GTK_ACCESSIBLE_ROLE_LIST)
  }

  override var model: OpaquePointer? {
    gtk_grid_view_get_model(view.opaque)
  }

  override var walksSideways: Bool { true }

  override func show(_ rows: any RowSupply, modelChanged: @escaping @MainActor () -> Void) {
    Signal.connect(view, "notify::model", modelChanged)
    let factory = rows.factory { item in
      if gtk_accessible_get_accessible_role(item.opaque) != GTK_ACCESSIBLE_ROLE_LIST_ITEM {
        item.setRole(GTK_ACCESSIBLE_ROLE_LIST_ITEM)
      }
    }
    withExtendedLifetime(factory) { gtk_grid_view_set_factory(view.opaque, $0.opaque) }
  }
}
