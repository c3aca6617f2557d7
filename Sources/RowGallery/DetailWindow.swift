import CDunnockGtk
import GtkBridge

/// A small window over the gallery's: the tutorial's detail window, and a question.
enum DetailWindow {
  /// Says what a button's delegate was told.
  static func show(_ sentence: String, over parent: Widget) {
    open(sentence, titled: "In the delegate!", answers: ["Done"], over: parent) { _ in }
  }

  /// Asks whether something is to be done.
  static func ask(_ question: String, yes: String, over parent: Widget) async -> Bool {
    await withCheckedContinuation { asked in
      open(question, titled: "A question", answers: ["Cancel", yes], over: parent) {
        asked.resume(returning: $0 == yes)
      }
    }
  }

  /// - Parameter closed: Called once with the answer, which without one is the first.
  private static func open(
    _ sentence: String, titled title: String, answers: [String], over parent: Widget,
    closed: @escaping (String) -> Void
  ) {
    let window: Widget = gtk_window_new()
    let root = gtk_widget_get_root(parent).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
    }
    gtk_window_set_transient_for(window.cast(), root)
    gtk_window_set_modal(window.cast(), true.gboolean)
    gtk_window_set_destroy_with_parent(window.cast(), true.gboolean)
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_default_size(window.cast(), 320, 220)
    let header: Widget = gtk_header_bar_new()
    gtk_header_bar_set_show_title_buttons(header.opaque, false.gboolean)
    var answer = answers[0]
    let buttons = answers.map { title in
      let button: Widget = gtk_button_new_with_label(title)
      Signal.connect(button, "clicked") {
        answer = title
        gtk_window_destroy(window.cast())
      }
      return button
    }
    Signal.connect(window, "destroy") { closed(answer) }
    for button in buttons.dropLast() { gtk_header_bar_pack_start(header.opaque, button) }
    gtk_header_bar_pack_end(header.opaque, buttons.last)
    gtk_window_set_titlebar(window.cast(), header)
    let label: Widget = gtk_label_new(sentence)
    gtk_label_set_wrap(label.opaque, true.gboolean)
    gtk_window_set_child(window.cast(), label)
    let keys = window.addController(gtk_event_controller_key_new())
    Signal.connect(keys, "key-pressed") { (key: UInt32) in
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      gtk_window_destroy(window.cast())
      return true
    }
    gtk_window_present(window.cast())
    gtk_widget_grab_focus(buttons[0])
  }
}
