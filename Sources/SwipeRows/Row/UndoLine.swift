import CDunnockGtk
import GtkBridge

/// What was done to a row, and the button that takes it back, where its front was.
final class UndoLine {
  /// Borrowed from the row's overlay, which keeps it and the rest alive.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)

  let button: Widget = gtk_button_new()

  private let label = Widget.silentLabel()
  private var press: @MainActor () -> Void = {}
  private let front: Widget
  private var frontTakesFocus = true.gboolean

  init(of row: SwipeRow) {
    front = row.front
    widget.addClasses("swipe-undo")
    gtk_widget_set_visible(widget, false.gboolean)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(label, true.gboolean)
    gtk_widget_set_focus_on_click(button, false.gboolean)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    for part in [label, button] { gtk_box_append(widget.cast(), part) }
    Signal.connect(button, "clicked") { [weak self] in self?.press() }
  }

  /// Whether it is in the row's place.
  var isShown: Bool { gtk_widget_get_visible(widget) != 0 }

  /// Whether somebody is about to press the button, or has a finger on the line: what goes from under a finger GTK counts as pressed for ever.
  var isInUse: Bool {
    func has(_ flag: GtkStateFlags, _ part: Widget) -> Bool {
      gtk_widget_get_state_flags(part).rawValue & flag.rawValue != 0
    }
    return isShown
      && (gtk_widget_has_focus(button) != 0 || has(GTK_STATE_FLAG_PRELIGHT, button)
        || has(GTK_STATE_FLAG_ACTIVE, widget))
  }

  /// Shows it with a text and the title of its button.
  func show(_ text: String, title: String, press: @escaping @MainActor () -> Void) {
    self.press = press
    if !isShown {
      // What has left the row is no stop for the keyboard.
      frontTakesFocus = gtk_widget_get_can_focus(front)
      gtk_widget_set_can_focus(front, false.gboolean)
    }
    gtk_label_set_text(label.opaque, text)
    gtk_button_set_label(button.cast(), title)
    gtk_widget_set_visible(widget, true.gboolean)
  }

  func hide() {
    press = {}
    gtk_widget_set_can_focus(front, frontTakesFocus)
    gtk_widget_set_visible(widget, false.gboolean)
  }
}
