/// Where accounts keep what is theirs.
public struct AccountPlaces: Hashable, Sendable {
  /// The folder of a file for each account, which holds no password.
  public let accounts: String
  /// The folder of what synchronising needs and the person does not: generated configurations, locks
  /// and what was seen at the last run. It outlasts a restart.
  public let state: String
  /// The one mailbox with a folder for each account.
  public let mail: String

  public init(accounts: String, state: String, mail: String) {
    self.accounts = accounts
    self.state = state
    self.mail = mail
  }
}
