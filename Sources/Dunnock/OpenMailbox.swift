import MailModel
import Triage

/// A mailbox as one window has opened it, under the name that the person gave it there.
final class OpenMailbox {
  let place: MailboxPlace
  let shared: SharedMailbox
  /// Its folders as it was opened.
  let folders: [FolderID]
  /// The folder to begin with.
  let inbox: FolderID

  init(_ shared: SharedMailbox, at place: MailboxPlace, _ folders: [FolderID]) {
    self.shared = shared
    self.place = place
    self.folders = folders
    inbox = shared.session.roles.inboxes.first ?? folders.first ?? .inbox
  }

  var store: any MessageStore { shared.store }
  var session: TriageSession { shared.session }

  /// Whether it is a folder of files instead of mail.
  var holdsFiles: Bool { store.holdsFiles }

  /// What a setting about this mailbox is stored under.
  var identity: String { store.identity }
}
