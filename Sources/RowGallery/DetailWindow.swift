import CGtk
import GtkBridge

/// The tutorial's detail window: what a button's delegate was told, and a button to close it.
enum DetailWindow {
  /// Shows it over the window that `parent` is in.
  static func show(_ sentence: String, over parent: Widget) {
    let window: Widget = gtk_window_new()
    let root = gtk_widget_get_root(parent).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
    }
    gtk_window_set_transient_for(window.cast(), root)
    gtk_window_set_modal(window.cast(), true.gboolean)
    gtk_window_set_destroy_with_parent(window.cast(), true.gboolean)
    gtk_window_set_title(window.cast(), "In the delegate!")
    gtk_window_set_default_size(window.cast(), 320, 220)
    let header: Widget = gtk_header_bar_new()
    gtk_header_bar_set_show_title_buttons(header.opaque, false.gboolean)
    let done: Widget = gtk_button_new_with_label("Done")
    Signal.connect(done, "clicked") { gtk_window_destroy(window.cast()) }
    gtk_header_bar_pack_end(header.opaque, done)
    gtk_window_set_titlebar(window.cast(), header)
    let label: Widget = gtk_label_new(sentence)
    gtk_label_set_wrap(label.opaque, true.gboolean)
    gtk_window_set_child(window.cast(), label)
    let keys = window.addController(gtk_event_controller_key_new())
    Signal.connectKey(keys) { key, _ in
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      gtk_window_destroy(window.cast())
      return true
    }
    gtk_window_present(window.cast())
    gtk_widget_grab_focus(done)
  }
}
