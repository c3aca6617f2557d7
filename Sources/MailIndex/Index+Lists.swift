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
}
