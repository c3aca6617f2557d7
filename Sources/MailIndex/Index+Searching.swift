internal import FileSystem
internal import Foundation
internal import GRDB
package import MailModel
internal import MailText

/// What those need that look through the messages of all folders.
extension Index {
  /// A message by its number, which stays when this program moves it.
  package struct Numbered: Sendable {
    package let number: Int64
    package let entry: Entry

    /// The same for the same mail, wherever it is and whatever its flags are; with its number it tells
    /// whether the number was given to another.
    package var mailSeal: Int64 {
      let message = entry.message
      var hash = FNV1a()
      message.head.withUnsafeBytes { hash.add(packed: $0) }
      for number in [message.size, message.modified, message.date] { hash.add(number) }
      return Int64(bitPattern: hash.value)
    }
  }

  /// What tells an index from one that was made anew, with other numbers.
  func birth() -> Int64? {
    use { queue in
      if let known = knownBirth.withLock({ $0 }), known.queue === queue { return known.birth }
      let birth = try queue.read { try Int64.fetchOne($0, sql: "PRAGMA application_id") }
      knownBirth.withLock { $0 = birth.map { (queue, $0) } }
      return birth
    } ?? nil
  }

  /// How many messages are known.
  package func count() -> Int? {
    use { queue in
      try queue.read {
        try Int.fetchOne($0.cachedStatement(sql: "SELECT coalesce(sum(rows), 0) FROM folder")) ?? 0
      }
    }
  }

  /// How often mail was added to an index: the same as long as none is, whatever is done to that which is there.
  package struct Arrivals: Equatable, Sendable {
    /// Counts what was added here, and what others wrote.
    let own: Int
    let others: Int64
  }

  package func arrivals() -> Arrivals? {
    use { queue in
      try queue.read { database in
        // Here, where nothing is just being added.
        Arrivals(
          own: added.withLock { $0 },
          others: try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0)
      }
    }
  }

  /// Messages of a folder, the latest arrivals first.
  ///
  /// - Parameter last: The last of the page before; nil for the first.
  @concurrent
  package func page(
    of folder: FolderID, behind last: Numbered?, limit: Int
  ) async -> [Numbered]? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return [] }
        let condition = last == nil ? "" : "AND (arrival, date, id) < (?, ?, ?)"
        var arguments: StatementArguments = [state.id]
        if let last {
          arguments += [last.entry.message.arrival, last.entry.message.date, last.number]
        }
        arguments += [limit]
        var page: [Numbered] = []
        try self.read(
          "WHERE folder = ? \(condition) ORDER BY arrival DESC, date DESC, id DESC LIMIT ?",
          arguments,
          withPreviews: false, database
        ) { row in
          page.append(Numbered(number: row.integer(0), entry: try self.entry(row, in: folder)))
        }
        return page
      }
    }
  }

  /// Whom messages are addressed to, by their numbers.
  @concurrent
  package func recipients(of numbers: [Int64]) async -> [Int64: String] {
    use { queue in
      try queue.read { database in
        var found: [Int64: String] = [:]
        for number in numbers {
          found[number] = try String.fetchOne(
            database.cachedStatement(sql: "SELECT recipients FROM detail WHERE message = ?"),
            arguments: [number])
        }
        return found
      }
    } ?? [:]
  }

  /// How many messages of a folder are known.
  package func count(in folder: FolderID) -> Int {
    let count = use { queue in
      try queue.read {
        try Int.fetchOne(
          $0.cachedStatement(sql: "SELECT rows FROM folder WHERE path = ?"),
          arguments: [Data(folder.path.bytes)])
      }
    }
    return (count ?? nil) ?? 0
  }

  /// How many messages' words are still to be read.
  package func unreadCount() -> Int? {
    use { queue in try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM unread") } }
      ?? nil
  }

  /// Messages whose words are still to be read, the latest that came first.
  ///
  /// - Parameter last: The number of the last of the page before; nil for the first.
  @concurrent
  package func unread(behind last: Int64?, limit: Int) async -> [Numbered]? {
    use { queue in
      try queue.read { database in
        let numbers = try Int64.fetchAll(
          database.cachedStatement(
            sql: "SELECT message FROM unread WHERE message < ? ORDER BY message DESC LIMIT ?"),
          arguments: [last ?? .max, limit])
        let found = try self.messages(numbered: numbers, nil, database)
        return numbers.compactMap { found[$0] }
      }
    }
  }

  /// Notes that the words of messages are read.
  package func noteRead(_ numbers: [Int64]) {
    delete(numbers, from: "unread")
  }

  /// Messages that are no more, of which the words are still to be forgotten.
  func gone(limit: Int) -> [Int64]? {
    use { queue in
      try queue.read {
        try Int64.fetchAll(
          $0.cachedStatement(sql: "SELECT message FROM gone LIMIT ?"), arguments: [limit])
      }
    }
  }

  /// Notes that the words of messages are forgotten.
  func noteForgotten(_ numbers: [Int64]) {
    delete(numbers, from: "gone")
  }

  private func delete(_ numbers: [Int64], from table: String) {
    guard !numbers.isEmpty else { return }
    _ = use { queue in
      try queue.write {
        try $0.cachedStatement(
          sql: "DELETE FROM \(table) WHERE message IN (SELECT value FROM json_each(?))"
        ).execute(arguments: [Self.list(numbers)])
      }
    }
  }

  /// Numbers as SQLite reads them.
  static func list(_ numbers: some Sequence<Int64>) -> String {
    "[\(numbers.map(String.init).joined(separator: ","))]"
  }

  /// The messages of those numbers that there are, and what else they must be.
  @concurrent
  package func messages(numbered numbers: [Int64], _ filter: Filter) async -> [Int64: Numbered]? {
    use { queue in
      // One statement needs no transaction around it.
      try queue.unsafeRead { try self.messages(numbered: numbers, filter, $0) }
    }
  }

  /// What columns tell of the messages that a query finds.
  package struct Filter: Sendable {
    let query: SearchQuery
    let folder: FolderID?
    let now: Int64

    /// - Parameters:
    ///   - folder: Where they must be; nil for anywhere.
    ///   - now: In seconds since 1970.
    package init(_ query: SearchQuery, in folder: FolderID?, now: Int64) {
      self.query = query
      self.folder = folder
      self.now = now
    }

    fileprivate var conditions: [(sql: String, argument: DatabaseValue)] {
      let place = folder.map {
        ("folder = (SELECT id FROM folder WHERE path = ?)", Data($0.path.bytes).databaseValue)
      }
      return query.clauses.compactMap { $0.column(now: now) } + (place.map { [$0] } ?? [])
    }
  }

  /// The newest messages of a filter.
  ///
  /// - Parameter last: The last of the page before; nil for the first.
  @concurrent
  package func newest(
    _ filter: Filter, behind last: Numbered?, limit: Int
  ) async -> [Numbered]? {
    use { queue in
      try queue.read { database in
        let time = "CASE received WHEN 0 THEN date ELSE received END"
        let conditions = filter.conditions
        var sql = conditions.map(\.sql)
        var arguments = StatementArguments(conditions.map(\.argument))
        if let last {
          sql.append("(\(time), id) < (?, ?)")
          arguments += [last.entry.message.delivery, last.number]
        }
        let numbers = try Int64.fetchAll(
          database.makeStatement(
            sql: """
              SELECT id FROM message WHERE \((sql + ["1"]).joined(separator: " AND "))
              ORDER BY \(time) DESC, id DESC LIMIT ?
              """), arguments: arguments + [limit])
        let found = try self.messages(numbered: numbers, nil, database)
        return numbers.compactMap { found[$0] }
      }
    }
  }

  private func messages(
    numbered numbers: [Int64], _ filter: Filter?, _ database: Database
  ) throws -> [Int64: Numbered] {
    let folders = try self.folders(database)
    var found: [Int64: Numbered] = [:]
    let conditions = filter?.conditions ?? []
    let sql = ["id IN (SELECT value FROM json_each(?))"] + conditions.map(\.sql)
    try read(
      "WHERE " + sql.joined(separator: " AND "),
      [Self.list(numbers)] + StatementArguments(conditions.map(\.argument)), withPreviews: true,
      database
    ) { row in
      guard let folder = folders[self.folder(of: row)] else { throw Damaged() }
      let number = row.integer(0)
      found[number] = Numbered(number: number, entry: try entry(row, in: folder))
    }
    return found
  }

  private func folders(_ database: Database) throws -> [Int64: FolderID] {
    var folders: [Int64: FolderID] = [:]
    let rows = try Row.fetchCursor(database, sql: "SELECT id, path FROM folder")
    while let row = try rows.next() {
      guard let path = row[1] as Data? else { throw Damaged() }
      folders[row[0]] = FolderID(path: ByteName(path))
    }
    return folders
  }
}

extension SearchQuery.Clause {
  /// What the condition is in terms of columns; nil where they do not tell.
  fileprivate func column(now: Int64) -> (sql: String, argument: DatabaseValue)? {
    let sql: String
    let argument: Int64
    switch condition {
    case .says, .hasAttachment, .isIn: return nil
    case .isUnread: (sql, argument) = ("flags & ? = 0", Int64(MessageFlags.seen.rawValue))
    case .isStarred: (sql, argument) = ("flags & ? != 0", Int64(MessageFlags.flagged.rawValue))
    case .isSnoozed: (sql, argument) = ("coalesce(waking, 0) > ?", now)
    case .before(let time):
      (sql, argument) = ("CASE received WHEN 0 THEN date ELSE received END < ?", time)
    case .after(let time):
      (sql, argument) = ("CASE received WHEN 0 THEN date ELSE received END >= ?", time)
    case .larger(let size): (sql, argument) = ("size > ?", size)
    }
    return (isExcluded ? "NOT (\(sql))" : sql, argument.databaseValue)
  }
}
