import CDunnockGtk
import GtkBridge

/// What may come between a hand and its row.
extension Stand {
  /// Opens a popover over the window, which takes the pointer and the focus for itself.
  func popUp() {
    let popover: Widget = gtk_popover_new()
    gtk_popover_set_child(popover.cast(), gtk_button_new_with_label("Popover"))
    gtk_widget_set_parent(popover, window)
    Signal.connect(popover, "closed") { [unowned self] in dismiss() }
    gtk_popover_popup(popover.cast())
    over = popover
  }

  func openModalWindow() {
    let dialog: Widget = gtk_window_new()
    gtk_window_set_transient_for(dialog.cast(), window.cast())
    gtk_window_set_modal(dialog.cast(), true.gboolean)
    gtk_window_set_default_size(dialog.cast(), 100, 100)
    gtk_window_present(dialog.cast())
    over = dialog
  }

  func dismiss() {
    guard let over else { return }
    self.over = nil
    if over.isA(gtk_window_get_type()) {
      gtk_window_destroy(over.cast())
    } else {
      gtk_popover_popdown(over.cast())
      // Not in the midst of its own signal.
      whenIdle { gtk_widget_unparent(over) }
    }
  }

  func setAnimations(_ areOn: Bool) {
    var value = GValue()
    g_value_init(&value, GType(5 << G_TYPE_FUNDAMENTAL_SHIFT))
    g_value_set_boolean(&value, areOn.gboolean)
    let settings = UnsafeMutableRawPointer(gtk_widget_get_settings(window).unsafelyUnwrapped)
    g_object_set_property(
      settings.assumingMemoryBound(to: GObject.self), "gtk-enable-animations", &value)
    g_value_unset(&value)
  }
}
