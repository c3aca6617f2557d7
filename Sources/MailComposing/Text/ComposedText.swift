import AppWidgets
import CDunnockGtk
import FileSystem
import GtkBridge
import MailText
import Texts

/// The text of a mail that is written.
final class ComposedText {
  /// What is pasted that is no text to write on with.
  enum Pasted {
    /// URIs.
    case files([String])
    /// The bytes of a PNG.
    case picture(() async -> [UInt8]?)
    case longText(String)
  }

  /// A GtkScrolledWindow.
  let widget: Widget = gtk_scrolled_window_new()
  /// A GtkTextView.
  let view: Widget = gtk_text_view_new()
  let buffer: UnsafeMutablePointer<GtkTextBuffer>
  private var pasted: (Pasted) -> Void = { _ in }

  init() {
    buffer = gtk_text_view_get_buffer(view.cast())
    gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(view.cast(), 0)
    for (set, room) in [
      (gtk_text_view_set_left_margin, 15), (gtk_text_view_set_right_margin, 15),
      (gtk_text_view_set_top_margin, 12), (gtk_text_view_set_bottom_margin, 12),
    ] as [((UnsafeMutablePointer<GtkTextView>?, Int32) -> Void, Int32)] { set(view.cast(), room) }
    gtk_text_view_set_input_hints(
      view.cast(),
      GtkInputHints(
        rawValue: GTK_INPUT_HINT_SPELLCHECK.rawValue
          | GTK_INPUT_HINT_UPPERCASE_SENTENCES.rawValue | GTK_INPUT_HINT_EMOJI.rawValue))
    view.setSpokenLabel(tr("Message text"))
    view.addClasses("composed-text")
    gtk_scrolled_window_set_child(widget.opaque, view)
    gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_vexpand(widget, 1)
    view.leaveFingersToScroller()
    widget.forgiveTrembling()
    Signal.connect(UnsafeMutableRawPointer(view), "paste-clipboard") { [weak self] in
      if let self, paste(from: gtk_widget_get_clipboard(view)) {
        g_signal_stop_emission_by_name(view, "paste-clipboard")
      }
    }
  }

  /// - Parameters:
  ///   - changed: Called when the text is another, whoever wrote it.
  ///   - pasted: Called with what is pasted that is to be attached.
  func onChange(_ changed: @escaping () -> Void, pasted: @escaping (Pasted) -> Void) {
    self.pasted = pasted
    Signal.connect(UnsafeMutableRawPointer(buffer), "changed") { changed() }
  }

  /// In lines ended by `\n`; a copy.
  var text: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    return text(from: start, to: end)
  }

  func text(from start: GtkTextIter, to end: GtkTextIter) -> String {
    var (start, end) = (start, end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Begins with a text, which nobody can undo, and the caret before it.
  func begin(with text: String) {
    gtk_text_buffer_begin_irreversible_action(buffer)
    gtk_text_buffer_set_text(buffer, Self.writable(text), -1)
    gtk_text_buffer_end_irreversible_action(buffer)
    var start = GtkTextIter()
    gtk_text_buffer_get_start_iter(buffer, &start)
    gtk_text_buffer_place_cursor(buffer, &start)
  }

  /// Replaces the signature at the end of the text, unless the person has changed it.
  func replace(signature old: String, by new: String) {
    let (old, new) = (Self.foot(old), Self.foot(new))
    let text = text
    guard text.hasSuffix(old) else { return }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(
      buffer, &start,
      gint(text.unicodeScalars.count - old.unicodeScalars.count))
    gtk_text_buffer_get_end_iter(buffer, &end)
    gtk_text_buffer_begin_user_action(buffer)
    gtk_text_buffer_delete(buffer, &start, &end)
    gtk_text_buffer_insert(buffer, &start, new, -1)
    gtk_text_buffer_end_user_action(buffer)
  }

  /// What a signature adds to the end of a text.
  static func foot(_ signature: String) -> String {
    signature.isEmpty ? "" : "\n\n-- \n" + writable(signature)
  }

  /// A text without what a mail cannot hold, nor a text view.
  static func writable(_ text: String) -> String {
    var written = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: written.append(scalar)
      case 0..<0x20, 0x7F..<0xA0, 0xFFFC: break
      case 0x2028, 0x2029: written.append("\n")
      default: written.append(scalar)
      }
    }
    return String(written)
  }

  // MARK: Pasting

  /// - Parameter clipboard: A GdkClipboard.
  /// - Returns: Whether it is seen to here.
  func paste(from clipboard: OpaquePointer) -> Bool {
    let clipboard = Clipboard(clipboard: clipboard)
    if clipboard.holds(gdk_file_list_get_type()) {
      clipboard.read(gdk_file_list_get_type()) { [weak self] in
        self?.pasted(.files(Clipboard.uris(of: $0)))
      }
    } else if clipboard.holds(stringType) {
      clipboard.read(stringType) { [weak self] in
        if let text = g_value_get_string($0) { self?.paste(String(cString: text)) }
      }
    } else if clipboard.holds(gdk_texture_get_type()) {
      clipboard.read(gdk_texture_get_type()) { [weak self] in
        guard let texture = g_value_get_object($0) else { return }
        let held = Ref.retaining(none: UnsafeMutableRawPointer(texture))
        self?.pasted(.picture { await Self.png(of: held) })
      }
    } else {
      return false
    }
    return true
  }

  /// Writes a text where the caret is, in place of what is selected.
  func paste(_ text: String) {
    let text = Self.writable(text)
    // A text view takes a minute and more to lay out what nobody writes by hand.
    guard text.utf8.count <= Self.longestPaste else { return pasted(.longText(text)) }
    gtk_text_buffer_begin_user_action(buffer)
    gtk_text_buffer_delete_selection(buffer, 1, 1)
    gtk_text_buffer_insert_interactive_at_cursor(buffer, text, -1, 1)
    gtk_text_buffer_end_user_action(buffer)
    gtk_text_view_scroll_mark_onscreen(view.cast(), gtk_text_buffer_get_insert(buffer))
  }

  private static func png(of texture: Ref) async -> [UInt8]? {
    // Any thread may read a texture.
    nonisolated(unsafe) let raw = texture.raw
    let png = await onOwnThread("picture") { _ -> [UInt8]? in
      guard let bytes = gdk_texture_save_to_png_bytes(OpaquePointer(raw)) else { return nil }
      defer { g_bytes_unref(bytes) }
      var count: gsize = 0
      guard let data = g_bytes_get_data(bytes, &count) else { return nil }
      return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
    return withExtendedLifetime(texture) { png }
  }

  /// `G_TYPE_STRING`, a macro that Swift does not see.
  private let stringType = GType(16 << 2)
  /// In bytes.
  private static let longestPaste = 500_000
}
