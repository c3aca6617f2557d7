import CAdwaita
import GtkBridge
import MailModel

/// The text of one message, under its subject, people and date.
final class ReadingPane {
  /// The pane's widget, below the header bar.
  let widget: Widget = gtk_stack_new()

  private let subject = ReadingPane.text("subject", "title-2")
  private let sender = ReadingPane.text("sender", "heading")
  private let address = ReadingPane.text("address", "dim-label")
  private let recipients = ReadingPane.text("recipients", "dim-label")
  private let date = ReadingPane.text("date", "dim-label")
  private let arrival = ReadingPane.text("arrival", "dim-label")
  private let note = ReadingPane.text("note", "dim-label")
  private let attachments: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)
  private let attachmentNames = ReadingPane.text("attachment-names")
  private let body: Widget = gtk_text_view_new()
  private let scroller: Widget = gtk_scrolled_window_new()

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

  /// Shows that no message is selected.
  func clear() {
    gtk_stack_set_visible_child_name(widget.opaque, Page.nothing.rawValue)
  }

  /// Shows what is known of a message, over an empty text.
  func show(_ text: ShownMessage) {
    gtk_label_set_label(subject.opaque, text.subject)
    gtk_label_set_label(sender.opaque, text.sender)
    show(text.address == text.sender ? "" : text.address, in: address)
    show(text.date, in: date)
    show(text.arrival, in: arrival)
    show(text.note, in: note)
    show("", in: recipients)
    gtk_text_buffer_set_text(gtk_text_view_get_buffer(body.cast()), "", -1)
    gtk_widget_set_visible(attachments, 0)
    gtk_stack_set_visible_child_name(widget.opaque, Page.message.rawValue)
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 0)
  }

  /// Adds what was read of it.
  func show(_ text: ShownContent) {
    show(text.recipients, in: recipients)
    if !text.note.isEmpty { show(text.note, in: note) }
    let buffer = gtk_text_view_get_buffer(body.cast())
    gtk_text_buffer_set_text(buffer, text.body, -1)
    keepWordsWhole(in: buffer)
    gtk_label_set_label(attachmentNames.opaque, text.attachments.joined(separator: "\n"))
    gtk_widget_set_visible(attachments, (!text.attachments.isEmpty).gboolean)
  }

  /// Gives the text the focus, so that keys scroll it.
  func grabFocus() { gtk_widget_grab_focus(body) }

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

  /// A hyphen that is not in the text would spoil a long address that has to be broken.
  private func keepWordsWhole(in buffer: UnsafeMutablePointer<GtkTextBuffer>?) {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_apply_tag_by_name(buffer, Self.wholeWords, &start, &end)
  }

  private func show(_ text: String, in label: Widget) {
    gtk_label_set_label(label.opaque, text)
    gtk_widget_set_visible(label, (!text.isEmpty).gboolean)
  }

  /// A wrapped, selectable text that starts where its language starts.
  private static func text(_ classes: String...) -> Widget {
    let label: Widget = gtk_label_new(nil)
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
}

/// What the reading pane shows of a message at once.
struct ShownMessage {
  var subject = ""
  var sender = ""
  var address = ""
  var date = ""
  /// Empty unless it is more than a day from the date.
  var arrival = ""
  var note = ""
}

/// What the reading pane adds when the message has been read.
struct ShownContent {
  var recipients = ""
  var note = ""
  /// Whether the note says why there is no text.
  var isFailed = false
  var body = ""
  /// The names of its attachments.
  var attachments: [String] = []
}

extension ShownMessage {
  /// What is known of a message without its text.
  init(_ message: Message) {
    subject = message.isFile ? message.shownSender : message.shownSubject
    sender = message.isFile ? message.shownSubject : message.shownSender
    address = message.address
    (date, arrival) = message.fullDates
    note = message.warning ?? ""
  }
}

extension ShownContent {
  /// A message with its text, or with the reason why that cannot be shown.
  init(of message: Message, in store: any MessageStore) async {
    guard message.canChange, message.problem != .empty else { return }
    do {
      let content = try await store.body(of: message.id)
      body = content.text
      recipients = content.headers.filter { ["To", "Cc"].contains($0.name) }
        .map { ($0.name == "To" ? tr("To: %1$s") : tr("Cc: %1$s")).filling($0.value) }
        .joined(separator: "\n")
      attachments = content.attachments.map { $0.name.isEmpty ? $0.type : $0.name }
    } catch {
      note = sentence(for: error)
      isFailed = true
    }
  }
}
