internal import FileSystem
internal import Foundation
internal import GRDB
internal import Glibc
internal import MailModel
internal import MailText

/// The record of what was done to one store: every change is noted before it is made and again
/// when it was made, so that what a crash interrupts is found and finished, and what was done can
/// be taken back even after a restart.
///
/// It holds no mail and the store is right without it: losing it loses the way back, nothing else.
/// Several programs may keep one at the same time; each holds ``lock()`` from planning to the end.
public final class Journal: Sendable {
  let database: DatabaseQueue
  let file: JournalFile?

  /// How long what was done can be taken back.
  private static let keptSeconds: Int64 = 30 * 86_400

  /// The record of a store that is kept in a folder, which is created when it is missing.
  ///
  /// A damaged record is set aside and a new one is begun. A record that cannot be kept there is
  /// replaced by one in memory.
  ///
  /// Blocks while another program begins or uses the record: a task calls
  /// ``openOnOwnThread(in:of:)``.
  ///
  /// - Returns: The record, and what the person must know of it.
  public static func open(
    in folder: String, of identity: String
  ) throws(JournalProblem) -> (journal: Journal, problem: JournalProblem?) {
    do {
      try PrivateFolder.create(folder)
      let path = "\(folder)/\(JournalFile.name(of: identity)).sqlite"
      // Two programs that begin a record at once would begin it twice.
      let lock = try FileLock.wait(for: JournalFile.lock(of: path))
      defer { lock.release() }
      return try begin(path, of: identity)
    } catch {
      return (try Journal(), JournalProblem(error))
    }
  }

  /// The same without holding up a thread that tasks share, of which there are few.
  public static func openOnOwnThread(
    in folder: String, of identity: String
  ) async throws(JournalProblem) -> (journal: Journal, problem: JournalProblem?) {
    try await onOwnThread("journal") { _ in
      Result { () throws(JournalProblem) in try open(in: folder, of: identity) }
    }.get()
  }

  /// The record that is kept at a path, for who has its lock; a damaged one is set aside first.
  static func begin(
    _ path: String, of identity: String
  ) throws -> (journal: Journal, problem: JournalProblem?) {
    do {
      return (try Journal(path: path, identity: identity), nil)
    } catch let error as DatabaseError where error.isDamage {
      let aside = "\(path).damaged-\(MessageDate.now())"
      for suffix in JournalFile.suffixes { Glibc.rename(path + suffix, aside + suffix) }
      return (try Journal(path: path, identity: identity), .setAside(aside))
    }
  }

  /// A record in memory, gone with it.
  public convenience init() throws(JournalProblem) {
    do {
      let database = try DatabaseQueue()
      try Journal.migrate(database)
      self.init(database, file: nil)
    } catch {
      throw JournalProblem(error)
    }
  }

  private convenience init(path: String, identity: String) throws {
    PrivateFolder.keepPrivate(path)
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { db in
      // A write-ahead log needs memory that is mapped to a file: where a disk is full that ends the program. A program of an earlier
      // version that has it open keeps its log, which does as well.
      try? db.execute(sql: "PRAGMA journal_mode = PERSIST")
      // A noted change outlasts a failure of power.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
    }
    try Journal.migrate(database)
    try database.write { db in
      guard let known = try String.fetchOne(db, sql: "SELECT identity FROM store") else {
        return try db.execute(
          sql: "INSERT INTO store (identity) VALUES (?)", arguments: [identity])
      }
      if known != identity { throw JournalProblem.unusable("the file belongs to \(known)") }
      try Journal.forget(before: MessageDate.now() - Journal.keptSeconds, in: db)
    }
    self.init(database, file: JournalFile(path: path, identity: identity))
  }

  /// Forgets what was done before a time, but for two things, which cannot be taken back any more: where what was put off
  /// then is to come back to, as long as nobody has moved it on, and where that went which a server still has in its old place.
  private static func forget(before oldest: Int64, in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TEMPORARY TABLE kept AS WITH RECURSIVE waiting(number) AS (
          SELECT put.number FROM step JOIN change AS put ON put.step = step.number
          WHERE step.command LIKE '{"snooze"%'
            AND put.state IN (1, 2) AND NOT put.isUndo
            AND NOT EXISTS (
              SELECT 1 FROM change AS next
              WHERE next.keyBefore = put.keyAfter AND next.folderBefore = put.folderAfter
                AND next.number > put.number AND next.state IN (1, 2, 3)
                AND (next.keyAfter IS NULL OR next.keyAfter <> next.keyBefore
                  OR next.folderAfter <> next.folderBefore))
          UNION
          SELECT earlier.number
          FROM waiting JOIN change AS put ON put.number = waiting.number
            JOIN change AS earlier ON earlier.keyAfter = put.keyBefore
              AND earlier.folderAfter = put.folderBefore AND earlier.number < put.number
          WHERE put.folderBefore = put.folderAfter),
        owed(number) AS (
          SELECT number FROM change JOIN server ON substr(folderBefore, 1, length(prefix)) = prefix
          WHERE removal <> 4 AND state IN (1, 2, 3) AND \(isDeparture)
          UNION
          SELECT next.number
          FROM owed JOIN change AS put ON put.number = owed.number
            JOIN change AS next ON next.keyBefore = put.keyAfter
              AND next.folderBefore = put.folderAfter AND next.number > put.number)
        SELECT number FROM waiting UNION SELECT number FROM owed
        """)
    try db.execute(
      sql: """
        UPDATE change SET isUndoable = 0
          WHERE number IN kept AND step IN (SELECT number FROM step WHERE time < ?);
        DELETE FROM change WHERE state <> 0 AND number NOT IN kept
          AND step IN (SELECT number FROM step WHERE time < ?);
        DELETE FROM step WHERE time < ? AND number NOT IN (SELECT step FROM change);
        DROP TABLE kept
        """, arguments: [oldest, oldest, oldest])
  }

  private init(_ database: DatabaseQueue, file: JournalFile?) {
    self.database = database
    self.file = file
  }

  private static func migrate(_ database: DatabaseQueue) throws {
    let migrator = Journal.migrator
    if try database.read(migrator.hasBeenSuperseded) {
      throw JournalProblem.unusable("it was written by a newer version")
    }
    try migrator.migrate(database)
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
          CREATE TABLE store (identity TEXT NOT NULL);
          CREATE TABLE step (
            number INTEGER PRIMARY KEY AUTOINCREMENT, command TEXT NOT NULL, time INTEGER NOT NULL,
            isDiscarded INTEGER NOT NULL DEFAULT 0);
          CREATE TABLE change (
            number INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL REFERENCES step,
            isUndo INTEGER NOT NULL, reverts INTEGER,
            folderBefore BLOB NOT NULL, keyBefore BLOB NOT NULL, infoBefore BLOB NOT NULL,
            folderAfter BLOB, keyAfter BLOB, infoAfter BLOB NOT NULL, state INTEGER NOT NULL);
          CREATE INDEX changeByStep ON change (step);
          CREATE INDEX changeInForce ON change (step) WHERE state IN (1, 2);
          CREATE INDEX changeUnfinished ON change (number) WHERE state IN (0, 2);
          CREATE INDEX changeByMessage ON change (keyBefore, folderBefore);
          """)
    }
    // `state` is a Journal.State, `origin` a Journal.Origin. A change that took back another says
    // which in `reverts`. A message that is created has no key before, one that is deleted none
    // after, and a folder that is created none at all.
    migrator.registerMigration("2") { db in
      try db.execute(
        sql: """
          ALTER TABLE step ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;
          ALTER TABLE change RENAME TO change1;
          DROP INDEX changeByStep;
          DROP INDEX changeInForce;
          DROP INDEX changeUnfinished;
          DROP INDEX changeByMessage;
          CREATE TABLE change (
            number INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL REFERENCES step,
            isUndo INTEGER NOT NULL, reverts INTEGER, isUndoable INTEGER NOT NULL,
            folderBefore BLOB, keyBefore BLOB, flagsBefore INTEGER NOT NULL,
            folderAfter BLOB, keyAfter BLOB, flagsAfter INTEGER NOT NULL, token BLOB NOT NULL,
            state INTEGER NOT NULL);
          CREATE INDEX changeByStep ON change (step);
          CREATE INDEX changeInForce ON change (step) WHERE state IN (1, 2);
          CREATE INDEX changeUnfinished ON change (number) WHERE state IN (0, 2);
          CREATE INDEX changeByMessage ON change (keyBefore, folderBefore);
          """)
      let rows = try Row.fetchCursor(db, sql: "SELECT * FROM change1 ORDER BY number")
      while let row = try rows.next() { try copy(row, in: db) }
      try db.execute(sql: "DROP TABLE change1")
    }
    // Where the person has moved the mail of a sender, the last with the highest number.
    migrator.registerMigration("targets") { db in
      try db.execute(
        sql: """
          CREATE TABLE target (
            number INTEGER PRIMARY KEY AUTOINCREMENT, folder BLOB NOT NULL, sender TEXT NOT NULL,
            UNIQUE (sender, folder) ON CONFLICT REPLACE)
          """)
    }
    // `removal` is a Journal.Removal, and `prefix` what the paths of folders begin with that a server has too.
    migrator.registerMigration("removals") { db in
      try db.execute(
        sql: """
          ALTER TABLE change ADD COLUMN removal INTEGER NOT NULL DEFAULT 0;
          CREATE TABLE server (prefix BLOB PRIMARY KEY);
          """)
    }
    return migrator
  }

  /// Takes over a change as version 1 noted it, when every store was a Maildir: with the end of the
  /// file's name, from its `:` on, in place of the flags. The token that such a store finds its way by
  /// is both whole names with a NUL between them.
  private static func copy(_ row: Row, in db: Database) throws {
    let (infoBefore, infoAfter) = (row.name("infoBefore"), row.name("infoAfter"))
    let before = try row.message("folderBefore", "keyBefore")
    let after = try row.message("folderAfter", "keyAfter")
    let change = MessageChange(
      before: before, flagsBefore: MessageFlags(info: infoBefore.bytes), after: after,
      flagsAfter: MessageFlags(info: infoAfter.bytes),
      token: (before.map { $0.key.bytes + infoBefore.bytes } ?? []) + [0]
        + (after.map { $0.key.bytes + infoAfter.bytes } ?? []))
    try db.cachedStatement(
      sql: """
        INSERT INTO change (number, step, isUndo, reverts, state, \(Change.columns))
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        row["number"] as Int64, row["step"] as Int64, row["isUndo"] as Bool,
        row["reverts"] as Int64?, row["state"] as Int64,
      ] + Change.message(change).arguments)
  }
}
