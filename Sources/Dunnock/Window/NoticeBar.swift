import CDunnockAdwaita
import GtkBridge

/// A bar above the list that says what holds for the whole mailbox, with at most one button.
///
/// AdwBanner is newer than the oldest libadwaita supported.
final class NoticeBar {
  /// The bar's widget: a GtkRevealer, hidden while there is nothing to say.
  let widget: Widget = gtk_revealer_new()

  private let label: Widget = gtk_label_new(nil)
  private let button: Widget = gtk_button_new()
  private var press: (() -> Void)?

  init() {
    let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    gtk_label_set_wrap(label.opaque, 1)
    // It asks for no width of its own: the list below stays as wide as it is.
    gtk_label_set_max_width_chars(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_box_append(content.cast(), label)
    gtk_box_append(content.cast(), button)
    let ground: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    ground.addClasses("notice")
    if !Widget.announces { ground.setRole(GTK_ACCESSIBLE_ROLE_ALERT) }
    gtk_box_append(ground.cast(), content)
    gtk_revealer_set_child(widget.opaque, ground)
    // An unrevealed child still counts as there for screen readers.
    gtk_widget_set_visible(widget, 0)
    Signal.connect(widget, "notify::child-revealed") { [weak self] in self?.showIfNeeded()
    }
    Signal.connect(button, "clicked") { [weak self] in self?.press?() }
  }

  /// What the bar says; empty while it is hidden.
  private(set) var text = ""

  /// Whether the bar offers its button.
  var offersButton: Bool { !text.isEmpty && gtk_widget_get_visible(button) != 0 }

  /// Says something, with a button if it has a title.
  func show(_ text: String, button title: String? = nil, press: (() -> Void)? = nil) {
    if text != self.text { debugLog("notice bar shown, button: \(title != nil)") }
    self.text = text
    self.press = press
    gtk_label_set_label(label.opaque, text)
    gtk_button_set_label(button.cast(), title ?? "")
    gtk_widget_set_visible(button, (title != nil).gboolean)
    gtk_widget_set_visible(widget, 1)
    gtk_revealer_set_reveal_child(widget.opaque, 1)
  }

  /// Says nothing more.
  func hide() {
    if !text.isEmpty { debugLog("notice bar gone") }
    text = ""
    press = nil
    gtk_revealer_set_reveal_child(widget.opaque, 0)
    showIfNeeded()
  }

  private func showIfNeeded() {
    let isSliding = gtk_revealer_get_child_revealed(widget.opaque) != 0
    gtk_widget_set_visible(widget, (!text.isEmpty || isSliding).gboolean)
  }
}
