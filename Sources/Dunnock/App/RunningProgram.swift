import CDunnockAdwaita
import Texts

/// The program that owns the app's name on the session bus.
enum RunningProgram {
  /// Its process ID; nil if the bus does not tell.
  static var processID: UInt32? {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    let name = g_variant_new_tuple([g_variant_new_string(Product.id)], 1)
    guard
      let answer = g_dbus_connection_call_sync(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "GetConnectionUnixProcessID", name, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout, nil, nil)
    else { return nil }
    defer { g_variant_unref(answer) }
    guard String(cString: g_variant_get_type_string(answer)) == "(u)",
      let number = g_variant_get_child_value(answer, 0)
    else { return nil }
    defer { g_variant_unref(number) }
    return g_variant_get_uint32(number)
  }

  /// Milliseconds.
  private static let timeout: Int32 = 1000
}
