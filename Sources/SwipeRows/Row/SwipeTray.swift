import CDunnockGtk
import GtkBridge
import Panning

/// The buttons of one side of one row.
///
/// It is made when it is first needed, and kept as long as the row's actions look the same.
final class SwipeTray {
  /// The width of a button that needs no more, px; with the row's height a target of more than 44 px (WCAG 2.2, 2.5.8).
  private static let buttonWidth = 76.0

  /// The width of a button at most, px; a longer title is cut short.
  private static let widestButton = 120.0

  /// The box of buttons, without a parent while its side is closed.
  let box: Widget
  private let owned: Ref
  private let buttons: [TrayButton]
  private let more: TrayButton
  private let view: SwipeTrayView?
  private var viewWidget: Widget?
  /// How many buttons there is room for; the rest is behind `more`.
  private var count: Int
  private var shown = Shown.all

  init(of row: SwipeRow, on side: PanSide) {
    let content = row.content[side]
    let growsOutermost = content.swipesFully
    view = content.view
    box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    owned = .sinking(floating: box)
    box.addClasses("swipe-buttons")
    buttons = (view == nil ? content.actions : []).map { TrayButton($0) }
    more = TrayButton(
      SwipeAction("more", title: row.moreTitle, icon: "view-more-symbolic") { .restore })
    count = buttons.count
    for (index, button) in buttons.enumerated() {
      gtk_widget_set_sensitive(button.widget, content.actions[index].isEnabled.gboolean)
      // Past the tray's width a full swipe's button grows; without one they all do.
      gtk_widget_set_hexpand(button.widget, (!growsOutermost || index == 0).gboolean)
      Signal.connect(button.widget, "clicked") { [weak row] in row?.run(index, of: side) }
    }
    gtk_widget_set_hexpand(more.widget, (!growsOutermost).gboolean)
    Signal.connect(more.widget, "clicked") { [weak self, weak row] in
      if let self { row?.openMenu(of: side, after: count, at: more.widget) }
    }
    // The first action lies at the row's edge: first in a leading tray, last in a trailing one.
    let outwards = buttons.map(\.widget) + [more.widget]
    for button in side == .leading ? outwards : outwards.reversed() {
      gtk_box_append(box.cast(), button)
    }
    gtk_widget_set_visible(more.widget, false.gboolean)
    if let view {
      let made = view.make()
      let widget = view.isButton ? Self.button(around: made, of: row, side) : made
      widget.addClasses("swipe-view")
      gtk_widget_set_hexpand(widget, true.gboolean)
      gtk_box_prepend(box.cast(), widget)
      viewWidget = made
    }
  }

  /// A view that is one button, which runs an action.
  private static func button(around view: Widget, of row: SwipeRow, _ side: PanSide) -> Widget {
    let action = row.content[side].actions.first
    let button: Widget = gtk_button_new()
    button.addClasses("swipe-action")
    gtk_widget_set_focus_on_click(button, false.gboolean)
    gtk_button_set_child(button.cast(), view)
    gtk_widget_set_sensitive(button, (action?.isEnabled == true).gboolean)
    action.map { button.setSpokenLabel($0.title) }
    Signal.connect(button, "clicked") { [weak row] in row?.run(0, of: side) }
    return button
  }

  /// The front has moved: tells the program's own view how much of it is in sight, 0 to 1 and more, lets what the buttons show come into
  /// sight with it if it `fades`, and has them draw nothing where the front covers it, for an icon costs as much there; it leaves `room` px
  /// from the row's edge.
  func follow(_ progress: Double, fades: Bool, within room: Double) {
    if let viewWidget { view?.onProgress?(viewWidget, progress) }
    var room = shown == .all ? room : .infinity
    for button in buttons {
      button.fade(to: fades ? min(1, progress) : 1)
      // Of the ground beside icon and title the theme may have 8 px on one side alone.
      gtk_widget_set_opacity(button.content, room > button.ground / 2 - 8 ? 1 : 0)
      gtk_widget_set_opacity(button.widget, room > 0 ? 1 : 0)
      room -= button.width
    }
  }

  /// Which of the buttons that there is room for are shown.
  enum Shown: Equatable {
    /// All, none, or one, which fills the tray.
    case all, none
    case one(Int)
  }

  /// Shows all buttons, one or none.
  func show(_ shown: Shown) {
    guard shown != self.shown else { return }
    self.shown = shown
    showButtons(shown)
  }

  private func showButtons(_ shown: Shown) {
    for (place, button) in buttons.enumerated() {
      let isShown = shown == .one(place) || shown == .all && place < count
      gtk_widget_set_visible(button.widget, isShown.gboolean)
    }
    gtk_widget_set_visible(more.widget, (shown == .all && count < buttons.count).gboolean)
  }

  /// Shows in an action's button that it is being done, or that it has been.
  func show(_ sign: TrayButton.Sign, in index: Int, icon: String) {
    if buttons.indices.contains(index) { buttons[index].show(sign, doneIcon: icon) }
  }

  /// The tray's measures for a row of the given height, where it may take `room` px of the row's width.
  ///
  /// Where there is no room for the buttons their titles are cut short, and then the last ones go behind one more; where the row is too
  /// low for a title under an icon, there is none.
  func measure(room: Double, rowHeight: Double) -> PanTray {
    if let view {
      let width = view.width ?? box.measured(GTK_ORIENTATION_HORIZONTAL).natural
      return PanTray(width: min(width, room))
    }
    // A button out of sight cannot be measured.
    count = buttons.count
    showButtons(.all)
    fit(to: rowHeight)

    let least = min(Self.buttonWidth, room)
    var widths = buttons.map { min(max($0.naturalWidth().rounded(.up), least), Self.widestButton) }
    if least * Double(count) > room {
      count = max(0, Int(room / least) - 1)
      widths = Array(repeating: least, count: count + 1)
    } else {
      let excess = max(0, widths.reduce(0, +) - room)
      let slack = max(1, widths.reduce(0) { $0 + $1 - least })
      widths = widths.map { ($0 - excess * ($0 - least) / slack).rounded(.down) }
    }
    for (button, width) in zip(buttons.prefix(count) + [more], widths) { button.width = width }
    showButtons(shown)
    return PanTray(
      width: min(widths.reduce(0, +), room), outermost: widths.first, innermost: widths.last)
  }

  /// Lays out the buttons for a row's height, px: icon over title where both find room, else one of the two; where that is lower than a
  /// target for a finger should be, without the room around it.
  private func fit(to height: Double) {
    for button in buttons { button.fit(.iconOverTitle, isLow: false) }
    var needed: Double { box.measured(GTK_ORIENTATION_VERTICAL).minimum }
    guard height > 0, needed > height else { return more.fit(.iconOverTitle, isLow: false) }
    for button in buttons { button.fit(.icon, isLow: false) }
    let isLow = needed > height
    for button in buttons where isLow { button.fit(.icon, isLow: true) }
    more.fit(.icon, isLow: isLow)
  }
}
