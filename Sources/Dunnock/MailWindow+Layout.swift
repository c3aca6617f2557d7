import CAdwaita
import GtkBridge

extension MailWindow {
  /// Puts the window's parts together: the list and the message side by side, or one over the other where there is no room.
  func layOut() {
    gtk_window_set_title(window.cast(), Product.name)
    window.addClasses("mail-window")

    let listSide: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_size_request(listSide, Self.narrowest, -1)
    // Beside a message it keeps its width, whatever the window's or the buttons above the message.
    gtk_widget_set_hexpand(listSide, 0)
    listSide.addClasses("list-side")
    for part in [listHeader(), notice.widget, pages] { gtk_box_append(listSide.cast(), part) }
    gtk_widget_set_vexpand(pages, 1)
    gtk_stack_set_transition_type(pages.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_stack_add_named(pages.opaque, list.widget, ListPage.list.rawValue)
    gtk_stack_add_named(pages.opaque, loadingPage(), ListPage.loading.rawValue)

    let readingSide: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_size_request(readingSide, Self.narrowest, -1)
    gtk_widget_set_hexpand(readingSide, 1)
    for part in [readingHeader(), reader.widget] { gtk_box_append(readingSide.cast(), part) }

    adw_leaflet_append(leaflet.opaque, listSide)
    let separator: Widget = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
    adw_leaflet_page_set_navigatable(adw_leaflet_append(leaflet.opaque, separator), 0)
    adw_leaflet_append(leaflet.opaque, readingSide)
    sides = (listSide, readingSide)

    adw_toast_overlay_set_child(toasts.widget.opaque, layOutFolders(beside: leaflet))
    adw_application_window_set_content(window.cast(), toasts.widget)
    Signal.connectPointer(UnsafeMutableRawPointer(leaflet), "notify::folded") { [weak self] _ in
      self?.showFolding()
      // Folding unmaps the list for a moment, and so takes the focus from it.
      whenIdle {
        if let self, !self.isFolded || !self.showsReadingSide { self.list.focusSelected() }
      }
    }
    showFolding()
  }

  /// Shows a page in place of the list: why there is no mail to see.
  func showPage(_ page: Widget) {
    if let old = gtk_stack_get_child_by_name(pages.opaque, ListPage.other.rawValue) {
      gtk_stack_remove(pages.opaque, old)
    }
    gtk_stack_add_named(pages.opaque, page, ListPage.other.rawValue)
    show(.other)
  }

  /// Shows one of the list side's pages.
  func show(_ page: ListPage) { gtk_stack_set_visible_child_name(pages.opaque, page.rawValue) }

  /// What the list side can show.
  enum ListPage: String { case list, loading, other }

  /// The page on show.
  var page: ListPage? {
    gtk_stack_get_visible_child_name(pages.opaque).flatMap {
      ListPage(rawValue: String(cString: $0))
    }
  }

  /// Whether list and message lie one over the other.
  var isFolded: Bool { adw_leaflet_get_folded(leaflet.opaque) != 0 }

  /// Whether the message can be seen.
  var showsReadingSide: Bool {
    !isFolded || adw_leaflet_get_visible_child(leaflet.opaque) == sides?.reading
  }

  private func listHeader() -> Widget {
    let header: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(header.opaque, title)
    listHeaderBar = header

    for command in [WindowCommand.folders, .open] {
      adw_header_bar_pack_start(header.opaque, iconButton(command))
    }

    gtk_menu_button_set_icon_name(menuButton.opaque, WindowCommand.menu.icon)
    gtk_widget_set_tooltip_text(menuButton, WindowCommand.menu.title)
    menuButton.setSpokenLabel(WindowCommand.menu.title)
    let menu = mainMenu()
    gtk_menu_button_set_menu_model(
      menuButton.opaque, menu.raw.assumingMemoryBound(to: GMenuModel.self))
    adw_header_bar_pack_end(header.opaque, menuButton)
    if let popover = gtk_menu_button_get_popover(menuButton.opaque) {
      UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self).nameMenuItems()
      // After Escape the keys are the list's again, not the button's.
      Signal.connect(UnsafeMutableRawPointer(popover), "closed") { [weak self] in
        whenIdle { self?.list.focusSelected() }
      }
    }
    return header
  }

  private func readingHeader() -> Widget {
    let header: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(header.opaque, adw_window_title_new("", ""))
    readingHeaderBar = header
    backButton = iconButton(WindowCommand.back)
    if let backButton { adw_header_bar_pack_start(header.opaque, backButton) }
    changeButtons = WindowCommand.aboveMessage.map {
      ($0, iconButton(WindowCommand.changing($0.entry)))
    }
    for (_, button) in changeButtons {
      gtk_widget_set_visible(button, 0)
      adw_header_bar_pack_end(header.opaque, button)
    }
    return header
  }

  private func iconButton(_ command: WindowCommand) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name(command.icon)
    gtk_widget_set_tooltip_text(button, command.title)
    button.setSpokenLabel(command.title)
    gtk_actionable_set_action_name(button.opaque, command.action)
    return button
  }

  private func mainMenu() -> Ref {
    let menu = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
    for commands in WindowCommand.menuSections {
      let section = Ref.adopting(full: UnsafeMutableRawPointer(g_menu_new()))
      for command in commands {
        let item = Ref.adopting(
          full: UnsafeMutableRawPointer(g_menu_item_new(command.title, command.action)))
        if command.isHiddenWhenDisabled {
          g_menu_item_set_attribute_value(
            item.opaque, "hidden-when", g_variant_new_string("action-disabled"))
        }
        g_menu_append_item(section.opaque, item.opaque)
      }
      g_menu_append_section(
        menu.opaque, nil, section.raw.assumingMemoryBound(to: GMenuModel.self))
    }
    return menu
  }

  private func loadingPage() -> Widget {
    let spinner: Widget = gtk_spinner_new()
    // A spinner that turns out of sight keeps the window drawing for ever.
    Signal.connect(spinner, "map") { gtk_spinner_start(spinner.opaque) }
    Signal.connect(spinner, "unmap") { gtk_spinner_stop(spinner.opaque) }
    gtk_widget_set_size_request(spinner, 32, 32)
    gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(spinner, GTK_ALIGN_CENTER)
    spinner.setSpokenLabel(tr("Opening the mailbox"))
    return spinner
  }

  func showFolding() {
    if let backButton { gtk_widget_set_visible(backButton, isFolded.gboolean) }
    if let listHeaderBar {
      adw_header_bar_set_show_end_title_buttons(listHeaderBar.opaque, isFolded.gboolean)
      adw_header_bar_set_show_start_title_buttons(
        listHeaderBar.opaque, (!hasFoldersBeside).gboolean)
    }
    if let readingHeaderBar {
      adw_header_bar_set_show_start_title_buttons(
        readingHeaderBar.opaque, (isFolded && !hasFoldersBeside).gboolean)
    }
    if let foldersHeaderBar {
      adw_header_bar_set_show_start_title_buttons(
        foldersHeaderBar.opaque, hasFoldersBeside.gboolean)
    }
  }

  private var hasFoldersBeside: Bool { showsFolders && !foldersCover }

  /// The narrowest window that GNOME asks programs to work in, px.
  private static let narrowest: Int32 = 360
}
