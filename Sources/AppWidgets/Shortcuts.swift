import CDunnockGtk
import GtkBridge

/// Of a GtkShortcutController.
extension OpaquePointer {
  /// Has a key, as GTK writes it, activate an action.
  package func addShortcut(_ key: String, _ action: String) {
    guard let trigger = gtk_shortcut_trigger_parse_string(key) else { return }
    gtk_shortcut_controller_add_shortcut(
      self, gtk_shortcut_new(trigger, gtk_named_action_new(action)))
  }

  /// Has the keys for it close the window.
  package func addClosing() {
    for key in ["<Control>w", "Escape"] { addShortcut(key, "window.close") }
  }
}
