import CDunnockGtk
import GtkBridge

/// The window that an action asks by.
extension Stand {
  /// Asks in a modal window with a No, which has the focus, and a Yes.
  func confirm(_ name: String, _ row: Int) async -> Bool {
    report("asked", name, row: row)
    let dialog: Widget = gtk_window_new()
    gtk_window_set_title(dialog.cast(), "Question")
    gtk_window_set_transient_for(dialog.cast(), window.cast())
    gtk_window_set_modal(dialog.cast(), true.gboolean)
    let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_window_set_child(dialog.cast(), box)
    return await withCheckedContinuation { continuation in
      for (title, answer) in [("No", false), ("Yes", true)] {
        let button: Widget = gtk_button_new_with_label(title)
        gtk_widget_set_size_request(button, 100, 60)
        gtk_box_append(box.cast(), button)
        Signal.connect(button, "clicked") { [unowned self] in
          gtk_window_destroy(dialog.cast())
          // The desk has no window manager to give the keys back.
          gtk_window_present(window.cast())
          continuation.resume(returning: answer)
        }
      }
      gtk_window_present(dialog.cast())
    }
  }
}
