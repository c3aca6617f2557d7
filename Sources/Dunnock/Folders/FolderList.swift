import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// The list of a mailbox's folders with the numbers of their unread messages. Above the folders are the views, such as all inboxes, which
/// show the messages of several folders.
final class FolderList {
  /// The widget to put into the window: a scroller around the list box.
  let widget: Widget = gtk_scrolled_window_new()

  /// An event that the user causes in the list.
  enum Event {
    /// The user has selected another row, by pointer or key.
    case selected(Source)
    /// A row was clicked, tapped, or activated with Enter.
    case activated
  }

  private var tell: (Event) -> Void = { _ in }
  private var accountColour: (FolderID) -> AccountColour? = { _ in nil }
  /// The name to show for the inbox if the mailbox is a folder of message files; nil for other mailboxes.
  private var inboxName: String?
  let box: Widget = gtk_list_box_new()
  private var outline = FolderOutline([], FolderRoles())
  private var roles = FolderRoles()
  /// The directories of the accounts, for example "Work" for the inbox "Work/INBOX" and for the inbox "Work" of a Maildir++.
  private var accounts: [String] = []
  private var known: [FolderID: Known] = [:]
  /// The full names of the folders on the disk.
  private var namesOnDisk: Set<String> = []
  /// The full names of the folders that the list shows under another name.
  private var renamed: [(onDisk: String, shown: String)] = []
  private var rows: [FolderID: Row] = [:]
  /// The folders of the rows.
  private var folders: [Widget: FolderID] = [:]
  /// The number of outline entries that have rows. In a long list the first rows are created at once, and the others when the main loop is
  /// idle.
  private(set) var made = 0
  private var isMakingRest = false
  /// The open folder or view. Its row may not exist yet.
  private var open = Source.folder(.inbox)
  /// The views, which have the first rows of the list.
  private var views: [(source: Source, widget: Widget)] = []
  private var isShowing = false

  private struct Row {
    let widget: Widget
    let count: Widget
  }

  /// The name and count of a listed folder. Its row may not exist yet.
  private struct Known {
    let name: String
    var unread = 0
  }

  init() {
    gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(widget.opaque, box)
    gtk_widget_set_vexpand(widget, 1)
    box.addClasses("navigation-sidebar", "folder-list")
    box.setSpokenLabel(tr("Folders"))
    box.setRole(GTK_ACCESSIBLE_ROLE_TREE)
    gtk_list_box_set_selection_mode(box.opaque, GTK_SELECTION_BROWSE)
    // Stops the creation of further rows.
    Signal.connect(box, "destroy") { [weak self] in self?.outline = FolderOutline([], FolderRoles())
    }
    // GTK would move the focus by Tab from row to row, and each row that gets the focus would open. Tab leaves the list instead. Tab
    // is also consumed if no other widget can take the focus.
    let keys = box.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [box] (key: UInt32, _: UInt32, state: UInt32) in
      let modifiers = state & guint(gtk_accelerator_get_default_mod_mask().rawValue)
      switch Int32(bitPattern: key) {
      case GDK_KEY_Tab where modifiers == 0, GDK_KEY_KP_Tab where modifiers == 0:
        _ = box.passFocus(GTK_DIR_TAB_FORWARD)
      case GDK_KEY_Tab where modifiers == GDK_SHIFT_MASK.rawValue,
        GDK_KEY_KP_Tab where modifiers == GDK_SHIFT_MASK.rawValue,
        GDK_KEY_ISO_Left_Tab where modifiers == GDK_SHIFT_MASK.rawValue:
        _ = box.passFocus(GTK_DIR_TAB_BACKWARD)
      default: return false
      }
      return true
    }
    Signal.connect(UnsafeMutableRawPointer(box), "row-selected") { [weak self] in
      guard let self, !isShowing, let selected else { return }
      open = selected
      tell(.selected(selected))
    }
    Signal.connect(UnsafeMutableRawPointer(box), "row-activated") { [weak self] in
      self?.tell(.activated)
    }
  }

  /// Sets the closure that is called with each event.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// Sets the closure that returns the colour of a folder's account; nil for no colour.
  func colour(by colour: @escaping (FolderID) -> AccountColour?) { accountColour = colour }

  /// Sets the name to show for the inbox if the mailbox is a folder of message files; nil for other mailboxes.
  func call(inbox name: String?) { inboxName = name }

  /// Whether there is more than one folder to choose from.
  var offersChoice: Bool { known.count > 1 }

  /// Shows folders, and selects the open folder or view.
  ///
  /// - Returns: Whether folders were added or removed, or have other roles now.
  @discardableResult
  func show(_ folders: [FolderID], _ roles: FolderRoles = FolderRoles(), open: Source) -> Bool {
    isShowing = true
    defer { isShowing = false }
    let old = outline
    let isOther = self.roles != roles
    self.roles = roles
    outline = FolderOutline(folders, roles)
    accounts = roles.inboxes.map {
      roles.directory(ofAccountOf: $0).components.joined(separator: "/")
    }.filter { !$0.isEmpty }
    let focused = hasFocus
    show(views: folders.count > 1 && inboxName == nil ? Source.views(of: roles) : [])
    namesOnDisk = Set(outline.entries.map(\.name))
    renamed = outline.entries.compactMap { entry in
      roleTitle(of: entry).map {
        (entry.folder?.components.joined(separator: "/") ?? entry.name, entry.named($0))
      }
    }
    let former = known
    known = namedFolders().mapValues { Known(name: $0) }
    for (folder, known) in former { self.known[folder]?.unread = known.unread }
    self.open = open
    // The other rows are kept: one of them may be pressed at the moment.
    for change in ListChange.runs(from: old.entries, to: outline.entries) {
      let isMany = change.replacement.count > Self.step
      let end = isMany ? made : min(change.range.upperBound, made)
      let start = change.range.lowerBound
      guard start <= made else { continue }
      for index in (start..<max(start, end)).reversed() { remove(at: index) }
      made -= max(0, end - start)
      // The rows after the last existing row are created by `makeSome()`.
      if isMany || start == made { continue }
      for (offset, entry) in outline.entries[change.replacement].enumerated() {
        add(entry, at: start + offset)
      }
      made += change.replacement.count
    }
    // The row of "Sent" is called "Sent (Work)" once a second account has such a folder.
    for (folder, known) in known where former[folder].map({ $0.name != known.name }) == true {
      label(folder)
    }
    makeSome()
    if focused, !hasFocus { whenIdle { [weak self] in self?.grabFocus() } }
    return isOther
  }

  /// Creates the next rows now, and schedules the creation of the rest.
  private func makeSome() {
    for index in made..<min(made + Self.step, outline.entries.count) {
      add(outline.entries[index], at: index)
    }
    made = min(made + Self.step, outline.entries.count)
    showAccounts()
    if selected != open, let row = row(of: open) {
      gtk_list_box_select_row(box.opaque, row.cast())
    }
    guard made < outline.entries.count, !isMakingRest else { return }
    isMakingRest = true
    whenIdle { [weak self] in
      guard let self else { return }
      isMakingRest = false
      guard made < outline.entries.count else { return }
      isShowing = true
      makeSome()
      isShowing = false
    }
  }

  /// The number of rows that are created at once: more than fit on the screen.
  private static let step = 60

  /// The listed folders.
  var all: [FolderID] { outline.entries.compactMap(\.folder) }

  /// What a folder is called; one that is not listed by its levels below the directory of its account.
  func name(of folder: FolderID) -> String {
    known[folder]?.name ?? split(folder.description).name
  }

  /// What a folder is called where there is little room: an inbox by its account alone.
  func shortName(of folder: FolderID) -> String {
    let levels = folder.components
    guard roles.role(of: folder) == .inbox, levels.count > 1,
      levels.last?.lowercased() == "inbox"
    else { return name(of: folder) }
    return roles.inboxes.count > 1 ? levels.dropLast().joined(separator: "/") : tr("Inbox")
  }

  /// The name of the row for a source.
  func name(of source: Source) -> String {
    source.folder.map { name(of: $0) } ?? source.viewTitle
  }

  /// Whether the list has a row for a source, or is about to create the row.
  func offers(_ source: Source) -> Bool {
    source.folder.map { known[$0] != nil } ?? (row(of: source) != nil)
  }

  /// The shown number of unread messages in a folder; nil if the folder is not listed.
  func unread(in folder: FolderID) -> Int? { known[folder]?.unread }

  /// Shows the number of unread messages in a folder.
  func show(unread: Int, in folder: FolderID) {
    guard let old = known[folder]?.unread, old != unread else { return }
    known[folder]?.unread = unread
    label(folder)
  }

  /// Gives the focus to the selected row.
  func grabFocus() {
    if let selected, let row = row(of: selected) { gtk_widget_grab_focus(row) }
  }

  /// The folder whose row is `y` px below the top of the list; nil if there is none.
  func folder(at y: Double) -> FolderID? {
    gtk_list_box_get_row_at_y(box.opaque, gint(y)).flatMap {
      folders[UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)]
    }
  }

  /// The folder whose row has the focus, and the row.
  var focused: (folder: FolderID, row: Widget)? {
    gtk_widget_get_focus_child(box).flatMap { row in folders[row].map { ($0, row) } }
  }

  /// Whether one of the rows has the focus.
  var hasFocus: Bool { box.holdsFocus }

  private var selected: Source? {
    guard let row = gtk_list_box_get_selected_row(box.opaque) else { return nil }
    let index = Int(gtk_list_box_row_get_index(row))
    if views.indices.contains(index) { return views[index].source }
    guard outline.entries.indices.contains(index - views.count) else { return nil }
    return outline.entries[index - views.count].folder.map { .folder($0) }
  }

  private func row(of source: Source) -> Widget? {
    source.folder.flatMap { rows[$0]?.widget }
      ?? views.first { $0.source == source }?.widget
  }

  private func show(views sources: [Source]) {
    guard views.map(\.source) != sources else { return }
    for view in views { gtk_list_box_remove(box.opaque, view.widget) }
    views = sources.enumerated().map { index, source in
      let title = Widget.silentLabel()
      gtk_label_set_label(title.opaque, source.viewTitle)
      let row = add(title, icon: source.viewIcon, at: index)
      row.setSpokenLabel(source.viewTitle)
      return (source, row)
    }
  }

  /// Shows the colour of each account in the account's outermost row, if there are several accounts.
  private func showAccounts() {
    for (index, entry) in outline.entries.prefix(made).enumerated() where entry.depth == 0 {
      guard let row = gtk_list_box_get_row_at_index(box.opaque, gint(views.count + index)),
        let dot = gtk_list_box_row_get_child(row)?.firstChild
      else { continue }
      // A level that only holds folders belongs to the account of the first folder below it.
      let below = outline.entries[(index + 1)...].prefix { $0.depth > 0 }
      let folder = entry.folder ?? below.lazy.compactMap(\.folder).first
      let isAccount = entry.folder == nil || entry.role == .inbox
      AccountColour.show(
        isAccount ? folder.flatMap(accountColour) : nil, in: dot)
    }
  }

  private func remove(at index: Int) {
    guard let row = gtk_list_box_get_row_at_index(box.opaque, gint(views.count + index))
    else { return }
    let widget = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self)
    if let folder = folders.removeValue(forKey: widget), rows[folder]?.widget == widget {
      rows[folder] = nil
    }
    gtk_list_box_remove(box.opaque, widget)
  }

  private func add(_ entry: FolderOutline.Entry, at index: Int) {
    let isFolderOfFiles = inboxName != nil && entry.role == .inbox
    let title = Widget.silentLabel()
    gtk_label_set_label(title.opaque, isFolderOfFiles ? name(of: entry) : shownTitle(of: entry))
    let count = Widget.silentLabel()
    count.addClasses("numeric", "dim-label")
    let widget = add(
      title, count, icon: isFolderOfFiles ? "folder-symbolic" : entry.icon, depth: entry.depth,
      at: views.count + index)
    guard let folder = entry.folder else {
      title.addClasses("dim-label")
      gtk_list_box_row_set_selectable(widget.cast(), 0)
      gtk_list_box_row_set_activatable(widget.cast(), 0)
      gtk_widget_set_tooltip_text(widget, spokenName(of: entry))
      widget.setSpokenLabel(spokenName(of: entry))
      return
    }
    rows[folder] = Row(widget: widget, count: count)
    folders[widget] = folder
    label(folder)
  }

  /// Adds a row with a title, and optionally with a number.
  private func add(
    _ title: Widget, _ count: Widget? = nil, icon: String?, depth: Int = 0, at index: Int
  ) -> Widget {
    let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    gtk_widget_set_margin_start(content, Int32(min(depth, 6)) * 16)
    gtk_box_append(content.cast(), AccountColour.dot())
    if let icon {
      let image = Widget.silentImage()
      gtk_image_set_from_icon_name(image.opaque, icon)
      gtk_box_append(content.cast(), image)
    }
    gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(title.opaque, 0)
    gtk_widget_set_hexpand(title, 1)
    for part in [title, count] { if let part { gtk_box_append(content.cast(), part) } }
    let widget: Widget = gtk_list_box_row_new()
    widget.setRole(GTK_ACCESSIBLE_ROLE_TREE_ITEM)
    gtk_list_box_row_set_child(widget.cast(), content)
    gtk_list_box_insert(box.opaque, widget, gint(index))
    return widget
  }

  /// Returns the full name of an entry. The name of an inbox, or of a folder with a usual name for its role, is translated.
  private func name(of entry: FolderOutline.Entry) -> String {
    if entry.role == .inbox, let inboxName { return inboxName }
    if let title = roleTitle(of: entry) { return entry.named(title) }
    guard let outer = renamed.first(where: { entry.name.hasPrefix($0.onDisk + "/") }) else {
      return entry.name
    }
    return outer.shown + entry.name.dropFirst(outer.onDisk.count)
  }

  /// Returns the name of an entry for its tooltip and for screen readers.
  private func spokenName(of entry: FolderOutline.Entry) -> String {
    entry.folder.map { name(of: $0) } ?? split(name(of: entry)).name
  }

  /// Returns the names of the listed folders without the directories of their accounts. If folders of two accounts have the same name, the
  /// directory follows the name in parentheses.
  private func namedFolders() -> [FolderID: String] {
    let named = outline.entries.compactMap { entry in
      entry.folder.map { ($0, split(name(of: entry))) }
    }
    let counts = Dictionary(named.map { ($1.name, 1) }, uniquingKeysWith: +)
    return Dictionary(
      named.map { folder, split in
        guard let account = split.account, counts[split.name] != 1 else {
          return (folder, split.name)
        }
        return (folder, tr("%1$s (%2$s)").filling(split.name, account))
      }
    ) { first, _ in first }
  }

  /// Splits a full name into the directory of an account and the rest. If the name begins with no such directory, the rest is the
  /// full name.
  private func split(_ name: String) -> (account: String?, name: String) {
    guard
      let account = accounts.filter({ name.hasPrefix($0 + "/") }).max(by: { $0.count < $1.count })
    else { return (nil, name) }
    return (account, String(name.dropFirst(account.count + 1)))
  }

  private func shownTitle(of entry: FolderOutline.Entry) -> String {
    (entry.title.isEmpty ? tr("Inbox") : roleTitle(of: entry) ?? entry.title) + entry.distinction
  }

  /// Returns the translated title for a folder with a usual name for its role. Nil for other folders, and if another folder on the disk has
  /// the translated name.
  private func roleTitle(of entry: FolderOutline.Entry) -> String? {
    guard let title = usualTitle(of: entry) else { return nil }
    let name = entry.named(title)
    return name == entry.name || !namesOnDisk.contains(name) ? title : nil
  }

  private func usualTitle(of entry: FolderOutline.Entry) -> String? {
    if entry.title.isEmpty { return tr("Inbox") }
    if let role = entry.role { return role.isUsual(entry.title) ? role.title : nil }
    return entry.folder.map(roles.isLocalTrash) == true ? tr("Lost on Server") : nil
  }

  private func label(_ folder: FolderID) {
    guard let row = rows[folder], let known = known[folder] else { return }
    let (name, unread) = (known.name, known.unread)
    gtk_label_set_label(row.count.opaque, unread == 0 ? "" : String(unread))
    gtk_widget_set_visible(row.count, (unread > 0).gboolean)
    row.widget.setClass("unread", unread > 0)
    gtk_widget_set_tooltip_text(row.widget, name)
    row.widget.setSpokenLabel(
      unread == 0
        ? name
        : trn("%2$s, %1$s unread", "%2$s, %1$s unread", unread).filling(String(unread), name))
  }
}

extension FolderOutline.Entry {
  /// Returns the full name with another title as its last level.
  fileprivate func named(_ title: String) -> String {
    // The title of an inbox is empty, but its full name ends with "Inbox" in upper or lower case.
    let length = self.title.isEmpty ? "Inbox".count : self.title.count
    return String(name.dropLast(length + distinction.count)) + title + distinction
  }

  fileprivate var icon: String? { role?.icon ?? (folder == nil ? nil : "folder-symbolic") }
}

extension Source {
  /// Returns the views, which show the messages of several folders.
  static func views(of roles: FolderRoles) -> [Source] {
    (roles.inboxes.count > 1 ? [Source(folders: roles.inboxes)] : [])
      + [Source(filters: [.unread]), allStarred]
  }

  static let allStarred = Source(filters: [.starred])

  /// The title of a view; empty for a folder.
  fileprivate var viewTitle: String {
    if folders != nil { return folder == nil ? tr("All Inboxes") : "" }
    return switch filters {
    case [.unread]: tr("All Unread")
    case [.starred]: tr("All Starred")
    default: ""
    }
  }

  fileprivate var viewIcon: String? {
    if folders != nil { return Role.inbox.icon }
    return filters.first?.icon
  }
}
