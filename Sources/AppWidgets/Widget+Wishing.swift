import CDunnockAdwaita
import GtkBridge

extension Widget {
  /// A widget around another that wishes for a width of its own, px, and needs what that needs.
  package static func wishing(width: Int32, _ content: Widget) -> Widget {
    let bin: Widget = adw_bin_new()
    adw_bin_set_child(bin.cast(), content)
    g_object_set_data(
      UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GObject.self), wishedWidth,
      UnsafeMutableRawPointer(bitPattern: Int(width)))
    let layout = gtk_custom_layout_new(
      nil,
      { widget, way, size, minimum, natural, _, _ in
        guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
        gtk_widget_measure(child, way, size, minimum, natural, nil, nil)
        guard way == GTK_ORIENTATION_HORIZONTAL, let minimum, let natural else { return }
        let wish = g_object_get_data(
          UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), wishedWidth)
        natural.pointee = max(minimum.pointee, Int32(Int(bitPattern: wish)))
      },
      { widget, width, height, baseline in
        guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
        gtk_widget_allocate(child, width, height, baseline, nil)
      })
    gtk_widget_set_layout_manager(bin, layout)
    return bin
  }
}

private let wishedWidth = "dunnock-wished-width"
