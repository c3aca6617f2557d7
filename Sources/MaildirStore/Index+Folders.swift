internal import FileSystem
internal import Foundation
internal import GRDB
internal import MailModel

extension Index {
  /// Something that was not written so.
  private struct Damaged: Error {}

  /// The newest messages of a folder with their previews, and how many there are in all, if the
  /// folder has not changed since they were written.
  @concurrent
  func newest(
    of folder: FolderID, limit: Int, signature: Listing.Signature
  ) async -> (messages: [Message], total: Int)? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database), state.signature == signature else {
          return nil
        }
        let rows = try Row.fetchCursor(
          database,
          sql: """
            SELECT message.key, message.record, preview.record FROM message
            LEFT JOIN preview USING (folder, key)
            WHERE message.folder = ? ORDER BY message.date DESC LIMIT ?
            """, arguments: [state.id, limit])
        var messages: [Message] = []
        while let row = try rows.next() {
          let id = MessageID(folder: folder, key: ByteName(try self.bytes(row, 0)))
          let preview = row.hasNull(atIndex: 2) ? nil : try self.preview(row, 2, id)
          messages.append(try self.message(row, 1, id, preview: preview).message)
        }
        return (messages, state.count)
      }
    } ?? nil
  }

  /// All that is known of a folder, but its previews; nil when nothing is.
  @concurrent
  func folder(_ folder: FolderID) async -> Folder? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return nil }
        let rows = try Row.fetchCursor(
          database, sql: "SELECT key, record FROM message WHERE folder = ?",
          arguments: [state.id])
        var messages: [KnownFolder.Located] = []
        messages.reserveCapacity(min(state.count, 1 << 20))
        while let row = try rows.next() {
          let id = MessageID(folder: folder, key: ByteName(try self.bytes(row, 0)))
          messages.append(try self.message(row, 1, id, preview: nil))
        }
        if state.signature != nil, messages.count != state.count { throw Damaged() }
        return Folder(messages: messages, signature: state.signature, cur: state.cur)
      }
    } ?? nil
  }

  /// The previews of a folder that are known.
  @concurrent
  func previews(in folder: FolderID) async -> [ByteName: String] {
    use { queue in
      try queue.read { database in
        let rows = try Row.fetchCursor(
          database,
          sql: """
            SELECT key, record FROM preview WHERE folder = (SELECT id FROM folder WHERE path = ?)
            """, arguments: [Data(folder.path.bytes)])
        var previews: [ByteName: String] = [:]
        while let row = try rows.next() {
          let id = MessageID(folder: folder, key: ByteName(try self.bytes(row, 0)))
          previews[id.key] = try self.preview(row, 1, id)
        }
        return previews
      }
    } ?? [:]
  }

  /// The preview of a message, if it is known.
  @concurrent
  func preview(of id: MessageID) async -> String? {
    use { queue in
      try queue.read { database in
        // Asked for one message after another by a listing of them all.
        let statement = try database.cachedStatement(
          sql: """
            SELECT record FROM preview
            WHERE folder = (SELECT id FROM folder WHERE path = ?) AND key = ?
            """)
        guard
          let row = try Row.fetchOne(
            statement, arguments: [Data(id.folder.path.bytes), Data(id.key.bytes)])
        else { return nil }
        return try self.preview(row, 0, id)
      }
    } ?? nil
  }

  /// Writes what changed in a folder, in one transaction.
  ///
  /// - Parameters:
  ///   - changed: The messages that changed, with what is known of them now; nil for what is gone or
  ///     must be read again anyway.
  ///   - signature: What the folder looked like, if `count` messages are all that it holds.
  ///   - cur: The inode of its `cur`.
  @concurrent
  func save(
    _ folder: FolderID, changed: [(key: ByteName, located: KnownFolder.Located?)],
    signature: Listing.Signature?, count: Int, cur: UInt64?
  ) async {
    use { queue in
      try queue.write { database in
        // In the order of the table, where each then lies beside the one before.
        try self.write(
          changed.sorted { $0.key < $1.key }, of: folder, signature: signature, count: count,
          cur: cur, database)
      }
    }
  }

  private func write(
    _ changed: [(key: ByteName, located: KnownFolder.Located?)], of folder: FolderID,
    signature: Listing.Signature?, count: Int, cur: UInt64?, _ database: Database
  ) throws {
    let path = Data(folder.path.bytes)
    try database.execute(
      sql: "INSERT INTO folder (path, state) VALUES (?, x'') ON CONFLICT DO NOTHING",
      arguments: [path])
    guard
      let id = try Int64.fetchOne(
        database, sql: "SELECT id FROM folder WHERE path = ?", arguments: [path])
    else { throw Damaged() }
    let insert = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?)")
    let insertPreview = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO preview VALUES (?, ?, ?)")
    let delete = try database.cachedStatement(
      sql: "DELETE FROM message WHERE folder = ? AND key = ?")
    let deletePreview = try database.cachedStatement(
      sql: "DELETE FROM preview WHERE folder = ? AND key = ?")
    for (key, located) in changed {
      let key = Data(key.bytes)
      guard let located, located.isSettled else {
        for statement in [delete, deletePreview] { try statement.execute(arguments: [id, key]) }
        continue
      }
      let message = located.message
      try insert.execute(
        arguments: [id, key, message.date, Data(IndexRecord(located).bytes)])
      if message.hasPreview {
        try insertPreview.execute(
          arguments: [
            id, key, Data(IndexRecord(preview: message.preview, of: message.id).bytes),
          ])
      }
    }
    var state = IndexRecord()
    state.add(Int64(count))
    state.add(cur == nil ? 0 : 1)
    state.add(Int64(bitPattern: cur ?? 0))
    // Rows that got lost, or came from another program meanwhile, must not pass for all there is.
    if let signature,
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM message WHERE folder = ?", arguments: [id]) == count
    {
      state.add(signature)
    }
    state.seal(as: MessageID(folder: folder, key: ByteName([])))
    try database.execute(
      sql: "UPDATE folder SET state = ? WHERE id = ?", arguments: [Data(state.bytes), id])
  }

  private func state(
    of folder: FolderID, _ database: Database
  ) throws -> (id: Int64, count: Int, cur: UInt64?, signature: Listing.Signature?)? {
    guard
      let row = try Row.fetchOne(
        database, sql: "SELECT state, id FROM folder WHERE path = ?",
        arguments: [Data(folder.path.bytes)])
    else { return nil }
    let id = MessageID(folder: folder, key: ByteName([]))
    guard var record = IndexRecord(try bytes(row, 0), sealedAs: id), let count = record.next(),
      let hasCur = record.next(), let cur = record.next(),
      let number = Int64.fromDatabaseValue(row[1])
    else { throw Damaged() }
    return (
      number, Int(count), hasCur == 0 ? nil : UInt64(bitPattern: cur), record.nextSignature()
    )
  }

  private func bytes(_ row: Row, _ column: Int) throws -> [UInt8] {
    try row.withUnsafeData(atIndex: column) { data in
      guard let data else { throw Damaged() }
      return Array(data)
    }
  }

  private func message(
    _ row: Row, _ column: Int, _ id: MessageID, preview: String?
  ) throws -> KnownFolder.Located {
    guard var record = IndexRecord(try bytes(row, column), sealedAs: id),
      let located = record.message(id, preview: preview)
    else { throw Damaged() }
    return located
  }

  private func preview(_ row: Row, _ column: Int, _ id: MessageID) throws -> String {
    guard let record = IndexRecord(try bytes(row, column), sealedAs: id) else { throw Damaged() }
    return record.text
  }
}

extension IndexRecord {
  fileprivate mutating func add(_ signature: Listing.Signature) {
    for part in [signature.cur, signature.new] {
      add(part == nil ? 0 : 1)
      add(Int64(bitPattern: part?.inode ?? 0))
      add(Int64(part?.seconds ?? 0))
      add(Int64(part?.nanoseconds ?? 0))
    }
  }

  /// Nil when there is none.
  fileprivate mutating func nextSignature() -> Listing.Signature? {
    var parts: [Directory.Signature?] = []
    for _ in 0..<2 {
      guard let isThere = next(), let inode = next(), let seconds = next(),
        let nanoseconds = next()
      else { return nil }
      parts.append(
        isThere == 0
          ? nil
          : Directory.Signature(
            inode: UInt64(bitPattern: inode), seconds: Int(seconds), nanoseconds: Int(nanoseconds)))
    }
    return Listing.Signature(cur: parts[0], new: parts[1])
  }
}
