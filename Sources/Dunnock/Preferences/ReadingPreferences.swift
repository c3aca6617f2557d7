import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The part of the preferences about what is marked as read by itself, and about keys.
final class ReadingPreferences {
  /// AdwPreferencesGroups.
  let widgets: [Widget] = [adw_preferences_group_new(), adw_preferences_group_new()]

  private let settings: Settings
  private let whenRead: Widget = adw_combo_row_new()
  private let whenFiled: Widget = gtk_switch_new()
  private let letters: Widget = gtk_switch_new()
  private var isShowing = false

  init(_ settings: Settings) {
    self.settings = settings
    widgets[0].setGroupTitle(tr("Mark as read"))
    whenRead.setRowTitle(tr("Messages that you read"))
    whenRead.setChoices(ReadMarking.WhenRead.allCases.map(\.title))
    adw_preferences_group_add(widgets[0].cast(), whenRead)
    add(whenFiled, tr("Messages that you archive or move to the trash"), to: widgets[0])
    widgets[1].setGroupTitle(tr("Keys"))
    add(
      letters, tr("Single-letter shortcuts"),
      tr("Where these are off, only keys such as Delete and those with Ctrl or Alt do something."),
      to: widgets[1])
    show()
    Signal.connect(UnsafeMutableRawPointer(whenRead), "notify::selected") { [weak self] in
      guard let self, !isShowing else { return }
      let selected = Int(adw_combo_row_get_selected(whenRead.cast()))
      if ReadMarking.WhenRead.allCases.indices.contains(selected) {
        settings.reading.whenRead = ReadMarking.WhenRead.allCases[selected]
      }
    }
    onSwitch(whenFiled) { $0.reading.whenFiled = $1 }
    onSwitch(letters) { $0.usesLetters = $1 }
  }

  /// Shows what is chosen.
  func show() {
    isShowing = true
    defer { isShowing = false }
    let chosen = ReadMarking.WhenRead.allCases.firstIndex(of: settings.reading.whenRead) ?? 0
    adw_combo_row_set_selected(whenRead.cast(), guint(chosen))
    gtk_switch_set_active(whenFiled.opaque, settings.reading.whenFiled.gboolean)
    gtk_switch_set_active(letters.opaque, settings.usesLetters.gboolean)
  }

  private func add(
    _ control: Widget, _ title: String, _ subtitle: String = "", to group: Widget
  ) {
    let row: Widget = adw_action_row_new()
    row.setRowTitle(title)
    row.setRowSubtitle(subtitle)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(row.cast(), control)
    adw_action_row_set_activatable_widget(row.cast(), control)
    adw_preferences_group_add(group.cast(), row)
  }

  private func onSwitch(_ control: Widget, _ change: @escaping (Settings, Bool) -> Void) {
    Signal.connect(UnsafeMutableRawPointer(control), "notify::active") { [weak self] in
      guard let self, !isShowing else { return }
      change(settings, isTrue(gtk_switch_get_active(control.opaque)))
    }
  }
}

extension ReadMarking.WhenRead {
  /// What the person chooses by.
  var title: String {
    switch self {
    case .atOnce: tr("At once")
    case .afterSecond: tr("After a second")
    case .never: tr("Never")
    }
  }
}
