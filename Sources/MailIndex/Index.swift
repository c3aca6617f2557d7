package import FileSystem
internal import Foundation
internal import GRDB
internal import GRDBSQLite
package import MailModel
package import MailText
internal import Synchronization

/// What was read of a store's messages, kept for the next start and for what looks through all of
/// them: SQLite in one file for each store.
///
/// A message has a number, which stays when this program moves it, and so has what it belongs together
/// with, which is written with it: nothing need be computed at a start. What a row shows is in one table,
/// which is read whole at each start; what is only searched for, and the preview, in another.
///
/// A cache and nothing more. What is damaged, or was written by another version, is thrown away;
/// where nothing can be written, or the disk is full, it does without. It never fails: it merely
/// knows nothing, and then the messages are read again.
package final class Index: Sendable {
  /// A message, and where its store finds it: bytes that only the store reads.
  package struct Entry: Sendable {
    package let message: Message
    package let place: [UInt8]

    package init(message: Message, place: [UInt8]) {
      self.message = message
      self.place = place
    }
  }

  /// What was known of a folder.
  package struct Folder: Sendable {
    package let entries: [Entry]
    /// Nil when the folder was changing when it was last looked at.
    package let digest: Int64?
    /// The inode of its directory.
    package let directory: UInt64?
  }

  /// What has become of a message.
  package struct Change: Sendable {
    package let key: ByteName
    /// Nil when it is gone, or must be read again anyway.
    package let entry: Entry?
    /// Nil when they are what they were; a message of which there are none yet is then left out.
    package let details: MessageDetails?

    package init(key: ByteName, entry: Entry?, details: MessageDetails?) {
      self.key = key
      self.entry = entry
      self.details = details
    }
  }

  /// Counts the changes of the tables' meaning; a file with another number is thrown away.
  private static let version = 6

  let path: String
  let identity: String
  private let maximumPages: Int?
  /// Nil when it is of no use any more.
  private let queue: Mutex<DatabaseQueue?>
  /// What it was found to be, and in what.
  let knownBirth = Mutex<(queue: DatabaseQueue, birth: Int64)?>(nil)
  /// How many messages were added while this is open.
  let added = Mutex(0)
  /// The highest number of a conversation that was given while this is open, which one that is made anew
  /// in the place of a damaged one goes on from: those who ask may still know the old ones.
  let lastConversation = Mutex<Int64>(0)
  /// What tells whether another program has written since.
  let lastVersion: Mutex<Int64?>

  /// Opens the index of a store, or begins one.
  ///
  /// - Parameter maximumPages: After how many pages of 4 KiB the disk counts as full, for tests.
  package init?(of identity: String, in folder: String, maximumPages: Int? = nil) {
    path = Index.path(of: identity, in: folder)
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.identity = identity
    self.maximumPages = maximumPages
    PrivateFolder.keepPrivate(path)
    guard let queue = Index.opened(path, identity, maximumPages) else { return nil }
    lastVersion = Mutex(Index.dataVersion(of: queue))
    self.queue = Mutex(queue)
  }

  /// The file of a store's index, which is there when the store was opened before.
  package static func path(of identity: String, in folder: String) -> String {
    var name = FNV1a()
    name.add(identity.utf8)
    return "\(folder)/\(String(name.value, radix: 16)).sqlite"
  }

  private static func opened(
    _ path: String, _ identity: String, _ maximumPages: Int?
  ) -> DatabaseQueue? {
    for _ in 0..<2 {
      do {
        let queue = try connected(path, maximumPages)
        try queue.write { database in try prepare(database, identity) }
        return queue
      } catch {
        guard isDamage(error) else { return nil }
        remove(path)
      }
    }
    return nil
  }

  /// Told of every statement that is run on an index that is opened in its scope, for tests to count.
  @TaskLocal package static var onStatement: (@Sendable (String) -> Void)?

  /// Told of every tenth step that SQLite takes for such statements.
  @TaskLocal package static var onTenSteps: (@Sendable () -> Void)?

  /// Has those be told who count.
  static func trace(_ database: Database) {
    if let onStatement { database.trace(options: .statement) { onStatement($0.description) } }
    guard let onTenSteps else { return }
    // Not let go, as SQLite does not say when it is through with it.
    let told = Unmanaged.passRetained(Told(onTenSteps)).toOpaque()
    let tell: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { told in
      if let told { Unmanaged<Told>.fromOpaque(told).takeUnretainedValue().tell() }
      return 0
    }
    sqlite3_progress_handler(database.sqliteConnection, 10, tell, told)
  }

  private final class Told {
    let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
  }

  private static func connected(_ path: String, _ maximumPages: Int?) throws -> DatabaseQueue {
    var configuration = Configuration()
    // Two windows, or a window and a listing, share one file.
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { database in
      // What a failure of power damages is read again.
      try database.execute(sql: "PRAGMA synchronous = OFF")
      // A journal that is made and removed for each of many small writings takes most of their time.
      try database.execute(sql: "PRAGMA journal_mode = PERSIST")
      // What is replaced is counted as gone.
      try database.execute(sql: "PRAGMA recursive_triggers = ON")
      Index.trace(database)
      if let maximumPages { try database.execute(sql: "PRAGMA max_page_count = \(maximumPages)") }
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  struct Outdated: Error {}

  private static func prepare(_ database: Database, _ identity: String) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version")
    if found == 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 {
      try database.execute(
        sql: """
          CREATE TABLE store (identity TEXT NOT NULL, lastConversation INTEGER NOT NULL);
          CREATE TABLE folder (
            id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, count INTEGER NOT NULL,
            directory INTEGER, digest INTEGER, seal INTEGER NOT NULL,
            rows INTEGER NOT NULL DEFAULT 0);
          CREATE TABLE message (
            id INTEGER PRIMARY KEY, folder INTEGER NOT NULL REFERENCES folder, key BLOB NOT NULL,
            place BLOB NOT NULL, sender TEXT NOT NULL, address TEXT NOT NULL,
            subject TEXT NOT NULL, arrival INTEGER NOT NULL, received INTEGER NOT NULL, waking INTEGER,
            date INTEGER NOT NULL, flags INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, problem INTEGER NOT NULL, seal INTEGER NOT NULL,
            conversation INTEGER NOT NULL);
          CREATE UNIQUE INDEX message_by_key ON message (folder, key);
          CREATE INDEX message_by_arrival ON message (folder, arrival, date);
          CREATE INDEX message_by_date ON message (folder, date);
          CREATE INDEX message_by_conversation ON message (conversation, date);
          CREATE TABLE loosened (conversation INTEGER PRIMARY KEY);
          CREATE TABLE detail (
            message INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
            recipients TEXT NOT NULL, messageID TEXT NOT NULL, listID TEXT NOT NULL,
            attachment INTEGER, preview TEXT, detailSeal INTEGER NOT NULL);
          CREATE TABLE reference (
            message INTEGER NOT NULL REFERENCES message ON DELETE CASCADE, hash INTEGER NOT NULL,
            PRIMARY KEY (message, hash)) WITHOUT ROWID;
          CREATE INDEX reference_by_hash ON reference (hash);
          \(changes)
          PRAGMA user_version = \(version);
          PRAGMA application_id = \(Int32.random(in: 1 ... .max));
          """)
      try database.execute(sql: "INSERT INTO store VALUES (?, 0)", arguments: [identity])
    } else {
      let known = try DatabaseValue.fetchOne(database, sql: "SELECT identity FROM store")
      guard found == version, known == identity.databaseValue else { throw Outdated() }
    }
  }

  /// How many rows a folder has, which messages' words are still to be read, and of which the words are still to be forgotten: kept by
  /// the database itself, so that one change costs the same however many messages there are.
  private static let changes = """
    CREATE TABLE unread (message INTEGER PRIMARY KEY);
    CREATE TABLE gone (message INTEGER PRIMARY KEY);
    CREATE TRIGGER message_came AFTER INSERT ON message BEGIN
      UPDATE folder SET rows = rows + 1 WHERE id = NEW.folder;
      INSERT OR IGNORE INTO unread VALUES (NEW.id);
    END;
    CREATE TRIGGER message_went AFTER DELETE ON message BEGIN
      UPDATE folder SET rows = rows - 1 WHERE id = OLD.folder;
      DELETE FROM unread WHERE message = OLD.id;
      INSERT OR IGNORE INTO gone VALUES (OLD.id);
    END;
    CREATE TRIGGER message_moved AFTER UPDATE OF folder ON message
    WHEN OLD.folder <> NEW.folder BEGIN
      UPDATE folder SET rows = rows - 1 WHERE id = OLD.folder;
      UPDATE folder SET rows = rows + 1 WHERE id = NEW.folder;
    END;
    CREATE TRIGGER message_became_another
    AFTER UPDATE OF sender, address, subject, date, size, modified ON message
    WHEN (OLD.sender, OLD.address, OLD.subject, OLD.date, OLD.size, OLD.modified)
      <> (NEW.sender, NEW.address, NEW.subject, NEW.date, NEW.size, NEW.modified) BEGIN
      INSERT OR IGNORE INTO unread VALUES (NEW.id);
    END;
    """

  /// Whether the file is of no use, and not only out of reach now.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return true }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM,
      .SQLITE_AUTH, .SQLITE_FULL, .SQLITE_NOMEM, .SQLITE_INTERRUPT:
      return false
    default: return true
    }
  }

  static func remove(_ path: String) {
    for end in ["", "-journal", "-wal", "-shm"] { unlink(path + end) }
  }

  /// Runs `body` when there still is an index.
  func use<Result>(_ body: (DatabaseQueue) throws -> Result) -> Result? {
    guard let queue = queue.withLock({ $0 }) else { return nil }
    do {
      return try body(queue)
    } catch {
      abandon(queue, error)
      return nil
    }
  }

  /// After an error there is no index any more, or an empty one in place of a damaged one.
  func abandon(_ queue: DatabaseQueue, _ error: any Error) {
    self.queue.withLock { current in
      guard current === queue else { return }
      current = nil
      guard Index.isDamage(error) else { return }
      Index.remove(path)
      current = Index.opened(path, identity, maximumPages)
    }
  }
}
