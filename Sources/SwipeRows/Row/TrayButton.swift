import CDunnockGtk
import GtkBridge

/// One button of a tray: an icon over a title, or one of the two.
final class TrayButton {
  /// The button, which keeps the rest alive; borrowed from the tray's box.
  let widget: Widget = gtk_button_new()

  /// What it shows, the icon and the title.
  let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)

  private let look: SwipeAction.Look
  private let title: String
  private let icon = Widget.silentImage()
  private let label = Widget.silentLabel()
  private let spinner: Widget = gtk_spinner_new()

  init(_ action: SwipeAction) {
    look = action.look
    title = action.title
    let names = ["swipe-action", action.role.rawValue, action.name.asActionName]
    for name in names + action.cssClasses { widget.addClasses(name) }
    gtk_widget_set_focus_on_click(widget, false.gboolean)
    widget.setSpokenLabel(title)
    gtk_image_set_from_icon_name(icon.opaque, action.icon)
    gtk_widget_set_visible(icon, (look != .title).gboolean)
    gtk_widget_set_visible(spinner, false.gboolean)
    gtk_label_set_text(label.opaque, title)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    action.font.map(setFont)
    gtk_widget_set_valign(content, GTK_ALIGN_CENTER)
    for part in [icon, spinner, label] { gtk_box_append(content.cast(), part) }
    gtk_button_set_child(widget.cast(), content)
    fit(.iconOverTitle, isLow: false)
  }

  private func setFont(_ font: String) {
    let attributes = pango_attr_list_from_string("0 -1 font-desc \"\(font)\"")
    gtk_label_set_attributes(label.opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  /// Lets icon and title come into sight by a share from 0 to 1: the icon from its half on, the title once there is room for it.
  func fade(to share: Double) {
    gtk_widget_set_opacity(icon, max(0, min(1, 2 * share - 0.4)))
    gtk_widget_set_opacity(label, max(0, min(1, 2.5 * share - 1.5)))
  }

  /// Shows as much of what the button is to look like as a room allows; a title that is not shown is its tooltip.
  ///
  /// - Parameters:
  ///   - room: What there is room for; one line is the icon's, or, of a button of titles alone, the title's.
  ///   - isLow: Whether there is not even room for the least height of a button.
  func fit(_ room: SwipeAction.Look, isLow: Bool) {
    let showsTitle = look == .title || look == .iconOverTitle && room == .iconOverTitle
    gtk_widget_set_visible(label, showsTitle.gboolean)
    // Where nothing changes nothing is set: GTK would ask everywhere whether a tooltip is to be shown.
    if isTrue(gtk_widget_get_has_tooltip(widget)) == showsTitle {
      gtk_widget_set_tooltip_text(widget, showsTitle ? nil : title)
    }
    widget.setClass("low", isLow)
  }

  /// What takes the place of the icon for a while.
  enum Sign { case none, waiting, done }

  /// Shows that the action is being done, or that it has been.
  func show(_ sign: Sign, doneIcon: String) {
    gtk_widget_set_visible(spinner, (sign == .waiting).gboolean)
    // A spinner that turns out of sight would keep the window drawing.
    gtk_spinner_set_spinning(spinner.opaque, (sign == .waiting).gboolean)
    gtk_widget_set_visible(icon, (sign == .done || sign == .none && look != .title).gboolean)
    if sign == .done { gtk_image_set_from_icon_name(icon.opaque, doneIcon) }
  }

  /// The least room it needs, px, whatever it has been given before.
  func naturalWidth() -> Double {
    gtk_widget_set_size_request(widget, -1, -1)
    return widget.measured(GTK_ORIENTATION_HORIZONTAL).natural
  }

  /// Its width at least, px.
  var width = 0.0 {
    didSet {
      gtk_widget_set_size_request(widget, Int32(width), -1)
      ground = width - content.measured(GTK_ORIENTATION_HORIZONTAL).natural
    }
  }
  /// How much of that is beside the icon and the title, px.
  private(set) var ground = 0.0
}
