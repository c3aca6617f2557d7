import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// The part of the preferences that lists a person's own addresses.
final class OwnAddressPreferences {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()

  private let entry: Widget = adw_entry_row_new()
  private var rows: [Widget] = []
  private let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
    widget.setGroupTitle(tr("Your Addresses"))
    widget.setGroupDescription(
      tr(
        "Replies are not sent to these addresses. The addresses of your sent messages are known already."
      ))
    show(isWrong: false)
    adw_entry_row_set_show_apply_button(entry.cast(), true.gboolean)
    adw_entry_row_set_input_purpose(entry.cast(), GTK_INPUT_PURPOSE_EMAIL)
    adw_preferences_group_add(widget.cast(), entry)
    Signal.connect(entry, "apply") { [weak self] in self?.add() }
    Signal.connect(entry, "changed") { [weak self] in self?.show(isWrong: false) }
    show()
  }

  /// Shows the addresses.
  private func show() {
    for row in rows { adw_preferences_group_remove(widget.cast(), row) }
    rows = settings.ownAddresses.map(row)
    for row in rows { adw_preferences_group_add(widget.cast(), row) }
  }

  private func add() {
    guard let text = gtk_editable_get_text(entry.opaque),
      let address = MailAddress(String(cString: text).filter { !$0.isWhitespace })
    else {
      return show(isWrong: true)
    }
    gtk_editable_set_text(entry.opaque, "")
    let addresses = settings.ownAddresses
    if !addresses.contains(address) { change(to: addresses + [address]) }
    gtk_widget_grab_focus(entry)
  }

  /// Shows whether what was typed is no address.
  private func show(isWrong: Bool) {
    let title = isWrong ? tr("Enter a Valid Email Address") : tr("Add Address")
    entry.setRowTitle(title)
    entry.setClass("error", isWrong)
    if isWrong { widget.announce(title) }
  }

  private func change(to addresses: [MailAddress]) {
    settings.ownAddresses = addresses
    show()
  }

  private func row(of address: MailAddress) -> Widget {
    Widget.removableRow(address.text) { [weak self] in
      guard let self else { return }
      change(to: settings.ownAddresses.filter { $0 != address })
      gtk_widget_grab_focus(entry)
    }
  }
}
