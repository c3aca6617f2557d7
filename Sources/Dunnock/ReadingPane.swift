import CAdwaita
import GtkBridge

/// The text of one message, under its subject, people and date.
final class ReadingPane {
  /// The pane's widget, below the header bar.
  let widget: Widget = gtk_stack_new()

  private let subject = ReadingPane.text(lines: 4, "subject", "title-2")
  private let sender = ReadingPane.text(lines: 2, "sender", "heading")
  private let address = ReadingPane.text(lines: 2, "address", "dim-label")
  private let recipients = ReadingPane.text(lines: 4, "recipients", "dim-label")
  private let date = ReadingPane.text("date", "dim-label")
  private let arrival = ReadingPane.text("arrival", "dim-label")
  private let note = ReadingPane.text("note", "dim-label")
  private let omission = ReadingPane.text("omission", "dim-label")
  private let more: Widget = gtk_button_new()
  private let attachments: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)
  private let attachmentNames = ReadingPane.text(lines: 2, "attachment-names")
  private let body: Widget = gtk_text_view_new()
  private let scroller: Widget = gtk_scrolled_window_new()

  /// What of the text has not been given to the text view yet.
  private var pending: Substring.UTF8View = Substring().utf8
  private var isFeeding = false
  /// Whether the text view has got a piece that no frame has shown yet.
  private var isFed = false
  private var performMore: (() -> Void)?

  init() {
    widget.addClasses("reading-pane")
    let nothing = statusPage(
      icon: "dnk-read-symbolic", title: tr("No message selected"), description: nil)
    nothing.addClasses("compact")
    gtk_stack_add_named(widget.opaque, nothing, Page.nothing.rawValue)
    gtk_stack_add_named(widget.opaque, messagePage(), Page.message.rawValue)
    gtk_stack_set_vhomogeneous(widget.opaque, 0)
    gtk_widget_set_vexpand(widget, 1)
  }

  /// What was read of it; nil until it has been.
  private(set) var content: ShownContent?

  /// Shows that no message is selected.
  func clear() {
    empty()
    gtk_stack_set_visible_child_name(widget.opaque, Page.nothing.rawValue)
  }

  /// Shows a message from its top, over no text until its content comes.
  func show(_ message: ShownMessage) {
    empty()
    show(message.subject, in: subject)
    show(message.sender, in: sender)
    show(message.address == message.sender ? "" : message.address, in: address)
    show(message.date, in: date)
    show(message.arrival, in: arrival)
    show(message.note, in: note)
    gtk_stack_set_visible_child_name(widget.opaque, Page.message.rawValue)
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 0)
  }

  /// Shows what was read of the message on show. A text that goes on behind the one on show leaves the
  /// place and the selection as they are.
  func show(_ content: ShownContent) {
    // Where more of it cannot be read, what is on show stays.
    if content.isFailed, self.content?.isFailed == false { return show(content.note, in: note) }
    let known = self.content?.body ?? ""
    self.content = content
    show(content.recipients, in: recipients)
    if !content.note.isEmpty { show(content.note, in: note) }
    if content.body.utf8.starts(with: known.utf8) {
      let fed = known.utf8.count - pending.count
      pending = Substring(content.body).utf8.dropFirst(fed)
    } else {
      gtk_text_buffer_set_text(buffer, "", 0)
      pending = Substring(content.body).utf8
    }
    feed()
    show(content.omission, in: omission)
    if !content.hasMore, more.holdsFocus { grabFocus() }
    gtk_widget_set_visible(more, content.hasMore.gboolean)
    show(content.attachments.map(Self.shortened).joined(separator: "\n"), in: attachmentNames)
    gtk_widget_set_visible(attachments, (!content.attachments.isEmpty).gboolean)
  }

  /// Sets what "Show more" does.
  func onMore(_ perform: @escaping () -> Void) { performMore = perform }

  /// Gives the text the focus, so that keys scroll it.
  func grabFocus() { gtk_widget_grab_focus(body) }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
    gtk_text_view_get_buffer(body.cast())
  }

  private func empty() {
    content = nil
    performMore = nil
    pending = Substring().utf8
    gtk_text_buffer_set_text(buffer, "", 0)
    for part in [recipients, omission, more, attachments] { gtk_widget_set_visible(part, 0) }
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

  private enum Page: String { case nothing, message }

  private func messagePage() -> Widget {
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
    column.addClasses("message")
    for part in [subject, sender, address, recipients, date, arrival, note] {
      gtk_box_append(column.cast(), part)
    }
    gtk_box_append(column.cast(), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    prepareBody()
    gtk_box_append(column.cast(), body)
    gtk_box_append(column.cast(), omission)
    gtk_button_set_label(more.cast(), tr("Show more"))
    gtk_widget_set_halign(more, GTK_ALIGN_START)
    Signal.connect(more, "clicked") { [weak self] in self?.performMore?() }
    gtk_box_append(column.cast(), more)
    attachments.addClasses("attachments")
    let clip = Widget.silentImage()
    gtk_image_set_from_icon_name(clip.opaque, "dnk-attachment-symbolic")
    gtk_widget_set_valign(clip, GTK_ALIGN_START)
    for part in [clip, attachmentNames] { gtk_box_append(attachments.cast(), part) }
    gtk_box_append(column.cast(), attachments)

    let clamp: Widget = adw_clamp_new()
    adw_clamp_set_maximum_size(clamp.opaque, Self.widest)
    adw_clamp_set_tightening_threshold(clamp.opaque, Self.widest)
    adw_clamp_set_child(clamp.opaque, column)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, clamp)
    return scroller
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

  private func show(_ text: String, in label: Widget) {
    let isLong = text.unicodeScalars.count > Self.longestShown
    let shown = isLong ? String(text.unicodeScalars.prefix(Self.longestShown)) + "…" : text
    gtk_label_set_label(label.opaque, shown)
    gtk_widget_set_visible(label, (!text.isEmpty).gboolean)
    if gtk_label_get_lines(label.opaque) > 0 {
      let isWhole = shown.unicodeScalars.count <= Self.longestWhole
      gtk_widget_set_tooltip_text(label, isWhole ? nil : shown)
    }
  }

  /// A name whose middle is left out when it is very long: its end tells the kind.
  private static func shortened(_ name: String) -> String {
    guard name.count > longestName else { return name }
    return name.prefix(longestName - 20) + "…" + name.suffix(20)
  }

  /// A wrapped, selectable text that starts where its language starts; one of many lines ends in an
  /// ellipsis.
  private static func text(lines: Int32 = -1, _ classes: String...) -> Widget {
    let label: Widget = gtk_label_new(nil)
    if lines > 0 {
      gtk_label_set_lines(label.opaque, lines)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    }
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_selectable(label.opaque, 1)
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(label.opaque, attributes)
    pango_attr_list_unref(attributes)
    // A selectable label would else take the focus that belongs to the text.
    gtk_widget_set_focusable(label, 0)
    for name in classes { label.addClasses(name) }
    return label
  }

  private static let wholeWords = "whole-words"

  /// The width that lines of mail stay readable at, px.
  private static let widest: Int32 = 700
  /// How much text the text view is given a frame, in bytes: a paragraph of a body is shorter.
  private static let pieceSize = 32 << 10
  /// How much of a label's text is laid out, and how much surely fits its lines; in scalars.
  private static let longestShown = 8_000
  private static let longestWhole = 60
  /// In characters: GTK takes seconds for a label of a hundred names without a place to break of 300 each.
  private static let longestName = 80
}

/// What the reading pane shows of a message before it is read.
struct ShownMessage {
  var subject = ""
  var sender = ""
  var address = ""
  var date = ""
  /// Empty unless it is more than a day from the date.
  var arrival = ""
  /// What is wrong with the message; empty as a rule.
  var note = ""
}

/// What the reading pane shows of a message that was read.
struct ShownContent {
  var recipients = ""
  /// In lines as `BodyText` shapes them.
  var body = ""
  /// Whether there is more text for a larger budget.
  var hasMore = false
  /// What is not shown for any; empty as a rule.
  var omission = ""
  /// The names of its attachments.
  var attachments: [String] = []
  /// Why there is no text; empty as a rule.
  var note = ""

  /// Whether the message was not there any more.
  var isVanished = false

  var isFailed: Bool { !note.isEmpty }
}
