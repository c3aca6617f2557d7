import GtkBridge
import MailModel
import Triage

/// A person's own addresses as the mail tells them that was sent from a mailbox.
final class SentAddresses {
  private let store: any MessageStore
  /// What has been learnt by now.
  private(set) var learnt: Set<MailAddress> = []
  /// What is being learnt, or was, and from which folders.
  private var learning: (folders: [FolderID], task: Task<Set<MailAddress>, Never>)?

  init(of store: any MessageStore) { self.store = store }

  deinit { learning?.task.cancel() }

  /// The addresses that mail in these folders comes from; none while that takes longer than a moment.
  func known(from folders: [FolderID]) async -> Set<MailAddress> {
    let task = learning(from: folders)
    let (answers, continuation) = AsyncStream<Set<MailAddress>>.makeStream()
    Task { continuation.yield(await task.value) }
    after(Self.timeout) { continuation.yield([]) }
    for await answer in answers { return answer }
    return []
  }

  /// Learns the addresses that mail in these folders comes from, however long that takes.
  func learn(from folders: [FolderID]) async { _ = await learning(from: folders).value }

  private func learning(from all: [FolderID]) -> Task<Set<MailAddress>, Never> {
    let folders = Array(all.prefix(Self.mostFolders))
    if let learning, learning.folders == folders { return learning.task }
    learning?.task.cancel()
    let task = Task { [weak self, store] in
      let own = await Self.learn(from: folders, of: store)
      if !Task.isCancelled { self?.learnt = own }
      return own
    }
    learning = (folders, task)
    return task
  }

  @concurrent
  private nonisolated static func learn(
    from folders: [FolderID], of store: any MessageStore
  ) async -> Set<MailAddress> {
    var own: Set<MailAddress> = []
    for folder in folders where !Task.isCancelled {
      let mail = (try? await store.messages(in: folder)) ?? []
      own.formUnion(MailAddress.own(in: mail.prefix(mostMessages).lazy.map(\.address)))
    }
    return own
  }

  /// Of an account each has one for sent mail and one for drafts.
  private nonisolated static let mostFolders = 40
  /// The latest of a folder that are looked at.
  private nonisolated static let mostMessages = 2_000
  /// How long an answer waits for them, seconds: an index knows them in less. Tests set a longer time.
  static var timeout = 2.0
}

extension OpenMailbox {
  /// The addresses that the person's own mail comes from.
  var ownAddresses: Set<MailAddress> {
    get async { await shared.sentAddresses.known(from: foldersOfOwnMail) }
  }

  /// Learns the addresses that the person's own mail comes from, unless that is done.
  func learnOwnAddresses() async { await shared.sentAddresses.learn(from: foldersOfOwnMail) }

  private var foldersOfOwnMail: [FolderID] {
    let roles = session.roles
    return (roles.inboxes.isEmpty ? [inbox] : roles.inboxes).flatMap { inbox in
      [Role.sent, .drafts].compactMap { roles.folder($0, for: inbox) }
    }
  }
}
