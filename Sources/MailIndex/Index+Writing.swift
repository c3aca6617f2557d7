internal import FileSystem
internal import Foundation
internal import GRDB
package import MailModel
internal import MailText

extension Index {
  /// Writes what changed in a folder, in one transaction.
  ///
  /// - Parameters:
  ///   - digest: What the folder looked like, if that many messages are all that it holds.
  ///   - count: Nil where all that it holds was known before, and these are all changes since.
  ///   - directory: The inode of its directory.
  /// - Returns: The messages that belong to something else than they say.
  @discardableResult
  @concurrent
  package func save(
    _ folder: FolderID, _ changes: [Change], digest: Int64?, count: Int?, directory: UInt64?
  ) async -> [Joined] {
    use { queue in
      try queue.write { database in
        var joining = try Joining(database, self)
        let id = try self.number(of: folder, database)
        var next =
          try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT coalesce(max(id), 0) + 1 FROM message")) ?? 1
        // In the order of the index by keys, where each then lies beside the one before.
        for change in changes.sorted(by: { $0.key < $1.key }) {
          try self.write(change, in: id, next: &next, &joining, database)
        }
        // Rows that got lost, or came from another program meanwhile, must not pass for all there is.
        let rows =
          try Int.fetchOne(
            database.cachedStatement(sql: "SELECT rows FROM folder WHERE id = ?"), arguments: [id])
          ?? 0
        let count = count ?? rows
        try self.write(
          (id, count, directory, rows == count ? digest : nil), of: folder, database)
        return try joining.finished(self)
      }
    } ?? []
  }

  /// Takes messages that this program moved to their new places; they keep their numbers.
  ///
  /// - Returns: Those that belong to something else than they say.
  @discardableResult
  @concurrent
  package func move(_ moves: [(from: MessageRef, to: Entry)]) async -> [Joined] {
    guard !moves.isEmpty else { return [] }
    return use { queue in
      try queue.write { database in
        var joining = try Joining(database, self)
        var folders: [FolderID: Int64] = [:]
        for folder in moves.flatMap({ [$0.from.folder, $0.to.message.id.folder] })
        where folders[folder] == nil {
          folders[folder] = try self.number(of: folder, database)
          // They are not what they were when they were last looked at.
          if var state = try self.state(of: folder, database) {
            state.digest = nil
            try self.write(state, of: folder, database)
          }
        }
        for move in moves {
          guard let from = folders[move.from.folder], let to = folders[move.to.message.id.folder],
            let known = try self.known(move.from.key, in: from, database)
          else { continue }
          joining.note(move.to.message, known.conversation)
          try self.write(
            move.to, at: known.number, in: to, known.conversation, isNew: false, database)
        }
        return try joining.finished(self)
      }
    } ?? []
  }

  private func write(
    _ change: Change, in folder: Int64, next: inout Int64, _ joining: inout Joining,
    _ database: Database
  ) throws {
    var number = next
    var conversation: Int64 = 0
    var isNew = false
    // Most are new, and cost no question then. What comes without details would never be read for them.
    if let entry = change.entry, let details = change.details {
      conversation = try joining.conversation(of: details.identifiers)
      try write(entry, at: number, in: folder, conversation, isNew: true, database)
      isNew = database.changesCount == 1
    }
    var hasIdentifiers = false
    if isNew {
      next += 1
      added.withLock { $0 += 1 }
    } else {
      guard let known = try self.known(change.key, in: folder, database) else { return }
      (number, conversation) = known
      guard let entry = change.entry else {
        try joining.loosen(conversation, without: number)
        return try database.cachedStatement(sql: "DELETE FROM message WHERE id = ?")
          .execute(arguments: [number])
      }
      if let details = change.details {
        hasIdentifiers = try joining.hasIdentifiers(details.identifiers, number)
        if !hasIdentifiers {
          try joining.loosen(conversation)
          conversation = try joining.conversation(of: details.identifiers, and: conversation)
        }
      }
      try write(entry, at: number, in: folder, conversation, isNew: false, database)
    }
    if let entry = change.entry { joining.note(entry.message, conversation) }
    guard let entry = change.entry, let details = change.details else { return }
    let preview = entry.message.hasPreview ? entry.message.preview : nil
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO detail VALUES (?, ?, ?, ?, ?, ?, ?)")
      .execute(
        arguments: [
          number, details.recipients, details.messageID, details.listID,
          details.hasAttachment.map { $0 ? 1 : 0 }, preview, Self.seal(number, details, preview),
        ])
    if hasIdentifiers { return }
    if !isNew {
      try database.cachedStatement(sql: "DELETE FROM reference WHERE message = ?")
        .execute(arguments: [number])
    }
    try joining.link(number, to: details.identifiers)
  }

  private func write(
    _ entry: Entry, at number: Int64, in folder: Int64, _ conversation: Int64, isNew: Bool,
    _ database: Database
  ) throws {
    let message = entry.message
    try database.cachedStatement(
      sql: isNew
        ? "INSERT OR IGNORE INTO message VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)"
        : """
        UPDATE OR REPLACE message SET folder = ?2, key = ?3, place = ?4, sender = ?5, address = ?6,
          subject = ?7, arrival = ?8, received = ?9, waking = ?10, date = ?11, flags = ?12,
          size = ?13, modified = ?14, problem = ?15, seal = ?16, conversation = ?17
        WHERE id = ?1
        """
    ).execute(
      arguments: [
        number, folder, Data(message.id.key.bytes), Data(entry.place), message.from,
        message.address, message.subject, message.arrival, message.received, message.wakingOrWoken,
        message.date,
        Int64(bitPattern: message.flags.rawValue), message.size, message.modified,
        Int64(message.problem?.rawValue ?? .max), Self.seal(number, entry, conversation),
        conversation,
      ])
  }

  private func write(
    _ state: (id: Int64, count: Int, directory: UInt64?, digest: Int64?), of folder: FolderID,
    _ database: Database
  ) throws {
    let directory = state.directory.map { Int64(bitPattern: $0) }
    let count = Int64(state.count)
    try database.cachedStatement(
      sql: "UPDATE folder SET count = ?, directory = ?, digest = ?, seal = ? WHERE id = ?"
    ).execute(
      arguments: [
        count, directory, state.digest,
        Self.seal(state.id, folder, count, directory, state.digest), state.id,
      ])
  }

  /// The number of a folder, which may be new.
  private func number(of folder: FolderID, _ database: Database) throws -> Int64 {
    let path = Data(folder.path.bytes)
    let known = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM folder WHERE path = ?"), arguments: [path])
    if let known { return known }
    try database.cachedStatement(
      sql: "INSERT INTO folder (path, count, seal) VALUES (?, 0, 0)"
    ).execute(arguments: [path])
    let number = database.lastInsertedRowID
    try write((number, 0, nil, nil), of: folder, database)
    return number
  }

  private func known(
    _ key: ByteName, in folder: Int64, _ database: Database
  ) throws -> (number: Int64, conversation: Int64)? {
    let statement = try database.cachedStatement(
      sql: "SELECT id, conversation FROM message WHERE folder = ? AND key = ?")
    let rows = try Row.fetchCursor(statement, arguments: [folder, Data(key.bytes)])
    guard try rows.next() != nil else { return nil }
    let row = Columns(statement)
    return (row.integer(0), row.integer(1))
  }
}

/// Whether a row is still what was written: SQLite notices damage to its own structure, not to what it
/// holds, and a wrong subject would be worse than none.
extension Index {
  static func seal(_ number: Int64, _ entry: Entry, _ conversation: Int64) -> Int64 {
    seal(number, entry) ^ seal(ofConversation: conversation, number)
  }

  /// Apart from the rest, so that another conversation can be written to a row that was not read.
  static func seal(ofConversation conversation: Int64, _ number: Int64) -> Int64 {
    var hash = FNV1a()
    hash.add(number)
    hash.add(conversation)
    return Int64(bitPattern: hash.value)
  }

  private static func seal(_ number: Int64, _ entry: Entry) -> Int64 {
    let message = entry.message
    var hash = FNV1a()
    hash.add(number)
    hash.add(packed: message.id.folder.path.bytes)
    hash.add(packed: message.id.key.bytes)
    hash.add(packed: entry.place)
    message.head.withUnsafeBytes { hash.add(packed: $0) }
    hash.add(message.received)
    hash.add(message.wakingOrWoken ?? 0)
    hash.add(message.date)
    hash.add(Int64(bitPattern: message.flags.rawValue))
    hash.add(message.size)
    hash.add(message.modified)
    hash.add(Int64(message.problem?.rawValue ?? .max))
    return Int64(bitPattern: hash.value)
  }

  static func seal(_ number: Int64, _ details: MessageDetails, _ preview: String?) -> Int64 {
    var hash = FNV1a()
    hash.add(number)
    for text in [details.recipients, details.messageID, details.listID] { hash.add(packed: text) }
    hash.add(details.hasAttachment.map { $0 ? 1 : 0 } ?? 2)
    hash.add(preview == nil ? 0 : 1)
    hash.add(packed: preview ?? "")
    return Int64(bitPattern: hash.value)
  }

  static func seal(
    _ number: Int64, _ folder: FolderID, _ count: Int64, _ directory: Int64?, _ digest: Int64?
  ) -> Int64 {
    var hash = FNV1a()
    hash.add(number)
    hash.add(packed: folder.path.bytes)
    hash.add(count)
    for value in [directory, digest] {
      hash.add(value == nil ? 0 : 1)
      hash.add(value ?? 0)
    }
    return Int64(bitPattern: hash.value)
  }
}

extension Message {
  /// When it is to come back, or less than nothing: when it came back.
  fileprivate var wakingOrWoken: Int64? { waking ?? woken.map { -$0 } }
}
