import AppWidgets
import CDunnockGtk
import GtkBridge
import MailModel
import Texts

/// The bar in which somebody looks for messages, with the filters of the list.
final class SearchBar {
  /// What a person does here.
  enum Event {
    /// The bar was opened, by button or key.
    case opened
    /// Other messages are looked for.
    case changed
    /// The person goes on to what was found.
    case wentOn
    /// The bar was closed: the list is to be as it was before.
    case closed(Place)
  }

  /// Where the list was.
  struct Place {
    let source: Source
    /// The message of the row that was selected.
    let message: Message?
    /// How far below the upper edge of the list that was, px, if it was in sight.
    let top: Double?
  }

  /// A GtkSearchBar.
  let widget: Widget = gtk_search_bar_new()
  /// A GtkToggleButton for the header bar.
  let button: Widget = gtk_toggle_button_new()

  private let entry: Widget = gtk_search_entry_new()
  private let note: Widget = gtk_label_new(nil)
  private let everywhere: Widget = gtk_toggle_button_new()
  private let filters: [(filter: MessageFilter, button: Widget)] = MessageFilter.allCases.map {
    ($0, gtk_toggle_button_new())
  }
  /// Whether the person has gone on from the words that are looked for to what is found by them.
  private(set) var isLeft = false
  private var tell: (Event) -> Void = { _ in }
  /// Where the list was when the bar was opened; nil while it is closed.
  private var origin: Place?
  /// What a screen reader was told of what was found.
  private var said = ""
  /// Whether what changes is not the person's doing.
  private var isSetting = false

  init() {
    gtk_button_set_icon_name(button.cast(), WindowCommand.search.icon)
    gtk_widget_set_tooltip_text(button, WindowCommand.search.title)
    button.setSpokenLabel(WindowCommand.search.title)
    g_object_bind_property(
      UnsafeMutableRawPointer(button), "active", UnsafeMutableRawPointer(widget),
      "search-mode-enabled",
      GBindingFlags(G_BINDING_BIDIRECTIONAL.rawValue | G_BINDING_SYNC_CREATE.rawValue))

    let lines: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    gtk_widget_set_hexpand(lines, 1)
    entry.setSpokenLabel(tr("Search"))
    gtk_search_entry_set_key_capture_widget(entry.opaque, nil)
    let words: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(entry, 1)
    // Beside the filters it would be too wide for large text.
    for part in [entry, DayPicker(for: entry).button] { gtk_box_append(words.cast(), part) }
    gtk_box_append(lines.cast(), words)
    let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
    for (filter, button) in filters {
      gtk_button_set_label(button.cast(), filter.name)
      gtk_widget_set_tooltip_text(button, filter.title)
      button.setSpokenLabel(filter.title)
      button.addClasses("search-pill")
      followToggle(button)
      gtk_box_append(row.cast(), button)
    }
    note.addClasses("dim-label", "caption", "numeric")
    gtk_label_set_ellipsize(note.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(note.opaque, 0)
    prepareEverywhere()
    followToggle(everywhere)
    gtk_box_append(row.cast(), everywhere)
    // Where large text leaves too little room, they are drawn aside.
    let pills: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(pills.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(pills.opaque, row)
    for line in [pills, note] { gtk_box_append(lines.cast(), line) }
    gtk_search_bar_set_child(widget.opaque, lines)
    widget.opensForTyping(into: entry)

    Signal.connect(entry, "search-changed") { [weak self] in self?.change() }
    Signal.connect(entry, "activate") { [weak self] in self?.tell(.wentOn) }
    let keys = entry.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32) in
      guard key == guint(GDK_KEY_Down) || key == guint(GDK_KEY_KP_Down) else { return false }
      self?.tell(.wentOn)
      return true
    }
    Signal.connect(UnsafeMutableRawPointer(widget), "notify::search-mode-enabled") { [weak self] in
      guard let self else { return }
      if isOpen { tell(.opened) } else { end() }
    }
  }

  private func prepareEverywhere() {
    gtk_button_set_label(everywhere.cast(), tr("All Folders"))
    everywhere.setSpokenLabel(tr("All Folders"))
    everywhere.addClasses("search-pill")
    gtk_widget_set_tooltip_text(everywhere, tr("Search in All Folders"))
    gtk_toggle_button_set_active(everywhere.cast(), 1)
  }

  /// Who has clicked on it goes on typing in the entry; with the focus, a space would be its own.
  private func followToggle(_ button: Widget) {
    gtk_widget_set_focus_on_click(button, 0)
    Signal.connect(button, "toggled") { [weak self] in
      guard let self, !isSetting else { return }
      if isOpen, !button.holdsFocus, !entry.holdsFocus {
        gtk_widget_grab_focus(entry)
        gtk_editable_set_position(entry.opaque, -1)
      }
      change()
    }
  }

  /// Has what a person does here told.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  var isOpen: Bool { gtk_search_bar_get_search_mode(widget.opaque) != 0 }

  /// Opens the bar, and selects in it what was looked for before.
  func open() {
    if !isOpen { gtk_search_bar_set_search_mode(widget.opaque, 1) }
    gtk_widget_grab_focus(entry)
    gtk_editable_select_region(entry.opaque, 0, -1)
  }

  /// Begins to look for messages from here.
  ///
  /// - Parameters:
  ///   - name: What is called so that is listed; nil where that has no name.
  ///   - ofMail: Whether there are folders to look in and flags to look for, or files.
  func begin(from place: Place, named name: String?, ofMail: Bool) {
    origin = place
    entry.setProperty(
      "placeholder-text",
      name.map { tr("Search %1$s").filling("\u{2068}\($0)\u{2069}") } ?? tr("Search"))
    for (_, button) in filters { gtk_widget_set_visible(button, ofMail.gboolean) }
    gtk_widget_set_visible(everywhere, ofMail.gboolean)
    showScope()
  }

  /// What the list showed when the bar was opened; nil while it is closed.
  var begun: Source? { origin?.source }

  /// Closes the bar: the list is to be as it was before.
  func close() { gtk_search_bar_set_search_mode(widget.opaque, 0) }

  /// Closes the bar, for something else is shown.
  func leave() {
    origin = nil
    close()
  }

  /// Notes whether the person has gone on from the words to what is found by them.
  func note(isLeft: Bool) { self.isLeft = isLeft }

  /// Looks in all folders from now on.
  func lookEverywhere() { gtk_toggle_button_set_active(everywhere.cast(), 1) }

  /// What is to be listed; nil while the bar is closed.
  var source: Source? {
    guard let origin else { return nil }
    var source = origin.source
    source.filters.formUnion(
      filters.lazy.filter { gtk_toggle_button_get_active($0.button.cast()) != 0 }.map(\.filter))
    source.words = String(cString: gtk_editable_get_text(entry.opaque))
    // A first letter does not say yet what is looked for.
    if SearchQuery(source.words).isEmpty {
      source.words = ""
    } else if looksEverywhere {
      source.folders = nil
    }
    return source
  }

  /// Whether words are looked for in all folders.
  var looksEverywhere: Bool { gtk_toggle_button_get_active(everywhere.cast()) != 0 }

  /// Says that what is listed is not yet what is looked for.
  func showWaiting() { show(note: tr("Searching…")) }

  /// Says how many messages were found, and how much of the mail was read for that.
  func show(found count: Int, _ progress: SearchProgress?) {
    let text: String
    if let misunderstood {
      text = misunderstood
    } else if source == origin?.source {
      text = ""
    } else if let progress, progress.hasStopped {
      text = tr("Not All Messages Could Be Read")
    } else if let progress, progress.read < progress.total {
      text = tr("%1$s of %2$s so far").filling(progress.read.grouped, progress.total.grouped)
    } else {
      text = trn("%1$s found", "%1$s found", count).filling(count.grouped)
    }
    if text != said, !text.isEmpty { entry.announce(text) }
    said = text
    show(note: text)
  }

  /// That something of what is typed is not understood; nil where all is.
  private var misunderstood: String? {
    let typed = SearchQuery(String(cString: gtk_editable_get_text(entry.opaque)))
    return typed.misunderstood.last.map { tr("“%1$s” was not understood").filling($0) }
  }

  /// Nothing moves for it: its line is there while it is empty.
  private func show(note text: String) { gtk_label_set_text(note.opaque, text) }

  private func end() {
    let place = origin
    origin = nil
    isSetting = true
    gtk_editable_set_text(entry.opaque, "")
    for (_, button) in filters { gtk_toggle_button_set_active(button.cast(), 0) }
    gtk_toggle_button_set_active(everywhere.cast(), 1)
    show(note: "")
    said = ""
    isSetting = false
    if let place { tell(.closed(place)) }
  }

  private func change() {
    guard !isSetting, origin != nil else { return }
    showScope()
    // Where nothing is looked for, nothing is found that would be told of.
    if source == origin?.source { show(note: misunderstood ?? "") }
    tell(.changed)
  }

  /// Where to look is a question of words alone: filters are of the folder on show.
  private func showScope() {
    let hasWords = gtk_editable_get_text(entry.opaque).pointee != 0
    gtk_widget_set_sensitive(everywhere, hasWords.gboolean)
  }
}

extension MessageFilter {
  var title: String {
    switch self {
    case .unread: tr("Unread Only")
    case .starred: tr("Starred Only")
    case .attachment: tr("With Attachments Only")
    }
  }

  /// The title on a button of its own.
  var name: String {
    switch self {
    case .unread: tr("Unread")
    case .starred: tr("Starred")
    case .attachment: tr("Attachment")
    }
  }

  var icon: String {
    switch self {
    case .unread: "dnk-unread-symbolic"
    case .starred: "dnk-star-symbolic"
    case .attachment: "mail-attachment-symbolic"
    }
  }
}
