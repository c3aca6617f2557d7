import CDunnockGtk
import GtkBridge

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Has a GtkSearchBar that holds its child be opened at once for what is typed into an entry in it: while it slid in, letters that are typed
  /// right behind the key that opens it would go nowhere.
  package func opensForTyping(into entry: Widget) {
    gtk_search_bar_connect_entry(opaque, entry.opaque)
    if let revealer = firstChild, revealer.isA(gtk_revealer_get_type()) {
      gtk_revealer_set_transition_duration(revealer.opaque, 0)
    }
  }
}
