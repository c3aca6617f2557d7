import FileSystem
import GtkBridge
import MailModel
import StoreOpening
import Texts

/// The mailboxes that the windows of the application have open: each is open once, by whatever paths they know it.
final class Mailboxes {
  private struct Entry {
    weak var mailbox: SharedMailbox?
  }

  /// By what their stores are known by.
  private var entries: [String: Entry] = [:]
  private var opening: [String: Task<SharedMailbox, any Error>] = [:]

  private var tellOpened: [(SharedMailbox) -> Void] = []

  /// Has every mailbox be told of when it is opened.
  func onOpen(_ tell: @escaping (SharedMailbox) -> Void) { tellOpened.append(tell) }

  /// What is open of the store that is known by that.
  func opened(as identity: String) -> SharedMailbox? { entries[identity]?.mailbox }

  /// All that are open.
  var open: [SharedMailbox] { entries.values.compactMap(\.mailbox) }

  /// Opens a mailbox off the main thread; the sample is copied first if it has to be.
  ///
  /// - Parameter settings: Say what its folders are for.
  func open(_ place: MailboxPlace, _ settings: Settings) async throws -> OpenMailbox {
    let store = try await Self.store(
      at: place.path, copying: place == .sample ? Places.installedSample : nil)
    let shared = try await shared(store)
    shared.session.chosenRoles = settings.rolesInEffect(of: shared.store.identity)
    return OpenMailbox(shared, at: place, try await folders(of: shared))
  }

  /// The folders of a mailbox; none where there are so many that its inbox is to be seen before them.
  private func folders(of mailbox: SharedMailbox) async throws -> [FolderID] {
    guard mailbox.store.hasInbox else { return try await mailbox.session.folders() }
    return try await mailbox.session.folders(lookingInto: Self.mostAtFirst) ?? []
  }

  /// How many directories are looked into for folders before there is mail to see.
  private static let mostAtFirst = 20

  /// What is open of the place of a store, or else what is opened now on that store.
  private func shared(_ store: any MessageStore) async throws -> SharedMailbox {
    let identity = store.identity
    if let begun = opening[identity] { return try await begun.value }
    let task = Task {
      defer { opening[identity] = nil }
      // One whose mail is gone for good gives way to what is in its place.
      if let open = entries[identity]?.mailbox, (try? await open.store.folders()) != nil {
        return open
      }
      let opened = try await SharedMailbox.open(store)
      entries = entries.filter { $0.value.mailbox != nil }
      entries[identity] = Entry(mailbox: opened)
      for tell in tellOpened { tell(opened) }
      return opened
    }
    opening[identity] = task
    return try await task.value
  }

  /// - Parameter sample: What is copied there unless that was done before.
  @concurrent
  private nonisolated static func store(
    at path: ByteName, copying sample: String?
  ) async throws -> any MessageStore {
    if let sample { try SampleMailbox.prepare(from: sample, at: path.description) }
    return try await openStore(at: path, indexFolder: Places.index)
  }
}
