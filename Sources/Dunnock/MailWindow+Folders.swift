import CAdwaita
import GtkBridge
import MailModel
import Triage

extension MailWindow {
  /// Puts the folders beside everything else; where there is no room they come over it, at the press of a button.
  ///
  /// - Returns: What to put into the window, around `content`.
  func layOutFolders(beside content: Widget) -> Widget {
    let side: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    // Over the list it must hide the list.
    side.addClasses("folder-side", "background")
    gtk_widget_set_size_request(side, Self.foldersWidth, -1)
    let header: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(header.opaque, adw_window_title_new(tr("Folders"), ""))
    adw_header_bar_set_show_end_title_buttons(header.opaque, 0)
    foldersHeaderBar = header
    if let listHeaderBar, let heights = gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL) {
      for bar in [listHeaderBar, header] { gtk_size_group_add_widget(heights, bar) }
      g_object_unref(UnsafeMutableRawPointer(heights))
    }
    gtk_box_append(side.cast(), header)
    gtk_box_append(side.cast(), folders.widget)

    adw_flap_set_flap(flap.opaque, side)
    adw_flap_set_separator(flap.opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
    adw_flap_set_content(flap.opaque, content)
    // Rows are what is dragged aside here, and whether the folders show is the person's choice.
    adw_flap_set_swipe_to_open(flap.opaque, 0)
    adw_flap_set_swipe_to_close(flap.opaque, 0)
    adw_flap_set_locked(flap.opaque, 1)
    adw_flap_set_reveal_flap(flap.opaque, 0)
    Signal.connectPointer(UnsafeMutableRawPointer(flap), "notify::folded") { [weak self] _ in
      guard let self else { return }
      revealFolders(wantsFolders && !foldersCover)
    }
    Signal.connectPointer(UnsafeMutableRawPointer(flap), "notify::reveal-flap") { [weak self] _ in
      guard let self else { return }
      if !showsFolders, folders.hasFocus { list.focusSelected() }
      showFolding()
    }
    folders.onSelection = { [weak self] in self?.open($0) }
    folders.onActivation = { [weak self] in
      self?.choseFolder = true
      self?.showList()
    }
    return flap
  }

  /// Whether the folders lie over the list instead of beside it.
  var foldersCover: Bool { adw_flap_get_folded(flap.opaque) != 0 }

  var showsFolders: Bool { adw_flap_get_reveal_flap(flap.opaque) != 0 }

  /// Shows the folders or hides them, as the person asks.
  func toggleFolders() {
    let shows = !showsFolders
    if !foldersCover { wantsFolders = shows }
    revealFolders(shows)
    if shows {
      folders.grabFocus()
    } else {
      list.focusSelected()
    }
  }

  func revealFolders(_ shows: Bool) { adw_flap_set_reveal_flap(flap.opaque, shows.gboolean) }

  /// Shows another folder of the mailbox; what was done in the one before can still be undone.
  func open(_ folder: FolderID) {
    guard let mailbox, folder != mailbox.folder else { return }
    mailbox.folder = folder
    choseFolder = false
    forgetLooks()
    leaving = []
    flights = [:]
    returned = nil
    earlyKeys = nil
    reading?.cancel()
    list.clear()
    reader.clear()
    forgetTrouble()
    showPermission()
    show(.loading)
    showing?.cancel()
    showing = Task { [weak self] in await self?.showAll(of: mailbox) }
  }

  /// Lists the folders, without the numbers of their unread messages: these can wait until there is mail to see.
  func showFolders(of opened: OpenMailbox) {
    Task { [weak self] in
      guard let all = try? await opened.session.folders() else { return }
      if opened === self?.mailbox { self?.show(all, of: opened) }
    }
  }

  /// Brings the list of folders up to date with the disk: one look at a time, and one more when something changed meanwhile.
  func refreshFolders(of opened: OpenMailbox) {
    guard counting == nil else {
      mustCountAgain = true
      return
    }
    mustCountAgain = false
    counting = Task { [weak self] in
      let all = (try? await opened.session.folders()) ?? []
      if opened === self?.mailbox, !all.isEmpty { self?.show(all, of: opened) }
      for folder in all {
        guard opened === self?.mailbox else { break }
        guard let unread = try? await opened.store.unreadCount(in: folder) else { continue }
        if opened === self?.mailbox { self?.folders.show(unread: unread, in: folder) }
      }
      guard let self else { return }
      counting = nil
      if mustCountAgain, let mailbox { refreshFolders(of: mailbox) }
    }
  }

  func show(_ all: [FolderID], of opened: OpenMailbox) {
    let roles = opened.session.roles
    if folders.show(all, roles, open: opened.folder) {
      // What is done in a folder, and whether it may be, depends on what it is for.
      showPermission()
    }
    showTitle()
    guard !hasOfferedFolders else { return }
    // A mailbox of one folder needs no list of them.
    hasOfferedFolders = true
    wantsFolders = folders.offersChoice
    if !foldersCover { revealFolders(wantsFolders) }
  }

  /// Wide enough for the usual names, px.
  private static let foldersWidth: Int32 = 210
}
