import CGtk
import GtkBridge
import PanEngine

/// The buttons of one side of one row.
///
/// It is made when it is first needed, and kept as long as the row's actions look the same.
final class SwipeTray {
  /// The least width of a button, px, where there is room for it.
  private static let buttonWidth: Int32 = 76

  /// The least width of a button, px, where there is not: with the row's height a target of 44 px (WCAG 2.2, 2.5.8).
  private static let narrowButtonWidth: Int32 = 44

  /// What must stay visible of the front when the tray is open, px.
  private static let remainingFront = 96.0

  /// The box of buttons, without a parent while its side is closed.
  let box: Widget
  private let owned: Ref
  private let buttons: [Widget]
  private let labels: [Widget]

  /// - Parameter perform: Called with the index of the action whose button was clicked.
  init(_ actions: [SwipeAction], side: PanSide, perform: @escaping (Int) -> Void) {
    box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    owned = .sinking(floating: box)
    box.addClasses("swipe-buttons")
    labels = actions.map { Self.label(for: $0) }
    buttons = actions.indices.map { [labels] index in
      let button = Self.button(for: actions[index], label: labels[index])
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

  /// The tray's measures for a row of the given size.
  ///
  /// Where the row is too narrow for a button's text the text is cut short; where it is too low for text under the icon, there is none.
  func panTray(rowWidth: Double, rowHeight: Double) -> PanTray {
    showTitles(true)
    if Self.minimumHeight(of: box) > rowHeight { showTitles(false) }
    var widths = naturalWidths(atLeast: Self.buttonWidth)
    let room = max(0, rowWidth - Self.remainingFront)
    if widths.reduce(0, +) > room { widths = naturalWidths(atLeast: Self.narrowButtonWidth) }
    return PanTray(
      width: min(widths.reduce(0, +), room), outermost: widths.first, innermost: widths.last)
  }

  private func naturalWidths(atLeast least: Int32) -> [Double] {
    buttons.map {
      gtk_widget_set_size_request($0, least, -1)
      return Self.naturalWidth(of: $0)
    }
  }

  private func showTitles(_ areShown: Bool) {
    for (button, label) in zip(buttons, labels) {
      gtk_widget_set_visible(label, areShown.gboolean)
      gtk_widget_set_tooltip_text(
        button, areShown ? nil : gtk_label_get_text(label.opaque))
    }
  }

  private static func minimumHeight(of widget: Widget) -> Double {
    var minimum: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, &minimum, nil, nil, nil)
    return Double(minimum)
  }

  private static func naturalWidth(of widget: Widget) -> Double {
    var natural: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
    return Double(natural)
  }

  private static func label(for action: SwipeAction) -> Widget {
    let label = Widget.silentLabel()
    gtk_label_set_text(label.opaque, action.title)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    return label
  }

  private static func button(for action: SwipeAction, label: Widget) -> Widget {
    let button: Widget = gtk_button_new()
    button.addClasses("swipe-action", action.role.rawValue)
    gtk_widget_set_hexpand(button, true.gboolean)
    gtk_widget_set_focus_on_click(button, false.gboolean)
    button.setSpokenLabel(action.title)
    gtk_widget_set_sensitive(button, action.isEnabled.gboolean)

    let icon = Widget.silentImage()
    gtk_image_set_from_icon_name(icon.opaque, action.icon)

    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
    gtk_widget_set_valign(content, GTK_ALIGN_CENTER)
    gtk_box_append(content.cast(), icon)
    gtk_box_append(content.cast(), label)
    gtk_button_set_child(button.cast(), content)
    return button
  }
}
