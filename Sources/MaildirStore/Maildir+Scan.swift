internal import FileSystem
internal import Glibc
public import MailModel
internal import MailText

extension Maildir {
  /// How many of the newest messages that are read at once get their previews with it, enough for a
  /// screen and for what arrives in a day; the others' are read when they are asked for.
  private static let withPreviews = 500
  /// After how many messages of a long scan the index gets what was read, which takes memory until
  /// then: when the program ends before, no more than this must be done again.
  private static let unsavedAtMost = 1_000
  /// How many messages are told of together as a rule, and how long what was read may wait for more: the
  /// index, which says what belongs together, takes many at once in less time.
  private static let toldTogether = 500
  private static let untoldAtMost = Duration.milliseconds(500)

  /// All messages of a folder, newest first by the order.
  ///
  /// A message is read once; after that, listing the folder again reads only what is new, and
  /// nothing when the directories did not change. While messages are read, `batch` gets what is
  /// known already, then those just read, the newest deliveries first (by the second that names
  /// usually start with), and how many the folder holds in all, on no particular thread. Of a folder
  /// of more than 20,000 messages the first are not yet the newest of all, and the number is not yet
  /// the whole one. When the task is cancelled the answer is what is known so far.
  public func messages(
    in folder: FolderID, by order: MessageOrder = .arrival,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)? = nil
  ) async throws(StoreError) -> [Message] {
    try await list(folder, by: order, batch: batch, previews: Maildir.withPreviews)
  }

  /// - Parameter previews: How many of those that must be read get their previews with it.
  func list(
    _ folder: FolderID, by order: MessageOrder,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)?, previews: Int
  ) async throws(StoreError) -> [Message] {
    searchReading.noteRequest()
    listings[folder, default: 0] += 1
    defer { listings[folder] = listings[folder].flatMap { $0 > 1 ? $0 - 1 : nil } }
    if await !recall(folder, by: order, batch: batch, withPreviews: previews == .max) {
      try checkPresence()
      let isKnown = known[folder]?.messages.count ?? 0 > 0
      var hasRead = false
      if let batch, !isKnown { await showFirstRows(of: folder, by: order, batch: batch) }
      for attempt in 0..<5 {
        let look = try look(into: folder)
        if !look.unread.isEmpty { hasRead = true }
        if let batch, isKnown, attempt == 0, !look.unread.isEmpty {
          showKnown(folder, besides: look.unread, by: order, batch)
        }
        let changes = known[folder]?.changes
        let result = await read(
          look.unread, in: folder, by: order, batch: batch, previews: previews)
        if Task.isCancelled { break }
        if result.vanished == 0, known[folder]?.changes == changes {
          // Where all that was listed is known, the next look need not list it again.
          if result.unsettled == 0 {
            known[folder]?.signature = look.signature
            settling.times = 0
          } else {
            lookWhenSettled()
          }
          // Another look meanwhile may have found what it left unread.
          if known[folder]?.looks == look.number { known[folder]?.seen = look.seen }
          break
        }
        known[folder]?.signature = nil
      }
      // What somebody else has read meanwhile, or told the index of, belongs to something too.
      repeat {
        save(folder)
        await known[folder]?.joining?.value
      } while !Task.isCancelled && known[folder]?.messages.hasUnjoined == true
      // Without a batch the folder is not listed, but a conversation that is listed may be longer now.
      if hasRead, batch == nil, index != nil { tellListeners() }
    }
    return known[folder]?.messages.newestFirst(by: order) ?? []
  }

  /// Has the listeners look once more when what was just being written can be taken for whole: until then nothing can be known to belong
  /// together with it. Each time after twice as long, for there are files that are written for hours.
  private func lookWhenSettled() {
    guard index != nil, settling.task == nil, settling.times < 6 else { return }
    let pause = 3 << settling.times
    settling.times += 1
    settling.task = Task { [weak self] in
      try? await Task.sleep(for: .seconds(pause))
      await self?.haveSettled()
    }
  }

  private func haveSettled() {
    settling.task = nil
    tellListeners()
  }

  /// Shows what need not be read, before what must.
  private func showKnown(
    _ folder: FolderID, besides unread: [Listing.Entry], by order: MessageOrder,
    _ batch: @Sendable (_ read: [Message], _ total: Int) -> Void
  ) {
    guard let messages = known[folder]?.messages else { return }
    let settled = messages.values.filter(\.isSettled).map(\.message)
    if !settled.isEmpty {
      batch(settled.sortedNewestFirst(by: order), messages.count(with: unread))
    }
  }

  /// The message with its preview, which is read when it is not known.
  public func messageWithPreview(_ id: MessageRef) async throws(StoreError) -> Message {
    var found = try located(id)
    var details: MessageDetails?
    for _ in 0..<5 {
      if found.message.hasPreview { return found.message }
      var preview = await index?.preview(of: id)
      if preview == nil {
        let read = await readBatch([found.entry], in: id.folder, withPreviews: true)
        guard let message = read.messages.first else {
          found = try relocated(id)
          continue
        }
        preview = (
          message.located.message.preview, message.located.message.hasAttachment
        )
        details = message.details
      }
      // Meanwhile the message may have been flagged, moved or read elsewhere.
      found = try located(id)
      guard let preview, !found.message.hasPreview else { continue }
      return note(preview, details, of: found)
    }
    throw .messageVanished
  }

  /// The message as it is known; reads it when it is not.
  public func message(_ id: MessageRef) throws(StoreError) -> Message {
    try located(id).message
  }

  func shownPath(_ folder: FolderID) -> String { directory(folder).description }

  /// Reads messages, two batches at a time; returns how many were gone, and how many must be read
  /// again.
  private func read(
    _ entries: [Listing.Entry], in folder: FolderID, by order: MessageOrder,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)?, previews: Int
  ) async -> (vanished: Int, unsettled: Int) {
    var vanished = 0
    var unsettled = 0
    let total = known[folder]?.messages.count(with: entries) ?? entries.count
    var start = 0
    // What was read since `batch` was told.
    var untold: [(located: KnownFolder.Located, details: MessageDetails)] = []
    var told: ContinuousClock.Instant?
    known[folder, default: KnownFolder()].messages.reserve(total)
    await withTaskGroup(of: ReadBatch.self) { group in
      func addNext() {
        guard start < entries.count else { return }
        let end = min(start + (start == 0 ? 50 : 250), entries.count)
        let part = entries[start..<end]
        let withPreviews = start < previews
        start = end
        group.addTask {
          await self.readBatch(part, in: folder, withPreviews: withPreviews)
        }
      }
      addNext()
      addNext()
      while let read = await group.next() {
        if Task.isCancelled {
          group.cancelAll()
          break
        }
        let isFirst = told == nil
        // Not before the first are shown, which would wait behind it for a thread.
        if !isFirst { addNext() }
        vanished += read.vanished
        unsettled += read.messages.count { !$0.located.isSettled }
        add(read.messages, to: folder)
        untold += batch == nil ? read.messages.filter { !$0.located.isSettled } : read.messages
        let isMuch = known[folder]?.messages.unsaved.count ?? 0 >= Maildir.unsavedAtMost
        let isDue =
          untold.count >= Maildir.toldTogether
          || told.map { $0.duration(to: .now) > Maildir.untoldAtMost } ?? true
        if let batch, isDue {
          batch(await joined(untold, in: folder).sortedNewestFirst(by: order), total - vanished)
          untold = []
          told = .now
        } else if isMuch {
          await saving?.value
          save(folder)
        }
        if isFirst { addNext() }
        told = told ?? .now
      }
    }
    if !untold.isEmpty, !Task.isCancelled {
      let joined = await joined(untold, in: folder)
      batch?(joined.sortedNewestFirst(by: order), total - vanished)
    }
    return (vanished, unsettled)
  }

  func add(
    _ messages: [(located: KnownFolder.Located, details: MessageDetails)], to folder: FolderID
  ) {
    // Taken out, so that changing it copies nothing.
    var state = known.removeValue(forKey: folder) ?? KnownFolder()
    for (located, details) in messages { state.messages.add(located, details) }
    known[folder] = state
  }

  /// What came of reading a number of files.
  struct ReadBatch: Sendable {
    /// With what is not kept in memory.
    var messages: [(located: KnownFolder.Located, details: MessageDetails)] = []
    /// How many were gone.
    var vanished = 0
  }

  /// Off the actor, so that commands go on while a large folder is read.
  @concurrent
  nonisolated func readBatch(
    _ entries: ArraySlice<Listing.Entry>, in folder: FolderID, withPreviews: Bool
  ) async -> ReadBatch {
    readNow(entries, in: folder, withPreviews: withPreviews)
  }

  /// Reads on the thread of the caller, which waits for the disk.
  nonisolated func readNow(
    _ entries: ArraySlice<Listing.Entry>, in folder: FolderID, withPreviews: Bool
  ) -> ReadBatch {
    let reader = MessageReader(
      folder: folder, now: MessageDate.now(), withPreviews: withPreviews)
    let cur = opened(folder, .cur)
    let new = opened(folder, .new)
    var batch = ReadBatch()
    batch.messages.reserveCapacity(entries.count)
    for entry in entries {
      var result = MessageReader.Result.vanished
      if !Task.isCancelled {
        switch entry.part == .cur ? cur : new {
        case .success(let directory):
          result = reader.read(entry.file, isRegular: entry.isRegular, in: directory.descriptor)
        case .failure(let failure):
          // Gone is gone; anything else, such as too many open files, must not hide the mail.
          if failure.code != ENOENT { result = reader.unreadable(entry.file) }
        }
      }
      switch result {
      case .message(let message, let details, let isSettled):
        batch.messages.append(
          (.init(entry: entry, message: message, isSettled: isSettled), details))
      case .vanished: batch.vanished += 1
      }
    }
    return batch
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
  func located(_ id: MessageRef) throws(StoreError) -> KnownFolder.Located {
    if let found = known[id.folder]?.messages[id.key] { return found }
    return try relocated(id)
  }

  /// Lists the folder and finds the message by its key.
  func relocated(_ id: MessageRef) throws(StoreError) -> KnownFolder.Located {
    known[id.folder]?.signature = nil
    let unread: [Listing.Entry]
    do throws(StoreError) {
      unread = try refresh(id.folder, wanted: id.key)
    } catch .noSuchFolder {
      throw .messageVanished
    }
    if let found = known[id.folder]?.messages[id.key] { return found }
    guard let found = read(unread.first(where: { $0.file.key == id.key }), in: id.folder)
    else { throw .messageVanished }
    return found
  }
}
