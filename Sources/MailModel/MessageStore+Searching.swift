internal import MailText

extension MessageStore {
  /// Looks through all messages, opening each whose words matter: for stores that remember none.
  public func search(
    _ query: SearchQuery, in folder: FolderID?, limit: Int
  ) async throws(StoreError) -> SearchResult {
    try await scan(query, in: folder, limit: limit)
  }

  package func scan(
    _ query: SearchQuery, in folder: FolderID?, limit: Int
  ) async throws(StoreError) -> SearchResult {
    var found: [Message] = []
    var read = 0
    if !query.isEmpty, limit > 0 {
      let now = MessageDate.now()
      let folders = try await folders().filter { [nil, $0].contains(folder) && query.admits($0) }
      for folder in folders where !Task.isCancelled {
        for message in try await messages(in: folder) where !Task.isCancelled {
          read += 1
          guard query.admits(message, now: now) else { continue }
          if try await finds(message, query) { found.append(message) }
        }
      }
    }
    return SearchResult(
      messages: Array(found.sortedByDelivery().prefix(max(0, limit))),
      progress: SearchProgress(read: read, total: read, isComplete: !Task.isCancelled))
  }

  /// Whether a message has the words that are looked for; opens it for that.
  package func finds(_ message: Message, _ query: SearchQuery) async throws(StoreError) -> Bool {
    if !query.looksAtWords { return true }
    // Of files the names alone.
    if holdsFiles { return query.finds(message, "", SearchedText()) }
    do throws(StoreError) {
      let body = try await body(of: message.id, within: SearchedText.budget)
      let recipients = body.addressing.to + body.addressing.cc
      let lines = recipients.map { "\($0.name)\t\($0.address)" }
      return query.finds(message, lines.joined(separator: "\n"), SearchedText(body))
    } catch .messageVanished {
      return false
    } catch {
      return query.finds(message, "", SearchedText())
    }
  }

  public func readAhead() async { await readAhead(isAwaited: false) }
}

extension Collection<Message> {
  /// The newest deliveries first, the same for the same messages every time.
  package func sortedByDelivery() -> [Message] {
    sorted { left, right in
      left.delivery == right.delivery
        ? MessageOrder.tiePrecedes(left, right) : left.delivery > right.delivery
    }
  }
}
