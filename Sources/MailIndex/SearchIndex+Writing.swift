internal import GRDB
internal import MailModel
package import MailText

extension SearchIndex {
  /// A message that was read, as its words.
  package struct Document: Sendable {
    package let number: Int64
    let seal: Int64
    let delivery: Int64
    /// In the order of the columns.
    let words: [String]

    package init(_ message: Index.Numbered, recipients: String, _ searched: SearchedText) {
      number = message.number
      seal = message.mailSeal
      delivery = message.entry.message.delivery
      let attachments = SearchWords.joinedWithSpellings(searched.attachments)
      words = [
        SearchWords.joinedWithSpellings(message.entry.message.searchedSender),
        SearchWords.joinedWithSpellings(recipients),
        SearchWords.joinedWithSpellings(message.entry.message.subject),
        attachments + (searched.hasAttachment ? SearchIndex.attachmentMark : ""),
        SearchWords.joinedWithSpellings(searched.text),
      ]
    }
  }

  /// A word that no text has, and every message with an attachment: of private use.
  static let attachmentMark = "\u{E000}"

  /// Those of some messages that were not read yet, or were another mail then; nil when that cannot be told.
  package func missing(among messages: [Index.Numbered]) -> [Index.Numbered]? {
    use { queue in
      try queue.read { database in
        var seals: [Int64: Int64] = [:]
        let rows = try Row.fetchCursor(
          database.cachedStatement(
            sql: """
              SELECT message, seal FROM document
              WHERE message IN (SELECT value FROM json_each(?))
              """), arguments: [Index.list(messages.map(\.number))])
        while let row = try rows.next() { seals[row[0]] = row[1] as Int64 }
        return messages.filter { seals[$0.number] != $0.mailSeal }
      }
    }
  }

  /// Keeps what was read.
  ///
  /// - Returns: Whether that was possible.
  package func add(_ documents: [Document]) -> Bool {
    let added: Void? = use { queue in
      try queue.write { database in
        // FTS5 gathers what comes in the order of its numbers.
        for one in documents.sorted(by: { $0.delivery < $1.delivery }) {
          try self.write(one, database)
        }
      }
    }
    if added != nil { noteRoom() }
    return added != nil
  }

  /// How many messages were read; nil when that cannot be told.
  package func count() -> Int? {
    use { queue in
      try queue.read {
        try Int.fetchOne($0.cachedStatement(sql: "SELECT live FROM store")) ?? 0
      }
    }
  }

  /// Lets go of messages that are no more.
  package func forgetTheGone() {
    while let gone = index.gone(limit: Self.forgottenAtOnce), !gone.isEmpty {
      let isWorn = use { queue in
        try queue.write { database in
          for number in gone { try self.forget(number, database) }
          return try Bool.fetchOne(
            database, sql: "SELECT dead > live + ? FROM store", arguments: [Self.maximumGone])
        }
      }
      guard let isWorn else { return }
      index.noteForgotten(gone)
      if isWorn == true { empty() }
    }
  }

  /// How many documents may belong to no message, beside as many as there are others.
  static let maximumGone = 1_000
  private static let forgottenAtOnce = 500

  private func write(_ one: Document, _ database: Database) throws {
    // Another program may have read it too.
    if let known = try document(of: one.number, database) {
      if known.seal == one.seal { return }
      try forget(one.number, database)
    }
    let first = Self.first(at: one.delivery)
    let id =
      try Int64.fetchOne(
        database.cachedStatement(
          sql: "SELECT max(id) + 1 FROM document WHERE id BETWEEN ? AND ?"),
        arguments: [first, first + Self.inOneSecond - 1]) ?? first
    try database.cachedStatement(sql: "INSERT INTO document VALUES (?, ?, ?)")
      .execute(arguments: [id, one.number, one.seal])
    try database.cachedStatement(
      sql: """
        INSERT INTO word (rowid, sender, recipients, subject, attachments, text)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [id] + StatementArguments(one.words))
  }

  private func forget(_ number: Int64, _ database: Database) throws {
    try database.cachedStatement(sql: "UPDATE document SET message = NULL WHERE message = ?")
      .execute(arguments: [number])
  }

  private func document(
    of number: Int64, _ database: Database
  ) throws -> (id: Int64, seal: Int64)? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT id, seal FROM document WHERE message = ?"),
      arguments: [number]
    ).map { ($0[0], $0[1]) }
  }

  private static let inOneSecond: Int64 = 1 << 24

  /// The first number for what was delivered at a time: the numbers are in that order, so that the newest
  /// are found first, however many there are.
  static func first(at delivery: Int64) -> Int64 {
    min(max(delivery, 0), 1 << 38) * inOneSecond
  }
}
