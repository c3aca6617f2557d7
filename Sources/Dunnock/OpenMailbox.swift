import MailModel
import Triage

/// A mailbox as one window shows it: how the person named it there, and the folder on show.
final class OpenMailbox {
  let place: MailboxPlace
  let shared: SharedMailbox
  /// The folder on show.
  var folder: FolderID
  /// The change asked for last, until what came of it is shown.
  var lastChange: Task<Void, Never>?

  init(_ shared: SharedMailbox, at place: MailboxPlace, folder: FolderID) {
    self.shared = shared
    self.place = place
    self.folder = folder
  }

  var store: any MessageStore { shared.store }
  var session: TriageSession { shared.session }

  /// Whether it is a folder of files instead of mail.
  var holdsFiles: Bool { store.holdsFiles }

  /// What a setting about this mailbox is stored under.
  var identity: String { store.identity }
}
