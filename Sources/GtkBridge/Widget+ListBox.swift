import CDunnockGtk

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Has this `GtkListBox` show a model, and makes a widget for each object of it, which the box puts into a row.
  ///
  /// What `make` answers has a floating reference. The box keeps the model, and the closure as long as it shows that. A widget is made for every
  /// object at once.
  public func showModel(
    _ model: Ref, in make: @escaping @MainActor (UnsafeMutableRawPointer) -> Widget
  ) {
    gtk_list_box_bind_model(
      opaque, model.opaque,
      { item, data in
        nonisolated(unsafe) let sent = (item, data)
        return onMain {
          closure(sent.1, as: (@MainActor (UnsafeMutableRawPointer) -> Widget).self)(
            sent.0.unsafelyUnwrapped)
        }
      }, ClosureBox(make).passed(), { releaseClosure($0) })
  }
}
