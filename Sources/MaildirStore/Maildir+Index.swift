internal import MailModel

extension Maildir {
  /// How many of the newest messages are shown before all that the index knows is fetched.
  private static let firstRows = 250

  /// Fetches from the index what is known of a folder that was not looked at yet.
  ///
  /// - Returns: Whether the folder is as it was then, so that nothing need be listed.
  func recall(
    _ folder: FolderID, batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)?
  ) async -> Bool {
    guard let index, known[folder]?.isRecalled != true else { return false }
    // What is told from here on is compared with what is fetched.
    _ = takeChanges(in: folder)
    let signature = signature(of: folder)
    if let batch,
      let newest = await index.newest(
        of: folder, limit: Maildir.firstRows, signature: signature)
    {
      batch(newest.messages, newest.total)
    }
    let saved = await index.folder(folder)
    // What commands have found out already, even meanwhile, is newer.
    var state = known.removeValue(forKey: folder) ?? KnownFolder()
    defer { known[folder] = state }
    guard !state.isRecalled else { return false }
    state.isRecalled = true
    guard let saved else { return false }
    let isUnchanged =
      state.messages.count == 0 && state.changes == 0 && saved.signature == signature
    state.messages.add(saved: saved.messages)
    state.savedSignature = saved.signature
    // What was looked at meanwhile may be what something put in place of the mail.
    if saved.messages.count > 0 { state.cur = saved.cur }
    if isUnchanged {
      state.signature = signature
      state.seen = signature
    }
    return isUnchanged
  }

  /// How much the index is told in one transaction, so that a preview need not wait long for it.
  private static let toldAtOnce = 2_000

  /// Tells the index what it does not have of a folder yet, in the background and in the order of the
  /// calls.
  func save(_ folder: FolderID) {
    guard let keys = known[folder]?.messages.takeUnsaved(), let index else { return }
    if keys.isEmpty, known[folder]?.signature == known[folder]?.savedSignature { return }
    saving = Task { [saving] in
      await saving?.value
      await tell(index, keys, of: folder)
    }
  }

  private func tell(_ index: Index, _ keys: [ByteName], of folder: FolderID) async {
    for start in stride(from: 0, through: max(keys.count - 1, 0), by: Maildir.toldAtOnce) {
      let end = min(start + Maildir.toldAtOnce, keys.count)
      let part = Set(keys[start..<end]).map { ($0, known[folder]?.messages[$0]) }
      // Where something has changed since, the next call tells the rest, and the signature with it.
      let isWhole = end == keys.count && known[folder]?.messages.unsaved.isEmpty == true
      let signature = isWhole ? known[folder]?.signature : nil
      if isWhole { known[folder]?.savedSignature = signature }
      await index.save(
        folder, changed: part, signature: signature, count: known[folder]?.messages.count ?? 0,
        cur: known[folder]?.cur)
    }
  }

  /// Returns when the index has all that it was to be told.
  public func settle() async { await saving?.value }
}
