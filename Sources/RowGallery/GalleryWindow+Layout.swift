import CDunnockGtk
import GtkBridge

extension GalleryWindow {
  /// The least width, px, at which the page has company, and all three are side by side.
  private static let mediumWidth: Int32 = 700
  private static let wideWidth: Int32 = 1080

  func header() -> Widget {
    let header: Widget = gtk_header_bar_new()
    look(of: pagesButton, "view-list-symbolic", "Pages")
    look(of: styleButton, "preferences-other-symbolic", "Parameters of the Style")
    Signal.connect(pagesButton, "toggled") { [weak self] in self?.toggled(.pages) }
    Signal.connect(styleButton, "toggled") { [weak self] in self?.toggled(.style) }
    gtk_header_bar_pack_start(header.opaque, pagesButton)
    gtk_header_bar_pack_end(header.opaque, styleButton)
    return header
  }

  func layOut(header: Widget, page: Widget) {
    gtk_window_set_title(widget.cast(), "Row Gallery")
    gtk_window_set_default_size(widget.cast(), 1180, 760)
    gtk_window_set_titlebar(widget.cast(), header)
    let body: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_size_request(panel.widget, 300, -1)
    gtk_widget_set_size_request(sidebar.widget, 220, -1)
    for part in [
      sidebar.widget, gtk_separator_new(GTK_ORIENTATION_VERTICAL), page,
      gtk_separator_new(GTK_ORIENTATION_VERTICAL), panel.widget,
    ] {
      if let part { gtk_box_append(body.cast(), part) }
    }
    // An overlay asks for no room for what lies over it, so the window can become narrower than what it shows at the moment.
    let overlay: Widget = gtk_overlay_new()
    let floor: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_size_request(floor, 340, 360)
    gtk_overlay_set_child(overlay.opaque, floor)
    gtk_overlay_add_overlay(overlay.opaque, body)
    gtk_widget_set_overflow(overlay, GTK_OVERFLOW_HIDDEN)
    gtk_window_set_child(widget.cast(), overlay)
    Signal.connect(widget, "realize") { [weak self] in self?.followWidth() }
    arrange()
  }

  private func followWidth() {
    guard let surface = gtk_native_get_surface(widget.opaque).map({ UnsafeMutableRawPointer($0) })
    else { return }
    // Its arguments are ints, which a closure without arguments does not see.
    Signal.connect(surface, "layout") { [weak self] in
      guard let self else { return }
      let width = gtk_widget_get_width(widget)
      let new: Room =
        width < Self.mediumWidth ? .narrow : width < Self.wideWidth ? .medium : .wide
      guard new != room, width > 0 else { return }
      // What is laid out cannot be taken away in the midst of it.
      whenIdle { [weak self] in
        guard let self, new != room else { return }
        room = new
        extra = new == .narrow ? .none : .pages
        arrange()
      }
    }
  }

  private func toggled(_ kind: Extra) {
    guard !isArranging else { return }
    let isOn = isTrue(
      gtk_toggle_button_get_active((kind == .pages ? pagesButton : styleButton).cast()))
    extra = isOn ? kind : .none
    arrange()
  }

  /// Shows what there is room for.
  func arrange() {
    isArranging = true
    defer { isArranging = false }
    let showsAll = room == .wide
    let showsPage = room != .narrow || extra == .none
    set(sidebar.widget, showsAll || extra == .pages, fills: room == .narrow)
    set(panel.widget, showsAll || extra == .style, fills: room == .narrow)
    gtk_widget_set_visible(pageView, showsPage.gboolean)
    if let line = sidebar.widget.nextSibling {
      gtk_widget_set_visible(line, (showsPage && (showsAll || extra == .pages)).gboolean)
    }
    if let line = pageView.nextSibling {
      gtk_widget_set_visible(line, (showsPage && (showsAll || extra == .style)).gboolean)
    }
    for (button, kind) in [(pagesButton, Extra.pages), (styleButton, .style)] {
      gtk_widget_set_visible(button, (!showsAll).gboolean)
      gtk_toggle_button_set_active(button.cast(), (extra == kind).gboolean)
    }
    widget.setClass("narrow", room == .narrow)
  }

  private func set(_ part: Widget, _ isVisible: Bool, fills: Bool) {
    gtk_widget_set_visible(part, isVisible.gboolean)
    gtk_widget_set_hexpand(part, fills.gboolean)
  }
}

/// Sets whether everything is drawn dark.
func setPrefersDark(_ isDark: Bool, of widget: Widget) {
  guard let settings = gtk_widget_get_settings(widget).map({ UnsafeMutableRawPointer($0) }) else {
    return
  }
  var value = GValue()
  g_value_init(&value, GType(5 << G_TYPE_FUNDAMENTAL_SHIFT))
  g_value_set_boolean(&value, isDark.gboolean)
  g_object_set_property(
    settings.assumingMemoryBound(to: GObject.self), "gtk-application-prefer-dark-theme", &value)
}
