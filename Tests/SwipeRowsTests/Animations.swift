import CDunnockGtk
import GtkBridge
import GtkTestSupport

/// Does something with the desktop's animations on or off.
@MainActor func animated(_ areOn: Bool, _ body: @MainActor () throws -> Void) rethrows {
  func set(_ areOn: Bool) {
    var value = GValue()
    g_value_init(&value, GType(5 << G_TYPE_FUNDAMENTAL_SHIFT))
    g_value_set_boolean(&value, areOn.gboolean)
    let settings = UnsafeMutableRawPointer(gtk_settings_get_default().unsafelyUnwrapped)
    g_object_set_property(
      settings.assumingMemoryBound(to: GObject.self), "gtk-enable-animations", &value)
    g_value_unset(&value)
  }
  set(areOn)
  defer { set(true) }
  try body()
}
