import CAdwaita
import GtkBridge

/// The text of one message, under its subject, people and date.
final class ReadingPane {
  /// The pane's widget, below the header bar.
  let widget: Widget = gtk_stack_new()

  private let subject = ReadingPane.text("subject", "title-2")
  private let sender = ReadingPane.text("sender", "heading")
  private let address = ReadingPane.text("address", "dim-label")
  private let recipients = ReadingPane.text("recipients", "dim-label")
  private let date = ReadingPane.text("date", "dim-label")
  private let note = ReadingPane.text("note", "dim-label")
  private let attachments: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
  private let body: Widget = gtk_text_view_new()
  private let scroller: Widget = gtk_scrolled_window_new()

  init() {
    widget.addClasses("reading-pane")
    let nothing = statusPage(
      icon: "dnk-mail-symbolic", title: tr("No message selected"), description: nil)
    nothing.addClasses("compact")
    gtk_stack_add_named(widget.opaque, nothing, Page.nothing.rawValue)
    gtk_stack_add_named(widget.opaque, messagePage(), Page.message.rawValue)
    gtk_stack_set_vhomogeneous(widget.opaque, 0)
    gtk_widget_set_vexpand(widget, 1)
  }

  /// Shows that no message is selected.
  func clear() { gtk_stack_set_visible_child_name(widget.opaque, Page.nothing.rawValue) }

  /// Shows a message from its top.
  func show(_ text: ShownText) {
    gtk_label_set_label(subject.opaque, text.subject)
    gtk_label_set_label(sender.opaque, text.sender)
    show(text.address == text.sender ? "" : text.address, in: address)
    show(text.recipients, in: recipients)
    show(text.date, in: date)
    show(text.note, in: note)
    let buffer = gtk_text_view_get_buffer(body.cast())
    gtk_text_buffer_set_text(buffer, text.body, -1)
    show(attachments: text.attachments)
    gtk_stack_set_visible_child_name(widget.opaque, Page.message.rawValue)
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), 0)
  }

  /// Gives the text the focus, so that keys scroll it.
  func grabFocus() { gtk_widget_grab_focus(body) }

  /// Whether a message is on show.
  var showsMessage: Bool {
    gtk_stack_get_visible_child_name(widget.opaque).map { String(cString: $0) }
      == Page.message.rawValue
  }

  private enum Page: String { case nothing, message }

  private func messagePage() -> Widget {
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
    column.addClasses("message")
    for part in [subject, sender, address, recipients, date, note] {
      gtk_box_append(column.cast(), part)
    }
    gtk_box_append(column.cast(), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    prepareBody()
    gtk_box_append(column.cast(), body)
    attachments.addClasses("attachments")
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
    gtk_widget_set_vexpand(body, 1)
  }

  private func show(_ text: String, in label: Widget) {
    gtk_label_set_label(label.opaque, text)
    gtk_widget_set_visible(label, (!text.isEmpty).gboolean)
  }

  private func show(attachments names: [String]) {
    while let child = attachments.firstChild { gtk_box_remove(attachments.cast(), child) }
    for name in names {
      let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
      let icon = Widget.silentImage()
      gtk_image_set_from_icon_name(icon.opaque, "dnk-attachment-symbolic")
      gtk_box_append(line.cast(), icon)
      let label = Self.text("attachment")
      gtk_label_set_label(label.opaque, name)
      gtk_box_append(line.cast(), label)
      gtk_box_append(attachments.cast(), line)
    }
    gtk_widget_set_visible(attachments, (!names.isEmpty).gboolean)
  }

  /// A wrapped, selectable text that starts where its language starts.
  private static func text(_ classes: String...) -> Widget {
    let label: Widget = gtk_label_new(nil)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_selectable(label.opaque, 1)
    // A selectable label would else take the focus that belongs to the text.
    gtk_widget_set_focusable(label, 0)
    for name in classes { label.addClasses(name) }
    return label
  }

  /// The width that lines of mail stay readable at, px.
  private static let widest: Int32 = 700
}

/// What the reading pane shows of a message.
struct ShownText {
  var subject = ""
  var sender = ""
  var address = ""
  var recipients = ""
  var date = ""
  /// What is wrong with the message, or was left out; empty as a rule.
  var note = ""
  var body = ""
  /// The names of its attachments.
  var attachments: [String] = []
}
