import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts

/// A message of a conversation as one line, which unfolds it.
final class FoldedMessage {
  /// A GtkButton.
  let widget: Widget = gtk_button_new()

  private let dot: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  private let sender = Widget.silentLabel()
  private let preview = Widget.silentLabel()
  private let star = Widget.silentImage()
  private let folder = Widget.silentLabel()
  private let date = Widget.silentLabel()

  init() {
    widget.addClasses("flat", "folded-message")
    let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    dot.addClasses("unread-dot")
    gtk_widget_set_valign(dot, GTK_ALIGN_CENTER)
    gtk_image_set_from_icon_name(star.opaque, "dnk-star-symbolic")
    for (part, name) in [
      (sender, "sender"), (preview, "preview"), (star, "star"), (folder, "folder"), (date, "date"),
    ] { part.addClasses(name) }
    for part in [sender, preview, folder] {
      gtk_label_set_ellipsize(part.opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_single_line_mode(part.opaque, 1)
      gtk_label_set_xalign(part.opaque, 0)
    }
    gtk_label_set_max_width_chars(sender.opaque, 22)
    gtk_label_set_max_width_chars(folder.opaque, 14)
    gtk_label_set_width_chars(sender.opaque, 8)
    gtk_label_set_max_width_chars(preview.opaque, 1)
    gtk_widget_set_hexpand(preview, 1)
    let said: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    let facts: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    for part in [sender, preview] { gtk_box_append(said.cast(), part) }
    for part in [star, folder, date] { gtk_box_append(facts.cast(), part) }
    // Large text in a narrow window has no room for both.
    let line = Widget.wrapping([said, facts], spacing: 8)
    gtk_widget_set_hexpand(line, 1)
    for part in [dot, line] { gtk_box_append(row.cast(), part) }
    gtk_button_set_child(widget.cast(), row)
    widget.setExpanded(false)
  }

  /// - Parameter unfold: Called when the message is to be unfolded.
  func onPress(_ unfold: @escaping @MainActor () -> Void) {
    Signal.connect(widget, "clicked") { unfold() }
  }

  /// Shows a message as it reads at the moment `now`, in seconds since 1970.
  ///
  /// - Parameter folder: What its folder is called, where that is to be said; else empty.
  func show(_ message: Message, folder: String, now: Int) {
    let text = String(message.shownPreview.unicodeScalars.prefix(Self.longest))
    let day = ShortDate.text(for: Int(message.date), now: now)
    gtk_label_set_text(
      sender.opaque, String(message.shownSender.unicodeScalars.prefix(Self.longest)))
    gtk_label_set_text(preview.opaque, text)
    gtk_label_set_text(date.opaque, day)
    gtk_label_set_text(self.folder.opaque, folder)
    gtk_widget_set_visible(self.folder, (!folder.isEmpty).gboolean)
    gtk_widget_set_visible(star, message.isStarred.gboolean)
    widget.setClass("unread", message.isUnread)
    var said = [message.shownSender, day, folder]
    if message.isUnread { said.append(tr("unread")) }
    if message.isStarred { said.append(tr("starred")) }
    said.append(text)
    widget.setSpokenLabel(said.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// More than a line has room for, in scalars.
  private static let longest = 200
}
