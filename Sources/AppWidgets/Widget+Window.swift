import CDunnockAdwaita
import GtkBridge

/// Windows over others.
extension Widget {
  /// The GtkWindow that a widget is in; nil in none.
  package var window: Widget? {
    gtk_widget_get_root(self).map { Widget($0) }.flatMap {
      $0.isA(gtk_window_get_type()) ? $0 : nil
    }
  }

  /// Has a GtkWindow stand over another one, and go with it.
  ///
  /// - Parameter isModal: Whether the other one takes no input meanwhile.
  package func stand(over parent: Widget?, isModal: Bool = true) {
    gtk_window_set_transient_for(cast(), parent?.cast())
    gtk_window_set_modal(cast(), isModal.gboolean)
    gtk_window_set_destroy_with_parent(cast(), 1)
  }

  /// As wide as an AdwPreferencesPage lets its groups be, with what stands beside them, px.
  package static var pageWidth: Int32 { 640 }

  /// Has the window close at the key Escape.
  package func closeOnEscape() {
    guard let keys = gtk_shortcut_controller_new() else { return }
    keys.addShortcut("Escape", "window.close")
    gtk_widget_add_controller(self, keys)
  }
}
