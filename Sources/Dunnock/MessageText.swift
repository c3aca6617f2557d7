import CGtk
import GtkBridge
import MailText

/// The text of a message in one widget without a scroller of its own, so that several can stand below each other.
final class MessageText {
  /// What holds the text.
  var widget: Widget { body }

  /// What is shown; also what the text view has not got yet.
  private(set) var content = MarkedText()

  private let body: Widget = gtk_text_view_new()
  /// What of the text has not been given to the text view yet.
  private var pending: Substring.UTF8View = Substring().utf8
  private var isFeeding = false
  /// Whether the text view has got a piece that no frame has shown yet.
  private var isFed = false

  init() { prepareBody() }

  /// Shows a text. One that goes on behind the one on show leaves the place and the selection as they are.
  func show(_ content: MarkedText) {
    let known = self.content.text
    self.content = content
    if content.text.utf8.starts(with: known.utf8) {
      let fed = known.utf8.count - pending.count
      pending = Substring(content.text).utf8.dropFirst(fed)
    } else {
      gtk_text_buffer_set_text(buffer, "", 0)
      pending = Substring(content.text).utf8
    }
    feed()
  }

  /// Shows nothing.
  func clear() {
    content = MarkedText()
    pending = Substring().utf8
    gtk_text_buffer_set_text(buffer, "", 0)
  }

  /// Gives the text the focus, so that keys scroll it.
  func grabFocus() { gtk_widget_grab_focus(body) }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
    gtk_text_view_get_buffer(body.cast())
  }

  /// Gives the text view a piece of what it has not got yet, and each frame another, so that none takes long.
  private func feed() {
    feedPiece()
    isFed = true
    guard !pending.isEmpty, !isFeeding else { return }
    isFeeding = true
    onEachFrame(of: body) { [weak self] _ in
      guard let self else { return false }
      if isFed { isFed = false } else { feedPiece() }
      isFeeding = !pending.isEmpty
      return isFeeding
    }
  }

  private func feedPiece() {
    guard !pending.isEmpty else { return }
    var piece = pending.prefix(Self.pieceSize)
    if piece.count < pending.count {
      // Text that is put behind others of its paragraph has all of that laid out anew.
      let end = piece.lastIndex(of: UInt8(ascii: "\n")).map { piece.index(after: $0) }
      piece = pending[..<(end ?? piece.endIndex)]
      while let next = pending[piece.endIndex...].first, next & 0xC0 == 0x80 {
        piece = pending[..<pending.index(before: piece.endIndex)]
      }
    }
    pending = pending[piece.endIndex...]
    append(piece)
  }

  private func append(_ piece: Substring.UTF8View) {
    var start = GtkTextIter()
    var end = GtkTextIter()
    // Marks at the end would move along with it.
    let isSelected = gtk_text_buffer_get_selection_bounds(buffer, &start, &end) != 0
    let selection = (gtk_text_iter_get_offset(&start), gtk_text_iter_get_offset(&end))
    gtk_text_buffer_get_end_iter(buffer, &end)
    let offset = gtk_text_iter_get_offset(&end)
    var text = String(Substring(piece))
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        gtk_text_buffer_insert(buffer, &end, $0.baseAddress, Int32($0.count))
      }
    }
    gtk_text_buffer_get_iter_at_offset(buffer, &start, offset)
    gtk_text_buffer_get_end_iter(buffer, &end)
    // A hyphen that is not in the text would spoil a long address that has to be broken.
    gtk_text_buffer_apply_tag_by_name(buffer, Self.wholeWords, &start, &end)
    gtk_text_buffer_get_iter_at_offset(buffer, &start, isSelected ? selection.0 : 0)
    gtk_text_buffer_get_iter_at_offset(buffer, &end, isSelected ? selection.1 : 0)
    if isSelected || offset == 0 { gtk_text_buffer_select_range(buffer, &end, &start) }
  }

  private func prepareBody() {
    body.addClasses("message-text")
    body.setSpokenLabel(tr("Message text"))
    gtk_text_view_set_editable(body.cast(), 0)
    gtk_text_view_set_cursor_visible(body.cast(), 0)
    gtk_text_view_set_accepts_tab(body.cast(), 0)
    gtk_text_view_set_wrap_mode(body.cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_pixels_inside_wrap(body.cast(), 2)
    gtk_text_view_set_pixels_below_lines(body.cast(), 2)
    // Else the text would take Ctrl+Z from the mail.
    gtk_text_buffer_set_enable_undo(gtk_text_view_get_buffer(body.cast()), 0)
    guard let tag = gtk_text_tag_new(Self.wholeWords) else { return }
    var no = GValue()
    g_value_init(&no, GType(5 << G_TYPE_FUNDAMENTAL_SHIFT))
    let object: UnsafeMutableRawPointer = UnsafeMutableRawPointer(tag)
    g_object_set_property(object.assumingMemoryBound(to: GObject.self), "insert-hyphens", &no)
    let buffer = gtk_text_view_get_buffer(body.cast())
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag)
    g_object_unref(UnsafeMutableRawPointer(tag))
  }

  private static let wholeWords = "whole-words"

  /// How much text the text view is given a frame, in bytes: a paragraph of a body is shorter.
  private static let pieceSize = 32 << 10
}
