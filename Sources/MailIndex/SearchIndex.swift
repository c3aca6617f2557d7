internal import FileSystem
internal import Foundation
internal import GRDB
internal import Synchronization

/// The words of messages, by the numbers that they have in an ``Index``: SQLite's FTS5 in a file of its own
/// beside the index, opened by the first who searches or reads for that.
///
/// A cache as the index is, and of less weight: what is damaged, of another version or of another index is
/// thrown away, and the texts are read again; a disk that is full ends the reading of texts and nothing
/// else. Nothing in it is trusted alone: each message that it names is looked up in the index, and must
/// still be the mail that was read.
///
/// FTS5 keeps no texts here, and so cannot take a message out. A row of `document` that belongs to no message
/// any more stays, so that its number is not given again; when there are too many, all is read anew.
package final class SearchIndex: Sendable {
  /// Counts the changes of what is kept; a file with another number is thrown away.
  static let version = 2
  /// How often a damaged file is made anew until it is done without.
  private static let maximumRemakings = 3

  let index: Index
  private let path: String
  private let maximumPages: Int?
  private let state = Mutex(State())

  private struct State {
    var queue: DatabaseQueue?
    /// What the index was that the file belongs to.
    var birth: Int64?
    var remakings = 0
    /// Counts how often there may be another file than before.
    var beginnings = 0
    var hasStopped = false
    var timesBusy = 0
  }

  /// - Parameter maximumPages: After how many pages of 4 KiB the disk counts as full, for tests.
  package init(beside index: Index, maximumPages: Int? = nil) {
    self.index = index
    self.maximumPages = maximumPages
    path = Self.path(of: index.identity, in: (index.path as NSString).deletingLastPathComponent)
  }

  package static func path(of identity: String, in folder: String) -> String {
    (Index.path(of: identity, in: folder) as NSString).deletingPathExtension + ".search"
  }

  /// Changes when what was read may be lost.
  package var beginnings: Int { state.withLock { $0.beginnings } }

  /// Whether no more can be kept, as on a full disk.
  package var hasStopped: Bool { state.withLock { $0.hasStopped } }

  /// How often nothing could be told or kept because another program was at the file.
  package var timesBusy: Int { state.withLock { $0.timesBusy } }

  /// Notes that something could be kept, again perhaps.
  func noteRoom() { state.withLock { $0.hasStopped = false } }

  /// Runs `body` when there is an index to search; nil when not, and when it failed.
  func use<Result>(_ body: (DatabaseQueue) throws -> Result) -> Result? {
    guard let queue = opened() else { return nil }
    do {
      return try body(queue)
    } catch {
      abandon(queue, error)
      return nil
    }
  }

  /// The same for what ends when the task is cancelled.
  func useUntilCancelled<Result: Sendable>(
    _ body: (DatabaseQueue) async throws -> Result
  ) async -> Result? {
    guard let queue = opened() else { return nil }
    do {
      return try await body(queue)
    } catch is CancellationError {
      return nil
    } catch {
      abandon(queue, error)
      return nil
    }
  }

  /// Throws everything away, to be read again.
  func empty() {
    state.withLock { state in
      forget(&state)
      Index.remove(path)
    }
  }

  private func forget(_ state: inout State) {
    state.queue = nil
    state.beginnings += 1
  }

  private func opened() -> DatabaseQueue? {
    guard let birth = index.birth() else { return nil }
    return state.withLock { state in
      if let queue = state.queue, state.birth == birth { return queue }
      forget(&state)
      state.birth = birth
      while state.remakings <= Self.maximumRemakings {
        do {
          PrivateFolder.keepPrivate(path)
          let queue = try connected()
          try queue.write { try prepare($0, birth) }
          state.queue = queue
          return queue
        } catch {
          guard note(error, in: &state) else { return nil }
        }
      }
      return nil
    }
  }

  private func abandon(_ queue: DatabaseQueue, _ error: any Error) {
    state.withLock { state in
      guard state.queue === queue, note(error, in: &state) else { return }
      forget(&state)
    }
  }

  /// Removes a file that is of no use.
  ///
  /// - Returns: Whether another may be begun.
  private func note(_ error: any Error, in state: inout State) -> Bool {
    if let error = error as? DatabaseError {
      switch error.resultCode {
      // Another program is at it; the next time will do.
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        state.timesBusy += 1
        return false
      case .SQLITE_INTERRUPT: return false
      case .SQLITE_IOERR: break
      default: if Index.isDamage(error) { return remake(&state) }
      }
      state.hasStopped = true
      return false
    }
    return remake(&state)
  }

  private func remake(_ state: inout State) -> Bool {
    Index.remove(path)
    state.remakings += 1
    if state.remakings > Self.maximumRemakings { state.hasStopped = true }
    return true
  }

  private func connected() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { [maximumPages] database in
      try database.execute(sql: "PRAGMA synchronous = OFF")
      Index.trace(database)
      if let maximumPages { try database.execute(sql: "PRAGMA max_page_count = \(maximumPages)") }
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func prepare(_ database: Database, _ birth: Int64) throws {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version")
    if found == 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 {
      // The words come folded: what is not ASCII is a letter of one.
      try database.execute(
        sql: """
          CREATE TABLE store (
            identity TEXT NOT NULL, birth INTEGER NOT NULL, live INTEGER NOT NULL,
            dead INTEGER NOT NULL);
          CREATE TABLE document (
            id INTEGER PRIMARY KEY, message INTEGER UNIQUE, seal INTEGER NOT NULL);
          CREATE VIRTUAL TABLE word USING fts5 (
            sender, recipients, subject, attachments, text,
            content = '', columnsize = 0, prefix = '2 3', tokenize = 'ascii');
          CREATE TRIGGER document_came AFTER INSERT ON document BEGIN
            UPDATE store SET live = live + 1;
          END;
          CREATE TRIGGER document_died AFTER UPDATE OF message ON document
          WHEN OLD.message IS NOT NULL AND NEW.message IS NULL BEGIN
            UPDATE store SET live = live - 1, dead = dead + 1;
          END;
          PRAGMA user_version = \(Self.version);
          """)
      try database.execute(
        sql: "INSERT INTO store VALUES (?, ?, 0, 0)", arguments: [index.identity, birth])
    } else {
      guard found == Self.version,
        let store = try Row.fetchOne(database, sql: "SELECT identity, birth FROM store"),
        (store[0] as DatabaseValue) == index.identity.databaseValue,
        (store[1] as DatabaseValue) == birth.databaseValue
      else { throw Index.Outdated() }
    }
  }
}
