internal import CDunnockLinux
internal import FileSystem
internal import Foundation
internal import MailIndex
internal import MailModel
internal import MailText

extension Maildir {
  /// How many messages are read and told to the index together, so that what somebody waits for is
  /// never far behind.
  private static let readTogether = 250
  /// Of how many messages that are just being written in a folder it is remembered that they are there.
  private static let freshAtMost = 250

  public func readAhead(isAwaited: Bool) async {
    guard let index, index.arrivals() != nil, let all = try? await folders() else { return }
    var hasRead = false
    for folder in all where !Task.isCancelled {
      if await readAhead(folder, isAwaited) { hasRead = true }
    }
    guard !Task.isCancelled else { return }
    // A conversation that is listed may be longer now.
    if hasRead { tellListeners() }
    // By now a message that another program moved has been found in its new folder.
    await part(index)
    await saving?.value
    await readTexts(in: all, isAwaited)
  }

  /// Whether the folder is known to somebody else, who tells the index of it.
  func isOpen(_ folder: FolderID) -> Bool { known[folder]?.isRecalled == true }

  /// Goes on with an open folder that nobody lists any more, though not all of it was read: who opened it
  /// has turned to something else.
  private func readRest(of folder: FolderID) async -> Bool {
    guard listings[folder] == nil, known[folder]?.signature != signature(of: folder) else {
      return false
    }
    let count = known[folder]?.messages.count
    // What is wrong with it is told to those who open it.
    _ = try? await list(folder, by: .arrival, batch: nil, previews: 0)
    return known[folder]?.messages.count != count
  }

  /// - Returns: Whether something was read that was not known to be there.
  private func readAhead(_ folder: FolderID, _ isAwaited: Bool) async -> Bool {
    if isOpen(folder) { return await readRest(of: folder) }
    guard let index else { return false }
    let now = MessageDate.now()
    let signature = signature(of: folder)
    guard let kept = await index.places(in: folder, ifNot: signature.digest) else { return false }
    let found = await onThread(isAwaited) {
      try? Listing({ self.directory(folder, $0.rawValue) }, known: KnownMessages()).found
    }
    // A folder that is empty all at once may be one in the place of another: who opens it is asked.
    guard let found, !found.isEmpty || kept.isEmpty else { return false }
    let keys = Set(found.map(\.file.key))
    let gone = kept.keys.filter { !keys.contains($0) }
    tell(index, gone.map { .init(key: $0, entry: nil, details: nil) }, of: folder, signature)
    let unread = found.filter { entry in
      kept[entry.file.key].map { $0.place != entry.place || $0.flags != entry.file.flags }
        ?? true
    }
    var isWhole = !signature.isFresh(at: now)
    let wasFresh = Set(searchReading.fresh[folder]?.map(\.located.entry.file.key) ?? [])
    searchReading.fresh[folder] = nil
    for start in stride(from: 0, to: unread.count, by: Self.readTogether) {
      guard !Task.isCancelled, !isOpen(folder) else { return start > 0 }
      let part = unread[start..<min(start + Self.readTogether, unread.count)]
      let read = await onThread(isAwaited) { self.readNow(part, in: folder, withPreviews: true) }
      isWhole = isWhole && read.vanished == 0 && read.messages.allSatisfy(\.located.isSettled)
      // What cannot be read now has a problem, and no words.
      let fresh = read.messages.filter {
        !$0.located.isSettled && $0.located.message.problem == nil
      }
      .map { (located: $0.located, recipients: $0.details.recipients) }
      if !fresh.isEmpty {
        let known = searchReading.fresh[folder] ?? []
        searchReading.fresh[folder] = Array((known + fresh).prefix(Self.freshAtMost))
      }
      let changes = read.messages.map { message in
        Index.Change(
          key: message.located.message.id.key, entry: message.located.indexed,
          details: message.details)
      }
      tell(index, changes, of: folder, signature)
      await saving?.value
    }
    if isWhole, self.signature(of: folder) == signature {
      tell(index, [], of: folder, signature, count: found.count)
    }
    return unread.contains { !wasFresh.contains($0.file.key) }
  }

  /// - Parameter count: How many messages there are, once the index has been told of all.
  private func tell(
    _ index: Index, _ changes: [Index.Change], of folder: FolderID, _ signature: Listing.Signature,
    count: Int? = nil
  ) {
    saveInTurn {
      guard await !self.isOpen(folder) else { return }
      await self.join(
        index.save(
          folder, changes, digest: count == nil ? nil : signature.digest, count: count ?? 0,
          directory: signature.cur?.inode))
    }
  }

  /// Runs work on a thread of its own, which gets the processor and the disk only while no other wants them
  /// where nobody waits for it.
  nonisolated func onThread<Value: Sendable>(
    _ isAwaited: Bool, _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        if !isAwaited { _ = dnk_become_idle() }
        continuation.resume(returning: body())
      }
    }
  }
}
