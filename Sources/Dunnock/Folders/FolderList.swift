import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// The folders of a mailbox, one below the other, with the numbers of their unread messages; above them what gathers mail of several.
final class FolderList {
  /// What to put into the window: a scrolled GtkListBox.
  let widget: Widget = gtk_scrolled_window_new()

  /// What a person does in the list.
  enum Event {
    /// The person has come to another row, by pointer or key.
    case selected(Source)
    /// A folder was clicked, tapped, or chosen by Enter.
    case activated
  }

  private var tell: (Event) -> Void = { _ in }
  private var accountColour: (FolderID) -> AccountColour? = { _ in nil }
  /// What the inbox is called where it is no inbox but a folder of files; nil as a rule.
  private var inboxName: String?
  /// The GtkListBox.
  let box: Widget = gtk_list_box_new()
  private var outline = FolderOutline([], FolderRoles())
  private var roles = FolderRoles()
  /// What the directories of accounts are called.
  private var accounts: [String] = []
  private var known: [FolderID: Known] = [:]
  /// What the folders are called on the disk.
  private var namesOnDisk: Set<String> = []
  /// Those that are called otherwise here, and how.
  private var renamed: [(onDisk: String, shown: String)] = []
  private var rows: [FolderID: Row] = [:]
  /// What the rows stand for.
  private var folders: [Widget: FolderID] = [:]
  /// How many lines of the outline have their rows: of many the first do at once, and the others while nothing else is to be done.
  private(set) var made = 0
  private var isMakingRest = false
  /// What is open, whose row may be still to come.
  private var open = Source.folder(.inbox)
  /// What gathers mail of several folders, in the first rows.
  private var views: [(source: Source, widget: Widget)] = []
  private var isShowing = false

  private struct Row {
    let widget: Widget
    let count: Widget
  }

  /// What is known of a folder, whether it has its row or not.
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
    // Then no rows are to come any more.
    Signal.connect(box, "destroy") { [weak self] in self?.outline = FolderOutline([], FolderRoles())
    }
    // Tab would walk through all rows, and open each on its way; also where there is nothing else to go to.
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

  /// Has what a person does told.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// - Parameter colour: Says which colour the account of a folder has; nil: none.
  func colour(by colour: @escaping (FolderID) -> AccountColour?) { accountColour = colour }

  /// Calls the inbox so that is no inbox but a folder of files; nil as a rule.
  func call(inbox name: String?) { inboxName = name }

  /// Whether there is more than one folder to choose from.
  var offersChoice: Bool { known.count > 1 }

  /// Shows folders, one of them as the one that is open.
  ///
  /// - Returns: Whether folders came or went, or are for something else now.
  @discardableResult
  func show(_ folders: [FolderID], _ roles: FolderRoles = FolderRoles(), open: Source) -> Bool {
    isShowing = true
    defer { isShowing = false }
    let old = outline
    let isOther = self.roles != roles
    self.roles = roles
    outline = FolderOutline(folders, roles)
    accounts = roles.inboxes.map { $0.components.dropLast().joined(separator: "/") }
      .filter { !$0.isEmpty }
    let focused = hasFocus
    show(views: folders.count > 1 && inboxName == nil ? Source.views(of: roles) : [])
    namesOnDisk = Set(outline.entries.map(\.name))
    renamed = outline.entries.compactMap { entry in
      roleTitle(of: entry).map {
        (entry.folder?.components.joined(separator: "/") ?? entry.name, entry.named($0))
      }
    }
    let unread = known.mapValues(\.unread)
    known = namedFolders().mapValues { Known(name: $0) }
    for (folder, count) in unread { known[folder]?.unread = count }
    self.open = open
    // The other rows stay: one of them may be pressed just now.
    for change in ListChange.runs(from: old.entries, to: outline.entries) {
      let isMany = change.replacement.count > Self.step
      let end = isMany ? made : min(change.range.upperBound, made)
      let start = change.range.lowerBound
      guard start <= made else { continue }
      for index in (start..<max(start, end)).reversed() { remove(at: index) }
      made -= max(0, end - start)
      // Those behind the last that is there come in their turn.
      if isMany || start == made { continue }
      for (offset, entry) in outline.entries[change.replacement].enumerated() {
        add(entry, at: start + offset)
      }
      made += change.replacement.count
    }
    makeSome()
    if focused, !hasFocus { whenIdle { [weak self] in self?.grabFocus() } }
    return isOther
  }

  /// Makes the rows of some more lines, and has the rest be made.
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

  /// As many as are in sight, and more.
  private static let step = 60

  /// The folders that are listed.
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

  /// What a row is called that shows this.
  func name(of source: Source) -> String {
    source.folder.map { name(of: $0) } ?? source.viewTitle
  }

  /// Whether there is a row that shows this.
  func offers(_ source: Source) -> Bool {
    source.folder.map { known[$0] != nil } ?? (row(of: source) != nil)
  }

  /// How many messages of a folder are unread, as shown; nil while it is not listed.
  func unread(in folder: FolderID) -> Int? { known[folder]?.unread }

  /// Shows how many messages of a folder are unread.
  func show(unread: Int, in folder: FolderID) {
    guard let old = known[folder]?.unread, old != unread else { return }
    known[folder]?.unread = unread
    label(folder)
  }

  /// Gives the open folder's row the focus.
  func grabFocus() {
    if let selected, let row = row(of: selected) { gtk_widget_grab_focus(row) }
  }

  /// The folder whose row is there, px from the top of the list; nil where that is none.
  func folder(at y: Double) -> FolderID? {
    gtk_list_box_get_row_at_y(box.opaque, gint(y)).flatMap {
      folders[UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)]
    }
  }

  /// The folder whose row has the focus.
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

  /// Gives the outermost row of each account its colour, where there are several.
  private func showAccounts() {
    for (index, entry) in outline.entries.prefix(made).enumerated() where entry.depth == 0 {
      guard let row = gtk_list_box_get_row_at_index(box.opaque, gint(views.count + index)),
        let dot = gtk_list_box_row_get_child(row)?.firstChild
      else { continue }
      // A level that only holds folders is of the account of the first of them.
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
    gtk_widget_set_tooltip_text(title, spokenName(of: entry))
    let count = Widget.silentLabel()
    count.addClasses("numeric", "dim-label")
    let widget = add(
      title, count, icon: isFolderOfFiles ? "folder-symbolic" : entry.icon, depth: entry.depth,
      at: views.count + index)
    guard let folder = entry.folder else {
      title.addClasses("dim-label")
      gtk_list_box_row_set_selectable(widget.cast(), 0)
      gtk_list_box_row_set_activatable(widget.cast(), 0)
      widget.setSpokenLabel(spokenName(of: entry))
      return
    }
    rows[folder] = Row(widget: widget, count: count)
    folders[widget] = folder
    label(folder)
  }

  /// Adds a row with a title, and with a number where there is one.
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

  /// The whole name; the inbox by itself, and a folder that goes by a usual name of its role, is called so in every language.
  private func name(of entry: FolderOutline.Entry) -> String {
    if entry.role == .inbox, let inboxName { return inboxName }
    if let title = roleTitle(of: entry) { return entry.named(title) }
    guard let outer = renamed.first(where: { entry.name.hasPrefix($0.onDisk + "/") }) else {
      return entry.name
    }
    return outer.shown + entry.name.dropFirst(outer.onDisk.count)
  }

  /// What the row of an entry is called.
  private func spokenName(of entry: FolderOutline.Entry) -> String {
    entry.folder.map { name(of: $0) } ?? split(name(of: entry)).name
  }

  /// What the listed folders are called without the directory of their account, which is named where two accounts have a folder of one
  /// name.
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

  /// The directory of an account that a whole name begins with, and the rest of the name; all of it where it begins with none.
  private func split(_ name: String) -> (account: String?, name: String) {
    guard
      let account = accounts.filter({ name.hasPrefix($0 + "/") }).max(by: { $0.count < $1.count })
    else { return (nil, name) }
    return (account, String(name.dropFirst(account.count + 1)))
  }

  private func shownTitle(of entry: FolderOutline.Entry) -> String {
    (entry.title.isEmpty ? tr("Inbox") : roleTitle(of: entry) ?? entry.title) + entry.distinction
  }

  /// What the role of a folder is called that goes by a usual name of it; nil where another folder is called so.
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
    row.widget.setSpokenLabel(
      unread == 0
        ? name
        : trn("%2$s, %1$s unread", "%2$s, %1$s unread", unread).filling(String(unread), name))
  }
}

extension FolderOutline.Entry {
  /// The whole name with another title.
  fileprivate func named(_ title: String) -> String {
    // That of an inbox stands in its name in whatever case.
    let length = self.title.isEmpty ? "Inbox".count : self.title.count
    return String(name.dropLast(length + distinction.count)) + title + distinction
  }

  fileprivate var icon: String? { role?.icon ?? (folder == nil ? nil : "folder-symbolic") }
}

extension Source {
  /// What gathers mail of several folders.
  static func views(of roles: FolderRoles) -> [Source] {
    (roles.inboxes.count > 1 ? [Source(folders: roles.inboxes)] : [])
      + [Source(filters: [.unread]), allStarred]
  }

  static let allStarred = Source(filters: [.starred])

  /// What a view is called; empty for anything else.
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
