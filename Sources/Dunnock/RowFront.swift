import CAdwaita
import GtkBridge
import MailModel
import SwipeRows

/// What a row shows of its message: the content that a drag moves.
final class RowFront: SwipeFront {
  /// The front's widget, owned by the row that it is put into.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)

  private let dot: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  private let icon = Widget.silentImage()
  private let sender = Widget.silentInscription()
  private let star = Widget.silentImage()
  private let date = Widget.silentLabel()
  private let subject = Widget.silentInscription()
  private let otherDate = Widget.silentLabel()
  private let preview = Widget.silentInscription()
  private var click: () -> Void = {}

  init() {
    widget.addClasses("message-row")
    dot.addClasses("unread-dot")
    gtk_widget_set_valign(dot, GTK_ALIGN_START)
    gtk_box_append(widget.cast(), dot)
    gtk_image_set_pixel_size(icon.opaque, Self.iconSize)
    gtk_widget_set_visible(icon, false.gboolean)
    gtk_box_append(widget.cast(), icon)

    let lines: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    gtk_widget_set_hexpand(lines, 1)
    gtk_box_append(widget.cast(), lines)

    let top: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(sender, 1)
    gtk_image_set_from_icon_name(star.opaque, "dnk-star-symbolic")
    for part in [sender, star, date] { gtk_box_append(top.cast(), part) }
    let middle: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(subject, 1)
    gtk_widget_set_visible(otherDate, false.gboolean)
    gtk_widget_set_valign(otherDate, GTK_ALIGN_BASELINE)
    for part in [subject, otherDate] { gtk_box_append(middle.cast(), part) }
    for part in [top, middle, preview] { gtk_box_append(lines.cast(), part) }

    for (part, name) in [
      (sender, "sender"), (star, "star"), (date, "date"), (subject, "subject"),
      (otherDate, "other-date"), (preview, "preview"),
    ] { part.addClasses(name) }
    for part in [sender, subject, preview] {
      gtk_inscription_set_text_overflow(part.opaque, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
      gtk_inscription_set_min_chars(part.opaque, 3)
      gtk_inscription_set_nat_chars(part.opaque, 20)
    }
    guard let gesture = gtk_gesture_click_new() else { return }
    Signal.connectClick(UnsafeMutableRawPointer(gesture), "released") { [weak self] count in
      if count == 1 { self?.click() }
    }
    gtk_widget_add_controller(widget, gesture)
  }

  /// - Parameter click: Called when the front is clicked or tapped once without being dragged.
  func onClick(_ click: @escaping () -> Void) { self.click = click }

  /// Shows a message as it reads at the moment `now`, in seconds since 1970, in a list of that order.
  func show(_ message: Message, by order: MessageOrder, now: Int) {
    show(
      sender: message.shownSender, subject: message.shownSubject, preview: message.shownPreview)
    let dates = message.shownDates(by: order, now: now)
    gtk_label_set_label(date.opaque, dates.main)
    gtk_label_set_label(otherDate.opaque, dates.other)
    gtk_widget_set_visible(otherDate, (!dates.other.isEmpty).gboolean)
    // Of two sizes on one line the baselines must meet.
    gtk_widget_set_valign(
      subject, dates.other.isEmpty ? GTK_ALIGN_FILL : GTK_ALIGN_BASELINE)
    gtk_widget_set_visible(star, message.isStarred.gboolean)
    widget.setClass("unread", message.isUnread)
    if message.isFile, let content = g_content_type_get_icon(message.fileType) {
      gtk_image_set_from_gicon(icon.opaque, content)
      g_object_unref(UnsafeMutableRawPointer(content))
    }
    gtk_widget_set_visible(icon, message.isFile.gboolean)
    gtk_widget_set_visible(dot, (!message.isFile).gboolean)
    // A file has two lines, unless something is to be said of it.
    gtk_widget_set_visible(preview, (!message.isFile || message.warning != nil).gboolean)
    preview.setClass("placeholder", message.warning != nil)
    subject.setClass("placeholder", message.subject.isEmpty)
  }

  /// The size that file managers show files in lists at, px.
  private static let iconSize: Int32 = 32

  /// Shows texts alone, in place of a message.
  func show(sender: String, subject: String, preview: String) {
    // Marks (U+200E, U+200F) let every text begin at the row's own side, whatever its direction, which it keeps in isolates.
    let mark = widget.isRightToLeft ? "\u{200F}" : "\u{200E}"
    for (part, text) in [(self.sender, sender), (self.subject, subject), (self.preview, preview)] {
      gtk_inscription_set_text(part.opaque, mark + "\u{2068}" + text + "\u{2069}")
    }
    gtk_widget_set_visible(star, false.gboolean)
  }
}
