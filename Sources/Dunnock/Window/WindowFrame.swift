import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// The window with its header bars, around the folders, the list and the message, which stand side by side, or one over the other where
/// there is no room.
///
/// It stores more than 15 properties, for most are the widgets of one window, which stand by one another's size and focus.
final class WindowFrame {
  /// The AdwApplicationWindow.
  let window: Widget
  /// What menus, buttons and keys activate.
  let actions = ActionGroup()
  /// The GtkStack of the list side.
  let pages: Widget = gtk_stack_new()

  /// A GtkStack of all that, and what stands in its place.
  private let content: Widget = gtk_stack_new()
  /// What lies over all that.
  private(set) lazy var writing = WritingPages(over: content, in: window) { [weak self] in
    self?.showWriting()
  }
  private let folders: FolderSide
  private let reader: Widget
  private let title: Widget = adw_window_title_new(Product.name, "")
  private let leaflet: Widget = adw_leaflet_new()
  private let menu = MainMenu()
  /// The page that holds whatever is shown in place of the list: a stack that loses a page while it fades from that ends the program.
  private let otherPage: Widget = adw_bin_new()
  private let listSide: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let readingSide: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  let listHeaderBar: Widget = adw_header_bar_new()
  /// Holds what is above the list to the width of that while a message is beside it.
  private let listHeaders: Widget = adw_clamp_new()
  private let readingHeaderBar: Widget = adw_header_bar_new()
  private let backButton = Widget.iconButton(.back)
  private let composeButton = Widget.iconButton(.compose)
  let commands: MessageCommands
  let selection = SelectionBars()
  let progress: ChangeProgress
  private var focusList: () -> Void = {}
  private var focusMessage: () -> Void = {}
  private var tellReading: () -> Void = {}
  private var tellWritten: () -> Void = {}
  /// Whether the window comes into sight with its mail.
  private var isAwaited = false
  private var isGone = false
  private var hasMessage = false
  /// Whether the message was used last, of list and message side by side.
  private var isReading = false

  /// A window of the application, not yet on screen, around its parts.
  init(
    _ application: UnsafeMutablePointer<GtkApplication>, list: Widget, reader: Widget,
    search: SearchBar, folders: FolderSide, notices: Notices, progress: ChangeProgress
  ) {
    self.progress = progress
    window = adw_application_window_new(application)
    (self.folders, self.reader) = (folders, reader)
    commands = MessageCommands(above: readingHeaderBar)
    Signal.connect(window, "destroy") { [weak self] in self?.isGone = true }
    gtk_window_set_title(window.cast(), Product.name)
    window.addClasses("mail-window")

    gtk_widget_set_size_request(listSide, Self.narrowest, -1)
    // Beside a message it keeps its width, whatever the window's or the buttons above the message.
    gtk_widget_set_hexpand(listSide, 0)
    listSide.addClasses("list-side")
    prepareListHeader(search.button)
    // Beside a message a long title makes no column wider.
    let bars: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    for bar in [listHeaderBar, selection.headerBar] { gtk_box_append(bars.cast(), bar) }
    adw_clamp_set_child(listHeaders.opaque, bars)
    for part in [
      listHeaders, search.widget, notices.bar.widget, pages, progress.widget, selection.foot,
    ] {
      gtk_box_append(listSide.cast(), part)
    }
    gtk_widget_set_vexpand(pages, 1)
    gtk_stack_add_named(pages.opaque, list, Page.list.rawValue)
    gtk_stack_add_named(pages.opaque, Self.loadingPage(), Page.loading.rawValue)
    gtk_stack_add_named(pages.opaque, otherPage, Page.other.rawValue)

    gtk_widget_set_size_request(readingSide, Self.narrowest, -1)
    gtk_widget_set_hexpand(readingSide, 1)
    prepareReadingHeader()
    for part in [readingHeaderBar, reader, selection.page.widget, commands.foot] {
      gtk_box_append(readingSide.cast(), part)
    }

    adw_leaflet_append(leaflet.opaque, listSide)
    let separator: Widget = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
    adw_leaflet_page_set_navigatable(adw_leaflet_append(leaflet.opaque, separator), 0)
    adw_leaflet_append(leaflet.opaque, readingSide)
    folders.surround(leaflet)
    if let heights = gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL) {
      for bar in [listHeaderBar, selection.headerBar, folders.headerBar] {
        gtk_size_group_add_widget(heights, bar)
      }
      g_object_unref(UnsafeMutableRawPointer(heights))
    }
    gtk_stack_add_named(content.opaque, folders.widget, "mail")
    notices.surround(writing.widget) { [weak self] in
      self.flatMap { $0.isFolded || $0.writing.isShown ? nil : $0.readingSide }
    } above: { [weak self] in
      self.flatMap { $0.isFolded && $0.showsReadingSide ? $0.commands.foot : nil }
    }
    adw_application_window_set_content(window.cast(), notices.widget)
    // From the message a swipe goes back to the list; from the list there is nothing to go back to, so that rows are what it drags.
    adw_leaflet_set_can_navigate_back(leaflet.opaque, 1)
    // libadwaita 1.2 hears of the direction only when that changes.
    if leaflet.isRightToLeft {
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_NONE] {
        gtk_widget_set_direction(leaflet, direction)
      }
    }
    // A swipe leaves the focus with the first button of what it brings, also where it is taken back.
    Signal.connect(UnsafeMutableRawPointer(leaflet), "notify::visible-child") { [weak self] in
      guard let self, isFolded else { return }
      if showsReadingSide { debugLog("page shown: reader") } else { debugLog("page left: reader") }
    }
    for change in ["notify::visible-child", "notify::child-transition-running"] {
      Signal.connect(UnsafeMutableRawPointer(leaflet), change) { [weak self, weak notices] in
        self?.soon {
          $0.focusWhatIsShown()
          notices?.spareCurrent()
        }
      }
    }
    // A swipe of AdwLeaflet's waits for the end of a finger that has become another's, and loses the next for it (libadwaita 1.2).
    let swipes = leaflet.controllers(of: gtk_gesture_drag_get_type())
    leaflet.seeEvents { event in
      guard [GDK_TOUCH_END, GDK_TOUCH_CANCEL].contains(gdk_event_get_event_type(event)) else {
        return false
      }
      let finger = gdk_event_get_event_sequence(event)
      // Two gestures drive one swipe.
      guard
        !swipes.contains(where: {
          gtk_gesture_get_sequence_state($0.opaque, finger) == GTK_EVENT_SEQUENCE_CLAIMED
        })
      else { return false }
      for swipe in swipes { gtk_event_controller_reset(swipe.opaque) }
      return false
    }
    Signal.connect(UnsafeMutableRawPointer(leaflet), "notify::folded") {
      [weak self, weak notices, reader] in
      self?.stayAtWhatIsUsed()
      self?.showFolding()
      // Folding unmaps the list for a moment, and so takes the focus from it.
      self?.soon { frame in
        notices?.spareCurrent()
        // What is typed or read beside it goes on.
        guard !reader.holdsFocus else { return }
        if !frame.isFolded || !frame.showsReadingSide {
          frame.focusList()
        } else if !frame.readingSide.holdsFocus {
          frame.focusMessage()
        }
      }
    }
    showFolding()
    followReading(in: reader)
  }

  /// Does something when the main loop rests, unless the window is gone by then.
  private func soon(_ body: @escaping (WindowFrame) -> Void) {
    whenIdle { [weak self] in
      if let self, !isGone { body(self) }
    }
  }

  /// Puts the window on screen.
  func present() {
    isAwaited = false
    gtk_window_present(window.cast())
    debugLog("window presented")
  }

  /// Puts the window on screen with its mail, or without where that takes longer than a moment.
  ///
  /// What is drawn before the mail is there is drawn for nothing as a rule, and what comes into a window in sight comes with a motion.
  func presentWithMail() {
    isAwaited = true
    after(Self.moment) { [weak self] in self?.presentIfAwaited() }
  }

  /// Puts the window on screen if it waits for that: before anything in it gets the focus, since GTK tells screen readers of no window
  /// whose parts it has told them of.
  func presentIfAwaited() { if isAwaited { present() } }

  /// - Parameters:
  ///   - focusList: Gives the focus back to the list when what had it is gone.
  ///   - focusMessage: Gives it to the text of the message.
  func onLostFocus(
    _ focusList: @escaping () -> Void, message focusMessage: @escaping () -> Void
  ) {
    self.focusList = focusList
    self.focusMessage = focusMessage
  }

  /// Shows a page in place of all else in the window; nil: none any more.
  func cover(with page: Widget?) {
    let old = gtk_stack_get_child_by_name(content.opaque, "cover")
    if page != nil {
      debugLog("page shown: welcome")
    } else if old != nil {
      debugLog("page left: welcome")
    }
    if let page { gtk_stack_add_named(content.opaque, page, "cover") }
    gtk_stack_set_visible_child_name(content.opaque, page == nil ? "mail" : "cover")
    if let old { gtk_stack_remove(content.opaque, old) }
  }

  /// Has the keys of the window do nothing to what lies below a mail that is written.
  private func showWriting() {
    if writing.isShown {
      gtk_widget_insert_action_group(window, WindowCommand.prefix, nil)
    } else {
      actions.insert(into: window, prefix: WindowCommand.prefix)
      tellWritten()
      soon { if !$0.content.holdsFocus { $0.focusList() } }
    }
  }

  /// Shows a page in place of the list: why there is no mail to see.
  func show(_ page: Widget) {
    adw_bin_set_child(otherPage.cast(), page)
    show(.other)
  }

  /// What the page is headed with that was last shown in place of the list.
  var pageTitle: String? {
    statusPage.flatMap { adw_status_page_get_title($0.opaque) }.map { String(cString: $0) }
  }

  /// The AdwStatusPage that was last shown in place of the list.
  var statusPage: Widget? {
    adw_bin_get_child(otherPage.cast()).flatMap { $0.isA(adw_status_page_get_type()) ? $0 : nil }
  }

  /// Shows one of the list side's pages.
  func show(_ page: Page) {
    if page != self.page { debugLog("page shown: \(page)") }
    gtk_stack_set_visible_child_name(pages.opaque, page.rawValue)
  }

  /// What the list side can show.
  enum Page: String, CaseIterable { case list, loading, other }

  /// The page on show.
  var page: Page? {
    gtk_stack_get_visible_child_name(pages.opaque).flatMap { Page(rawValue: String(cString: $0)) }
  }

  /// Whether list and message lie one over the other.
  var isFolded: Bool { adw_leaflet_get_folded(leaflet.opaque) != 0 }

  /// Whether the message can be seen.
  var showsReadingSide: Bool {
    !isFolded || adw_leaflet_get_visible_child(leaflet.opaque) == readingSide
  }

  /// Whether the list is all that can be seen of the mail, and at rest.
  var showsListAlone: Bool {
    !showsReadingSide && adw_leaflet_get_child_transition_running(leaflet.opaque) == 0
  }

  private func focusWhatIsShown() {
    guard isFolded, adw_leaflet_get_child_transition_running(leaflet.opaque) == 0 else { return }
    if !showsReadingSide {
      let isLost = !listSide.holdsFocus || listHeaderBar.holdsFocus
      if isLost, !folders.isShown { focusList() }
    } else if backButton.holdsFocus {
      focusMessage()
    }
  }

  /// Has the message stay in sight where list and message are no more side by side, and the list where that was used last.
  private func stayAtWhatIsUsed() {
    guard isFolded else { return }
    adw_leaflet_set_visible_child(leaflet.opaque, isReading && hasMessage ? readingSide : listSide)
  }

  /// Notes that the message is read, wherever the focus is.
  func noteReading() {
    isReading = true
    tellReading()
  }

  /// - Parameter tell: Called when the last page that mail is written in is left for the mail below.
  func onWritten(_ tell: @escaping () -> Void) { tellWritten = tell }

  /// - Parameter tell: Called when the person turns to the message by a pointer or pages through it.
  func onReading(_ tell: @escaping () -> Void) { tellReading = tell }

  private func followReading(in reader: Widget) {
    Signal.connect(window, "notify::focus-widget") { [weak self] in
      guard let self, gtk_widget_in_destruction(window) == 0, !isFolded else { return }
      if readingSide.holdsFocus {
        isReading = true
      } else if listSide.holdsFocus {
        isReading = false
      }
    }
    let wheel = reader.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL), in: GTK_PHASE_CAPTURE)
    Signal.connect(wheel, "scroll") { [weak self] in
      self?.noteReading()
      return false
    }
    // What is around the text takes no focus by itself, but is the message to whoever clicks on it.
    let click = reader.addController(gtk_gesture_click_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(click, "pressed") { [weak self, reader] in
      self?.soon { frame in
        guard frame.hasMessage else { return }
        if !reader.holdsFocus { frame.focusMessage() }
        frame.tellReading()
      }
    }
  }

  /// Brings the message into sight.
  func showReadingSide() { adw_leaflet_set_visible_child(leaflet.opaque, readingSide) }

  /// Brings the list into sight, from the message or the folders over it.
  func showListSide() {
    if folders.covers { folders.reveal(false) }
    adw_leaflet_set_visible_child(leaflet.opaque, listSide)
  }

  /// Whether the focus is in the list or in a page in its place, or is lost with what was there.
  var hasFocusOnList: Bool {
    let around = gtk_window_get_focus(window.cast()).map { Array($0.ancestry) } ?? []
    return !around.contains(window) || around.contains(pages)
  }

  /// Gives the focus to the page in place of the list, unless it is in that.
  func focusPage() {
    if pages.holdsFocus || isTrue(gtk_widget_child_focus(pages, GTK_DIR_TAB_FORWARD)) { return }
    // A page without a button has its scroller take the keys.
    adw_bin_get_child(otherPage.cast())?.firstInside(gtk_scrolled_window_get_type())
      .map { _ = gtk_widget_grab_focus($0) }
  }

  func show(title name: String, subtitle: String = "") {
    adw_window_title_set_title(title.opaque, name)
    adw_window_title_set_subtitle(title.opaque, subtitle)
    gtk_window_set_title(window.cast(), name)
  }

  func show(subtitle: String) { adw_window_title_set_subtitle(title.opaque, subtitle) }

  /// Shows which commands can be used on the message on show.
  ///
  /// - Parameter answer: What its first button to answer does; nil where it cannot be answered.
  func show(_ shown: Message?, answer: WindowCommand?, isOffered: (Command) -> Bool) {
    hasMessage = shown != nil
    commands.show(shown, in: actions, answer: answer, isOffered: isOffered)
  }

  /// Shows how many messages are selected and which commands there are for them, in place of the list's own header.
  ///
  /// - Parameter rows: How many rows of the list they are in.
  func show(selected group: MessageGroup, rows: Int, isOffered: (Command) -> Bool) {
    selection.show(group, rows: rows, isOffered: isOffered)
    gtk_widget_set_visible(listHeaderBar, (group.count == 0).gboolean)
    showSelectionPage()
  }

  /// Has what can be done with what is selected stand in place of the message beside the list.
  private func showSelectionPage() {
    let stands = selection.count > 0 && !isFolded
    if stands, readingSide.holdsFocus { focusList() }
    gtk_widget_set_visible(selection.page.widget, stands.gboolean)
    gtk_widget_set_visible(reader, (!stands).gboolean)
  }

  /// Offers mailboxes in the main menu.
  func show(recent places: [MailboxPlace]) { menu.show(recent: places) }

  func showMenu() { gtk_menu_button_popup(menu.button.opaque) }

  /// Shows the buttons of a window and of a way back where they belong.
  func showFolding() {
    let most = isFolded ? Int32.max / 2 : Self.narrowest
    adw_clamp_set_maximum_size(listHeaders.opaque, most)
    adw_clamp_set_tightening_threshold(listHeaders.opaque, most)
    gtk_widget_set_visible(backButton, isFolded.gboolean)
    // The menu has it too, and the title would have no room.
    gtk_widget_set_visible(composeButton, (!isFolded).gboolean)
    commands.place(atFoot: isFolded)
    showSelectionPage()
    for bar in [listHeaderBar, selection.headerBar] {
      adw_header_bar_set_show_end_title_buttons(bar.opaque, isFolded.gboolean)
      adw_header_bar_set_show_start_title_buttons(bar.opaque, (!folders.isBeside).gboolean)
    }
    adw_header_bar_set_show_start_title_buttons(
      readingHeaderBar.opaque, (isFolded && !folders.isBeside).gboolean)
    adw_header_bar_set_show_start_title_buttons(
      folders.headerBar.opaque, folders.isBeside.gboolean)
  }

  private func prepareListHeader(_ search: Widget) {
    adw_header_bar_set_title_widget(listHeaderBar.opaque, title)
    // On a narrow window the title has all the room that the buttons leave.
    adw_header_bar_set_centering_policy(listHeaderBar.opaque, ADW_CENTERING_POLICY_LOOSE)
    for button in [Widget.iconButton(.folders), composeButton] {
      adw_header_bar_pack_start(listHeaderBar.opaque, button)
    }
    for button in [menu.button, search] {
      adw_header_bar_pack_end(listHeaderBar.opaque, button)
    }
    if let popover = gtk_menu_button_get_popover(menu.button.opaque) {
      // After Escape the keys are the list's again, not the button's.
      Signal.connect(UnsafeMutableRawPointer(popover), "closed") { [weak self] in
        self?.soon { $0.focusList() }
      }
    }
  }

  private func prepareReadingHeader() {
    adw_header_bar_pack_start(readingHeaderBar.opaque, backButton)
  }

  /// A menu of commands, section by section.
  static func menu(of sections: [[WindowCommand]]) -> Ref {
    Ref.menu(
      of: sections.map { commands in
        commands.map {
          MenuEntry($0.title, $0.action, isHiddenWhenDisabled: $0.isHiddenWhenDisabled)
        }
      })
  }

  private static func loadingPage() -> Widget {
    let spinner = Widget.turningSpinner()
    gtk_widget_set_size_request(spinner, 32, 32)
    gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(spinner, GTK_ALIGN_CENTER)
    spinner.setSpokenLabel(tr("Opening the mailbox"))
    return spinner
  }

  /// As long as nobody takes it for waiting, seconds.
  private static let moment = 0.1
  /// The narrowest window that GNOME asks programs to work in, px.
  private static let narrowest: Int32 = 360
}
