import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The part of the preferences that lists whose pictures are loaded from the internet without being asked for.
final class PictureSenderPreferences {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()

  private let settings: Settings
  private var rows: [Widget] = []

  init(_ settings: Settings) {
    self.settings = settings
    widget.setGroupTitle(tr("Pictures From the Internet"))
    show()
  }

  /// Shows the senders, the last chosen first.
  private func show() {
    for row in rows { adw_preferences_group_remove(widget.cast(), row) }
    let senders = Array(settings[Settings.pictureSenders].reversed())
    let why = tr(
      "Loading pictures tells the sender that you have read the message, so they are only loaded when you ask."
    )
    widget.setGroupDescription(
      senders.isEmpty ? why : why + " " + tr("Pictures from these senders are always loaded."))
    rows = senders.map { sender in
      Widget.removableRow(sender) { [weak self] in self?.remove(sender) }
    }
    for row in rows { adw_preferences_group_add(widget.cast(), row) }
  }

  private func remove(_ sender: String) {
    let place = settings[Settings.pictureSenders].reversed().firstIndex(of: sender) ?? 0
    settings.loadPictures(false, of: sender)
    show()
    // The focus stays near where it was.
    guard !rows.isEmpty else {
      _ = gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
      return
    }
    gtk_widget_child_focus(rows[min(place, rows.count - 1)], GTK_DIR_TAB_FORWARD)
  }
}
