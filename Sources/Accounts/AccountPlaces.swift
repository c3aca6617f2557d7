internal import CDunnockGio

/// Where accounts keep what is theirs.
public struct AccountPlaces: Hashable, Sendable {
  /// The folder of a file for each account, which holds no password.
  public let accounts: String
  /// The folder of what synchronising needs and the person does not: generated configurations, locks
  /// and what was seen at the last run. It outlasts a restart.
  public let state: String
  /// The one mailbox with a folder for each account.
  public let mail: String

  /// The folder of the messages that are written and sent here, of all accounts; it outlasts them.
  package var spool: String { beside("spool") }

  /// The folder in which versions before the spool kept drafts.
  package var drafts: String { beside("drafts") }

  /// The folder in which versions before the spool kept mail that is to go out.
  package var outbox: String { "\(state)/outbox" }

  public init(accounts: String, state: String, mail: String) {
    self.accounts = accounts
    self.state = state
    self.mail = mail
  }

  /// The path of a folder beside that of the mailbox.
  private func beside(_ name: String) -> String {
    (mail.split(separator: "/", omittingEmptySubsequences: false).dropLast() + [Substring(name)])
      .joined(separator: "/")
  }

  /// The person's own.
  public static let own = AccountPlaces(
    accounts: String(cString: g_get_user_config_dir()) + "/dunnock/accounts",
    state: String(cString: g_get_user_state_dir()) + "/dunnock/accounts",
    mail: String(cString: g_get_user_data_dir()) + "/dunnock/mail")
}
