internal import FileSystem
internal import Glibc
internal import MailModel
internal import MailText

extension Maildir {
  /// Lists the folder and brings what is known up to date; returns what must be read, the newest
  /// first.
  ///
  /// - Parameter wanted: The key of a message that is looked for.
  @discardableResult
  func refresh(
    _ folder: FolderID, wanted: ByteName? = nil
  ) throws(StoreError) -> [Listing.Entry] {
    try look(into: folder, wanted: wanted).unread
  }

  /// What came of a look into the directories of a folder.
  struct Look {
    /// What must be read, the newest first.
    var unread: [Listing.Entry] = []
    /// What the directories were; nil while they were changing.
    var signature: Listing.Signature?
    /// The same, whether they were changing or not.
    var seen: Listing.Signature
    var number: Int
  }

  /// Brings what is known of a folder up to date but for what must be read: by the names that something
  /// happened to where these are told, which takes no longer for a long folder; else by listing it.
  func look(into folder: FolderID, wanted: ByteName? = nil) throws(StoreError) -> Look {
    try checkPresence()
    let now = MessageDate.now()
    let seen = known[folder]?.seen
    let changed = takeChanges(in: folder)
    let signature = signature(of: folder)
    if signature.cur == nil, signature.new == nil { throw .noSuchFolder(shownPath(folder)) }
    if let last = known[folder]?.signature, last == signature,
      changed?.values.allSatisfy(\.isEmpty) ?? true
    {
      known[folder]?.seen = last
      return Look(signature: last, seen: last, number: known[folder]?.looks ?? 0)
    }
    // Taken out, so that changing it copies nothing.
    var state = known.removeValue(forKey: folder) ?? KnownFolder()
    defer { known[folder] = state }
    let listing: Listing
    if wanted == nil,
      let named = namedListing(folder, known: state, changed, seen, signature)
    {
      listing = named
    } else {
      listing = try self.listing(folder, known: state, wanted)
    }
    try checkEmptied(folder, state, listing)
    state.cur = listing.signature.cur?.inode
    for key in state.messages.keys(whereNot: listing.isSeen) { state.messages[key] = nil }
    var unread: [Listing.Entry] = []
    if state.messages.count == 0 {
      unread = listing.found
    } else {
      for entry in listing.found {
        if let old = state.messages[entry.file.key], old.isSettled {
          state.messages[entry.file.key] = .init(
            entry: entry, message: old.message.with(flags: entry.file.flags))
        } else {
          unread.append(entry)
        }
      }
    }
    let stable = listing.signature.isFresh(at: now) ? nil : listing.signature
    // An unread message keeps the next look from being satisfied with what is known.
    state.signature = unread.isEmpty ? stable : nil
    if unread.isEmpty { state.seen = listing.signature }
    return Look(
      unread: unread, signature: stable, seen: listing.signature, number: state.looks)
  }

  /// The names that something happened to since the last call, which who asks must look at: from here
  /// on they are told no more. Comes before a look at the directories, so that what happens meanwhile
  /// is told at the next.
  func takeChanges(in folder: FolderID) -> [Listing.Part: Set<ByteName>]? {
    known[folder]?.seen = nil
    known[folder]?.looks += 1
    searchReading.seen[folder] = nil
    let parts: [Listing.Part] = [.cur, .new]
    guard let watch = newestWatch.withLock({ $0 }),
      let names = watch.takeChanges(in: parts.map { directory(folder, $0.rawValue) })
    else { return nil }
    return Dictionary(uniqueKeysWithValues: zip(parts, names))
  }

  func signature(of folder: FolderID) -> Listing.Signature {
    Listing.Signature { self.directory(folder, $0.rawValue) }
  }

  /// A listing of what has happened since all was known; nil when only a look at all names tells.
  ///
  /// - Parameters:
  ///   - changed: The names that something happened to.
  ///   - seen: What the directories were when all was known.
  ///   - signature: What they are, or will be told of at the next look.
  private func namedListing(
    _ folder: FolderID, known state: KnownFolder, _ changed: [Listing.Part: Set<ByteName>]?,
    _ seen: Listing.Signature?, _ signature: Listing.Signature
  ) -> Listing? {
    // Nothing tells of what is mounted over a directory, nor of another tree in the place of this one.
    guard var changed, let seen, seen.isOfSameDirectories(as: signature),
      // A change that nothing tells of: one that is just being made, or a deaf file system.
      seen == signature || !changed.values.allSatisfy(\.isEmpty)
    else { return nil }
    var signature = signature
    for attempt in 0..<2 {
      guard
        let listing = Listing(
          { self.directory(folder, $0.rawValue) }, known: state.messages, changed: changed,
          signature: signature)
      else { return nil }
      if listing.isSeen.allSatisfy({ $0 }) { return listing }
      if attempt == 1, listing.isSeen.contains(true) { return listing }
      // The new name of a file that is being renamed is told a moment after it lost the old one.
      guard let more = takeChanges(in: folder) else { return nil }
      changed.merge(more) { $0.union($1) }
      signature = self.signature(of: folder)
    }
    return nil
  }

  private func listing(
    _ folder: FolderID, known state: KnownFolder, _ wanted: ByteName?
  ) throws(StoreError) -> Listing {
    let path: (Listing.Part) -> ByteName = { self.directory(folder, $0.rawValue) }
    do throws(Directory.Failure) {
      let first = try Listing(path, known: state.messages, wanted: wanted)
      if first.isSeen.allSatisfy({ $0 }) { return first }
      var second = try Listing(path, known: state.messages, wanted: wanted)
      second.add(missingFrom: first, known: state.messages)
      return second
    } catch {
      throw StoreError(errno: error.code, path: shownPath(folder), doing: .listFolder)
    }
  }
}
