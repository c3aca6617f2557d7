import CDunnockGtk

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Selects the item of this list item of a view, in place of what is selected, as a key does that comes to it.
  package func selectAlone() {
    let replacing = [g_variant_new_boolean(0), g_variant_new_boolean(0)]
    gtk_widget_activate_action_variant(
      self, "listitem.select", g_variant_new_tuple(replacing, 2))
  }
}
