import CGtk
import GtkBridge
import MailText

/// The attachments of a message.
final class AttachmentList {
  /// A GtkBox; hidden when there are none.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)

  private let names = Widget.readingText(lines: 2, "attachment-names")

  init() {
    widget.addClasses("attachments")
    let clip = Widget.silentImage()
    gtk_image_set_from_icon_name(clip.opaque, "dnk-attachment-symbolic")
    gtk_widget_set_valign(clip, GTK_ALIGN_START)
    for part in [clip, names] { gtk_box_append(widget.cast(), part) }
    clear()
  }

  /// Shows the attachments of a message that was read from a source.
  func show(_ body: MessageBody, of source: any MessageSource) {
    var shown = body.attachments.map { Self.shortened($0.name.isEmpty ? $0.type : $0.name) }
    if body.moreAttachments > 0 {
      shown.append(
        trn("%1$s more attachment", "%1$s more attachments", body.moreAttachments)
          .filling(String(body.moreAttachments)))
    }
    names.showText(shown.joined(separator: "\n"))
    gtk_widget_set_visible(widget, (!shown.isEmpty).gboolean)
  }

  /// Shows none.
  func clear() { gtk_widget_set_visible(widget, 0) }

  /// A name whose middle is left out when it is very long: its end tells the kind.
  private static func shortened(_ name: String) -> String {
    guard name.count > longestName else { return name }
    return name.prefix(longestName - 20) + "…" + name.suffix(20)
  }

  /// In characters: GTK takes seconds for a label of a hundred names without a place to break of 300 each.
  private static let longestName = 80
}
