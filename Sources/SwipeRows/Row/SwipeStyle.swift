import CGtk
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
    add(colours, to: display, priority: GTK_STYLE_PROVIDER_PRIORITY_FALLBACK)
    add(rules, to: display, priority: GTK_STYLE_PROVIDER_PRIORITY_SETTINGS + 1)
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
    @define-color accent_bg_color #3584e4;
    @define-color accent_fg_color #ffffff;
    @define-color success_bg_color #2ec27e;
    @define-color success_fg_color #ffffff;
    @define-color warning_bg_color #cd9309;
    @define-color warning_fg_color rgba(0, 0, 0, 0.8);
    @define-color destructive_bg_color #e01b24;
    @define-color destructive_fg_color #ffffff;
    """

  private static let rules = """
    /* The row that slides. Its front is opaque, so that the tray shows only where the
       front is not; mix() takes opaque colours only, for it mixes the alpha as well. */
    .swipe-item {
      padding: 0;
    }

    /* GTK's own theme spaces whatever box there is in a grid. */
    gridview > child.swipe-item box {
      border-spacing: 0;
      margin: 0;
    }

    /* In a boxed list the first and the last row have round corners. */
    .swipe-item > .swipe-row {
      border-radius: inherit;
    }

    .swipe-row .swipe-ground,
    .swipe-row .swipe-front {
      background-color: @view_bg_color;
      color: @view_fg_color;
    }

    /* What an open row's front uncovers past 0, where no tray is, looks like the front. */
    .swipe-row.bare {
      background-color: @view_bg_color;
    }

    .swipe-row.bare .swipe-tray {
      opacity: 0;
    }

    .swipe-item:hover .swipe-row.bare,
    .swipe-item:hover .swipe-row .swipe-ground,
    .swipe-item:hover .swipe-row .swipe-front {
      background-color: mix(@view_bg_color, @accent_bg_color, 0.05);
    }

    .swipe-item:selected .swipe-row.bare,
    .swipe-item:selected .swipe-row .swipe-ground,
    .swipe-item:selected .swipe-row .swipe-front,
    .swipe-item.is-selected .swipe-row.bare,
    .swipe-item.is-selected .swipe-row .swipe-ground,
    .swipe-item.is-selected .swipe-row .swipe-front {
      background-color: mix(@view_bg_color, @accent_bg_color, 0.14);
    }

    /* Where the program says what is selected, the row that the model selects is but the current one. */
    .swipe-item.is-unselected:selected .swipe-row.bare,
    .swipe-item.is-unselected:selected .swipe-row .swipe-ground,
    .swipe-item.is-unselected:selected .swipe-row .swipe-front {
      background-color: mix(@view_bg_color, @accent_bg_color, 0.05);
    }

    /* The row whose menu is open. */
    .swipe-item.has-open-popup .swipe-row .swipe-ground,
    .swipe-item.has-open-popup .swipe-row .swipe-front {
      background-color: mix(@view_bg_color, @accent_bg_color, 0.14);
    }

    .swipe-item.has-open-popup .swipe-row .swipe-front {
      box-shadow: inset 0 0 0 2px @accent_bg_color;
    }

    /* A front that lifts while it is away from its place. */
    .swipe-row.lifted .swipe-front {
      transition: border-radius 150ms, box-shadow 150ms;
      border-radius: 12px;
      box-shadow: 0 1px 6px 1px alpha(black, 0.25);
    }

    .swipe-row .swipe-tray {
      background-color: mix(@view_bg_color, black, 0.08);
    }

    .swipe-row .swipe-undo {
      background-color: mix(@view_bg_color, black, 0.08);
      color: @view_fg_color;
      padding: 0 12px;
    }

    .swipe-row button.swipe-action {
      min-height: 36px;
      margin: 0;
      padding: 4px 8px;
      border: none;
      border-radius: 0;
      box-shadow: none;
      background-image: none;
      font-size: 0.85em;
      font-weight: 600;
    }

    /* In a row lower than a button should be, which is 44 px. */
    .swipe-row button.swipe-action.low {
      min-height: 0;
      padding-top: 0;
      padding-bottom: 0;
    }

    .swipe-heading {
      background-color: @view_bg_color;
      color: @view_fg_color;
      padding: 12px 12px 4px 12px;
      font-weight: bold;
    }

    /* Tells neighbours of one colour apart. */
    .swipe-row button.swipe-action + button.swipe-action {
      box-shadow: inset 1px 0 alpha(black, 0.12);
    }

    button.swipe-action + button.swipe-action:dir(rtl) {
      box-shadow: inset -1px 0 alpha(black, 0.12);
    }

    /* 16 px at the usual size of text, and growing with it. */
    .swipe-row button.swipe-action image {
      -gtk-icon-size: 1.28em;
    }

    .swipe-row button.swipe-action.neutral {
      background-color: #5e5c64;
      color: white;
    }

    /* A full swipe that would run its action if released now. */
    .swipe-row .swipe-tray.armed button.swipe-action image {
      -gtk-icon-size: 1.75em;
    }

    .swipe-row .swipe-tray.armed.springy button.swipe-action image {
      animation: swipe-spring 350ms cubic-bezier(0.2, 0.8, 0.3, 1);
    }

    @keyframes swipe-spring {
      from { -gtk-icon-transform: scale(0.6); }
      45% { -gtk-icon-transform: scale(1.25); }
      75% { -gtk-icon-transform: scale(0.94); }
      to { -gtk-icon-transform: scale(1); }
    }

    /* A view that is one button looks as the view does. */
    .swipe-row button.swipe-action.swipe-view {
      padding: 0;
      background-color: transparent;
      font-size: inherit;
      font-weight: inherit;
    }

    .swipe-row .swipe-tray.armed button.swipe-action label {
      font-weight: 800;
      font-size: 1.1em;
    }

    .swipe-row .swipe-tray.armed button.swipe-action {
      box-shadow: inset 0 0 0 100px alpha(black, 0.12);
    }

    /* Something is being done to the row. Not paler, for its text is still to be read, a second line that is pale itself too. */
    .swipe-row.waiting .swipe-front {
      opacity: 0.75;
    }

    /* What stays of a front that opened all the way, to drag it back by. */
    .swipe-row .swipe-front.swipe-handle {
      background-image: linear-gradient(to right, alpha(currentColor, 0.12), alpha(currentColor, 0.12));
    }

    .swipe-row button.swipe-action:focus-visible {
      outline: 2px solid currentColor;
      outline-offset: -4px;
    }

    .swipe-row button.swipe-action:disabled {
      filter: saturate(0.2);
    }

    /* As pale as themes make the icon. */
    .swipe-row button.swipe-action:disabled label {
      opacity: 0.5;
    }

    /* Role colours. Text on them keeps a contrast of 4.5:1, in light and dark and with each
       of GNOME's accents; white text needs the accent and success colours darker for that. */
    .swipe-row button.swipe-action.accent {
      background-color: mix(@accent_bg_color, black, 0.22);
      color: @accent_fg_color;
    }

    .swipe-row button.swipe-action.accent:hover,
    .swipe-row button.swipe-action.accent:active {
      background-color: mix(@accent_bg_color, black, 0.34);
    }

    .swipe-row button.swipe-action.success {
      background-color: mix(@success_bg_color, black, 0.35);
      color: @success_fg_color;
    }

    .swipe-row button.swipe-action.success:hover,
    .swipe-row button.swipe-action.success:active {
      background-color: mix(@success_bg_color, black, 0.45);
    }

    .swipe-row button.swipe-action.warning {
      background-color: @warning_bg_color;
      color: @warning_fg_color;
    }

    .swipe-row button.swipe-action.warning:hover,
    .swipe-row button.swipe-action.warning:active {
      background-color: mix(@warning_bg_color, white, 0.2);
    }

    .swipe-row button.swipe-action.destructive {
      background-color: @destructive_bg_color;
      color: @destructive_fg_color;
    }

    .swipe-row button.swipe-action.destructive:hover,
    .swipe-row button.swipe-action.destructive:active {
      background-color: mix(@destructive_bg_color, black, 0.15);
    }
    """
}
