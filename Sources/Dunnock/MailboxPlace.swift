import GtkBridge

/// A mailbox as it was asked for: not yet opened, perhaps not there.
enum MailboxPlace: Equatable {
  /// The person's own copy of the sample mailbox, made when it is first opened.
  case sample
  /// A Maildir, or a folder of files, at a path.
  case path(String)

  /// What the window calls it.
  var name: String {
    switch self {
    case .sample: tr("Sample mailbox")
    case .path(let path):
      path.split(separator: "/").last.map(String.init) ?? path
    }
  }
}
