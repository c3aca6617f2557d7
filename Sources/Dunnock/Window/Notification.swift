import CDunnockGtk
import FileSystem
import Glibc
import GtkBridge

/// A notification of the desktop, with what is done when the person clicks on it or on one of its buttons.
struct Notification {
  /// An action of the application and the words that it is about.
  typealias Deed = (action: String, words: [String])

  let title: String
  let body: String
  var deed: Deed?
  var buttons: [(title: String, deed: Deed)] = []

  /// Puts it on screen, in place of the one of that name.
  ///
  /// - Parameter takesMarkup: Whether who shows it takes its body for markup, and not for text.
  func show(as name: String, _ takesMarkup: Bool) {
    guard let application = g_application_get_default(), let made = g_notification_new(title)
    else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(made)) }
    g_notification_set_body(made, takesMarkup ? body.markupEscaped : body)
    g_notification_set_category(made, "email.arrived")
    if let deed {
      g_notification_set_default_action_and_target_value(
        made, "app." + deed.action, Self.target(deed.words))
    }
    for button in buttons {
      g_notification_add_button_with_target_value(
        made, button.title, "app." + button.deed.action, Self.target(button.deed.words))
    }
    g_application_send_notification(application, name, made)
  }

  static func withdraw(_ name: String) {
    if let application = g_application_get_default() {
      g_application_withdraw_notification(application, name)
    }
  }

  /// Whether who shows notifications takes their bodies for markup: GIO hands them on as they are, to desktops that show them as they
  /// are, and to others that do not.
  static func takesMarkup() async -> Bool {
    await onOwnThread("notification") { _ in
      if access("/.flatpak-info", F_OK) == 0 || g_getenv("SNAP") != nil { return false }
      guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
      defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
      let ask = { (name: String, path: String, method: String, question: OpaquePointer?) in
        g_dbus_connection_call_sync(
          bus, name, path, name, method, question, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, patience,
          nil, nil)
      }
      var gtk: OpaquePointer? = g_variant_new_string("org.gtk.Notifications")
      let owner = ask(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "NameHasOwner",
        g_variant_new_tuple(&gtk, 1))
      defer { owner.map { g_variant_unref($0) } }
      if let owner, let answer = g_variant_get_child_value(owner, 0) {
        defer { g_variant_unref(answer) }
        if g_variant_get_boolean(answer) != 0 { return false }
      }
      guard
        let all = ask(
          "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "GetCapabilities", nil)
      else { return false }
      defer { g_variant_unref(all) }
      guard let names = g_variant_get_child_value(all, 0) else { return false }
      defer { g_variant_unref(names) }
      return texts(in: names).contains("body-markup")
    }
  }

  /// How long an answer is waited for, milliseconds.
  private nonisolated static let patience: Int32 = 2_000

  private static func target(_ words: [String]) -> OpaquePointer? {
    withStringVector(words) { g_variant_new_strv($0, -1) }
  }
}

/// The texts of a variant of the type `as`.
nonisolated func texts(in variant: OpaquePointer) -> [String] {
  guard let vector = g_variant_get_strv(variant, nil) else { return [] }
  defer { g_free(vector) }
  var texts: [String] = []
  while let text = vector[texts.count] { texts.append(String(cString: text)) }
  return texts
}
