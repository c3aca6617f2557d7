internal import Foundation
internal import GRDB
public import MailModel

extension Journal {
  /// Where messages went that are no longer where they were, as far as it is noted: what each is
  /// known by now, or nil within for one that was deleted for ever. Those of which nothing is noted
  /// are left out.
  ///
  /// A change that was interrupted counts: it may have been made, and who asks looks whether the
  /// message is there. Reads a row or two for each message.
  public func departures(
    of messages: [MessageRef]
  ) throws(JournalProblem) -> [MessageRef: MessageRef?] {
    try read { db in
      let next = try db.cachedStatement(
        sql: """
          SELECT number, folderAfter, keyAfter FROM change
          WHERE keyBefore = ? AND folderBefore = ? AND number > ? AND state IN (0, 1, 2, 3)
            AND (keyAfter IS NULL OR NOT (keyAfter = keyBefore AND folderAfter = folderBefore))
          ORDER BY number LIMIT 1
          """)
      var found: [MessageRef: MessageRef?] = [:]
      for message in messages {
        var current: MessageRef? = message
        var number: Int64 = 0
        while let place = current,
          let row = try Row.fetchOne(
            next, arguments: [Data(place.key.bytes), Data(place.folder.path.bytes), number])
        {
          number = row["number"]
          current = try row.message("folderAfter", "keyAfter")
          found[message] = .some(current)
        }
      }
      return found
    }
  }

  /// The messages that left a folder, with the tokens by which its store knows of it: of a message that
  /// left it more than once, those of the last time. Reads all that is noted.
  public func tokens(from folder: FolderID) throws(JournalProblem) -> [MessageRef: [UInt8]] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT folderBefore, keyBefore, token FROM change
          WHERE folderBefore = ? AND state IN (0, 1, 2, 3)
            AND (keyAfter IS NULL OR NOT (keyAfter = keyBefore AND folderAfter = folderBefore))
          ORDER BY number
          """, arguments: [Data(folder.path.bytes)])
      var tokens: [MessageRef: [UInt8]] = [:]
      for row in rows {
        guard let message = try row.message("folderBefore", "keyBefore") else { continue }
        tokens[message] = Array(row["token"] as Data)
      }
      return tokens
    }
  }
}
