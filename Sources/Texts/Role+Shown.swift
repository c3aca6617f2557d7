import MailModel

extension Role {
  /// What the person knows it by.
  package var title: String {
    switch self {
    case .inbox: tr("Inbox")
    case .snoozed: tr("Snoozed")
    case .drafts: tr("Drafts")
    case .sent: tr("Sent")
    case .archive: trc("folder", "Archive")
    case .junk: tr("Junk")
    case .trash: tr("Trash")
    }
  }

  /// The name of its symbolic icon.
  package var icon: String { "dnk-\(self == .snoozed ? "snooze" : rawValue)-symbolic" }
}
