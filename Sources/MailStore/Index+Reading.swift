internal import Foundation
internal import GRDB
internal import GRDBSQLite

extension Index {
  /// The newest messages of a folder with their previews, and how many there are in all; nil if the
  /// folder has changed since they were written.
  @concurrent
  func newest(
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
          WHERE message.folder = ?
          ORDER BY message.\(order.rawValue) DESC, message.date DESC LIMIT ?
          """, [state.id, limit], withPreviews: true, database
        ) { row in messages.append(try self.entry(row, in: folder).message) }
        return (messages, state.count)
      }
    } ?? nil
  }

  /// All that is known of a folder; nil when nothing is.
  @concurrent
  func folder(_ folder: FolderID, withPreviews: Bool = false) async -> Folder? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return nil }
        var entries: [Entry] = []
        entries.reserveCapacity(min(state.count, 1 << 20))
        try self.read(
          "WHERE message.folder = ?", [state.id], withPreviews: withPreviews, database
        ) { row in entries.append(try self.entry(row, in: folder)) }
        if state.digest != nil, entries.count != state.count { throw Damaged() }
        return Folder(entries: entries, digest: state.digest, directory: state.directory)
      }
    } ?? nil
  }

  /// Where the messages of a folder are, and their flags; empty when nothing is known of it, or all
  /// that it holds if its digest is that.
  @concurrent
  func places(in folder: FolderID) async -> (
    places: [ByteName: (place: [UInt8], flags: MessageFlags)], digest: Int64?
  ) {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return ([:], nil) }
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
        return (places, state.digest)
      }
    } ?? ([:], nil)
  }

  /// The preview of a message, if it is known.
  @concurrent
  func preview(of id: MessageID) async -> String? {
    use { queue in
      try queue.read { database in
        var preview: String?
        try self.read(
          "WHERE message.folder = (SELECT id FROM folder WHERE path = ?) AND message.key = ?",
          [Data(id.folder.path.bytes), Data(id.key.bytes)], withPreviews: true, database
        ) { row in
          let message = try self.entry(row, in: id.folder).message
          if message.hasPreview { preview = message.preview }
        }
        return preview
      }
    } ?? nil
  }

  /// Something that was not written so.
  struct Damaged: Error {}

  /// Calls `body` with the rows of messages.
  private func read(
    _ condition: String, _ arguments: StatementArguments, withPreviews: Bool,
    _ database: Database, _ body: (Columns) throws -> Void
  ) throws {
    let columns = """
      message.id, message.key, message.place, message.sender, message.address, message.subject,
      message.received, message.date, message.flags, message.size, message.modified,
      message.problem, message.seal
      """
    let statement = try database.cachedStatement(
      sql: withPreviews
        ? """
        SELECT \(columns), detail.recipients, detail.message_id, detail.list_id, detail.attachment,
          detail.preview, detail.seal FROM message LEFT JOIN detail ON detail.message = message.id
        \(condition)
        """ : "SELECT \(columns) FROM message \(condition)")
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while try rows.next() != nil { try body(Columns(statement)) }
  }

  private func entry(_ row: Columns, in folder: FolderID) throws -> Entry {
    let number = row.integer(0)
    var preview: String?
    if row.count > 13, !row.isNull(18) {
      let details = MessageDetails(
        recipients: row.text(13), messageID: row.text(14), listID: row.text(15),
        hasAttachment: row.isNull(16) ? nil : row.integer(16) == 1)
      if !row.isNull(17) { preview = row.text(17) }
      guard row.integer(18) == Self.seal(number, details, preview) else { throw Damaged() }
    }
    var head: [UInt8] = []
    head.reserveCapacity((3...5).reduce(3) { $0 + row.bytes($1).count })
    for column in 3...5 as ClosedRange<Int32> {
      head += row.bytes(column)
      head.append(0xFF)
    }
    let key = ByteName(row.bytes(1))
    let entry = Entry(
      message: Message(
        id: MessageID(folder: folder, key: key),
        flags: MessageFlags(rawValue: UInt64(bitPattern: row.integer(8))), date: row.integer(7),
        received: row.integer(6),
        size: row.integer(9), modified: row.integer(10), waking: FileName.waking(in: key),
        problem: MessageProblem(rawValue: UInt8(truncatingIfNeeded: row.integer(11))), head: head,
        preview: preview),
      place: Array(row.bytes(2)))
    guard row.integer(12) == Self.seal(number, entry) else { throw Damaged() }
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
private struct Columns {
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
