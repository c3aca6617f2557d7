package import FileSystem
internal import Glibc
internal import MailIndex
public import MailModel
internal import MailText
internal import Synchronization

/// A tree of mail folders on disk: a Maildir with its Maildir++ folders, or Maildirs in ordinary
/// folders.
///
/// The directory is the truth; what is kept in memory only saves reading a message twice. Opening
/// and listing change nothing. Other programs may deliver, rename and move at any time.
public actor Maildir: MessageStore {
  /// The path as it was given.
  public nonisolated let path: String
  /// The resolved path: what a setting about this mailbox is stored under.
  public nonisolated let identity: String

  public nonisolated var abilities: StoreAbilities { .all }

  nonisolated let root: ByteName
  public nonisolated let hasInbox: Bool
  /// How many bytes longer a path below the root may be to other programs, who know it by another
  /// one where this is relative or a link.
  nonisolated let hiddenLength: Int
  nonisolated let calls: RenameCalls
  nonisolated let index: Index?
  /// The words of what the index knows.
  nonisolated let words: SearchIndex?
  /// How many names of a folder are looked at before its first messages are shown: to list a million
  /// takes seconds.
  nonisolated let glanced: Int
  var known: [FolderID: KnownFolder] = [:]
  var presence: MailboxPresence
  /// The folders, and what the directories were that they were found by.
  private var tree: (folders: [FolderID], signatures: [ByteName: Directory.Signature])?
  /// The unread messages of folders, and what the directories were when they were counted.
  var unread: [FolderID: (signatures: [Directory.Signature?], count: Int)] = [:]
  /// What tells the names that something happened to, while somebody listens for changes.
  nonisolated let newestWatch = Mutex<TreeWatch?>(nil)
  /// Who listens for changes.
  nonisolated let listeners = Mutex<[ObjectIdentifier: AsyncStream<Void>.Continuation]>([:])
  /// The last of what the index is being told.
  var saving: Task<Void, Never>?
  /// The moves that the index was not told of, in their order.
  var moves: [(from: MessageRef, to: KnownFolder.Located)] = []
  /// How many are just listing a folder.
  var listings: [FolderID: Int] = [:]
  /// Waits until what was just being written can be taken for whole, and how often that was waited for in a row.
  var settling: (task: Task<Void, Never>?, times: Int) = (nil, 0)
  /// What is known of the reading for searches.
  var searchReading = SearchReading()
  /// What the folder that was listed last for a change holds beside what is known.
  var glimpse: Glimpse?

  struct Glimpse {
    let folder: FolderID
    let signature: Listing.Signature
    let entries: [ByteName: Listing.Entry]
  }

  /// Opens a tree that exists and can be read.
  ///
  /// - Parameter indexFolder: Where to remember what was read until the next start; in memory only
  ///   where there is none.
  public init(path: String, indexFolder: String? = nil) throws(StoreError) {
    try self.init(at: ByteName(path), indexFolder: indexFolder)
  }

  init(
    path: String, calls: RenameCalls = RenameCalls(), indexFolder: String? = nil,
    glanced: Int = 20_000
  ) throws(StoreError) {
    try self.init(at: ByteName(path), calls: calls, indexFolder: indexFolder, glanced: glanced)
  }

  package init(
    at place: ByteName, calls: RenameCalls = RenameCalls(), indexFolder: String? = nil,
    glanced: Int = 20_000
  ) throws(StoreError) {
    let path = place.description
    var trimmed = place.bytes[...]
    while trimmed.count > 1, trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
    let root = ByteName(trimmed)
    self.path = path
    self.root = root
    self.calls = calls
    self.glanced = glanced
    guard !trimmed.isEmpty, !trimmed.contains(0) else { throw .noSuchFolder(path) }
    do throws(Directory.Failure) {
      _ = try Directory(root, follows: true)
    } catch {
      if error.code == ENOTDIR { throw .notAMaildir(path) }
      throw StoreError(errno: error.code, path: path, doing: .openMailbox)
    }
    let resolved = root.resolved ?? root
    identity = resolved.escaped
    hiddenLength = max(0, resolved.bytes.count - root.bytes.count)
    presence = MailboxPresence(root: .init(root, follows: true))
    let parts = ["cur", "new"].map { root.entry(ByteName($0)) }
      .filter { Directory.signature($0) != nil }
    hasInbox = !parts.isEmpty
    // Where mail is at the top it is one, however many folders there are below.
    guard hasInbox || !FolderTree(root: root).folders().isEmpty else { throw .notAMaildir(path) }
    // Not before: an index says that here was a Maildir once.
    index = indexFolder.flatMap { [identity] in Index(of: identity, in: $0) }
    words = index.map { SearchIndex(beside: $0) }
    // A folder that is there but closed must not look like an empty one. To list it would tell no more, and takes long where it is large.
    for part in parts {
      do throws(Directory.Failure) {
        _ = try Directory(part)
      } catch {
        if FolderTree(root: root).folders() == [.inbox] {
          throw StoreError(errno: error.code, path: path, doing: .openMailbox)
        }
      }
    }
  }

  /// Whether a Maildir was at a resolved path when it was opened before, by what is remembered there.
  package static func wasThere(_ root: ByteName, indexFolder: String) -> Bool {
    access(Index.path(of: root.escaped, in: indexFolder), F_OK) == 0
  }

  /// Whether the file system and the permissions let messages be moved and flagged.
  public var isWritable: Bool {
    ([directory(.inbox, "cur"), root]).allSatisfy { path in
      Directory.signature(path) == nil || path.withCString { access($0, W_OK | X_OK) } == 0
    }
  }

  /// Every folder that holds mail, the inbox first, then by name. While the directories are as they
  /// were at the last look, each is only looked at, and none is listed.
  public func folders() async throws(StoreError) -> [FolderID] {
    try await folders { $0.walk() } ?? []
  }

  public func folders(lookingInto most: Int) async throws(StoreError) -> [FolderID]? {
    try await folders { $0.walk(lookingInto: most) }
  }

  private func folders(
    _ walk: @Sendable (FolderTree) -> FolderTree.Walk?
  ) async throws(StoreError) -> [FolderID]? {
    try checkPresence()
    if let tree, tree.signatures.allSatisfy({ Directory.signature($0.key) == $0.value }) {
      return tree.folders
    }
    let now = MessageDate.now()
    // Of thousands it takes a while, in which messages can be listed.
    guard let (folders, signatures, isWhole) = await found(by: walk) else { return nil }
    if folders.isEmpty { throw .mailboxGone(path) }
    let isSure = isWhole && !signatures.values.contains { $0.isFresh(at: now) }
    tree = isSure ? (folders, signatures) : nil
    return folders
  }

  @concurrent
  private nonisolated func found(
    by walk: @Sendable (FolderTree) -> FolderTree.Walk?
  ) async -> FolderTree.Walk? { walk(FolderTree(root: root)) }

  nonisolated func directory(_ folder: FolderID, _ part: String? = nil) -> ByteName {
    var bytes = root.bytes
    if !folder.path.isEmpty { bytes += [UInt8(ascii: "/")] + folder.path.bytes }
    if let part { bytes += [UInt8(ascii: "/")] + Array(part.utf8) }
    return ByteName(bytes)
  }
}
