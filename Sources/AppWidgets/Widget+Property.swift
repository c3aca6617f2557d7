import CDunnockGtk
import GtkBridge

extension Widget {
  /// Sets a property that is a text and has no function of its own in every GTK.
  package func setProperty(_ name: String, _ text: String) {
    var value = GValue()
    g_value_init(&value, Self.stringType)
    g_value_set_string(&value, text)
    g_object_set_property(cast(), name, &value)
    g_value_unset(&value)
  }

  /// `G_TYPE_STRING`, a macro that Swift does not see.
  private static let stringType = GType(16 << 2)
}
