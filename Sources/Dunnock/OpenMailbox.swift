import MailStore
import Triage

/// A mailbox that is open: its store, the folder on show and what may be done to it.
final class OpenMailbox {
  let place: MailboxPlace
  let store: any MessageStore
  let session: TriageSession
  /// The folder on show.
  var folder: FolderID
  /// Whether the file system lets it be changed, as it was at the last look.
  var isWritable: Bool
  /// What is wrong with the record of changes, if anything is.
  let problem: JournalProblem?

  private init(
    place: MailboxPlace, store: any MessageStore, session: TriageSession, folder: FolderID,
    isWritable: Bool, problem: JournalProblem?
  ) {
    self.place = place
    self.store = store
    self.session = session
    self.folder = folder
    self.isWritable = isWritable
    self.problem = problem
  }

  /// Whether it is a folder of files instead of mail.
  var holdsFiles: Bool { store is FileFolder }

  /// What a setting about this mailbox is stored under.
  var identity: String { store.identity }

  /// Opens a mailbox off the main thread; the sample is copied first if it has to be.
  static func open(_ place: MailboxPlace) async throws -> OpenMailbox {
    let sample = (source: Places.installedSample, own: Places.ownSample)
    let store = try await Self.store(at: place, sample: sample, indexFolder: Places.index)
    let folder = try await store.folders().first ?? .inbox
    let (journal, problem) = try await Journal.openOnOwnThread(
      in: Places.journals, of: store.identity)
    return OpenMailbox(
      place: place, store: store,
      session: TriageSession(store: store, journal: journal, allowsChanges: false),
      folder: folder, isWritable: await store.isWritable, problem: problem)
  }

  @concurrent
  private nonisolated static func store(
    at place: MailboxPlace, sample: (source: String, own: String), indexFolder: String
  ) async throws -> any MessageStore {
    switch place {
    case .path(let path): return try await openStore(at: path, indexFolder: indexFolder)
    case .sample:
      try SampleMailbox.prepare(from: sample.source, at: sample.own)
      return try Maildir(path: sample.own, indexFolder: indexFolder)
    }
  }
}
