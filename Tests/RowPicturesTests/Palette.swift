import CDunnockGtk
import GtkBridge

/// Colours by the names under which a theme knows them.
@MainActor
struct Palette {
  let colours: [String: String]

  /// The background colours of the accents that GNOME offers since its version 47; libadwaita's one before that is the first.
  static let accents = [
    "#3584e4", "#2190a4", "#3a944a", "#c88800", "#ed5b00", "#e62d42", "#d56199", "#9141ac",
    "#6f8396",
  ]

  /// libadwaita's colours for what the row uses, by its documentation of named colours.
  static func libadwaita(isDark: Bool, accent: String) -> Palette {
    Palette(colours: [
      "view_bg_color": isDark ? "#1e1e1e" : "#ffffff",
      "view_fg_color": isDark ? "#ffffff" : "rgba(0, 0, 0, 0.8)",
      "accent_bg_color": accent, "accent_fg_color": "#ffffff",
      "success_bg_color": isDark ? "#26a269" : "#2ec27e", "success_fg_color": "#ffffff",
      "warning_bg_color": isDark ? "#cd9309" : "#e5a50a", "warning_fg_color": "rgba(0, 0, 0, 0.8)",
      "destructive_bg_color": isDark ? "#c01c28" : "#e01b24", "destructive_fg_color": "#ffffff",
    ])
  }

  /// Lets the theme know these colours while `body` runs.
  func use(_ body: () throws -> Void) rethrows {
    let css = colours.map { "@define-color \($0) \($1);" }.joined(separator: "\n")
    let provider = Ref.adopting(full: UnsafeMutableRawPointer(gtk_css_provider_new()))
    gtk_css_provider_load_from_data(
      provider.raw.assumingMemoryBound(to: GtkCssProvider.self), css, -1)
    let display = gdk_display_get_default()
    gtk_style_context_add_provider_for_display(
      display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_THEME))
    defer { gtk_style_context_remove_provider_for_display(display, provider.opaque) }
    try body()
  }
}
