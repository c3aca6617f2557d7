import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The part of the preferences that is about mail that goes out.
final class SendingPreferences {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()

  init(_ settings: Settings) {
    widget.setGroupTitle(tr("Sending"))
    let delay: Widget = adw_combo_row_new()
    delay.setRowTitle(tr("Undo Sending"))
    delay.setRowSubtitle(tr("How long messages wait before they are sent."))
    let delays = Settings.sendingDelays
    delay.setChoices(
      delays.map {
        $0 == 0 ? tr("None") : trn("%1$s second", "%1$s seconds", $0).filling($0.grouped)
      })
    let chosen = delays.lastIndex { $0 <= settings.sendingDelay } ?? 0
    adw_combo_row_set_selected(delay.cast(), guint(chosen))
    delay.onSelect { settings.sendingDelay = delays[$0] }
    adw_preferences_group_add(widget.cast(), delay)
  }
}
