import CGtk
import GtkBridge

/// The row's own stylesheet, so that it looks right in a program that brings none.
enum SwipeStyle {
  private static var isInstalled = false

  /// Adds the stylesheet to the widget's display, once.
  static func install(for widget: Widget) {
    guard !isInstalled, let display = gtk_widget_get_display(widget) else { return }
    isInstalled = true
    // Colours by role below the theme, so that a theme that knows the role wins; rules above it, so that they win over a
    // theme's buttons; both below the program's own stylesheet.
    add(colours, to: display, priority: GTK_STYLE_PROVIDER_PRIORITY_FALLBACK)
    add(rules, to: display, priority: GTK_STYLE_PROVIDER_PRIORITY_THEME + 1)
  }

  private static func add(_ css: String, to display: OpaquePointer, priority: Int32) {
    let provider = Ref.adopting(full: UnsafeMutableRawPointer(gtk_css_provider_new()))
    gtk_css_provider_load_from_data(
      provider.raw.assumingMemoryBound(to: GtkCssProvider.self), css, -1)
    gtk_style_context_add_provider_for_display(display, provider.opaque, guint(priority))
  }

  private static let colours = """
    @define-color view_bg_color @theme_base_color;
    @define-color view_fg_color @theme_text_color;
    @define-color accent_bg_color #1c71d8;
    @define-color accent_fg_color #ffffff;
    @define-color success_bg_color #1f7a43;
    @define-color success_fg_color #ffffff;
    @define-color warning_bg_color #cd9309;
    @define-color warning_fg_color rgba(0, 0, 0, 0.8);
    @define-color destructive_bg_color #c01c28;
    @define-color destructive_fg_color #ffffff;
    """

  private static let rules = """
    .swipe-front { background-color: @view_bg_color; color: @view_fg_color; }
    .swipe-tray { background-color: shade(@view_bg_color, 0.9); }
    button.swipe-action {
      border: none; border-radius: 0; box-shadow: none; background-image: none;
      margin: 0; padding: 0 6px; min-height: 44px; font-weight: normal; font-size: smaller;
      background-color: #5e5c64; color: #ffffff;
    }
    button.swipe-action.accent { background-color: @accent_bg_color; color: @accent_fg_color; }
    button.swipe-action.success { background-color: @success_bg_color; color: @success_fg_color; }
    button.swipe-action.warning { background-color: @warning_bg_color; color: @warning_fg_color; }
    button.swipe-action.destructive {
      background-color: @destructive_bg_color; color: @destructive_fg_color;
    }
    button.swipe-action:hover { background-image: image(alpha(currentColor, 0.1)); }
    button.swipe-action:active { background-image: image(alpha(currentColor, 0.2)); }
    button.swipe-action:focus-visible {
      outline: 2px solid currentColor; outline-offset: -4px;
    }
    """
}
