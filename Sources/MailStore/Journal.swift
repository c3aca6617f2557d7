internal import GRDB
internal import Glibc

/// The record of what was done to one store: every change is noted before it is made and again
/// when it was made, so that what a crash interrupts is found and finished, and what was done can
/// be taken back even after a restart.
///
/// It holds no mail and the store is right without it: losing it loses the way back, nothing else.
/// Several programs may keep one at the same time; each holds ``lock()`` from planning to the end.
public final class Journal: Sendable {
  let database: DatabaseQueue
  private let lockFile: ByteName?

  /// How long what was done can be taken back.
  private static let keptSeconds: Int64 = 30 * 86_400

  /// The record of a store that is kept in a folder, which is created when it is missing.
  ///
  /// A damaged record is set aside and a new one is begun. A record that cannot be kept there is
  /// replaced by one in memory.
  ///
  /// - Returns: The record, and what the person must know of it.
  public static func open(
    in folder: String, of identity: String
  ) throws(JournalProblem) -> (journal: Journal, problem: JournalProblem?) {
    let path = "\(folder)/\(StoreFileName.of(identity)).sqlite"
    do {
      try PrivateFolder.create(folder)
      do {
        return (try Journal(path: path, identity: identity), nil)
      } catch let error as DatabaseError where error.isDamage {
        let aside = "\(path).damaged-\(MessageDate.now())"
        for suffix in ["", "-wal", "-shm"] { Glibc.rename(path + suffix, aside + suffix) }
        return (try Journal(path: path, identity: identity), .setAside(aside))
      }
    } catch {
      return (try Journal(), JournalProblem(error))
    }
  }

  /// A record in memory, gone with it.
  public convenience init() throws(JournalProblem) {
    do {
      try self.init(DatabaseQueue(), lockFile: nil)
    } catch {
      throw JournalProblem(error)
    }
  }

  private convenience init(path: String, identity: String) throws {
    let lockFile = ByteName(path + ".lock")
    // Two programs that begin a record at once would begin it twice.
    let lock = try FileLock.wait(for: lockFile)
    defer { lock.release() }
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // A noted change outlasts a failure of power.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
    }
    try self.init(database, lockFile: lockFile)
    try database.write { db in
      guard let known = try String.fetchOne(db, sql: "SELECT identity FROM store") else {
        return try db.execute(
          sql: "INSERT INTO store (identity) VALUES (?)", arguments: [identity])
      }
      if known != identity { throw JournalProblem.unusable("the file belongs to \(known)") }
      let oldest = MessageDate.now() - Journal.keptSeconds
      try db.execute(
        sql: """
          DELETE FROM change WHERE state <> 0 AND step IN (SELECT number FROM step WHERE time < ?);
          DELETE FROM step WHERE time < ? AND number NOT IN (SELECT step FROM change)
          """, arguments: [oldest, oldest])
    }
  }

  private init(_ database: DatabaseQueue, lockFile: ByteName?) throws {
    self.database = database
    self.lockFile = lockFile
    let migrator = Journal.migrator
    if try database.read(migrator.hasBeenSuperseded) {
      throw JournalProblem.unusable("it was written by a newer version")
    }
    try migrator.migrate(database)
  }

  /// Has no other program work on the store by this record until the answer is released; nil when
  /// another does right now.
  public func lock() throws(JournalProblem) -> JournalLock? {
    guard let lockFile else { return JournalLock(file: nil) }
    do {
      return try FileLock.take(lockFile).map { JournalLock(file: $0) }
    } catch {
      throw JournalProblem(error)
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // `state` is a Journal.State. A change that took back another says which in `reverts`.
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
    return migrator
  }
}

/// The right to work on a store by its journal; given back when released or let go.
public final class JournalLock: Sendable {
  private let file: FileLock?

  init(file: FileLock?) { self.file = file }

  public func release() { file?.release() }
}

/// What is wrong with the record of changes. No mail is harmed by it.
public enum JournalProblem: Error, Hashable, Sendable {
  /// It cannot be read or written; the reason in the system's words.
  case unusable(String)
  /// It was damaged and now has another name, which is in the text.
  case setAside(String)
  /// The disk did not confirm that a change is on it.
  case unconfirmed

  init(_ error: any Error) {
    switch error {
    case let problem as JournalProblem: self = problem
    case let error as DatabaseError:
      self = .unusable(error.message ?? "SQLite error \(error.resultCode.rawValue)")
    case let failure as FileLock.Failure: self = .unusable(String(cString: strerror(failure.code)))
    default: self = .unusable(String(describing: error))
    }
  }

  /// What is wrong and what to do next.
  public var sentence: Sentence {
    switch self {
    case .unusable(let reason):
      Sentence(
        msgid(
          "The record of changes cannot be kept (%1$s); changes can be undone until this window closes."
        ), DisplayText.safe(reason))
    case .setAside(let path):
      Sentence(
        msgid(
          "The record of changes was damaged and is kept as “%1$s”; earlier changes can no longer be undone."
        ), DisplayText.safe(path))
    case .unconfirmed:
      Sentence(msgid("The disk did not confirm the last change; check the disk."))
    }
  }
}

extension DatabaseError {
  /// Whether the file itself is broken.
  var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
