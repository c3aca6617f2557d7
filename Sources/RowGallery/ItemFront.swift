import CGtk
import GtkBridge
import SwipeRows

/// The front of most rows: an icon beside a title over a detail, each only where the item has it.
final class ItemFront: SwipeFront {
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
  private let icon: Widget = .silentImage()
  private let title: Widget = .silentLabel()
  private let detail: Widget = .silentLabel()

  /// A front that shows nothing yet, at least so many px high.
  init(height: Int32) {
    widget.addClasses("item-front")
    gtk_widget_set_size_request(widget, -1, height)
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(texts, true.gboolean)
    for (label, name) in [(title, "item-title"), (detail, "item-detail")] {
      label.addClasses(name)
      gtk_widget_set_halign(label, GTK_ALIGN_START)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_box_append(texts.cast(), label)
    }
    for part in [icon, texts] { gtk_box_append(widget.cast(), part) }
  }

  func show(_ item: Item) {
    gtk_image_set_from_icon_name(icon.opaque, item.icon)
    gtk_widget_set_visible(icon, (!item.icon.isEmpty).gboolean)
    gtk_label_set_text(title.opaque, item.title)
    gtk_label_set_text(detail.opaque, item.detail)
    gtk_widget_set_visible(detail, (!item.detail.isEmpty).gboolean)
  }
}
