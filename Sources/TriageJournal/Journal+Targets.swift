internal import FileSystem
internal import Foundation
internal import GRDB
public import MailModel
internal import MailText

extension Journal {
  /// Notes where the person has moved mail of these senders.
  public func note(target: FolderID, of senders: Set<String>) throws(JournalProblem) {
    try write { db in
      let insert = try db.cachedStatement(sql: "INSERT INTO target (folder, sender) VALUES (?, ?)")
      for sender in senders.sorted().prefix(Journal.targetsKept) {
        try insert.execute(arguments: [Data(target.path.bytes), sender])
      }
      try db.execute(
        sql: "DELETE FROM target WHERE number <= (SELECT MAX(number) FROM target) - ?",
        arguments: [Journal.targetsKept])
    }
  }

  /// Where the person has moved mail, the last first; nil stands for any sender.
  public func targets(of sender: String?) throws(JournalProblem) -> [FolderID] {
    try read { db in
      try Data.fetchAll(
        db,
        sql: """
          SELECT folder FROM target WHERE sender = ? OR ? GROUP BY folder ORDER BY MAX(number) DESC
          """, arguments: [sender, sender == nil]
      ).map { FolderID(path: ByteName($0)) }
    }
  }

  /// More than a person remembers.
  private static let targetsKept = 2_000
}
