import CDunnockGtk
import GtkBridge
import MailText

/// Says at the foot of the message where the link leads that somebody points at.
final class TargetBar {
  /// A GtkOverlay around what the bar stands over.
  let widget: Widget = gtk_overlay_new()

  private let label: Widget = gtk_label_new(nil)

  init() {
    label.addClasses("target-bar")
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_set_halign(label, GTK_ALIGN_START)
    gtk_widget_set_valign(label, GTK_ALIGN_END)
    gtk_widget_set_can_target(label, 0)
    gtk_widget_set_visible(label, 0)
    gtk_overlay_add_overlay(widget.opaque, label)
  }

  /// Sets what the bar stands over.
  func stand(over content: Widget) { gtk_overlay_set_child(widget.opaque, content) }

  /// What is said; empty for nothing.
  var text: String {
    gtk_widget_get_visible(label) != 0 ? String(cString: gtk_label_get_text(label.opaque)) : ""
  }

  /// Says where a link leads, or nothing.
  func show(_ link: MarkedText.Link?) {
    gtk_widget_set_visible(label, (link != nil).gboolean)
    guard let link else { return }
    gtk_label_set_text(label.opaque, String(link.shown.prefix(Self.longest)))
    label.setClass("is-doubtful", link.pretended != nil)
  }

  /// In characters.
  private static let longest = 500
}
