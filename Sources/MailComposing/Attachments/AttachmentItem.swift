import CDunnockGtk
import GtkBridge
import MailWriting
import Texts

/// One thing that is attached, as a card with its name and size that can be taken away.
final class AttachmentItem {
  enum State {
    case copying
    case there(OutgoingMail.Attachment)
    case failed(String)
  }

  /// A GtkBox.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)
  let name: String
  let remove: Widget = gtk_button_new_from_icon_name("window-close-symbolic")
  private(set) var state = State.copying
  private let icon = Widget.silentImage()
  private let spinner = Widget.spinner()
  private let facts = Widget.silentLabel()
  /// What copies it.
  private var work: Task<Void, Never>?

  init(named name: String) {
    self.name = name
    widget.addClasses("attachment")
    widget.setRole(GTK_ACCESSIBLE_ROLE_LIST_ITEM)
    gtk_image_set_pixel_size(icon.opaque, 24)
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 1)
    gtk_widget_set_hexpand(texts, 1)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    let title = Widget.silentLabel()
    gtk_label_set_label(title.opaque, name)
    gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_ellipsize(facts.opaque, PANGO_ELLIPSIZE_END)
    facts.addClasses("facts")
    for label in [title, facts] {
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_max_width_chars(label.opaque, Self.width)
      gtk_box_append(texts.cast(), label)
    }
    gtk_widget_set_tooltip_text(widget, name)
    remove.addClasses("flat", "circular")
    gtk_widget_set_valign(remove, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(remove, tr("Remove"))
    remove.setSpokenLabel(tr("Remove “%1$s”").filling(name))
    for part in [spinner, icon, texts, remove] { gtk_box_append(widget.cast(), part) }
    show(.copying)
  }

  /// - Parameter work: What copies it, which ends when the card is taken away.
  func follow(_ work: Task<Void, Never>) { self.work = work }

  func cancel() { work?.cancel() }

  /// Returns when it is copied, or has failed to be.
  func finish() async { await work?.value }

  func show(_ state: State) {
    self.state = state
    var text = ""
    var isCopying = false
    switch state {
    case .copying:
      (text, isCopying) = (tr("Copying…"), true)
    case .there(let attachment):
      text = shownSize(attachment.size)
      let type = g_content_type_from_mime_type(attachment.type)
      if let shown = type.flatMap({ g_content_type_get_icon($0) }) {
        gtk_image_set_from_gicon(icon.opaque, shown)
        g_object_unref(UnsafeMutableRawPointer(shown))
      }
      g_free(type)
    case .failed(let sentence):
      text = sentence
      gtk_image_set_from_icon_name(icon.opaque, "dialog-warning-symbolic")
      gtk_image_set_pixel_size(icon.opaque, 16)
    }
    spinner.spin(isCopying)
    gtk_widget_set_visible(icon, (!isCopying).gboolean)
    gtk_label_set_label(facts.opaque, text)
    if case .failed = state { facts.addClasses("error") }
    if case .failed(let sentence) = state {
      gtk_widget_set_tooltip_text(widget, name + "\n" + sentence)
    }
    widget.setBusy(isCopying)
    widget.setSpokenLabel(name + ", " + text)
  }

  /// Of the texts at most, in characters.
  private static let width: Int32 = 24
}

/// A number of bytes as people read it.
func shownSize(_ size: Int64) -> String {
  guard let text = g_format_size(guint64(max(0, size))) else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}
