internal import FileSystem
internal import MailModel

/// Pairs a folder's messages with those on the server anew, by what they are, after a server has given their UIDs to others.
struct FolderPairing: Sendable {
  let folder: AccountFolder
  let server: ServerMessages
  /// Whether the server is known to have used UIDs of the folder a second time. If not, a message that the server does not list was deleted
  /// there and keeps its UID.
  let isRestored: Bool
  /// The folder of what synchronising the account needs.
  let state: String
  /// The folder's UIDVALIDITY on the server; nil if it is the one that is known.
  var validity: UInt32?

  /// The folders of an account that were paired anew, until the person has been told.
  static func untold(in state: String) -> FolderCounts { FolderCounts(state, "restored") }

  /// Pairs the messages. Must not be called while mbsync uses the folder.
  ///
  /// The next run fetches messages that are only on the server. If the folder was restored, it also sends those that are only on this computer.
  /// A message whose file is gone stays on the server.
  ///
  /// - Returns: Whether a UID stands for something else than before.
  func run() async throws(SyncProblem) -> Bool {
    let known = await onOwnThread("folders") { [folder] _ in Known(folder) }
    guard let known, folder.hasWritableName else { return false }
    let validity = validity ?? known.state.validity
    let there: ServerMessages.Folder = (folder.name.description, validity)
    guard let messageIDs = try await server.messageIDs(in: there) else { return false }
    let uids = Set(known.state.pairs.lazy.map(\.far).filter { $0 > 0 })
    // Identities of what was removed are kept as well.
    let identities = known.identities.identities.filter { uids.contains($0.key) }
    var matching = Matching(identities, messageIDs, drafts: known.drafts)
    if !matching.unclear.isEmpty {
      guard let headers = try await server.identities(of: matching.unclear, in: there) else {
        return false
      }
      // A message without an answer would count as gone.
      if matching.unclear.contains(where: { headers[$0] == nil }) { throw .hanging }
      matching.match(headers)
    }
    var (numbers, unmatched) = (matching.numbers, matching.unmatched)
    let isRestored =
      isRestored || !unmatched.isDisjoint(with: identities.keys)
      || numbers.contains { $0.key != $0.value }
    if !isRestored {
      numbers.merge(uids.map { ($0, $0) }) { new, _ in new }
      // mbsync fetches what is above by itself.
      let highest = known.state.highestFetched ?? 0
      unmatched = unmatched.subtracting(uids).filter { $0 <= highest }
    }
    let isAsBefore = unmatched.isEmpty && uids.allSatisfy { numbers[$0] == $0 }
    if isAsBefore, !isRestored { return false }
    try await onDisk { [numbers, unmatched] () throws(SyncProblem) in
      if !isAsBefore, self.validity == nil {
        // Said first: after a run that ends now nothing would tell it.
        let untold = Self.untold(in: state)
        try untold.write(untold.counts.merging([folder.id: 1]) { $1 })
      }
      // A restored server gives the UIDs of removed messages again: what is known of these must go, and what gets them must come.
      try known.write(numbers, validity, fetching: unmatched, in: folder)
      if isRestored {
        var lost = LostMessages(ofFolder: folder.path, validity: validity)
        try lost.clear()
      }
    }
    return !isAsBefore
  }

  /// What is known of the folder here.
  private struct Known: Sendable {
    let state: MbsyncState
    let files: FolderFiles
    var identities: FolderIdentities

    init?(_ folder: AccountFolder) {
      guard !folder.hasJournal, let state = MbsyncState(ofFolder: folder.path),
        let files = FolderFiles(folder.path)
      else { return nil }
      (self.state, self.files) = (state, files)
      identities = FolderIdentities(ofFolder: folder.path, validity: state.validity)
      identities.add(state.pairs, files, in: folder.path)
    }

    /// The UIDs of drafts.
    var drafts: Set<UInt32> {
      Set(
        state.pairs.lazy.filter { [files] pair in
          files.numbered[pair.near]?.letters.contains(UInt8(ascii: "D")) == true
        }.map(\.far))
    }

    /// Writes which message here has which UID now.
    ///
    /// - Parameters:
    ///   - numbers: The new UIDs by the old ones.
    ///   - validity: The UIDVALIDITY of the new ones.
    ///   - unmatched: The UIDs of messages that are not here.
    func write(
      _ numbers: [UInt32: UInt32], _ validity: UInt32, fetching unmatched: Set<UInt32>,
      in folder: AccountFolder
    ) throws(SyncProblem) {
      // With the UIDs of before they would stand for other messages, and a file that cannot be written says nothing.
      try FolderIdentities.remove(ofFolder: folder.path)
      // A file may have been renamed since.
      let files = FolderFiles(folder.path) ?? files
      let pairs = state.pairs.filter { $0.far > 0 }
      // What is only here loses its number here: mbsync sends what has none.
      let sent = Set(pairs.lazy.filter { numbers[$0.far] == nil }.map(\.near))
      FolderRepair(folder: folder, files: files).renumber(sent)
      let byNear = pairs.compactMap { pair in numbers[pair.far].map { (pair.near, $0) } }
      let highest = unmatched.min().map { $0 - 1 } ?? numbers.values.max() ?? 0
      try MbsyncState.change(ofFolder: folder.path) { state in
        state.renumber(Dictionary(byNear) { $1 }, highestFetched: highest, validity: validity)
      }
      MbsyncState.drop(ofFolder: folder.path)
      var identities = identities
      identities.renumber(numbers, validity: validity, in: folder.path)
    }
  }

  /// Which of the messages that are known are which of those on the server.
  struct Matching {
    /// The UIDs now by the UIDs before.
    private(set) var numbers: [UInt32: UInt32] = [:]
    /// The UIDs of messages whose Message-ID does not tell what they are: they have none, others have the same, or they are drafts with
    /// another UID than before.
    private(set) var unclear: Set<UInt32> = []
    /// The UIDs of messages that are not among the known ones.
    private(set) var unmatched: Set<UInt32>
    private let known: [UInt32: MessageIdentity]

    /// - Parameters:
    ///   - known: What the UIDs stood for.
    ///   - messageIDs: The Message-IDs on the server now.
    ///   - drafts: What is a draft among the known ones. A client that saves a draft again may give the new text the same Message-ID.
    init(
      _ known: [UInt32: MessageIdentity], _ messageIDs: [UInt32: MessageIdentity.Digest],
      drafts: Set<UInt32> = []
    ) {
      self.known = known
      unmatched = Set(messageIDs.keys)
      let before = Dictionary(grouping: known.keys) { known[$0]?.messageID ?? .none }
      for (id, uids) in Dictionary(grouping: messageIDs.keys, by: { messageIDs[$0] ?? .none }) {
        guard let old = before[id] else { continue }
        if id != .none, uids.count == 1, old.count == 1,
          uids == old || !drafts.contains(old[0])
        {
          numbers[old[0]] = uids[0]
          unmatched.remove(uids[0])
        } else {
          unclear.formUnion(uids)
        }
      }
    }

    /// Tells the unclear ones by their headers.
    mutating func match(_ identities: [UInt32: MessageIdentity]) {
      func pair(_ old: UInt32, _ new: UInt32) {
        numbers[old] = new
        unmatched.remove(new)
      }
      let rest = known.keys.filter { numbers[$0] == nil }.sorted()
      // Of those that are the same, each keeps its UID.
      for uid in rest where identities[uid].map({ $0.header == known[uid]?.header }) == true {
        pair(uid, uid)
      }
      var now = Dictionary(grouping: identities.keys.filter(unmatched.contains).sorted()) {
        identities[$0]?.header ?? .none
      }
      for uid in rest where numbers[uid] == nil {
        guard let header = known[uid]?.header, let new = now[header]?.popLast() else { continue }
        pair(uid, new)
      }
    }
  }
}
