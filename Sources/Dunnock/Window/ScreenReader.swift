import CDunnockAdwaita
import FileSystem

/// Whether somebody listens to the screen instead of looking at it.
nonisolated enum ScreenReader {
  /// Asks the desktop; where it does not answer within a second there is none.
  static func isRunning() async -> Bool { await onOwnThread("screen-reader") { _ in asked() } }

  private static func asked() -> Bool {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    let question = g_variant_new_tuple(
      [g_variant_new_string("org.a11y.Status"), g_variant_new_string("ScreenReaderEnabled")], 2)
    guard
      let answer = g_dbus_connection_call_sync(
        bus, "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get", question,
        nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout, nil, nil)
    else { return false }
    defer { g_variant_unref(answer) }
    guard isVariantTuple(answer), let boxed = g_variant_get_child_value(answer, 0) else {
      return false
    }
    defer { g_variant_unref(boxed) }
    guard let value = g_variant_get_variant(boxed) else { return false }
    defer { g_variant_unref(value) }
    return String(cString: g_variant_get_type_string(value)) == "b"
      && g_variant_get_boolean(value) != 0
  }

  private static func isVariantTuple(_ answer: OpaquePointer) -> Bool {
    String(cString: g_variant_get_type_string(answer)) == "(v)"
  }

  /// Milliseconds.
  private static let timeout: Int32 = 1000
}
