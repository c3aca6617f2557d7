import CDunnockGtk
import GtkBridge

/// What one kind of container does in its own way; nothing else knows which kind is around the rows.
protocol RowContainer: AnyObject {
  /// What holds the list items, and scrolls.
  var view: Widget { get }

  /// The model that is shown, borrowed.
  var model: OpaquePointer? { get }

  /// Has the rows made for the items of the model, and calls back whenever the container shows another model.
  func show(_ rows: any RowSupply, modelChanged: @escaping @MainActor () -> Void)

  /// Brings an item into sight.
  func scroll(to place: guint)

  /// The model is changing, and with it the container's rows.
  func rowsChanged()

  /// Changes the heights of some rows, or takes them out of the model, with the rows above the first of them staying in their places.
  func keepPlaces(above rows: [SwipeRow], _ change: () -> Void)

  /// Whether an adjustment changes because the container keeps its place, not because somebody scrolls.
  func movesItself(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Bool

  /// Whether the container takes Left and Right for a way from row to row.
  var walksSideways: Bool { get }
}

/// What makes the rows of a container and shows the items in them.
protocol RowSupply: AnyObject {
  /// A row that can show any item.
  func makeRow() -> SwipeRow
  /// Whether rows have headings, or may have them.
  var hasHeadings: Bool { get }
  /// Shows an item in a row.
  func bind(_ row: SwipeRow, to object: UnsafeMutableRawPointer)
  /// The row shows nothing any more.
  func unbind(_ row: SwipeRow)
}

extension RowSupply {
  /// A factory for the views that recycle their rows.
  ///
  /// - Parameter adopt: Called with the list item of each row that is to show an item.
  func factory(adopt: @escaping @MainActor (Widget) -> Void = { _ in }) -> Ref {
    let factory = Ref.adopting(full: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    Signal.connect(factory.raw, "setup") { [weak self] (item: UnsafeMutableRawPointer?) in
      guard let item, let self else { return }
      makeRow().put(into: OpaquePointer(item), withHeading: hasHeadings)
    }
    Signal.connect(factory.raw, "bind") { [weak self] (item: UnsafeMutableRawPointer?) in
      guard let item = item.map({ OpaquePointer($0) }), let row = SwipeRow.held(by: item),
        let object = gtk_list_item_get_item(item)
      else { return }
      adopt(row.listItem)
      self?.bind(row, to: UnsafeMutableRawPointer(object))
    }
    Signal.connect(factory.raw, "unbind") { [weak self] (item: UnsafeMutableRawPointer?) in
      if let item, let row = SwipeRow.held(by: OpaquePointer(item)) { self?.unbind(row) }
    }
    return factory
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The container that this widget is or holds: a view, or a list box for a model.
  func rowContainer(showing model: Ref?) -> (any RowContainer)? {
    // A column view has a list view of its own.
    if firstInside(gtk_column_view_get_type()) != nil { return nil }
    if let view = firstInside(gtk_list_view_get_type()) { return ListViewContainer(view) }
    if let view = firstInside(gtk_grid_view_get_type()) { return GridViewContainer(view) }
    guard let model, let box = firstInside(gtk_list_box_get_type()) else { return nil }
    return ListBoxContainer(box, showing: model)
  }
}
