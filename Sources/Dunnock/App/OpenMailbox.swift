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
  /// The preview that is fetched last.
  private var preview: Task<Void, Never>?

  init(_ shared: SharedMailbox, at place: MailboxPlace, _ folders: [FolderID]) {
    self.shared = shared
    self.place = place
    self.folders = folders
    inbox = shared.session.roles.inboxes.first ?? folders.first ?? .inbox
  }

  var store: any MessageStore { shared.store }
  var session: TriageSession { shared.session }

  /// The folder that a window is to begin with: the one that is asked for where it is there.
  func folder(_ asked: FolderID?) async -> FolderID {
    guard let asked, asked != inbox else { return inbox }
    // Of many folders nothing may be known yet.
    let isThere =
      folders.isEmpty
      ? (try? await store.unreadCount(in: asked)) != nil : folders.contains(asked)
    return isThere ? asked : inbox
  }

  /// Fetches a message with its preview once those asked for before are there, if it is wanted then and still is when it is there.
  ///
  /// Of messages that are being moved away each would have its folder be listed to be looked for, and their rows go meanwhile.
  func fetchPreview(
    of id: MessageRef, if isWanted: @escaping () -> Bool, then take: @escaping (Message) -> Void
  ) {
    let before = preview
    preview = Task { [store] in
      await before?.value
      if isWanted(), let message = try? await store.messageWithPreview(id), isWanted() {
        take(message)
      }
    }
  }

  /// What is said of the conversation of a message, wherever its messages lie; nil where that cannot be told.
  func summary(of id: MessageRef) async -> ConversationSummary? {
    try? await store.conversationSummary(of: id, besides: Self.besides(id, session))
  }

  /// All that belongs together with a message, itself among it, the oldest first, but for what was thrown away; nil where that cannot be
  /// told.
  func conversation(of id: MessageRef) async -> [Message]? {
    // Which folders there are is not known at the first look.
    guard (try? await session.folders()) != nil else { return nil }
    return try? await store.conversation(of: id, besides: Self.besides(id, session))
  }

  /// The folders whose messages are no part of what a message belongs to; its own is none, whatever it is for.
  private static func besides(_ id: MessageRef, _ session: TriageSession) -> Set<FolderID> {
    session.roles.outOfSight.subtracting([id.folder])
  }

  /// Whether it is a folder of files instead of mail.
  var holdsFiles: Bool { store.holdsFiles }

  /// What a setting about this mailbox is stored under.
  var identity: String { store.identity }
}
