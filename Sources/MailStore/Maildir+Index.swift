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
    let signature = Listing.Signature { self.directory(folder, $0.rawValue) }
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
    if isUnchanged { state.signature = signature }
    return isUnchanged
  }

  /// Gives the index what it does not have of a folder yet.
  func save(_ folder: FolderID) {
    guard var state = known.removeValue(forKey: folder) else { return }
    defer { known[folder] = state }
    guard let index else { return state.messages.forgetUnsaved() }
    let keys = state.messages.takeUnsaved()
    if keys.isEmpty, state.signature == state.savedSignature { return }
    state.savedSignature = state.signature
    index.save(
      folder, changed: keys.map { ($0, state.messages[$0]) }, signature: state.signature,
      count: state.messages.count, cur: state.cur)
  }

  /// Returns when the index has all that it was given.
  public func settle() async { await index?.settle() }
}
