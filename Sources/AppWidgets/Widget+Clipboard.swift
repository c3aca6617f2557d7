import CDunnockGtk
import GtkBridge

extension Widget {
  /// Puts a text on the clipboard.
  package func copy(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(self), text)
  }
}
