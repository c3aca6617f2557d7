import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailServers
import Texts

/// The rows in which a person says where their mail is.
package final class ServerRows {
  /// An AdwPreferencesGroup.
  package let widget: Widget = adw_preferences_group_new()
  package let host = Widget.entryRow(
    tr("Server for incoming mail (IMAP)"), purpose: GTK_INPUT_PURPOSE_URL)
  package let port = Widget.entryRow(tr("Port"), purpose: GTK_INPUT_PURPOSE_DIGITS)
  package let userName = Widget.entryRow(tr("User name"))

  package let security: Widget = adw_combo_row_new()
  private var isShowing = false
  private var suggested: (server: MailServer, user: String)?

  package init() {
    security.setRowTitle(tr("Encryption"))
    security.setChoices(MailServer.Security.allCases.map(\.title))
    for row in [host, port, security, userName] { adw_preferences_group_add(widget.cast(), row) }
    security.onSelect { [weak self] _ in
      guard let self, !isShowing else { return }
      // One of the person's own stays.
      let usual = MailServer.Security.allCases.map { String($0.usualPort) }
      guard port.typed.isEmpty || usual.contains(port.typed) else { return }
      port.type(String(server.security.usualPort))
    }
  }

  /// Shows a server. What the person has made of the same one stays.
  package func show(_ server: MailServer, user: String) {
    if let suggested, suggested == (server, user) { return }
    suggested = (server, user)
    isShowing = true
    defer { isShowing = false }
    host.type(server.host)
    port.type(String(server.port))
    userName.type(user)
    adw_combo_row_set_selected(
      security.cast(),
      guint(MailServer.Security.allCases.firstIndex(of: server.security) ?? 0))
  }

  /// Says above the rows why they are shown.
  package func explain(_ text: String?) {
    widget.setGroupDescription(text)
  }

  /// What the rows say.
  package var server: MailServer {
    let index = Int(adw_combo_row_get_selected(security.cast()))
    let all = MailServer.Security.allCases
    return MailServer(
      host: host.typed, port: UInt16(port.typed) ?? 0,
      security: all.indices.contains(index) ? all[index] : .tls)
  }

  package var user: String { userName.typed }
}

extension MailServer {
  /// Why it cannot be used; nil where it can.
  package var complaint: String? {
    if isSound { return nil }
    return security == .none && !host.isEmpty
      ? tr("Without encryption only a server on this computer can be used.")
      : tr("The server's name or port is missing.")
  }
}

extension MailServer.Security {
  fileprivate var title: String {
    switch self {
    case .tls: tr("TLS")
    case .starttls: tr("STARTTLS")
    case .none: tr("None (this computer)")
    }
  }

  fileprivate var usualPort: UInt16 { self == .tls ? 993 : 143 }
}
