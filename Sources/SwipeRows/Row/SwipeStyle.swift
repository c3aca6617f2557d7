import CDunnockGtk
import GtkBridge

/// The row's own stylesheet, so that it looks right in a program that brings none.
enum SwipeStyle {
  private static var isInstalled = false

  /// Adds the stylesheet to the widget's display, once.
  static func install(for widget: Widget) {
    guard !isInstalled, let display = gtk_widget_get_display(widget) else { return }
    isInstalled = true
    // Colours by role below the theme, so that a theme that knows the role wins; rules above it (GTK loads themes with the
    // priority of settings), so that they win over a theme's buttons; both below the program's own stylesheet.
    add(PackageResources.colours_css, to: display, priority: GTK_STYLE_PROVIDER_PRIORITY_FALLBACK)
    add(PackageResources.rules_css, to: display, priority: GTK_STYLE_PROVIDER_PRIORITY_SETTINGS + 1)
  }

  private static func add(_ css: [UInt8], to display: OpaquePointer, priority: Int32) {
    let provider = Ref.adopting(full: UnsafeMutableRawPointer(gtk_css_provider_new()))
    gtk_css_provider_load_from_data(
      provider.raw.assumingMemoryBound(to: GtkCssProvider.self),
      String(decoding: css, as: UTF8.self), -1)
    gtk_style_context_add_provider_for_display(display, provider.opaque, guint(priority))
  }
}
