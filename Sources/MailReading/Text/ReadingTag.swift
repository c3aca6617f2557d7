import AppWidgets
import CDunnockGtk
import GtkBridge

/// A GtkTextTag whose colour can be read.
///
/// GTK 4.8 asks a tag for `foreground` when a screen reader asks for the look of a text, which its own tags only take, and ends the program
/// by what it got.
enum ReadingTag {
  static func make() -> UnsafeMutablePointer<GtkTextTag>? {
    g_object_new_with_properties(type, 0, nil, nil)
      .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkTextTag.self) }
  }

  private static let type = classType("DunnockReadingTag", below: gtk_text_tag_get_type()) {
    klass, _ in
    guard let klass else { return }
    let objects = klass.assumingMemoryBound(to: GObjectClass.self)
    objects.pointee.get_property = { object, _, value, _ in
      var boxed = GValue()
      g_value_init(&boxed, gdk_rgba_get_type())
      defer { g_value_unset(&boxed) }
      g_object_get_property(object, "foreground-rgba", &boxed)
      let color = g_value_get_boxed(&boxed)?.assumingMemoryBound(to: GdkRGBA.self)
      g_value_take_string(value, color.flatMap { gdk_rgba_to_string($0) })
    }
    objects.pointee.set_property = { object, _, value, _ in
      var color = GdkRGBA()
      guard let text = g_value_get_string(value), gdk_rgba_parse(&color, text) != 0 else {
        return
      }
      var boxed = GValue()
      g_value_init(&boxed, gdk_rgba_get_type())
      defer { g_value_unset(&boxed) }
      g_value_set_boxed(&boxed, &color)
      g_object_set_property(object, "foreground-rgba", &boxed)
    }
    g_object_class_install_property(
      objects, 1,
      g_param_spec_string(
        "foreground", nil, nil, nil,
        GParamFlags(rawValue: readable | writable)))
  }

  /// `G_PARAM_READABLE` and `G_PARAM_WRITABLE`, whose names are lost where a module that knows GIO alone is loaded before GTK's.
  private static let readable: gint = 1 << 0
  private static let writable: gint = 1 << 1
}
