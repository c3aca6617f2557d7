import CGtk

/// A short text, with its widget by the type that C has for it.
@MainActor public struct Badge {
  public let widget: UnsafeMutablePointer<GtkWidget>

  public init(_ text: String) { widget = gtk_label_new(text) }

  public var text: String { String(cString: gtk_label_get_text(OpaquePointer(widget))) }

  /// Where it begins in its window, px from the left; nil before that has been laid out.
  public var left: Float? {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_width(widget) > 0, let root = gtk_widget_get_root(widget),
      gtk_widget_compute_bounds(
        widget, UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self), &bounds) != 0
    else { return nil }
    return bounds.origin.x
  }
}
