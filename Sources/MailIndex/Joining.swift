internal import FileSystem
internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import MailModel
internal import Synchronization

/// The conversations in one transaction that writes messages.
struct Joining {
  let database: Database
  /// The highest number that was given to a conversation.
  var last: Int64
  private let kept: Int64
  private let find: Statement
  private let linking: Statement
  private var joined: [Index.Joined] = []
  private var folders: [Int64: FolderID] = [:]

  init(_ database: Database, _ index: Index) throws {
    self.database = database
    find = try Self.finding(database)
    linking = try database.cachedStatement(sql: "INSERT OR IGNORE INTO reference VALUES (?, ?)")
    kept = try Self.number(database, "SELECT lastConversation FROM store")
    let used = try Self.number(database, "SELECT coalesce(max(conversation), 0) FROM message")
    last = max(kept, used, index.lastConversation.withLock { $0 })
    // Damage, for nobody has so many messages.
    guard (0..<ConversationID.maximum).contains(last) else { throw Index.Damaged() }
  }

  private static func number(_ database: Database, _ sql: String) throws -> Int64 {
    try Int64.fetchOne(database.cachedStatement(sql: sql)) ?? 0
  }

  /// Writes what the next transaction must know.
  ///
  /// - Returns: The messages that belong to something else than who wrote them said, the last word last.
  func finished(_ index: Index) throws -> [Index.Joined] {
    if last != kept {
      try database.cachedStatement(sql: "UPDATE store SET lastConversation = ?")
        .execute(arguments: [last])
      index.lastConversation.withLock { $0 = max($0, last) }
    }
    return joined
  }

  /// Notes what a message belongs to that is being written.
  mutating func note(_ message: Message, _ conversation: Int64) {
    let conversation = ConversationID(conversation)
    if message.conversation != conversation { joined.append((message.id, conversation)) }
  }

  /// The conversation of a message of these identifiers, which joins all that they share with.
  ///
  /// - Parameter current: The one that it is in already.
  mutating func conversation(
    of identifiers: [Int64], and current: Int64? = nil
  ) throws -> Int64 {
    var found: Set<Int64> = current.map { [$0] } ?? []
    for identifier in identifiers {
      if let number = try Self.conversation(sharing: identifier, find) { found.insert(number) }
    }
    guard let first = found.first else {
      last += 1
      return last
    }
    return found.count == 1 ? first : try join(found)
  }

  /// Notes what a message shares.
  func link(_ message: Int64, to identifiers: [Int64]) throws {
    for identifier in identifiers { _ = try Self.step(linking, message, identifier) }
  }

  /// What tells the conversation of those that share an identifier.
  static func finding(_ database: Database) throws -> Statement {
    try database.cachedStatement(
      sql: """
        SELECT conversation FROM reference JOIN message ON message.id = reference.message
        WHERE hash = ? LIMIT 1
        """)
  }

  /// All that share an identifier are in one conversation, so that one of them tells.
  static func conversation(sharing identifier: Int64, _ find: Statement) throws -> Int64? {
    try step(find, identifier)
  }

  /// Runs a statement with numbers; returns the first of the first row. Each message takes several of
  /// these, of which arguments and cursors would be most of the time.
  private static func step(_ statement: Statement, _ numbers: Int64...) throws -> Int64? {
    let bare = statement.sqliteStatement
    sqlite3_reset(bare)
    defer { sqlite3_reset(bare) }
    for (place, number) in zip(Int32(1)..., numbers) { sqlite3_bind_int64(bare, place, number) }
    switch sqlite3_step(bare) {
    case SQLITE_ROW: return sqlite3_column_int64(bare, 0)
    case SQLITE_DONE: return nil
    case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }

  private mutating func join(_ conversations: Set<Int64>) throws -> Int64 {
    let largest = try largest(of: conversations)
    for other in conversations.sorted() where other != largest {
      try rename(other) { _ in largest }
      try database.cachedStatement(
        sql: "UPDATE OR REPLACE loosened SET conversation = ? WHERE conversation = ?"
      ).execute(arguments: [largest, other])
    }
    return largest
  }

  /// The one of the most messages, of several the oldest. What is far larger than the others is not
  /// counted to its end: else each message that comes to a long conversation would count all of it.
  private func largest(of conversations: Set<Int64>) throws -> Int64 {
    var left = conversations.sorted()
    var limit = 16
    while true {
      let counts = try left.map { conversation in
        try Int.fetchOne(
          database.cachedStatement(
            sql: "SELECT count(*) FROM (SELECT 1 FROM message WHERE conversation = ? LIMIT ?)"),
          arguments: [conversation, limit]) ?? 0
      }
      let most = counts.max() ?? 0
      left = zip(left, counts).filter { $1 == most }.map(\.0)
      if left.count == 1 || most < limit { return left[0] }
      limit *= 16
    }
  }

  /// Gives the messages of a conversation other numbers.
  ///
  /// - Parameter new: By the number of the message; nil for one that stays.
  mutating func rename(_ old: Int64, to new: (Int64) -> Int64?) throws {
    let statement = try database.cachedStatement(
      sql: "SELECT id, folder, key, seal FROM message WHERE conversation = ?")
    var found: [(number: Int64, new: Int64, folder: Int64, key: ByteName, seal: Int64)] = []
    let rows = try Row.fetchCursor(statement, arguments: [old])
    while try rows.next() != nil {
      let row = Columns(statement)
      guard let new = new(row.integer(0)) else { continue }
      found.append((row.integer(0), new, row.integer(1), ByteName(row.bytes(2)), row.integer(3)))
    }
    if folders.isEmpty { folders = try Self.folders(database) }
    let update = try database.cachedStatement(
      sql: "UPDATE message SET conversation = ?, seal = ? WHERE id = ?")
    for one in found {
      let seal =
        one.seal ^ Index.seal(ofConversation: old, one.number)
        ^ Index.seal(ofConversation: one.new, one.number)
      try update.execute(arguments: [one.new, seal, one.number])
      if let folder = folders[one.folder] {
        joined.append((MessageRef(folder: folder, key: one.key), ConversationID(one.new)))
      }
    }
  }

  static func folders(_ database: Database) throws -> [Int64: FolderID] {
    let statement = try database.cachedStatement(sql: "SELECT id, path FROM folder")
    var folders: [Int64: FolderID] = [:]
    let rows = try Row.fetchCursor(statement)
    while try rows.next() != nil {
      let row = Columns(statement)
      folders[row.integer(0)] = FolderID(path: ByteName(row.bytes(1)))
    }
    return folders
  }
}
