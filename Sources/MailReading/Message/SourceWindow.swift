import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailText
import Texts

/// A window that shows a long text as it is written, to be searched and copied: all headers of a message, or its source. The window keeps
/// this object.
final class SourceWindow {
  /// The AdwWindow.
  let window: Widget = adw_window_new()
  /// The GtkTextView.
  let view: Widget = gtk_text_view_new()
  /// What is shown, in the end; nil until it is read.
  private(set) var text: String?

  private let finding = FindBar()
  private var search = TextSearch()
  private var offsets = CharacterOffsets("")
  private let actions = ActionGroup()
  private let note = Widget.selectableLabel("dim-label")
  private let copy: Widget = gtk_button_new_from_icon_name("edit-copy-symbolic")
  private var pending: Substring.UTF8View = Substring().utf8

  /// A window over the one that a widget is in, not yet on screen.
  ///
  /// - Parameter save: Saves the message; nil where nothing is to be saved.
  init(title: String, over widget: Widget, save: (() -> Void)? = nil) {
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_default_size(window.cast(), 760, 640)
    gtk_widget_set_size_request(window, 360, 200)
    window.stand(over: widget.window, isModal: false)
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    for part in [bar(title, save: save), finding.widget, scroller(), note] {
      gtk_box_append(column.cast(), part)
    }
    note.addClasses("source-note")
    note.showText("")
    adw_window_set_content(window.cast(), column)
    prepareSearch()
    Hosted.install(self, in: window, key: "dunnock-source-window")
  }

  /// Puts the window on screen.
  func present() { gtk_window_present(window.cast()) }

  /// Shows a text.
  ///
  /// - Parameter note: What is said below it; empty for nothing.
  func show(_ text: String, note: String = "") {
    self.text = text
    self.note.showText(note)
    offsets = CharacterOffsets(text)
    search.look(in: offsets)
    gtk_widget_set_sensitive(copy, 1)
    pending = Substring(text).utf8
    feed()
    var start = GtkTextIter()
    gtk_text_buffer_get_start_iter(buffer, &start)
    gtk_text_buffer_place_cursor(buffer, &start)
    gtk_widget_grab_focus(view)
    guard !pending.isEmpty else { return }
    onEachFrame(of: view) { [weak self] _ in
      guard let self else { return false }
      feed()
      return !pending.isEmpty
    }
  }

  /// Says why there is no text.
  func show(failure: String) { note.showText(failure) }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(view.cast()) }

  /// Gives the text view a piece of what it has not got yet, of whole lines.
  private func feed() {
    var piece = pending.prefix(Self.pieceSize)
    if piece.count < pending.count {
      piece =
        piece[...(piece.lastIndex(of: UInt8(ascii: "\n")) ?? piece.index(before: piece.endIndex))]
    }
    pending = pending[piece.endIndex...]
    var end = GtkTextIter()
    gtk_text_buffer_get_end_iter(buffer, &end)
    let text = String(Substring(piece))
    gtk_text_buffer_insert(buffer, &end, text, Int32(text.utf8.count))
  }

  private func bar(_ title: String, save: (() -> Void)?) -> Widget {
    let bar: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(bar.opaque, adw_window_title_new(title, ""))
    let find: Widget = gtk_toggle_button_new()
    gtk_button_set_icon_name(find.cast(), "edit-find-symbolic")
    g_object_bind_property(
      UnsafeMutableRawPointer(find), "active", UnsafeMutableRawPointer(finding.widget),
      "search-mode-enabled",
      GBindingFlags(rawValue: G_BINDING_BIDIRECTIONAL.rawValue))
    gtk_widget_set_sensitive(copy, 0)
    Signal.connect(copy, "clicked") { [weak self] in
      if let self, let text { window.copy(text) }
    }
    var buttons = [(find, tr("Find")), (copy, tr("Copy"))]
    if let save {
      let button: Widget = gtk_button_new_from_icon_name("document-save-symbolic")
      Signal.connect(button, "clicked") { save() }
      buttons.append((button, MessageCommand.save.title))
    }
    for (button, title) in buttons {
      gtk_widget_set_tooltip_text(button, title)
      button.setSpokenLabel(title)
      adw_header_bar_pack_start(bar.opaque, button)
    }
    return bar
  }

  private func scroller() -> Widget {
    gtk_text_view_set_editable(view.cast(), 0)
    gtk_text_view_set_cursor_visible(view.cast(), 0)
    gtk_text_view_set_accepts_tab(view.cast(), 0)
    gtk_text_view_set_monospace(view.cast(), 1)
    gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_buffer_set_enable_undo(buffer, 0)
    for set in [
      gtk_text_view_set_left_margin, gtk_text_view_set_right_margin, gtk_text_view_set_top_margin,
      gtk_text_view_set_bottom_margin,
    ] { set(view.cast(), Self.margin) }
    view.addClasses("source-text")
    view.setSpokenLabel(gtk_window_get_title(window.cast()).map { String(cString: $0) } ?? "")
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, view)
    gtk_widget_set_vexpand(scroller, 1)
    view.leaveFingersToScroller()
    scroller.forgiveTrembling()
    return scroller
  }

  // MARK: Searching

  private func prepareSearch() {
    gtk_search_bar_set_key_capture_widget(finding.widget.opaque, window)
    finding.onUse(
      find: { [weak self] in self?.find($0) ?? (0, 0) },
      step: { [weak self] in self?.step($0) ?? (0, 0) },
      end: { [weak self] in if let self { gtk_widget_grab_focus(view) } })
    actions.add("find") { [weak self] in self?.finding.open() }
    actions.insert(into: window, prefix: "source")
    let keys = gtk_shortcut_controller_new()
    for key in FindBar.keys { keys?.addShortcut(key, "source.find") }
    keys?.addClosing()
    window.addController(keys)
  }

  private func find(_ phrase: String) -> (current: Int, count: Int) {
    search.find(phrase)
    return search.hits.isEmpty ? (0, 0) : go(to: search.first())
  }

  private func step(_ isForward: Bool) -> (current: Int, count: Int) {
    search.hits.isEmpty ? (0, 0) : go(to: search.step(isForward))
  }

  /// Selects what was found, and scrolls there.
  private func go(to number: Int) -> (current: Int, count: Int) {
    let hit = search.hits[number]
    let last = offsets.characters(before: hit.upperBound)
    while gtk_text_buffer_get_char_count(buffer) < last, !pending.isEmpty { feed() }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(
      buffer, &start, Int32(offsets.characters(before: hit.lowerBound)))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(last))
    gtk_text_buffer_select_range(buffer, &start, &end)
    gtk_text_view_scroll_to_iter(view.cast(), &start, 0.1, 0, 0, 0)
    return (number + 1, search.hits.count)
  }

  private static let margin: Int32 = 12
  /// How much text the text view is given a frame, in bytes.
  private static let pieceSize = 32 << 10
}
