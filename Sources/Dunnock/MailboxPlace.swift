import GtkBridge
import MailModel

/// A mailbox as it was asked for: not yet opened, perhaps not there.
enum MailboxPlace: Equatable {
  /// The person's own copy of the sample mailbox, made when it is first opened.
  case sample
  /// A Maildir, or a folder of files, at a path.
  case folder(ByteName)

  static func path(_ path: String) -> MailboxPlace { .folder(ByteName(path)) }

  /// Where it is.
  var path: ByteName {
    switch self {
    case .sample: ByteName(Places.ownSample)
    case .folder(let path): path
    }
  }

  /// What the window calls it.
  var name: String {
    switch self {
    case .sample: tr("Sample mailbox")
    case .folder(let path):
      (path.bytes.split(separator: UInt8(ascii: "/")).last.map { ByteName($0) } ?? path).description
    }
  }
}
