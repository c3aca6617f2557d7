import CDunnockGtk
import GtkBridge

/// Rows that are dragged and dropped.
extension Stand {
  /// The type of a string in a value.
  private static let stringType = GType(16 << G_TYPE_FUNDAMENTAL_SHIFT)

  func makeDraggable(_ row: Widget) {
    let source = UnsafeMutableRawPointer(gtk_drag_source_new().unsafelyUnwrapped)
    var text = GValue()
    g_value_init(&text, Stand.stringType)
    g_value_set_string(&text, "a row")
    let content = gdk_content_provider_new_for_value(&text)
    gtk_drag_source_set_content(OpaquePointer(source), content)
    g_object_unref(content)
    g_value_unset(&text)
    Signal.connect(source, "drag-begin") { [unowned self] in report("dragged", true) }
    gtk_widget_add_controller(row, OpaquePointer(source))
  }

  /// Has a front take what a row that is dragged brings.
  func makeDroppable(_ front: StandFront) {
    let target = UnsafeMutableRawPointer(
      gtk_drop_target_new(Stand.stringType, GDK_ACTION_COPY).unsafelyUnwrapped)
    Signal.connect(target, "drop") {
      [unowned self, unowned front] (_: UnsafeMutableRawPointer?, _: Double, _: Double) in
      report("dropped", true, row: front.number)
      return true
    }
    gtk_widget_add_controller(front.widget, OpaquePointer(target))
  }
}
