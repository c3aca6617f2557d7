import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailServers
import Texts

/// The rows in which a person says where their mail is, or where it goes out.
package final class ServerRows {
  /// What a server is for.
  package enum Purpose { case incoming, outgoing }

  /// An AdwPreferencesGroup.
  package let widget: Widget = adw_preferences_group_new()
  package let host: Widget
  package let port = Widget.entryRow(tr("Port"), purpose: GTK_INPUT_PURPOSE_DIGITS)
  package let userName = Widget.entryRow(tr("Username"))

  package let security: Widget = adw_combo_row_new()
  private let purpose: Purpose
  private var isShowing = false
  private var suggested: (server: MailServer?, user: String)?

  package init(_ purpose: Purpose = .incoming) {
    self.purpose = purpose
    let title =
      switch purpose {
      case .incoming: tr("Incoming Mail Server (IMAP)")
      case .outgoing: tr("Outgoing Mail Server (SMTP)")
      }
    host = Widget.entryRow(title, purpose: GTK_INPUT_PURPOSE_URL)
    security.setRowTitle(tr("Encryption"))
    security.setChoices(MailServer.Security.allCases.map(\.title))
    // The name to log in with is the same at both.
    for row in [host, port, security] + (purpose == .incoming ? [userName] : []) {
      adw_preferences_group_add(widget.cast(), row)
    }
    security.onSelect { [weak self] _ in
      guard let self, !isShowing else { return }
      // One of the person's own stays.
      let usual = MailServer.Security.allCases.map { String($0.usualPort(for: purpose)) }
      guard port.typed.isEmpty || usual.contains(port.typed) else { return }
      port.type(String(server.security.usualPort(for: purpose)))
    }
  }

  /// Shows a server; nil: none is known. What the person has made of the same one stays.
  package func show(_ server: MailServer?, user: String) {
    if let suggested, suggested.server == server, suggested.user == user { return }
    suggested = (server, user)
    isShowing = true
    defer { isShowing = false }
    host.type(server?.host ?? "")
    port.type(String(server?.port ?? MailServer.Security.tls.usualPort(for: purpose)))
    userName.type(user)
    adw_combo_row_set_selected(
      security.cast(),
      guint(MailServer.Security.allCases.firstIndex(of: server?.security ?? .tls) ?? 0))
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

  /// The same; nil where none is named.
  package var named: MailServer? { host.typed.isEmpty ? nil : server }

  package var user: String { userName.typed }
}

extension MailServer {
  /// Why it cannot be used; nil where it can.
  package var complaint: String? {
    if isSound { return nil }
    return security == .none && !host.isEmpty
      ? tr("Connections without encryption are only possible to a server on this computer.")
      : tr("Enter the server’s name and port.")
  }
}

extension MailServer.Security {
  fileprivate var title: String {
    switch self {
    case .tls: tr("TLS")
    case .starttls: tr("STARTTLS")
    case .none: tr("None (This Computer)")
    }
  }

  fileprivate func usualPort(for purpose: ServerRows.Purpose) -> UInt16 {
    switch (self, purpose) {
    case (.tls, .incoming): 993
    case (_, .incoming): 143
    case (.tls, .outgoing): 465
    case (.starttls, .outgoing): 587
    case (.none, .outgoing): 25
    }
  }
}
