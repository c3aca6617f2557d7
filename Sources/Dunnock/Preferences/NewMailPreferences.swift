import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The part of the preferences that is about new mail.
final class NewMailPreferences {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()

  private let settings: Settings
  private let tells: Widget = gtk_switch_new()
  private let looks: Widget = gtk_switch_new()
  private let looking: Widget

  init(_ settings: Settings) {
    self.settings = settings
    let telling = Widget.switchRow(
      tr("Tell of new mail"), tells,
      subtitle: tr("Not of what comes to the list that you look at"))
    looking = Widget.switchRow(
      tr("Keep looking for mail when no window is open"), looks,
      subtitle: tr("Until you choose Quit"))
    for row in [telling, looking] {
      adw_action_row_set_subtitle_lines(row.cast(), 0)
      adw_preferences_group_add(widget.cast(), row)
    }
    gtk_switch_set_active(tells.opaque, settings.tellsOfNewMail.gboolean)
    gtk_switch_set_active(looks.opaque, settings.looksInBackground.gboolean)
    tells.onSwitch { settings.tellsOfNewMail = $0 }
    looks.onSwitch { [weak self] _ in self?.look() }
  }

  /// Asks the desktop before anything goes on without a window.
  private func look() {
    guard looks.isOn else {
      settings.looksInBackground = false
      return
    }
    if settings.looksInBackground { return }
    Task { [weak self] in
      let answer = await BackgroundPortal.ask(tr("New mail is looked for and told of."))
      guard let self, looks.isOn else { return }
      switch answer {
      case .allowed: break
      case .refused:
        gtk_switch_set_active(looks.opaque, 0)
        say(tr("Your desktop does not allow it."))
      case .unavailable:
        say(tr("Your desktop does not show what runs without a window. Choose Quit to end it."))
      }
      settings.looksInBackground = answer != .refused
    }
  }

  private func say(_ sentence: String) {
    looking.setRowSubtitle(sentence)
    looking.announce(sentence)
  }
}
