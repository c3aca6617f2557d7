import CDunnockGtk
import GtkBridge

/// A quiet line below the folders: when mail was fetched last, how far that is, or what is wrong, or what is to be sent; a press tells more.
final class FetchLine {
  /// A GtkButton, hidden where there is nothing to say.
  let widget: Widget = gtk_button_new()

  private let label = Widget.silentLabel()
  private let icon = Widget.silentImage()
  private var summary: FetchSummary?
  private let details: WindowCommand

  /// - Parameter details: What tells more.
  init(_ details: WindowCommand) {
    self.details = details
    widget.addClasses("flat", "fetch-line")
    let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    gtk_image_set_from_icon_name(icon.opaque, "dialog-warning-symbolic")
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, 1)
    // It asks for no width of its own: the folders above stay as wide as they are.
    gtk_label_set_max_width_chars(label.opaque, 1)
    gtk_label_set_lines(label.opaque, 6)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_hexpand(widget, 0)
    for part in [icon, label] { gtk_box_append(content.cast(), part) }
    gtk_button_set_child(widget.cast(), content)
    gtk_actionable_set_action_name(widget.opaque, details.action)
    show(nil)
  }

  /// What it says; nil while it is hidden.
  var text: String? { summary?.text }

  /// Says something from now on, or nothing.
  ///
  /// Only trouble is told to who listens instead of looking.
  func show(_ summary: FetchSummary?) {
    guard summary != self.summary || summary == nil else { return }
    let isNewTrouble = summary?.isTrouble == true && self.summary?.text != summary?.text
    self.summary = summary
    gtk_widget_set_visible(widget, (summary != nil).gboolean)
    gtk_label_set_label(label.opaque, summary?.text)
    gtk_widget_set_visible(icon, (summary?.isTrouble == true).gboolean)
    widget.setClass("trouble", summary?.isTrouble == true)
    guard let summary else { return }
    widget.setSpokenLabel(summary.text)
    gtk_widget_set_tooltip_text(widget, details.title)
    // Where it is out of sight the window says so in another place.
    if isNewTrouble, isTrue(gtk_widget_get_mapped(widget)) { widget.announce(summary.text) }
  }
}
