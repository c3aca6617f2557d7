import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The part of the preferences about how rows look, what is marked as read by itself, and about keys.
final class ReadingPreferences {
  /// AdwPreferencesGroups.
  let widgets: [Widget] = (0..<3).map { _ in adw_preferences_group_new() }

  private let settings: Settings
  private let whenRead: Widget = adw_combo_row_new()
  private let whenFiled: Widget = gtk_switch_new()
  private let letters: Widget = gtk_switch_new()
  private let faces: Widget = gtk_switch_new()
  private let density: Widget = adw_combo_row_new()

  init(_ settings: Settings) {
    self.settings = settings
    widgets[0].setGroupTitle(trc("heading", "Mark as Read"))
    whenRead.setRowTitle(tr("Messages You Open"))
    whenRead.setChoices(ReadMarking.WhenRead.allCases.map(\.title))
    adw_preferences_group_add(widgets[0].cast(), whenRead)
    adw_preferences_group_add(
      widgets[0].cast(),
      Widget.switchRow(tr("Messages You Archive or Trash"), whenFiled))
    widgets[1].setGroupTitle(tr("Keyboard"))
    adw_preferences_group_add(
      widgets[1].cast(),
      Widget.switchRow(
        tr("Single-Letter Shortcuts"), letters,
        subtitle: tr(
          "When off, only Delete and shortcuts with Ctrl or Alt work."))
    )
    widgets[2].setGroupTitle(tr("List"))
    adw_preferences_group_add(widgets[2].cast(), Widget.switchRow(tr("Initials of Senders"), faces))
    density.setRowTitle(tr("Rows"))
    density.setChoices(RowLook.Density.allCases.map(\.title))
    adw_preferences_group_add(widgets[2].cast(), density)
    show()
    faces.onSwitch { settings.rowLook.hasFaces = $0 }
    density.onSelect { settings.rowLook.density = RowLook.Density.allCases[$0] }
    whenRead.onSelect { settings.reading.whenRead = ReadMarking.WhenRead.allCases[$0] }
    whenFiled.onSwitch { settings.reading.whenFiled = $0 }
    letters.onSwitch { settings.usesLetters = $0 }
  }

  /// Shows what is chosen.
  func show() {
    let chosen = ReadMarking.WhenRead.allCases.firstIndex(of: settings.reading.whenRead) ?? 0
    adw_combo_row_set_selected(whenRead.cast(), guint(chosen))
    gtk_switch_set_active(whenFiled.opaque, settings.reading.whenFiled.gboolean)
    gtk_switch_set_active(letters.opaque, settings.usesLetters.gboolean)
    gtk_switch_set_active(faces.opaque, settings.rowLook.hasFaces.gboolean)
    let rows = RowLook.Density.allCases.firstIndex(of: settings.rowLook.density) ?? 0
    adw_combo_row_set_selected(density.cast(), guint(rows))
  }
}

extension RowLook.Density {
  /// What the person chooses by.
  fileprivate var title: String {
    switch self {
    case .normal: tr("Normal")
    case .compact: tr("Compact")
    }
  }
}

extension ReadMarking.WhenRead {
  /// What the person chooses by.
  var title: String {
    switch self {
    case .atOnce: tr("Immediately")
    case .afterSecond: tr("After One Second")
    case .never: tr("Never")
    }
  }
}
