internal import MailIndex
public import MailModel
internal import MailText

extension Maildir {
  /// How many candidates are looked at together: the first, and at most.
  private static let candidatesAtOnce = 250...16_000

  public func search(
    _ query: SearchQuery, in folder: FolderID?, limit: Int
  ) async throws(StoreError) -> SearchResult {
    guard let index, let words, index.count() != nil else {
      return try await scan(query, in: folder, limit: limit)
    }
    searchReading.noteRequest()
    try checkPresence()
    await tellIndex()
    // Before the search: what is read while that looks was perhaps not there yet where it looked.
    let progress = progress(of: index, words)
    var search = Search(query: query, folder: folder, limit: max(0, limit))
    if !query.isEmpty {
      await look(through: index, words, for: &search)
      await lookThroughTheNew(for: &search)
    }
    return SearchResult(
      messages: Array(search.found.sortedByDelivery().prefix(search.limit)), progress: progress)
  }

  private func progress(of index: Index, _ words: SearchIndex) -> SearchProgress {
    let (read, total) = (words.count() ?? 0, index.count() ?? 0)
    let isComplete = index.arrivals().map {
      listings.isEmpty && searchReading.last == .init(arrivals: $0, beginnings: words.beginnings)
    }
    return SearchProgress(
      read: min(read, total), total: total, isComplete: isComplete == true,
      hasStopped: words.hasStopped)
  }

  private struct Search {
    let query: SearchQuery
    let folder: FolderID?
    let limit: Int
    let now = MessageDate.now()
    var found: [Message] = []
    private var folders: [FolderID: Bool] = [:]

    init(query: SearchQuery, folder: FolderID?, limit: Int) {
      self.query = query
      self.folder = folder
      self.limit = limit
    }

    /// What the index can tell of that.
    var filter: Index.Filter { Index.Filter(query, in: folder, now: now) }

    /// Whether a message is found if its words are.
    mutating func admits(_ message: Message) -> Bool {
      let own = message.id.folder
      let isIn = folders[own] ?? ([nil, own].contains(folder) && query.admits(own))
      folders[own] = isIn
      return isIn && query.admits(message, now: now)
    }
  }

  /// Has the index know all that is known here.
  private func tellIndex() async {
    for folder in known.keys { save(folder) }
    await settle()
  }

  private func look(through index: Index, _ words: SearchIndex, for search: inout Search) async {
    var last: (hit: SearchIndex.Hit?, message: Index.Numbered?)
    var count = min(max(search.limit, 1), Self.candidatesAtOnce.lowerBound)
    while search.found.count < search.limit, !Task.isCancelled {
      var candidates: [Index.Numbered] = []
      let isLast: Bool
      if search.query.looksAtWords {
        guard let hits = await words.hits(of: search.query, behind: last.hit, limit: count),
          let known = await index.messages(numbered: hits.map(\.message), search.filter)
        else { return }
        // A number may have been given to another mail, which was not read yet.
        candidates = hits.compactMap { hit in
          known[hit.message].flatMap { $0.mailSeal == hit.seal ? $0 : nil }
        }
        last.hit = hits.last
        isLast = hits.count < count
      } else {
        guard
          let page = await index.newest(search.filter, behind: last.message, limit: count)
        else { return }
        candidates = page
        last.message = page.last
        isLast = page.count < count
      }
      for candidate in candidates where search.found.count < search.limit {
        guard search.admits(candidate.entry.message), let message = current(candidate.entry),
          search.admits(message)
        else { continue }
        search.found.append(message)
      }
      if isLast { return }
      count = min(4 * count, Self.candidatesAtOnce.upperBound)
    }
  }

  /// The message as it is now; nil when it is gone, or another one.
  private func current(_ entry: Index.Entry) -> Message? {
    let id = entry.message.id
    let kept = known[id.folder]?.messages[id.key]
    if kept == nil, known[id.folder]?.isRecalled == true { return nil }
    var found = kept ?? KnownFolder.Located(entry)
    if !isPresent(found.entry, in: id.folder) {
      guard let now = try? find(id) else { return nil }
      found = now
    }
    guard found.message.isSameMail(as: entry.message) else { return nil }
    return found.message.hasPreview || !entry.message.hasPreview
      ? found.message
      : found.message.with(
        preview: entry.message.preview, hasAttachment: entry.message.hasAttachment)
  }

  /// What has arrived just now the index does not have before it is sure to be whole. Of a burst as many are looked at as are asked for.
  private func lookThroughTheNew(for search: inout Search) async {
    let new = known.values.filter { $0.isRecalled && $0.signature == nil }
      .flatMap { $0.messages.values.filter { !$0.isSettled }.map(\.message) }
    for message in new.sortedByDelivery()
      .prefix(max(Self.candidatesAtOnce.lowerBound, search.limit))
    {
      guard !Task.isCancelled, search.admits(message) else { continue }
      if search.query.looksAtWords {
        guard let isFound = try? await finds(message, search.query), isFound else { continue }
      }
      search.found.append(message)
    }
    let found = Set(search.found.map(\.id))
    for (folder, fresh) in searchReading.fresh where !isOpen(folder) {
      for (located, recipients) in fresh where isPresent(located.entry, in: folder) {
        let message = located.message
        guard !Task.isCancelled, !found.contains(message.id), search.admits(message) else {
          continue
        }
        if search.query.looksAtWords {
          let text = await onThread(true) {
            self.searchedText(of: Index.Entry(message: message, place: located.entry.place))
          }
          guard let text, search.query.finds(message, recipients, text) else { continue }
        }
        search.found.append(message)
      }
    }
  }
}
