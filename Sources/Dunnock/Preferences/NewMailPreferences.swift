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
      tr("Notify About New Mail"), tells,
      subtitle: tr("Except in the open folder"))
    looking = Widget.switchRow(
      tr("Check for Mail in Background"), looks,
      subtitle: tr("Also while no window is open, until you choose Quit"))
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
      let answer = await BackgroundPortal.ask(tr("Dunnock checks for new mail and notifies you."))
      guard let self, looks.isOn else { return }
      switch answer {
      case .allowed: break
      case .refused:
        gtk_switch_set_active(looks.opaque, 0)
        say(tr("Your desktop does not allow programs to run in the background."))
      case .unavailable:
        say(
          tr(
            "Your desktop does not list programs that run in the background. Choose Quit to stop Dunnock."
          ))
      }
      settings.looksInBackground = answer != .refused
    }
  }

  private func say(_ sentence: String) {
    looking.setRowSubtitle(sentence)
    looking.announce(sentence)
  }
}
