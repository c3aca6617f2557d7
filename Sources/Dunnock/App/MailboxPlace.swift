import Accounts
import CDunnockGtk
import FileSystem
import GtkBridge
import MailModel
import MailText
import Texts

/// A mailbox as it was asked for: not yet opened, perhaps not there.
enum MailboxPlace: Equatable {
  /// The person's own copy of the sample mailbox, made when it is first opened.
  case sample
  /// The mail of all accounts.
  case accounts
  /// A Maildir, or a folder of files, at a path.
  case folder(ByteName)

  static func path(_ path: String) -> MailboxPlace { .folder(ByteName(path)) }

  /// What is at a path: the sample where that is the person's own copy of it, and so with the accounts' mail.
  static func at(_ path: ByteName) -> MailboxPlace {
    [.sample, .accounts].first { $0.path == path } ?? .folder(path)
  }

  /// Where it is.
  var path: ByteName {
    switch self {
    case .sample: ByteName(Places.ownSample)
    case .accounts: ByteName(AccountPlaces.own.mail)
    case .folder(let path): path
    }
  }

  /// What the window calls it.
  var name: String {
    switch self {
    case .sample: tr("Sample Mailbox")
    case .accounts: tr("Mail")
    case .folder(let path):
      (path.bytes.split(separator: UInt8(ascii: "/")).last.map { ByteName($0) } ?? path).description
    }
  }

  /// What it is called among others, of which two may have one name: its path, from the person's own folder on.
  var longName: String {
    guard case .folder(let path) = self else { return name }
    let home = ByteName(cString: g_get_home_dir()).bytes + [UInt8(ascii: "/")]
    let text =
      path.bytes.starts(with: home)
      ? "~/" + ByteName(path.bytes.dropFirst(home.count)).description : path.description
    return DisplayText.safe(text)
  }
}
