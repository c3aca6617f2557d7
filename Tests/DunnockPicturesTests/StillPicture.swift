import CDunnockGtk
import GtkBridge
import GtkTestSupport
import PictureApproval

/// A widget as it looks in its window once it stands still.
///
/// What a thread decodes or reads comes late, so the same picture has to come several times in a row.
@MainActor
func stillPicture(of widget: Widget, in window: Widget) -> Picture {
  pumpActiveFrames(window)
  var last = picture(of: widget)
  var same = 0
  while same < 5 {
    pumpActiveFrames(window)
    let now = picture(of: widget)
    same = now == last ? same + 1 : 0
    last = now
  }
  return last
}

@MainActor
private func pumpActiveFrames(_ window: Widget) {
  // Without a window manager no window is ever the active one.
  gtk_widget_unset_state_flags(window, GTK_STATE_FLAG_BACKDROP)
  pumpFrames(of: window)
}

@MainActor
private func picture(of widget: Widget) -> Picture {
  let snapshot = gtk_snapshot_new()
  let place = widget.parent.flatMap { widget.bounds(in: $0) }
  if let parent = widget.parent { gtk_widget_snapshot_child(parent, widget, snapshot) }
  let node = gtk_snapshot_free_to_node(snapshot)
  defer { if let node { gsk_render_node_unref(node) } }
  return Picture(
    width: Int(gtk_widget_get_width(widget)), height: Int(gtk_widget_get_height(widget))
  ) { context in
    cairo_translate(context, -Double(place?.x ?? 0), -Double(place?.y ?? 0))
    if let node { gsk_render_node_draw(node, context) }
  }
}
