import CDunnockGtk
import GtkBridge
import SwipeRows

/// The front of most rows: an icon beside a title over a detail, each only where the item has it.
final class ItemFront: SwipeFront {
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
  /// What it shows now.
  private(set) var item: Item?
  /// The check button, if it has one.
  private(set) var check: Widget?
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

  /// Adds a check button before all else.
  func addCheck(_ toggled: @escaping (Bool) -> Void) {
    let check: Widget = gtk_check_button_new()
    Signal.connect(check, "toggled") {
      toggled(isTrue(gtk_check_button_get_active(check.cast())))
    }
    gtk_box_prepend(widget.cast(), check)
    self.check = check
  }

  /// Sets the check button.
  func check(_ isOn: Bool) {
    guard let check, let item else { return }
    check.setSpokenLabel(item.title)
    gtk_check_button_set_active(check.cast(), isOn.gboolean)
  }

  func show(_ item: Item) {
    self.item = item
    gtk_image_set_from_icon_name(icon.opaque, item.icon)
    gtk_widget_set_visible(icon, (!item.icon.isEmpty).gboolean)
    gtk_label_set_text(title.opaque, item.title)
    gtk_label_set_text(detail.opaque, item.detail)
    gtk_widget_set_visible(detail, (!item.detail.isEmpty).gboolean)
  }
}
