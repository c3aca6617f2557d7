import CGtk
import GtkBridge
import PanEngine

/// The buttons of one side of one row.
///
/// It is made when it is first needed, and kept as long as the row's actions look the same.
final class SwipeTray {
  /// The narrowest a button gets, px; with the row's height it makes a target of at least 44 px (WCAG 2.2, 2.5.8).
  private static let minimumButtonWidth: Int32 = 76

  /// What must stay visible of the front when the tray is open, px.
  private static let remainingFront = 96.0

  /// The box of buttons, without a parent while its side is closed.
  let box: Widget
  private let owned: Ref
  private let buttons: [Widget]

  /// - Parameter perform: Called with the index of the action whose button was clicked.
  init(_ actions: [SwipeAction], side: PanSide, perform: @escaping (Int) -> Void) {
    box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    owned = .sinking(floating: box)
    box.addClasses("swipe-buttons")
    buttons = actions.indices.map { index in
      let button = Self.button(for: actions[index])
      Signal.connect(button, "clicked") { perform(index) }
      return button
    }
    // The first action lies at the row's edge: first in a leading tray, last in a trailing one.
    for button in side == .leading ? buttons : buttons.reversed() {
      gtk_box_append(box.cast(), button)
    }
  }

  /// The buttons in the order in which they are read.
  var buttonsInReadingOrder: [Widget] { Array(box.children) }

  /// The tray's measures for a row of the given width.
  func panTray(rowWidth: Double) -> PanTray {
    let widths = buttons.map { Self.naturalWidth(of: $0) }
    let width = min(widths.reduce(0, +), max(0, rowWidth - Self.remainingFront))
    return PanTray(width: width, outermost: widths.first, innermost: widths.last)
  }

  private static func naturalWidth(of widget: Widget) -> Double {
    var natural: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
    return Double(natural)
  }

  private static func button(for action: SwipeAction) -> Widget {
    let button: Widget = gtk_button_new()
    button.addClasses("swipe-action", action.role.rawValue)
    gtk_widget_set_size_request(button, minimumButtonWidth, -1)
    gtk_widget_set_hexpand(button, true.gboolean)
    gtk_widget_set_focus_on_click(button, false.gboolean)
    button.setSpokenLabel(action.title)
    gtk_widget_set_sensitive(button, action.isEnabled.gboolean)

    let icon = Widget.silentImage()
    gtk_image_set_from_icon_name(icon.opaque, action.icon)
    let label = Widget.silentLabel()
    gtk_label_set_text(label.opaque, action.title)

    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
    gtk_widget_set_valign(content, GTK_ALIGN_CENTER)
    gtk_box_append(content.cast(), icon)
    gtk_box_append(content.cast(), label)
    gtk_button_set_child(button.cast(), content)
    return button
  }
}
