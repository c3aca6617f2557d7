import CDunnockGtk
import GtkBridge

/// A way the desktop may look, and all else of its settings that a picture depends on.
@MainActor
package enum Look: String, CaseIterable {
  case light, dark
  case highContrast = "high-contrast"
  case highContrastDark = "high-contrast-dark"

  private var theme: String {
    switch self {
    case .light, .dark: "Default"
    case .highContrast, .highContrastDark: "HighContrast"
    }
  }

  private var isDark: Bool { self == .dark || self == .highContrastDark }

  /// Gives GTK this look and the pictures' fonts, and takes away motion and, unless it is asked for, the hinting of glyphs.
  package func apply(isHinted: Bool = false) {
    Self.set("gtk-theme-name", GType(16)) { g_value_set_string(&$0, theme) }
    Self.set("gtk-application-prefer-dark-theme", GType(5)) {
      g_value_set_boolean(&$0, isDark.gboolean)
    }
    Self.applyText(isHinted: isHinted)
  }

  /// Gives GTK all of a picture's settings but for its theme, which is for libadwaita to choose in a program that has it.
  ///
  /// - Parameter scale: How large text is; 1 as a rule.
  package static func applyText(isHinted: Bool = false, scale: Double = 1) {
    for (name, value) in [
      "gtk-icon-theme-name": "Adwaita", "gtk-font-name": "Cantarell,Noto Sans Hebrew 11",
      "gtk-xft-rgba": "none", "gtk-xft-hintstyle": isHinted ? "hintslight" : "hintnone",
    ] {
      set(name, GType(16)) { g_value_set_string(&$0, value) }
    }
    for name in ["gtk-enable-animations", "gtk-cursor-blink", "gtk-hint-font-metrics"] {
      set(name, GType(5)) { g_value_set_boolean(&$0, 0) }
    }
    for (name, value) in [
      "gtk-xft-antialias": 1, "gtk-xft-hinting": isHinted ? 1 : 0,
      "gtk-xft-dpi": Int((96 * 1024 * scale).rounded()),
    ] {
      set(name, GType(6)) { g_value_set_int(&$0, Int32(value)) }
    }
  }

  /// Gives GTK back the settings of the machine.
  package static func reset() {
    for name in changed { gtk_settings_reset_property(gtk_settings_get_default(), name) }
    changed.removeAll()
  }

  /// The packages that bring the pictures' fonts and that this machine lacks.
  package static func missingFonts(for widget: Widget) -> [String] {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_context_list_families(gtk_widget_get_pango_context(widget), &families, &count)
    defer { g_free(families) }
    let names = (0..<Int(count)).compactMap { families?[$0] }
      .map { String(cString: pango_font_family_get_name($0)) }
    return [("Cantarell", "fonts-cantarell"), ("Noto Sans Hebrew", "fonts-noto-core")]
      .filter { !names.contains($0.0) }.map(\.1)
  }

  private static var changed: Set<String> = []

  /// - Parameter type: The number of one of GLib's fundamental types.
  private static func set(_ name: String, _ type: GType, to fill: (inout GValue) -> Void) {
    guard let settings = gtk_settings_get_default() else { return }
    changed.insert(name)
    var value = GValue()
    g_value_init(&value, type << GType(G_TYPE_FUNDAMENTAL_SHIFT))
    fill(&value)
    g_object_set_property(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), name, &value)
    g_value_unset(&value)
  }
}
