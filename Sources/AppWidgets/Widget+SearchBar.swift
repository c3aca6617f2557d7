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

  /// Gives this GtkSearchBar a button that closes it, with a name for screen readers, which GTK leaves out.
  package func showCloseButton(named name: String) {
    gtk_search_bar_set_show_close_button(opaque, 1)
    nameButtons(name) { gtk_widget_has_css_class($0, "close") != 0 }
  }

  /// Names the buttons below this widget that are so.
  func nameButtons(_ name: String, where isMeant: (Widget) -> Bool) {
    for child in children {
      if child.isA(gtk_button_get_type()), isMeant(child) { child.setSpokenLabel(name) }
      child.nameButtons(name, where: isMeant)
    }
  }
}
