import CDunnockGtk
import GtkBridge

/// The `dispose` of a widget class right below GtkWidget that holds children: GTK leaves it to the class to let go of them.
package nonisolated func disposeWithChildren(_ object: UnsafeMutablePointer<GObject>?) {
  guard let object else { return }
  let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
  while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
  if let base = g_type_class_peek(gtk_widget_get_type()) {
    base.assumingMemoryBound(to: GObjectClass.self).pointee.dispose?(object)
  }
}
