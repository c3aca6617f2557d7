package import FileSystem
internal import Foundation
internal import GRDB
internal import GRDBSQLite
package import MailModel
internal import MailText

extension Index {
  /// The newest messages of a folder with their previews, and how many there are in all; nil if the
  /// folder has changed since they were written.
  @concurrent
  package func newest(
    of folder: FolderID, by order: MessageOrder, limit: Int, ifStill digest: Int64
  ) async -> (messages: [Message], total: Int)? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database), state.digest == digest else {
          return nil
        }
        var messages: [Message] = []
        try self.read(
          """
          WHERE folder = ? ORDER BY \(order.rawValue) DESC, date DESC LIMIT ?
          """, [state.id, limit], withPreviews: true, database
        ) { row in messages.append(try self.entry(row, in: folder).message) }
        return (messages, state.count)
      }
    } ?? nil
  }

  /// All that is known of a folder; nil when nothing is.
  @concurrent
  package func folder(_ folder: FolderID, withPreviews: Bool = false) async -> Folder? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return nil }
        var entries: [Entry] = []
        entries.reserveCapacity(min(state.count, 1 << 20))
        try self.read(
          "WHERE folder = ?", [state.id], withPreviews: withPreviews, database
        ) { row in entries.append(try self.entry(row, in: folder)) }
        if state.digest != nil, entries.count != state.count { throw Damaged() }
        return Folder(entries: entries, digest: state.digest, directory: state.directory)
      }
    } ?? nil
  }

  /// Where the messages of a folder are, and their flags; empty when nothing is known of it. Nil when all that
  /// it holds is known and its digest is that.
  @concurrent
  package func places(
    in folder: FolderID, ifNot digest: Int64
  ) async -> [ByteName: (place: [UInt8], flags: MessageFlags)]? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return [:] }
        if state.digest == digest { return nil }
        var places: [ByteName: (place: [UInt8], flags: MessageFlags)] = [:]
        let statement = try database.cachedStatement(
          sql: "SELECT key, place, flags FROM message WHERE folder = ?")
        let rows = try Row.fetchCursor(statement, arguments: [state.id])
        while try rows.next() != nil {
          let row = Columns(statement)
          places[ByteName(row.bytes(0))] = (
            Array(row.bytes(1)), MessageFlags(rawValue: UInt64(bitPattern: row.integer(2)))
          )
        }
        return places
      }
    } ?? [:]
  }

  /// What is known of the messages of a folder that have such keys, or one with a slash and more behind it.
  @concurrent
  package func entries(of keys: Set<ByteName>, in folder: FolderID) async -> [Entry]? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return [] }
        var entries: [Entry] = []
        for key in keys {
          try self.read(
            "WHERE folder = ? AND key >= ? AND key < ?",
            [state.id, Data(key.bytes), Data(key.bytes + [UInt8(ascii: "/") + 1])],
            withPreviews: false, database
          ) { row in entries.append(try self.entry(row, in: folder)) }
        }
        return entries
      }
    }
  }

  /// The preview of a message, and whether something is attached to it, if that is known.
  @concurrent
  package func preview(of id: MessageRef) async -> (text: String, hasAttachment: Bool)? {
    use { queue in
      try queue.read { database in
        var preview: (text: String, hasAttachment: Bool)?
        try self.read(
          "WHERE folder = (SELECT folder.id FROM folder WHERE path = ?) AND key = ?",
          [Data(id.folder.path.bytes), Data(id.key.bytes)], withPreviews: true, database
        ) { row in
          let message = try self.entry(row, in: id.folder).message
          if message.hasPreview { preview = (message.preview, message.hasAttachment) }
        }
        return preview
      }
    } ?? nil
  }

  /// Something that was not written so.
  struct Damaged: Error {}

  /// Calls `body` with the rows of messages.
  func read(
    _ condition: String, _ arguments: StatementArguments, withPreviews: Bool,
    _ database: Database, _ body: (Columns) throws -> Void
  ) throws {
    let columns = withPreviews ? Column.withPreviews : Column.withoutPreviews
    let statement = try database.cachedStatement(sql: "SELECT \(columns) \(condition)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while try rows.next() != nil { try body(Columns(statement)) }
  }

  /// The columns of a message, under their names, and behind them those of its detail.
  private enum Column: Int32, CaseIterable {
    case id, folder, key, place, sender, address, subject, received, waking, date, flags, size,
      modified
    case problem, seal, conversation
    case recipients, messageID, listID, attachment, preview, detailSeal

    // Made once: a row on screen asks for its preview.
    static let withPreviews = names(allCases) + " FROM message LEFT JOIN detail ON message = id"
    static let withoutPreviews = names(allCases.prefix { $0 != .recipients }) + " FROM message"

    private static func names(_ columns: some Sequence<Column>) -> String {
      columns.map { "\($0)" }.joined(separator: ", ")
    }
  }

  /// The number of the folder that a message is in.
  func folder(of row: Columns) -> Int64 { row.integer(Column.folder.rawValue) }

  func entry(_ row: Columns, in folder: FolderID) throws -> Entry {
    func integer(_ column: Column) -> Int64? {
      row.isNull(column.rawValue) ? nil : row.integer(column.rawValue)
    }
    func number(_ column: Column) -> Int64 { row.integer(column.rawValue) }
    func text(_ column: Column) -> String { row.text(column.rawValue) }
    var preview: String?
    var hasAttachment = false
    if row.count > Column.detailSeal.rawValue, let seal = integer(.detailSeal) {
      let details = MessageDetails(
        recipients: text(.recipients), messageID: text(.messageID), listID: text(.listID),
        hasAttachment: integer(.attachment).map { $0 == 1 })
      hasAttachment = details.hasAttachment == true
      if !row.isNull(Column.preview.rawValue) { preview = text(.preview) }
      guard seal == Self.seal(number(.id), details, preview) else { throw Damaged() }
    }
    var head: [UInt8] = []
    for column in [Column.sender, .address, .subject] {
      head += row.bytes(column.rawValue)
      head.append(Message.endOfText)
    }
    let entry = Entry(
      message: Message(
        id: MessageRef(folder: folder, key: ByteName(row.bytes(Column.key.rawValue))),
        flags: MessageFlags(rawValue: UInt64(bitPattern: number(.flags))), date: number(.date),
        received: number(.received), size: number(.size), modified: number(.modified),
        // Less than nothing where it is over.
        waking: integer(.waking).flatMap { $0 > 0 ? $0 : nil },
        woken: integer(.waking).flatMap { $0 < 0 ? 0 &- $0 : nil },
        problem: MessageProblem(rawValue: UInt8(truncatingIfNeeded: number(.problem))),
        conversation: ConversationID(number(.conversation)), head: head, preview: preview,
        hasAttachment: hasAttachment),
      place: Array(row.bytes(Column.place.rawValue)))
    guard number(.seal) == Self.seal(number(.id), entry, number(.conversation)) else {
      throw Damaged()
    }
    return entry
  }

  /// What is known of a folder itself.
  func state(
    of folder: FolderID, _ database: Database
  ) throws -> (id: Int64, count: Int, directory: UInt64?, digest: Int64?)? {
    let statement = try database.cachedStatement(
      sql: "SELECT id, count, directory, digest, seal FROM folder WHERE path = ?")
    let rows = try Row.fetchCursor(statement, arguments: [Data(folder.path.bytes)])
    guard try rows.next() != nil else { return nil }
    let row = Columns(statement)
    let (id, count) = (row.integer(0), row.integer(1))
    let directory = row.isNull(2) ? nil : row.integer(2)
    let digest = row.isNull(3) ? nil : row.integer(3)
    guard row.integer(4) == Self.seal(id, folder, count, directory, digest) else {
      throw Damaged()
    }
    return (id, Int(count), directory.map { UInt64(bitPattern: $0) }, digest)
  }
}

/// The row that a statement is at, taken as it is: what damage has made of its types is converted, and
/// never a reason to end.
struct Columns {
  private let statement: OpaquePointer

  init(_ statement: Statement) { self.statement = statement.sqliteStatement }

  var count: Int32 { sqlite3_column_count(statement) }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// Good until the next row.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
