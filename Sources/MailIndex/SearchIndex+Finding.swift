internal import GRDB
package import MailModel

extension SearchIndex {
  /// A document that has the words that are looked for.
  package struct Hit: Sendable {
    package let document: Int64
    /// The number of the message, and what mail it was when it was read.
    package let message: Int64
    package let seal: Int64
  }

  /// What has the words of a query, the newest first; nil when nothing can be told, or when the task is
  /// cancelled, which ends it at once.
  ///
  /// - Parameter last: The last of the page before; nil for the first.
  @concurrent
  package func hits(of query: SearchQuery, behind last: Hit?, limit: Int) async -> [Hit]? {
    await useUntilCancelled { queue in
      // One statement needs no transaction around it, and takes half the time.
      try await queue.unsafeRead { database in
        let expression = Expression(query)
        var (first, end) = query.deliveries
        if let last { end = min(end, last.document) }
        if first > end { first = end }
        let rows: RowCursor
        if let wanted = expression.wanted {
          rows = try Row.fetchCursor(
            database.cachedStatement(
              sql: """
                SELECT document.id, message, seal FROM word JOIN document ON document.id = word.rowid
                WHERE word MATCH ? AND word.rowid >= ? AND word.rowid < ? AND message IS NOT NULL
                ORDER BY word.rowid DESC LIMIT ?
                """), arguments: [wanted, first, end, limit])
        } else {
          rows = try Row.fetchCursor(
            database.cachedStatement(
              sql: """
                SELECT id, message, seal FROM document
                WHERE id >= ? AND id < ? AND message IS NOT NULL
                  AND id NOT IN (SELECT rowid FROM word WHERE word MATCH ?)
                ORDER BY id DESC LIMIT ?
                """), arguments: [first, end, expression.unwanted ?? "\"\"", limit])
        }
        var hits: [Hit] = []
        while let row = try rows.next() {
          hits.append(Hit(document: row[0], message: row[1], seal: row[2]))
        }
        return hits
      }
    }
  }
}

/// The words of a query as FTS5 takes them.
private struct Expression {
  /// With what is excluded from it; nil when nothing is wanted but the absence of words.
  let wanted: String?
  let unwanted: String?

  init(_ query: SearchQuery) {
    var wanted: [String] = []
    var unwanted: [String] = []
    for clause in query.clauses {
      let text: String
      switch clause.condition {
      case .says(let phrase, let place):
        text = (place.map { "\($0.column) : " } ?? "") + Self.text(phrase)
      case .hasAttachment: text = "attachments : \"\(SearchIndex.attachmentMark)\""
      default: continue
      }
      if clause.isExcluded { unwanted.append(text) } else { wanted.append(text) }
    }
    let excluded = unwanted.joined(separator: " OR ")
    self.unwanted = unwanted.isEmpty ? nil : excluded
    let all = wanted.joined(separator: " AND ")
    self.wanted = wanted.isEmpty ? nil : unwanted.isEmpty ? all : "(\(all)) NOT (\(excluded))"
  }

  /// Words hold no quote, nor anything else that means something to FTS5.
  private static func text(_ phrase: SearchQuery.Phrase) -> String {
    let spellings = [phrase.words, phrase.spelling].compactMap { $0 }.map { words in
      "\"\(words.joined(separator: " "))\"" + (phrase.isBegun ? " *" : "")
    }
    return spellings.count == 1 ? spellings[0] : "(\(spellings.joined(separator: " OR ")))"
  }
}

extension SearchQuery.Place {
  fileprivate var column: String {
    switch self {
    case .sender: "sender"
    case .recipients: "recipients"
    case .subject: "subject"
    case .attachments: "attachments"
    case .text: "text"
    }
  }
}

extension SearchQuery {
  /// The numbers of the documents that were delivered when they may have been, without the last.
  fileprivate var deliveries: (first: Int64, end: Int64) {
    var (first, end) = (Int64(0), Int64.max)
    for clause in clauses {
      switch (clause.condition, clause.isExcluded) {
      case (.after(let time), false), (.before(let time), true):
        first = max(first, SearchIndex.first(at: time))
      case (.before(let time), false), (.after(let time), true):
        end = min(end, SearchIndex.first(at: time))
      default: break
      }
    }
    return (first, end)
  }
}
