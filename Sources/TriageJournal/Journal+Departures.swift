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
            AND \(Self.isDeparture)
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

  /// What is still to be done about a message on the server of the folder that it left.
  public enum Removal: Int, Sendable {
    /// As far as is known the server has it there, and nowhere else yet.
    case open = 0
    /// The server has it where it went, or is to have it nowhere: it may go from its old place.
    case due = 1
    /// It is being taken from there, or was.
    case begun = 2
    /// It is marked as deleted there, and the server can do no more.
    case marked = 3
    /// Nothing.
    case done = 4
    /// Nothing there, for another client has taken it from there; where that has put it is not known yet.
    case taken = 5
  }

  /// A message that left a folder.
  public struct Departed: Sendable {
    /// The change by which it left.
    public let number: Int64
    public let message: MessageRef
    /// What it became; nil for one that was deleted.
    public let after: MessageRef?
    /// What its store knows of the change.
    public let token: [UInt8]
    /// Whether it has left for certain: what was interrupted may have been done.
    public let isMade: Bool
    public let removal: Removal
  }

  /// What left the folders below one that a server has too and is not done there, in the order in which it left. From now on that
  /// is kept until it is done, however long that takes. Reads all that is noted.
  public func departed(below directory: FolderID) throws(JournalProblem) -> [Departed] {
    let prefix = Data(directory.path.bytes + [UInt8(ascii: "/")])
    return try write { db in
      try db.execute(sql: "INSERT OR IGNORE INTO server (prefix) VALUES (?)", arguments: [prefix])
      return try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM change
          WHERE removal <> 4 AND substr(folderBefore, 1, ?) = ? AND state IN (0, 1, 2, 3)
            AND \(Self.isDeparture)
          ORDER BY number
          """, arguments: [prefix.count, prefix]
      ).compactMap { row in
        guard let message = try row.message("folderBefore", "keyBefore") else { return nil }
        return Departed(
          number: row["number"], message: message,
          after: try row.message("folderAfter", "keyAfter"), token: Array(row["token"] as Data),
          isMade: row["state"] != State.intended.rawValue,
          removal: Removal(rawValue: row["removal"]) ?? .open)
      }
    }
  }

  /// Notes what is to be done about messages that left, by the numbers of their changes; on the disk when this returns.
  public func note(_ removal: Removal, of numbers: some Sequence<Int64>) throws(JournalProblem) {
    let numbers = Array(numbers)
    if numbers.isEmpty { return }
    try write { db in
      let update = try db.cachedStatement(sql: "UPDATE change SET removal = ? WHERE number = ?")
      for number in numbers { try update.execute(arguments: [removal.rawValue, number]) }
    }
  }

  /// Whether a change has taken its message from where it was.
  static let isDeparture =
    "(keyAfter IS NULL OR NOT (keyAfter = keyBefore AND folderAfter = folderBefore))"
}
