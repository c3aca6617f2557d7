internal import FileSystem
internal import Foundation
internal import GRDB
package import MailModel
internal import MailText
internal import Synchronization

/// What belongs together: messages that share a Message-ID, their own or one that they name. Each message
/// has the number of its conversation, kept right with each writing.
///
/// A message that shares with two conversations joins them: the smaller one's messages get the number of
/// the larger, so that a message is written again no more often than its conversation doubles. A message
/// that leaves does not part what it joined at once, since most turn up again in another folder; see
/// ``part()``.
extension Index {
  /// A message, and what it belongs to now.
  package typealias Joined = (message: MessageRef, conversation: ConversationID?)

  /// The conversations of messages by their identifiers as they are now; nil for those who share with
  /// nobody. Writes nothing: it is for messages that are not kept yet.
  @concurrent
  package func conversations(sharing identifiers: [[Int64]]) async -> [ConversationID?] {
    use { queue in
      try queue.read { database in
        let find = try Joining.finding(database)
        return try identifiers.map { hashes in
          for hash in hashes {
            if let number = try Joining.conversation(sharing: hash, find) {
              return ConversationID(number)
            }
          }
          return nil
        }
      }
    } ?? identifiers.map { _ in nil }
  }

  /// The messages that belong together with a message, itself among them; nil when it is not known.
  ///
  /// - Parameters:
  ///   - besides: The folders that are left out, but for the message itself.
  ///   - limit: How many of them are wanted: the last by date.
  /// - Returns: Them as they were seen last, and how many there are in all.
  @concurrent
  package func conversation(
    of id: MessageRef, besides: Set<FolderID>, limit: Int? = nil
  ) async -> (entries: [Entry], total: Int)? {
    use { queue in
      try queue.read { database in
        var own: (number: Int64, conversation: Int64)?
        let find = try database.cachedStatement(
          sql: """
            SELECT message.id, conversation FROM message JOIN folder ON folder.id = folder
            WHERE path = ? AND key = ?
            """)
        let found = try Row.fetchCursor(
          find, arguments: [Data(id.folder.path.bytes), Data(id.key.bytes)])
        if try found.next() != nil {
          let row = Columns(find)
          own = (row.integer(0), row.integer(1))
        }
        guard let own else { return nil }
        let folders = try Joining.folders(database)
        let left = folders.filter { besides.contains($0.value) }.keys.sorted()
        let condition = """
          FROM message WHERE conversation = ?
          AND (folder NOT IN (\(left.map(String.init).joined(separator: ","))) OR id = ?)
          """
        let total =
          try Int.fetchOne(
            database, sql: "SELECT count(*) \(condition)",
            arguments: [own.conversation, own.number])
          ?? 0
        var entries: [Entry] = []
        try self.read(
          """
          WHERE id IN (SELECT id \(condition) ORDER BY date DESC LIMIT ?)
          """, [own.conversation, own.number, limit ?? -1], withPreviews: false, database
        ) { row in
          guard let folder = folders[self.folder(of: row)] else { throw Damaged() }
          entries.append(try self.entry(row, in: folder))
        }
        return (entries, total)
      }
    } ?? nil
  }

  /// The messages of a Message-ID, given without angle brackets, in all folders. One statement, by the hash of it.
  @concurrent
  package func messages(called messageID: String) async -> [MessageRef] {
    use { queue in
      try queue.read { database in
        let statement = try database.cachedStatement(
          sql: """
            SELECT path, key FROM reference JOIN message ON message.id = reference.message
            JOIN detail ON detail.message = message.id JOIN folder ON folder.id = folder
            WHERE hash = ? AND messageID = ?
            """)
        var found: [MessageRef] = []
        let rows = try Row.fetchCursor(
          statement, arguments: [MessageDetails.hash(of: messageID.utf8), messageID])
        while try rows.next() != nil {
          let row = Columns(statement)
          found.append(
            MessageRef(
              folder: FolderID(path: ByteName(row.bytes(0))), key: ByteName(row.bytes(1))))
        }
        return found
      }
    } ?? []
  }

  /// Whether another program, which has its own idea of what is known already, has written to the file
  /// since the last call.
  @concurrent
  package func wasWrittenElsewhere() async -> Bool {
    let now = use(Self.dataVersion) ?? nil
    return lastVersion.withLock { last in
      defer { last = now }
      return last != nil && now != nil && last != now
    }
  }

  static func dataVersion(of queue: DatabaseQueue) -> Int64? {
    try? queue.read { try Int64.fetchOne($0, sql: "PRAGMA data_version") }
  }

  /// What each message of a folder belongs to.
  @concurrent
  package func conversations(in folder: FolderID) async -> [Joined] {
    use { queue in
      try queue.read { database in
        let statement = try database.cachedStatement(
          sql: """
            SELECT key, conversation FROM message
            WHERE folder = (SELECT folder.id FROM folder WHERE path = ?)
            """)
        var found: [Joined] = []
        let rows = try Row.fetchCursor(statement, arguments: [Data(folder.path.bytes)])
        while try rows.next() != nil {
          let row = Columns(statement)
          found.append(
            (
              MessageRef(folder: folder, key: ByteName(row.bytes(0))),
              ConversationID(row.integer(1))
            ))
        }
        return found
      }
    } ?? []
  }

  /// Of so many messages a conversation is looked through for parts, and no more are looked through in one
  /// transaction; a larger one stays as it is.
  private static let largestParted = 10_000

  /// Parts some of the conversations that a message has left, or whose message names others now, where
  /// nothing joins what is left of them: it is then as if that message had never been there.
  ///
  /// - Returns: The messages that belong to something else now; nil when none was left to look through.
  @concurrent
  package func part() async -> [Joined]? {
    use { queue in
      try queue.write { database in
        let loosened = try Int64.fetchAll(
          database, sql: "SELECT conversation FROM loosened LIMIT 1000")
        if loosened.isEmpty { return nil }
        var joining = try Joining(database, self)
        var looked = 0
        for conversation in loosened where looked < Self.largestParted {
          looked += try joining.part(conversation, ofAtMost: Self.largestParted)
          try database.cachedStatement(sql: "DELETE FROM loosened WHERE conversation = ?")
            .execute(arguments: [conversation])
        }
        return try joining.finished(self)
      }
    } ?? nil
  }
}
