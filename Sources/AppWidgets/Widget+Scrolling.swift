import CDunnockGtk
import GtkBridge

extension Widget {
  /// Brings a part of this widget, px, into sight of the scroller that it is in, with some of what stands around it.
  package func scrollIntoSight(_ room: GdkRectangle) {
    guard let scroller = gtk_widget_get_ancestor(self, gtk_scrolled_window_get_type()),
      let viewport = gtk_scrolled_window_get_child(scroller.opaque),
      let content = viewport.firstChild
    else { return }
    var (x, y) = (0.0, 0.0)
    guard
      gtk_widget_translate_coordinates(
        self, content, Double(room.x), Double(room.y), &x, &y) != 0
    else { return }
    let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    let around = 48.0
    let page = gtk_adjustment_get_page_size(adjustment)
    let (top, bottom) = (y - around, y + Double(room.height) + around)
    let now = gtk_adjustment_get_value(adjustment)
    // At once: a motion that is begun anew each frame gets nowhere.
    gtk_adjustment_set_value(adjustment, min(max(now, bottom - page), top))
  }
}
