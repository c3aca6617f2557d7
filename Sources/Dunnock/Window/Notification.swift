import AppWidgets
import CDunnockGtk
import FileSystem
import Glibc
import GtkBridge
import Texts

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
    debugLog("notification sent")
  }

  static func withdraw(_ name: String) {
    if let application = g_application_get_default() {
      g_application_withdraw_notification(application, name)
    }
  }

  /// Who shows notifications.
  nonisolated struct Desk {
    /// Whether bodies are taken for markup: GIO hands them on as they are, to desktops that show them as they are, and to others that do
    /// not.
    var takesMarkup = false
    /// Whether a button starts a program that has ended.
    var startsPrograms = false
  }

  /// Asks the session bus who shows notifications.
  static func desk() async -> Desk {
    await onOwnThread("notification") { _ in
      if access("/.flatpak-info", F_OK) == 0 || g_getenv("SNAP") != nil { return Desk() }
      guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return Desk() }
      defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
      if texts(answering: "ListNames", of: "org.freedesktop.DBus", on: bus)
        .contains("org.gtk.Notifications")
      {
        let started = texts(answering: "ListActivatableNames", of: "org.freedesktop.DBus", on: bus)
        return Desk(startsPrograms: started.contains(Product.id))
      }
      let able = texts(answering: "GetCapabilities", of: "org.freedesktop.Notifications", on: bus)
      return Desk(takesMarkup: able.contains("body-markup"))
    }
  }

  /// The texts that a program on the bus answers with; none where it is not there.
  private nonisolated static func texts(
    answering method: String, of name: String, on bus: OpaquePointer
  ) -> [String] {
    guard
      let answer = g_dbus_connection_call_sync(
        bus, name, "/" + name.replacing(".", with: "/"), name, method, nil, nil,
        G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout, nil, nil)
    else { return [] }
    defer { g_variant_unref(answer) }
    guard let names = g_variant_get_child_value(answer, 0) else { return [] }
    defer { g_variant_unref(names) }
    return [String](names) ?? []
  }

  /// How long an answer is waited for, milliseconds.
  private nonisolated static let timeout: Int32 = 2_000

  private static func target(_ words: [String]) -> OpaquePointer? {
    withStringVector(words) { g_variant_new_strv($0, -1) }
  }
}
