import Accounts
import MailModel

extension Settings {
  /// Lets the mail of a new account be changed, and takes over what its server says that folders are for.
  ///
  /// - Parameter mailbox: The identity of the mailbox of all accounts.
  func adopt(_ account: Account, in mailbox: String) {
    let inbox = account.folder("INBOX")
    allowChanges(to: inbox, of: mailbox)
    for (role, name) in account.roles where role != .inbox && !account.leftOut.contains(name) {
      choose(account.folder(name), as: role, for: inbox, of: mailbox)
    }
  }
}

extension Account {
  /// Where a folder of the server is in the mailbox of all accounts.
  nonisolated func folder(_ name: String) -> FolderID {
    FolderID(path: ByteName("\(directory)/\(name)"))
  }
}
