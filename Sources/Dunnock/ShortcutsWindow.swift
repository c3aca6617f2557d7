import CAdwaita
import GtkBridge

/// The window that lists every key, made from the table of commands.
enum ShortcutsWindow {
  /// Opens the window over another.
  static func present(over parent: Widget, sections: [(title: String, commands: [WindowCommand])]) {
    guard let builder = gtk_builder_new() else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    let description = interface(sections)
    guard gtk_builder_add_from_string(builder, description, -1, nil) != 0,
      let object = gtk_builder_get_object(builder, "shortcuts")
    else { return }
    let window = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    gtk_window_present(window.cast())
  }

  /// The window as GtkBuilder reads it: GTK before 4.14 has no other way to fill one.
  static func interface(_ sections: [(title: String, commands: [WindowCommand])]) -> String {
    let groups = sections.map { title, commands in
      let shortcuts = commands.filter { !$0.keys.isEmpty }.map {
        object(
          "GtkShortcutsShortcut",
          ["title": $0.title, "accelerator": $0.keys.joined(separator: " ")])
      }
      return object("GtkShortcutsGroup", ["title": title], children: shortcuts)
    }
    let section = object(
      "GtkShortcutsSection", ["section-name": "keys", "max-height": "12"], children: groups)
    return """
      <interface><object class="GtkShortcutsWindow" id="shortcuts">\
      <property name="modal">1</property><child>\(section)</child></object></interface>
      """
  }

  private static func object(
    _ name: String, _ properties: KeyValuePairs<String, String>, children: [String] = []
  ) -> String {
    let inside = properties.map { "<property name=\"\($0)\">\(escaped($1))</property>" }
    let below = children.map { "<child>\($0)</child>" }
    return "<object class=\"\(name)\">" + (inside + below).joined() + "</object>"
  }

  private static func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
