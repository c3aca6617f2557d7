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
    let seen = searchReading.seen[folder]
    let changed = takeChanges(in: folder)
    let signature = signature(of: folder)
    let look: FolderLook
    if let seen, let changed,
      let named = await namedLook(into: folder, changed, seen.signature, index)
    {
      if seen.isKept, seen.signature == signature, named.isNothing {
        searchReading.seen[folder] = seen
        return false
      }
      look = named
    } else {
      guard let kept = await index.places(in: folder, ifNot: signature.digest) else {
        searchReading.seen[folder] = (signature, true)
        return false
      }
      guard let whole = await wholeLook(into: folder, kept, isAwaited) else { return false }
      look = whole
    }
    let unread = look.unread
    tell(index, look.gone.map { .init(key: $0, entry: nil, details: nil) }, of: folder, signature)
    var isWhole = true
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
      let isKept = !signature.isFresh(at: now)
      if isKept { tell(index, [], of: folder, signature, count: .some(look.count)) }
      searchReading.seen[folder] = (signature, isKept)
    }
    return unread.contains { !wasFresh.contains($0.file.key) }
  }

  /// What a look into a folder that nobody has opened found that the index does not know.
  private struct FolderLook {
    var unread: [Listing.Entry]
    var gone: [ByteName]
    /// How many messages there are; nil where these are all changes to what was known.
    var count: Int?

    var isNothing: Bool { unread.isEmpty && gone.isEmpty }
  }

  private func wholeLook(
    into folder: FolderID, _ kept: [ByteName: (place: [UInt8], flags: MessageFlags)],
    _ isAwaited: Bool
  ) async -> FolderLook? {
    let found = await onThread(isAwaited) {
      try? Listing({ self.directory(folder, $0.rawValue) }, known: KnownMessages()).found
    }
    // A folder that is empty all at once may be one in the place of another: who opens it is asked.
    guard let found, !found.isEmpty || kept.isEmpty else { return nil }
    let keys = Set(found.map(\.file.key))
    return FolderLook(
      unread: found.filter { entry in
        kept[entry.file.key].map { $0.place != entry.place || $0.flags != entry.file.flags }
          ?? true
      }, gone: kept.keys.filter { !keys.contains($0) }, count: found.count)
  }

  /// A look at the names alone that something happened to; nil where only a look at all names tells.
  private func namedLook(
    into folder: FolderID, _ changed: [Listing.Part: Set<ByteName>], _ seen: Listing.Signature,
    _ index: Index
  ) async -> FolderLook? {
    let signature = signature(of: folder)
    // Nothing tells of what is mounted over a directory, nor of a change by a deaf file system.
    guard seen.isOfSameDirectories(as: signature),
      seen == signature || !changed.values.allSatisfy(\.isEmpty)
    else { return nil }
    var changed = changed
    for attempt in 0..<2 {
      let keys = Set(changed.values.joined().map { FileName($0).key })
      guard keys.count <= Self.mostNames, let entries = await index.entries(of: keys, in: folder)
      else { return nil }
      var known = KnownMessages()
      known.add(saved: entries)
      guard
        let listing = Listing(
          { self.directory(folder, $0.rawValue) }, known: known, changed: changed,
          signature: signature)
      else { return nil }
      let gone = known.keys(whereNot: listing.isSeen)
      if attempt == 1 || gone.isEmpty {
        // One that is empty all at once: see above.
        guard gone.isEmpty || index.count(in: folder) > gone.count else { return nil }
        return FolderLook(unread: listing.found, gone: gone, count: nil)
      }
      // The new name of a file that is being renamed is told a moment after it lost the old one.
      guard let more = takeChanges(in: folder) else { return nil }
      changed.merge(more) { $0.union($1) }
    }
    return nil
  }

  /// Of how many names each is looked at, and not all.
  private static let mostNames = 1_000

  /// - Parameter count: How many messages there are, once the index has been told of all; or nil where it knows that.
  private func tell(
    _ index: Index, _ changes: [Index.Change], of folder: FolderID, _ signature: Listing.Signature,
    count: Int?? = .none
  ) {
    saveInTurn {
      guard await !self.isOpen(folder) else { return }
      await self.join(
        index.save(
          folder, changes, digest: count == nil ? nil : signature.digest, count: count ?? nil,
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
