import CDunnockGtk
import GtkBridge

/// The gallery's own stylesheet, on GTK's default theme.
enum GalleryStyle {
  private static var isInstalled = false

  /// Adds it to the widget's display, once.
  static func install(for widget: Widget) {
    guard !isInstalled, let display = gtk_widget_get_display(widget) else { return }
    isInstalled = true
    let provider = Ref.adopting(full: UnsafeMutableRawPointer(gtk_css_provider_new()))
    gtk_css_provider_load_from_data(
      provider.raw.assumingMemoryBound(to: GtkCssProvider.self), rules, -1)
    gtk_style_context_add_provider_for_display(
      display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  // Around a whole part margins, not paddings: GTK 4.10 to 4.18 tells a screen reader places that leave every padding out.
  private static let rules = """
    .gallery-pages { background-color: @theme_bg_color; }
    .gallery-pages list { background: none; margin: 0 6px 12px 6px; }
    .gallery-pages row { border-radius: 6px; padding: 8px 10px; }
    .gallery-pages row.chapter { padding: 14px 10px 4px 10px; font-size: 0.85em; font-weight: 700;
      opacity: 0.75; }
    .gallery-page { margin: 20px 24px 16px 24px; }
    .narrow .gallery-page { margin: 12px; }
    .gallery-title { font-size: 1.6em; font-weight: 700; }
    .narrow .gallery-title { font-size: 1.3em; }
    .gallery-text { line-height: 1.35; }
    .narrow .gallery-text { font-size: 0.9em; line-height: 1.2; }
    .gallery-list { border: 1px solid @borders; border-radius: 8px; background-color: @theme_base_color; }
    .gallery-list.boxed { border: none; background: none; }
    .gallery-list .boxed-list { margin: 18px; border: 1px solid @borders; border-radius: 12px; }
    .gallery-list .boxed-list > row:last-child { border-bottom: none; }
    .gallery-beside { border-left: 1px solid @borders; }
    .gallery-log { padding: 8px 12px; border-top: 1px solid @borders; }
    .gallery-code { padding: 12px; font-size: 0.9em; background-color: @theme_base_color; }
    .gallery-status { font-size: 0.9em; }
    .gallery-readout { border: 1px solid @borders; border-radius: 8px; padding: 8px 12px; }
    .gallery-record:checked { background: #c01c28; color: white; }
    .gallery-caption { font-size: 0.8em; opacity: 0.75; }
    .gallery-figure { font-size: 1.1em; font-weight: 600; font-feature-settings: "tnum"; min-height: 1.5em; }
    .narrow .gallery-readout { padding: 4px 8px; }
    .narrow .gallery-figure { font-size: 0.9em; }
    .gallery-panel { background-color: @theme_bg_color; }
    .gallery-panel-top { padding: 10px 14px; border-bottom: 1px solid @borders; }
    .gallery-parameters { padding: 0 14px 16px 14px; font-size: 0.9em; }
    .gallery-parameters scale { padding: 8px 6px 6px 6px; }
    .gallery-figure-small { font-feature-settings: "tnum"; opacity: 0.75; }
    .gallery-turned { font-weight: 700; }
    .item-front { padding: 0 16px; }
    .item-title { font-weight: 600; }
    .plain-titles .item-title { font-weight: 400; font-size: 1.1em; }
    .item-detail { opacity: 0.75; font-size: 0.9em; }

    /* The layers of a row in three colours, as the tutorial shows them. */
    .layers .swipe-row { background-color: #e66100; }
    .layers .swipe-row .swipe-buttons { background-color: #813d9c; }
    .layers .swipe-row .swipe-tray button.swipe-action { opacity: 0.8; }
    .layers .swipe-row .swipe-front { background-color: mix(@theme_base_color, #1c71d8, 0.35); }

    /* What stands behind the front on the pages of the seeds. */
    .back { color: white; padding: 0 16px; font-weight: 600; }
    .back.dark { background-color: #3d3846; }
    .back.sparrow { background-color: #26637f; }
    .back.pale { background-color: #deddda; color: #241f31; }
    .back > row { padding: 14px 8px; border-radius: 6px; color: inherit; }
    .back > row:hover { background-color: alpha(white, 0.1); }
    .pane-front { box-shadow: 0 0 6px alpha(black, 0.4); }
    .back button { background: alpha(white, 0.14); color: inherit; border: none; box-shadow: none;
      min-width: 34px; min-height: 34px; padding: 0 5px; }
    .back.pale button { background: alpha(black, 0.08); }
    .swiped .swipe-front > * { opacity: 0.7; }
    .swiped-whole .swipe-front > * { opacity: 0.5; }
    """
}
