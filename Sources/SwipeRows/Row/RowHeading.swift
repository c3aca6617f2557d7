import CDunnockGtk
import CDunnockGtkShim
import GtkBridge

/// The line above a row, which stands still while the front moves, and the box that holds both.
final class RowHeading {
  /// Borrowed from the list item that shows it.
  let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  let label: Widget = gtk_label_new(nil)

  /// What the label is cut off by while it comes.
  private let line: Widget = gtk_overlay_new()
  private let layout: OpaquePointer

  init() {
    layout = dnk_slide_layout_install(line.opaque, label)
    label.addClasses("swipe-heading")
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_box_append(box.cast(), line)
    gtk_widget_set_visible(line, 0)
    // A click on it is no click on the row.
    let click = label.addController(gtk_gesture_click_new())
    gtk_gesture_single_set_button(OpaquePointer(click), 0)
    Signal.connect(click, "pressed") {
      gtk_gesture_set_state(OpaquePointer(click), GTK_EVENT_SEQUENCE_CLAIMED)
    }
  }

  /// Takes a row in, below the line.
  func surround(_ row: Widget) { gtk_box_append(box.cast(), row) }

  func show(_ text: String?) {
    gtk_label_set_text(label.opaque, text ?? "")
    gtk_widget_set_visible(line, (text != nil).gboolean)
  }

  /// How high it is when all of it is shown, px.
  var height: Double {
    gtk_widget_get_visible(line) != 0 ? label.measured(GTK_ORIENTATION_VERTICAL).natural : 0
  }

  /// Makes it less high than it is, by a share from 0 to 1.
  func setCollapse(_ share: Double) { dnk_slide_layout_set_collapse(layout, share) }
}
