internal import FileSystem
internal import MailIndex
internal import MailModel
internal import MailText

extension Maildir {
  /// How many of the newest messages are shown before all that the index knows is fetched.
  private static let firstRows = 250

  /// Fetches from the index what is known of a folder that was not looked at yet.
  ///
  /// - Returns: Whether the folder is as it was then, so that nothing need be listed.
  func recall(
    _ folder: FolderID, by order: MessageOrder,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)?, withPreviews: Bool
  ) async -> Bool {
    guard let index, known[folder]?.isRecalled != true else { return false }
    // What is told from here on is compared with what is fetched.
    _ = takeChanges(in: folder)
    let signature = signature(of: folder)
    if let batch,
      let newest = await index.newest(
        of: folder, by: order, limit: Maildir.firstRows, ifStill: signature.digest)
    {
      batch(newest.messages, newest.total)
    }
    let saved = await index.folder(folder, withPreviews: withPreviews)
    // What commands have found out already, even meanwhile, is newer.
    var state = known.removeValue(forKey: folder) ?? KnownFolder()
    defer { known[folder] = state }
    guard !state.isRecalled else { return false }
    state.isRecalled = true
    guard let saved else { return false }
    let isUnchanged =
      state.messages.count == 0 && state.changes == 0 && saved.digest == signature.digest
    state.messages.add(saved: saved.entries)
    state.savedDigest = saved.digest
    // What was looked at meanwhile may be what something put in place of the mail.
    if saved.entries.count > 0 { state.cur = saved.directory }
    if isUnchanged {
      state.signature = signature
      state.seen = signature
    }
    return isUnchanged
  }

  /// How much the index is told in one transaction, so that a preview need not wait long for it.
  private static let toldAtOnce = 2_000

  /// Tells the index what it does not have of a folder yet, and of all moves, in the background and in
  /// the order of the calls. Whoever lists the folder waits for what it says of those that it did not
  /// have; of what it makes of others the listeners are told.
  func save(_ folder: FolderID) {
    let hasUnjoined = known[folder]?.messages.hasUnjoined == true
    guard let unsaved = known[folder]?.messages.takeUnsaved() else { return }
    let moves = takeMoves()
    guard let index else { return }
    if moves.isEmpty, unsaved.keys.isEmpty,
      known[folder]?.signature?.digest == known[folder]?.savedDigest
    {
      return
    }
    saveInTurn {
      await self.join(index.move(moves))
      await self.tell(
        index, unsaved.keys, unsaved.details, of: folder, listed: hasUnjoined ? folder : nil)
    }
    if hasUnjoined { known[folder]?.joining = saving }
  }

  /// Runs what writes to the index, behind what writes to it already.
  func saveInTurn(_ body: @escaping @Sendable () async -> Void) {
    saving = Task { [saving] in
      await saving?.value
      await body()
    }
  }

  private func takeMoves() -> [(from: MessageRef, to: Index.Entry)] {
    defer { moves = [] }
    return moves.compactMap { move in move.to.indexed.map { (move.from, $0) } }
  }

  private func tell(
    _ index: Index, _ keys: [ByteName], _ details: [ByteName: MessageDetails],
    of folder: FolderID, listed: FolderID?
  ) async {
    for start in stride(from: 0, through: max(keys.count - 1, 0), by: Maildir.toldAtOnce) {
      let end = min(start + Maildir.toldAtOnce, keys.count)
      let part = Set(keys[start..<end]).map { key in
        Index.Change(
          key: key, entry: known[folder]?.messages[key]?.indexed, details: details[key])
      }
      // Where something has changed since, the next call tells the rest, and the signature with it.
      let isWhole = end == keys.count && known[folder]?.messages.unsaved.isEmpty == true
      let digest = isWhole ? known[folder]?.signature?.digest : nil
      if isWhole { known[folder]?.savedDigest = digest }
      await join(
        index.save(
          folder, part, digest: digest, count: known[folder]?.messages.count ?? 0,
          directory: known[folder]?.cur), listed: listed)
    }
    await joinOthers(index)
  }

  /// Returns when the index has all that it was to be told.
  public func settle() async {
    if let index, !moves.isEmpty {
      let moves = takeMoves()
      saveInTurn { await self.join(index.move(moves)) }
    }
    await saving?.value
  }
}
