import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailServers
import MailText
import Texts

/// The accounts that the desktop knows already, a row for each.
package final class OnlineRows {
  /// An AdwPreferencesGroup, out of sight while there are none.
  package let widget: Widget = adw_preferences_group_new()

  package init() {
    widget.setGroupTitle(tr("Online Accounts"))
    gtk_widget_set_visible(widget, 0)
  }

  /// Shows accounts.
  ///
  /// - Parameter use: Called with the one that is chosen.
  package func show(_ accounts: [OnlineAccount], use: @escaping (OnlineAccount) -> Void) {
    for account in accounts {
      let row = Widget.activatableRow(DisplayText.safe(account.address)) { use(account) }
      row.setRowSubtitle(DisplayText.safe(account.provider))
      adw_preferences_group_add(widget.cast(), row)
    }
    gtk_widget_set_visible(widget, (!accounts.isEmpty).gboolean)
  }
}
