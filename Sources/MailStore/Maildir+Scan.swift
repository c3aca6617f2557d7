internal import Glibc

extension Maildir {
  /// All messages of a folder, newest first.
  ///
  /// A message is read once; after that, listing the folder again reads only what is new, and
  /// nothing when the directories did not change. While messages are read, `batch` gets those just
  /// read, the newest deliveries first (by the second that names usually start with), on no
  /// particular thread. When the task is cancelled the answer is what is known so far.
  public func messages(
    in folder: FolderID, batch: (@Sendable ([Message]) -> Void)? = nil
  ) async throws(StoreError) -> [Message] {
    for _ in 0..<5 {
      let unread = try refresh(folder)
      let changes = known[folder]?.changes
      let vanished = await read(unread, in: folder, batch: batch)
      if Task.isCancelled || (vanished == 0 && known[folder]?.changes == changes) { break }
      known[folder]?.signature = nil
    }
    return (known[folder]?.messages.values.map(\.message) ?? []).sortedNewestFirst()
  }

  /// The message as it is known; reads it when it is not.
  public func message(_ id: MessageID) throws(StoreError) -> Message {
    try located(id).message
  }

  /// Lists the folder and brings what is known up to date; returns what must be read, the newest
  /// first.
  @discardableResult
  func refresh(_ folder: FolderID) throws(StoreError) -> [Listing.Entry] {
    try checkPresence()
    let now = MessageDate.now()
    let path: (Listing.Part) -> ByteName = { self.directory(folder, $0.rawValue) }
    let signature = Listing.Signature(path)
    if signature.cur == nil, signature.new == nil { throw .noSuchFolder(shownPath(folder)) }
    var state = known[folder] ?? KnownFolder()
    if let last = state.signature, last == signature { return [] }
    let listing = try listing(folder, known: state)
    try checkEmptied(folder, state, listing)
    state.messages = state.messages.filter { listing.entries[$0.key] != nil }
    var unread: [Listing.Entry] = []
    for (key, entry) in listing.entries {
      guard let old = state.messages[key], old.isSettled else {
        unread.append(entry)
        continue
      }
      if old.entry != entry {
        state.messages[key] = .init(
          entry: entry, message: old.message.with(flags: entry.file.flags))
      }
    }
    // An unread message keeps the next look from being satisfied with what is known.
    state.signature =
      unread.isEmpty && !listing.signature.isFresh(at: now) ? listing.signature : nil
    known[folder] = state
    return unread.sorted { left, right in
      (left.file.deliveryHint, left.file.key) > (right.file.deliveryHint, right.file.key)
    }
  }

  func listing(_ folder: FolderID, known state: KnownFolder) throws(StoreError) -> Listing {
    let path: (Listing.Part) -> ByteName = { self.directory(folder, $0.rawValue) }
    do throws(Directory.Failure) {
      let first = try Listing(path)
      if state.messages.keys.allSatisfy({ first.entries[$0] != nil }) { return first }
      var second = try Listing(path)
      second.add(missingFrom: first)
      return second
    } catch {
      throw StoreError(errno: error.code, path: shownPath(folder), doing: .listFolder)
    }
  }

  func shownPath(_ folder: FolderID) -> String { directory(folder).description }

  /// Reads messages, two batches at a time; returns how many were gone.
  private func read(
    _ entries: [Listing.Entry], in folder: FolderID, batch: (@Sendable ([Message]) -> Void)?
  ) async -> Int {
    var vanished = 0
    var start = 0
    await withTaskGroup(of: [(Listing.Entry, MessageReader.Result)].self) { group in
      func addNext() {
        guard start < entries.count else { return }
        let end = min(start + (start == 0 ? 50 : 250), entries.count)
        let part = Array(entries[start..<end])
        start = end
        group.addTask { await self.readBatch(part, in: folder) }
      }
      addNext()
      addNext()
      while let results = await group.next() {
        if Task.isCancelled {
          group.cancelAll()
          break
        }
        addNext()
        var messages: [Message] = []
        for (entry, result) in results {
          guard case .message(let message, let isSettled) = result else {
            vanished += 1
            continue
          }
          known[folder, default: KnownFolder()].messages[entry.file.key] = .init(
            entry: entry, message: message, isSettled: isSettled)
          messages.append(message)
        }
        if let batch, !messages.isEmpty { batch(messages.sortedNewestFirst()) }
      }
    }
    return vanished
  }

  /// Off the actor, so that commands go on while a large folder is read.
  @concurrent
  private nonisolated func readBatch(
    _ entries: [Listing.Entry], in folder: FolderID
  ) async -> [(Listing.Entry, MessageReader.Result)] {
    let reader = MessageReader(folder: folder, now: MessageDate.now())
    let cur = opened(folder, .cur)
    let new = opened(folder, .new)
    return entries.map { entry in
      switch entry.part == .cur ? cur : new {
      case _ where Task.isCancelled: (entry, .vanished)
      case .success(let directory):
        (
          entry,
          reader.read(entry.file, isRegular: entry.isRegular, in: directory.descriptor)
        )
      case .failure(let failure):
        // Gone is gone; anything else, such as too many open files, must not hide the mail.
        (entry, failure.code == ENOENT ? .vanished : reader.unreadable(entry.file))
      }
    }
  }

  private nonisolated func opened(
    _ folder: FolderID, _ part: Listing.Part
  ) -> Result<Directory, Directory.Failure> {
    do throws(Directory.Failure) {
      return .success(try Directory(directory(folder, part.rawValue)))
    } catch {
      return .failure(error)
    }
  }

  /// Where a message is: as known, else by looking through its folder.
  func located(_ id: MessageID) throws(StoreError) -> KnownFolder.Located {
    if let found = known[id.folder]?.messages[id.key] { return found }
    return try relocated(id)
  }

  /// Lists the folder and finds the message by its key.
  func relocated(_ id: MessageID) throws(StoreError) -> KnownFolder.Located {
    known[id.folder]?.signature = nil
    let unread: [Listing.Entry]
    do throws(StoreError) {
      unread = try refresh(id.folder)
    } catch .noSuchFolder {
      throw .messageVanished
    }
    if let found = known[id.folder]?.messages[id.key] { return found }
    guard let entry = unread.first(where: { $0.file.key == id.key }),
      let directory = try? Directory(self.directory(id.folder, entry.part.rawValue)),
      case .message(let message, let isSettled) = MessageReader(
        folder: id.folder, now: MessageDate.now()
      )
      .read(entry.file, isRegular: entry.isRegular, in: directory.descriptor)
    else { throw .messageVanished }
    let found = KnownFolder.Located(entry: entry, message: message, isSettled: isSettled)
    known[id.folder, default: KnownFolder()].messages[id.key] = found
    return found
  }
}
