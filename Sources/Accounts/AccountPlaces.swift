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

  /// The folder of mail that is to go out, of all accounts; it outlasts them.
  package var outbox: String { "\(state)/outbox" }

  public init(accounts: String, state: String, mail: String) {
    self.accounts = accounts
    self.state = state
    self.mail = mail
  }

  /// The person's own.
  public static let own = AccountPlaces(
    accounts: String(cString: g_get_user_config_dir()) + "/dunnock/accounts",
    state: String(cString: g_get_user_state_dir()) + "/dunnock/accounts",
    mail: String(cString: g_get_user_data_dir()) + "/dunnock/mail")
}
