internal import Glibc
internal import MailIndex
internal import MailModel
internal import MailText

extension Maildir {
  /// How many rows are looked through at once for what was not read yet.
  private static let lookedAtOnce = 500
  /// How many texts are read before their words are kept: what is in memory of them, and how long a search
  /// may have to wait for it.
  private static let readAtOnce = 100

  /// How often reading begins again when another program is at the file of the words.
  private static let attempts = 5

  /// Reads the texts of the messages that the index knows, the newest of each folder first. What is read is
  /// kept at once, so that it can end anywhere.
  func readTexts(in folders: [FolderID], _ isAwaited: Bool) async {
    guard let words else { return }
    for attempt in 1...Self.attempts {
      let timesBusy = words.timesBusy
      await readTextsOnce(in: folders, isAwaited)
      guard words.timesBusy != timesBusy else { return }
      try? await Task.sleep(for: SearchReading.rest * (attempt * attempt))
    }
  }

  private func readTextsOnce(in folders: [FolderID], _ isAwaited: Bool) async {
    guard let index, let words, !Task.isCancelled else { return }
    guard let arrivals = index.arrivals() else { return }
    if searchReading.last == .init(arrivals: arrivals, beginnings: words.beginnings) { return }
    words.forgetTheGone()
    guard let read = words.count() else { return }
    let beginnings = words.beginnings
    let isWhole =
      await isKnown(read, beginnings, index)
      ? readWaiting(isAwaited, index, words) : readAll(in: folders, isAwaited, index, words)
    // What has changed meanwhile is left to the next call.
    if isWhole, words.beginnings == beginnings {
      searchReading.last = .init(arrivals: arrivals, beginnings: beginnings)
    }
  }

  /// Whether the words of all messages are known but of those of which the index says that they are not.
  ///
  /// - Parameter read: Of how many they are.
  private func isKnown(_ read: Int, _ beginnings: Int, _ index: Index) -> Bool {
    if searchReading.last?.beginnings == beginnings { return true }
    guard let known = index.count(), let unread = index.unreadCount() else { return false }
    // One that became another has words still.
    return read > 0 && read + unread >= known
  }

  /// Reads what the index says is unread, which takes no longer where there are many messages.
  ///
  /// - Returns: Whether all could be read.
  private func readWaiting(
    _ isAwaited: Bool, _ index: Index, _ words: SearchIndex
  ) async -> Bool {
    var isWhole = true
    var last: Int64?
    while let page = await index.unread(behind: last, limit: Self.lookedAtOnce),
      let end = page.last
    {
      guard let isRead = await readMissing(among: page, isAwaited, index, words) else {
        return false
      }
      isWhole = isWhole && isRead
      last = end.number
    }
    return isWhole
  }

  private func readAll(
    in folders: [FolderID], _ isAwaited: Bool, _ index: Index, _ words: SearchIndex
  ) async -> Bool {
    var isWhole = true
    for folder in folders {
      var last: Index.Numbered?
      while let page = await index.page(of: folder, behind: last, limit: Self.lookedAtOnce),
        let end = page.last
      {
        guard let isRead = await readMissing(among: page, isAwaited, index, words) else {
          return false
        }
        isWhole = isWhole && isRead
        last = end
      }
    }
    return isWhole
  }

  /// - Returns: Whether all could be read; nil when nothing can be kept, or nobody wants it any more.
  private func readMissing(
    among page: [Index.Numbered], _ isAwaited: Bool, _ index: Index, _ words: SearchIndex
  ) async -> Bool? {
    guard !Task.isCancelled, let missing = words.missing(among: page) else { return nil }
    let isMissing = Set(missing.map(\.number))
    index.noteRead(page.map(\.number).filter { !isMissing.contains($0) })
    var isWhole = true
    for start in stride(from: 0, to: missing.count, by: Self.readAtOnce) {
      await restWhileAsked(isAwaited)
      let part = missing[start..<min(start + Self.readAtOnce, missing.count)]
      guard !Task.isCancelled, let read = await readTexts(of: part, isAwaited, index, words) else {
        return nil
      }
      isWhole = isWhole && read == part.count
    }
    return isWhole
  }

  /// - Returns: How many of them could be read; nil when nothing can be kept.
  private nonisolated func readTexts(
    of messages: ArraySlice<Index.Numbered>, _ isAwaited: Bool, _ index: Index, _ words: SearchIndex
  ) async -> Int? {
    let recipients = await index.recipients(of: messages.map(\.number))
    let documents = await onThread(isAwaited) {
      messages.compactMap { message in
        self.searchedText(of: message.entry).map {
          SearchIndex.Document(message, recipients: recipients[message.number] ?? "", $0)
        }
      }
    }
    guard words.add(documents) else { return nil }
    index.noteRead(documents.map(\.number))
    return documents.count
  }

  private func restWhileAsked(_ isAwaited: Bool) async {
    guard !isAwaited else { return }
    while !Task.isCancelled, case let rest = searchReading.rest(), rest > .zero {
      try? await Task.sleep(for: rest)
    }
  }

  /// What is searched of a message, on the thread of the caller, which waits for the disk; nil when it
  /// cannot be read now, or is elsewhere by now.
  nonisolated func searchedText(of entry: Index.Entry) -> SearchedText? {
    let located = KnownFolder.Located(entry)
    guard located.message.canChange else { return SearchedText() }
    let isCancelled = { false }
    let result = Self.read(
      located.entry.file.name,
      in: directory(located.message.id.folder, located.part.rawValue), isCancelled: isCancelled
    ) { $0.searchedText().map { .success($0) } }
    switch result {
    case .success(let text): return text
    // Nobody will ever read these; the row is searched all the same.
    case .failure(.notAMessage), .failure(.unreadable): return SearchedText()
    case .failure: return nil
    }
  }
}
