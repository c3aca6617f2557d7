package import FileSystem
internal import GRDB
package import MailModel
internal import MailText

extension Index {
  /// The keys of the messages of a folder that come from a mailing list, or of which that is not known;
  /// nil when nothing is.
  @concurrent
  package func keys(in folder: FolderID, ofList name: String) async -> Set<ByteName>? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return nil }
        let statement = try database.cachedStatement(
          sql: """
            SELECT key FROM message LEFT JOIN detail ON message = id
            WHERE folder = ? AND (listID = ? OR listID IS NULL)
            """)
        let rows = try Row.fetchCursor(statement, arguments: [state.id, name])
        var keys: Set<ByteName> = []
        while try rows.next() != nil { keys.insert(ByteName(Columns(statement).bytes(0))) }
        return keys
      }
    } ?? nil
  }

  /// What the messages of a folder are known to come from, by their keys: a mailing list, or none where the name is empty; nil when
  /// nothing is known. One statement.
  @concurrent
  package func lists(in folder: FolderID) async -> [ByteName: String]? {
    use { queue in
      try queue.read { database in
        guard let state = try self.state(of: folder, database) else { return nil }
        let statement = try database.cachedStatement(
          sql: """
            SELECT key, listID FROM message JOIN detail ON message = id
            WHERE folder = ? AND listID IS NOT NULL
            """)
        let rows = try Row.fetchCursor(statement, arguments: [state.id])
        var lists: [ByteName: String] = [:]
        while try rows.next() != nil {
          let columns = Columns(statement)
          lists[ByteName(columns.bytes(0))] = String(decoding: columns.bytes(1), as: UTF8.self)
        }
        return lists
      }
    } ?? nil
  }
}
