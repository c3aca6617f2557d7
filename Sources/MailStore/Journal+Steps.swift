internal import Foundation
internal import GRDB

extension Journal {
  /// What is known of a change.
  enum State: Int {
    /// To be made; found on start, it was interrupted.
    case intended = 0
    /// Made, and in force.
    case made = 1
    /// Made, but the disk did not confirm it.
    case unconfirmed = 2
    /// Made, and taken back since.
    case reverted = 3
    /// Not made, or its message is gone.
    case void = 4
  }

  /// Where changes belong.
  public enum Place: Sendable {
    /// To a command that is begun.
    case newStep(of: String)
    /// To one that is noted.
    case step(Int64)

    fileprivate var isNew: Bool {
      if case .newStep = self { true } else { false }
    }
  }

  /// A change that is to be made.
  public struct Intent: Sendable {
    public let change: MessageChange
    /// The change that it takes back.
    public let reverting: Entry?

    public init(change: MessageChange, reverting: Entry? = nil) {
      self.change = change
      self.reverting = reverting
    }
  }

  /// A change as it is noted.
  public struct Entry: Sendable {
    public let number: Int64
    public let step: Int64
    public let change: MessageChange
    /// Whether it took back a change of the command, rather than being one.
    public let isUndo: Bool
    let state: State

    /// Whether it was noted but not yet made.
    public var isInterrupted: Bool { state == .intended }
  }

  /// One command, to be taken back at once.
  public struct Step: Sendable {
    public let number: Int64
    /// The name of the command.
    public let command: String
    /// The changes in force, in the order in which they were made.
    public let entries: [Entry]
  }

  /// What became of a noted change.
  public enum Ending: Sendable {
    case made(MessageChange, isDurable: Bool)
    /// It was not made, and shall not be.
    case void
  }

  // MARK: Noting

  /// Notes changes that are about to be made, several commands' at once; on the disk when this
  /// returns. When a step is begun, what was undone before cannot be redone any more.
  ///
  /// - Returns: The entries of each command, in its order. A command without changes has none.
  public func note(
    _ commands: [(place: Place, intents: [Intent])]
  ) throws(JournalProblem) -> [[Entry]] {
    try write { db in
      let noted = commands.filter { !$0.intents.isEmpty }
      if noted.contains(where: { $0.place.isNew }) {
        let last = try Journal.lastStep(db) ?? 0
        try db.execute(
          sql: "UPDATE step SET isDiscarded = 1 WHERE number > ? AND isDiscarded = 0",
          arguments: [last])
      }
      return try commands.map { place, intents in
        if intents.isEmpty { return [] }
        let step = try Journal.step(at: place, in: db)
        return try intents.map { try Journal.insert($0, in: step, db) }
      }
    }
  }

  private static func step(at place: Place, in db: Database) throws -> Int64 {
    switch place {
    case .step(let number): return number
    case .newStep(let command):
      try db.execute(
        sql: "INSERT INTO step (command, time) VALUES (?, ?)",
        arguments: [command, MessageDate.now()])
      return db.lastInsertedRowID
    }
  }

  private static func insert(
    _ intent: Intent, in step: Int64, _ db: Database
  ) throws -> Entry {
    let change = intent.change
    let isUndo = intent.reverting.map { !$0.isUndo } ?? false
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO change (step, isUndo, reverts, folderBefore, keyBefore, infoBefore,
          folderAfter, keyAfter, infoAfter, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """)
    try insert.execute(arguments: [
      step, isUndo, intent.reverting?.number, Data(change.before.folder.path.bytes),
      Data(change.before.key.bytes), Data(change.infoBefore.bytes),
      change.after.map { Data($0.folder.path.bytes) }, change.after.map { Data($0.key.bytes) },
      Data(change.infoAfter.bytes),
    ])
    return Entry(
      number: db.lastInsertedRowID, step: step, change: change, isUndo: isUndo, state: .intended)
  }

  /// Notes what became of changes.
  public func finish(_ endings: [(Entry, Ending)]) throws(JournalProblem) {
    try write { db in
      let update = try db.cachedStatement(
        sql: """
          UPDATE change SET state = ?, infoBefore = ?, folderAfter = ?, keyAfter = ?, infoAfter = ?
          WHERE number = ?
          """)
      let revert = try db.cachedStatement(
        sql: """
          UPDATE change SET state = 3
          WHERE state IN (1, 2) AND number = (SELECT reverts FROM change WHERE number = ?)
          """)
      for (entry, ending) in endings {
        guard case .made(let change, let isDurable) = ending else {
          try db.execute(
            sql: "UPDATE change SET state = 4 WHERE number = ?", arguments: [entry.number])
          continue
        }
        try update.execute(arguments: [
          (isDurable ? State.made : .unconfirmed).rawValue, Data(change.infoBefore.bytes),
          change.after.map { Data($0.folder.path.bytes) }, change.after.map { Data($0.key.bytes) },
          Data(change.infoAfter.bytes), entry.number,
        ])
        try revert.execute(arguments: [entry.number])
      }
    }
  }

  // MARK: Asking

  /// The step to undo next, or once `number` and all after it are undone; nil when there is none.
  public func lastStep(before number: Int64? = nil) throws(JournalProblem) -> Step? {
    try read { db in
      try Journal.lastStep(db, before: number).flatMap { try Journal.step($0, in: db) }
    }
  }

  /// The step to redo next, or once `number` and all before it are redone; nil when there is none.
  public func nextStep(after number: Int64? = nil) throws(JournalProblem) -> Step? {
    try read { db in
      let next = try Int64.fetchOne(
        db,
        sql: """
          SELECT MIN(step) FROM change JOIN step ON step.number = change.step
          WHERE state IN (1, 2) AND isUndo AND NOT isDiscarded AND step > ?
          """, arguments: [max(Journal.lastStep(db) ?? 0, number ?? 0)])
      return try next.flatMap { try Journal.step($0, in: db) }
    }
  }

  /// The changes that were interrupted, in their order; with those that the disk did not confirm
  /// when `withUnconfirmed`.
  public func unfinished(withUnconfirmed: Bool) throws(JournalProblem) -> [Entry] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM change WHERE state IN (0, ?) ORDER BY number",
        arguments: [(withUnconfirmed ? State.unconfirmed : .intended).rawValue]
      ).map(Entry.init)
    }
  }

  /// What a message is known by after the moves that are noted since `entry`, or since ever.
  public func successor(
    of id: MessageID, since entry: Entry? = nil
  ) throws(JournalProblem) -> MessageID {
    try read { db in
      let next = try db.cachedStatement(
        sql: """
          SELECT number, folderAfter, keyAfter FROM change
          WHERE keyBefore = ? AND folderBefore = ? AND keyAfter IS NOT NULL AND number > ?
            AND state IN (1, 2, 3) AND NOT (keyAfter = keyBefore AND folderAfter = folderBefore)
          ORDER BY number LIMIT 1
          """)
      var current = id
      var number = entry?.number ?? 0
      while let row = try Row.fetchOne(
        next, arguments: [Data(current.key.bytes), Data(current.folder.path.bytes), number])
      {
        number = row[0]
        current = MessageID(folder: FolderID(path: row.name(1)), key: row.name(2))
      }
      return current
    }
  }

  /// Whether it is noted that a message was deleted for ever.
  public func hasDeleted(_ id: MessageID) throws(JournalProblem) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT COUNT(*) FROM change
          WHERE keyBefore = ? AND folderBefore = ? AND keyAfter IS NULL AND state IN (1, 2)
          """, arguments: [Data(id.key.bytes), Data(id.folder.path.bytes)]) ?? false
    }
  }

  private static func lastStep(_ db: Database, before number: Int64? = nil) throws -> Int64? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT MAX(step) FROM change
        WHERE state IN (1, 2) AND NOT isUndo AND keyAfter IS NOT NULL AND step < ?
        """, arguments: [number ?? .max])
  }

  private static func step(_ number: Int64, in db: Database) throws -> Step? {
    guard
      let command = try String.fetchOne(
        db, sql: "SELECT command FROM step WHERE number = ?", arguments: [number])
    else { return nil }
    let entries = try Row.fetchAll(
      db, sql: "SELECT * FROM change WHERE step = ? AND state IN (1, 2) ORDER BY number",
      arguments: [number]
    ).map(Entry.init)
    return Step(number: number, command: command, entries: entries)
  }

  // MARK: Errors

  private func read<Value>(_ body: (Database) throws -> Value) throws(JournalProblem) -> Value {
    do { return try database.read(body) } catch { throw JournalProblem(error) }
  }

  private func write<Value>(_ body: (Database) throws -> Value) throws(JournalProblem) -> Value {
    do { return try database.write(body) } catch { throw JournalProblem(error) }
  }
}

extension Journal.Entry {
  fileprivate init(_ row: Row) {
    number = row["number"]
    step = row["step"]
    isUndo = row["isUndo"]
    state = Journal.State(rawValue: row["state"]) ?? .void
    var after: MessageID?
    if row["keyAfter"] as Data? != nil {
      after = MessageID(
        folder: FolderID(path: row.name("folderAfter")), key: row.name("keyAfter"))
    }
    change = MessageChange(
      before: MessageID(
        folder: FolderID(path: row.name("folderBefore")), key: row.name("keyBefore")),
      infoBefore: row.name("infoBefore"), after: after, infoAfter: row.name("infoAfter"))
  }
}

extension Row {
  fileprivate func name(_ column: String) -> ByteName { ByteName(self[column] as Data) }
  fileprivate func name(_ column: Int) -> ByteName { ByteName(self[column] as Data) }
}
