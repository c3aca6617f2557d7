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
  private let looking: Widget = adw_action_row_new()

  init(_ settings: Settings) {
    self.settings = settings
    add(
      tells, in: adw_action_row_new(), tr("Tell of new mail"),
      tr("Not of what comes to the list that you look at"), isOn: settings.tellsOfNewMail)
    add(
      looks, in: looking, tr("Keep looking for mail when no window is open"),
      tr("Until you choose Quit"), isOn: settings.looksInBackground)
    Signal.connect(UnsafeMutableRawPointer(tells), "notify::active") { [weak self] in
      if let self { self.settings.tellsOfNewMail = isOn(tells) }
    }
    Signal.connect(UnsafeMutableRawPointer(looks), "notify::active") { [weak self] in
      self?.look()
    }
  }

  private func add(
    _ button: Widget, in row: Widget, _ title: String, _ subtitle: String, isOn: Bool
  ) {
    row.setRowTitle(title)
    row.setRowSubtitle(subtitle)
    adw_action_row_set_subtitle_lines(row.cast(), 0)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_switch_set_active(button.opaque, isOn.gboolean)
    adw_action_row_add_suffix(row.cast(), button)
    adw_action_row_set_activatable_widget(row.cast(), button)
    adw_preferences_group_add(widget.cast(), row)
  }

  /// Asks the desktop before anything goes on without a window.
  private func look() {
    guard isOn(looks) else {
      settings.looksInBackground = false
      return
    }
    if settings.looksInBackground { return }
    Task { [weak self] in
      let answer = await BackgroundPortal.ask(tr("New mail is looked for and told of."))
      guard let self, isOn(looks) else { return }
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

  private func isOn(_ button: Widget) -> Bool { isTrue(gtk_switch_get_active(button.opaque)) }
}
