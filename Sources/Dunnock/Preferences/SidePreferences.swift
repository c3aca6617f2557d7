import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts
import Triage

/// The part of the preferences that is about one side of the rows.
final class SidePreferences {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()

  private let side: SwipeChoice.Side
  private let isOn: Widget = gtk_switch_new()
  private let places: [(row: Widget, icon: Widget)]
  private let isLong: Widget = gtk_switch_new()
  private let long: Widget
  private var choose: ((inout SwipeChoice) -> Void) -> Void = { _ in }
  private var isShowing = false

  init(_ side: SwipeChoice.Side, isRightToLeft: Bool) {
    self.side = side
    places = (0..<SwipeChoice.most).map { _ in (adw_combo_row_new(), Widget.silentImage()) }
    long = Widget.switchRow(tr("Long Swipe"), isLong)
    let isToTheRight = (side == .leading) != isRightToLeft
    let title = isToTheRight ? tr("Drag to the Right") : tr("Drag to the Left")
    widget.setGroupTitle(title)
    gtk_widget_set_valign(isOn, GTK_ALIGN_CENTER)
    isOn.setSpokenLabel(title)
    adw_preferences_group_set_header_suffix(widget.cast(), isOn)
    isOn.onSwitch { [weak self] isOn in self?.choose { $0[side].isOn = isOn } }

    for (place, (row, icon)) in places.enumerated() { addPlace(place, row, icon) }

    adw_preferences_group_add(widget.cast(), long)
    isLong.onSwitch { [weak self] isLong in self?.choose { $0[side].isLong = isLong } }
  }

  /// - Parameter choose: Called with what a person's choice changes.
  func onChoice(_ choose: @escaping ((inout SwipeChoice) -> Void) -> Void) { self.choose = choose }

  /// Shows what is chosen.
  func show(_ choice: SwipeChoice) {
    isShowing = true
    defer { isShowing = false }
    let tray = choice[side]
    gtk_switch_set_active(isOn.opaque, tray.isOn.gboolean)
    gtk_switch_set_active(isLong.opaque, tray.isLong.gboolean)
    for (place, (row, icon)) in places.enumerated() {
      let command = tray.commands.indices.contains(place) ? tray.commands[place] : nil
      // One place more than is taken: the next button goes there.
      gtk_widget_set_visible(row, (place <= tray.commands.count).gboolean)
      gtk_widget_set_sensitive(row, tray.isOn.gboolean)
      let index = command.flatMap { chosen in Self.commands.firstIndex { $0 == chosen } }
      adw_combo_row_set_selected(row.cast(), guint(index.map { $0 + 1 } ?? 0))
      gtk_image_set_from_icon_name(icon.opaque, command?.entry.icon ?? "list-add-symbolic")
      for role in CommandEntry.Color.allCases {
        icon.setClass(role.textClass, role == command?.entry.color)
      }
      icon.setClass("dim-label", command == nil)
    }
    gtk_widget_set_visible(long, (!tray.commands.isEmpty).gboolean)
    gtk_widget_set_sensitive(long, tray.isOn.gboolean)
    if let first = tray.commands.first {
      long.setRowSubtitle(
        tr("Drag all the way for “%1$s”.").filling(first.entry.bothTitles))
    }
  }

  private static let commands = Command.choices

  private func addPlace(_ place: Int, _ row: Widget, _ icon: Widget) {
    let titles = [
      tr("First Button"), tr("Second Button"), tr("Third Button"), tr("Fourth Button"),
    ]
    row.setRowTitle(titles[place])
    if place == 0 { row.setRowSubtitle(tr("At the edge of the row")) }
    adw_action_row_add_prefix(row.cast(), icon)
    row.setChoices([tr("None")] + Self.commands.map(\.entry.bothTitles))
    row.onSelect { [weak self] selected in
      guard let self, !isShowing else { return }
      let command = selected > 0 ? Self.commands[selected - 1] : nil
      // The row is told its new state when it has done telling this one.
      whenIdle { [weak self] in
        guard let self else { return }
        choose { $0.choose(command, at: place, of: self.side) }
      }
    }
    adw_preferences_group_add(widget.cast(), row)
  }
}

extension CommandEntry {
  /// The titles of a button that changes with its message, or its only one.
  var bothTitles: String {
    reverseTitle.map { tr("%1$s / %2$s").filling(tr(title), tr($0)) } ?? tr(title)
  }
}

extension CommandEntry.Color {
  /// The style class of text in the role's colour.
  var textClass: String {
    switch self {
    case .accent: "accent"
    case .success: "success"
    case .warning: "warning"
    case .destructive: "error"
    }
  }
}
