import CGtk
import GtkBridge

/// The front of most rows: an icon beside a title over a detail, each only where the item has it.
enum ItemFront {
  /// A front that shows nothing yet, at least so many px high.
  static func make(height: Int32) -> Widget {
    let front: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    front.addClasses("item-front")
    gtk_widget_set_size_request(front, -1, height)
    let icon: Widget = .silentImage()
    let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(texts, true.gboolean)
    for name in ["item-title", "item-detail"] {
      let label: Widget = .silentLabel()
      label.addClasses(name)
      gtk_widget_set_halign(label, GTK_ALIGN_START)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_box_append(texts.cast(), label)
    }
    gtk_box_append(front.cast(), icon)
    gtk_box_append(front.cast(), texts)
    return front
  }

  /// Shows an item in a front that `make` made.
  static func show(_ item: Item, in front: Widget) {
    guard let icon = front.firstChild, let title = icon.nextSibling?.firstChild,
      let detail = title.nextSibling
    else { return }
    gtk_image_set_from_icon_name(icon.opaque, item.icon)
    gtk_widget_set_visible(icon, (!item.icon.isEmpty).gboolean)
    gtk_label_set_text(title.opaque, item.title)
    gtk_label_set_text(detail.opaque, item.detail)
    gtk_widget_set_visible(detail, (!item.detail.isEmpty).gboolean)
  }
}
