internal import Foundation
internal import GRDB
public import MailModel
internal import MailText

extension Journal {
  /// What is known of a change.
  enum State: Int {
    /// To be made; found on start, it was interrupted.
    case intended = 0
    /// Made, and in force.
    case made = 1
    /// Made, but the disk did not confirm it.
    case unconfirmed = 2
    /// Made, and taken back since, or passed over on the way back.
    case reverted = 3
    /// Not made, or its message is gone.
    case void = 4
  }

  /// Who began a step. Undo and redo go through the person's; the program's are taken back one by
  /// one.
  public enum Origin: Int, Sendable {
    case person = 0
    /// The program, bringing back what was put off.
    case waking = 1
    /// The program, keeping a mailbox and its server alike.
    case synchronising = 2
    /// The program, marking what was read, or answered.
    case reading = 3
    /// The program, doing what a rule says.
    case rule = 4
    /// The program, keeping a copy of a draft where other devices see it.
    case drafting = 5
  }

  /// Where changes belong.
  public enum Place: Sendable {
    /// To a command that is begun.
    case newStep(of: String, by: Origin = .person)
    /// To one that is noted.
    case step(Int64)

    fileprivate var isNewOfPerson: Bool {
      if case .newStep(_, .person) = self { true } else { false }
    }
  }

  /// A change that is to be made.
  public struct Intent: Sendable {
    public let change: Change
    /// The change that it takes back.
    public let reverting: Entry?

    public init(change: Change, reverting: Entry? = nil) {
      self.change = change
      self.reverting = reverting
    }
  }

  /// A change as it is noted.
  public struct Entry: Sendable {
    public let number: Int64
    public let step: Int64
    public let change: Change
    /// Whether it took back a change of the command, rather than being one.
    public let isUndo: Bool
    let state: State

    /// Whether it was noted but not yet made.
    public var isInterrupted: Bool { state == .intended }
  }

  /// One command, to be taken back at once.
  public struct Step: Sendable {
    public let number: Int64
    /// The command, as it was noted; version 1 noted its name alone.
    public let command: String
    public let origin: Origin
    /// The changes in force, in the order in which they were made.
    public let entries: [Entry]
  }

  /// What became of a noted change.
  public enum Ending: Sendable {
    case made(Change, isDurable: Bool)
    /// It was not made, and shall not be; or its message is gone.
    case void
    /// It was made and shall not be taken back any more: something else was done on top of it.
    case passedOver
  }

  // MARK: Noting

  /// Notes changes that are about to be made, several commands' at once; on the disk when this
  /// returns. When the person begins a step, what was undone before cannot be redone any more.
  ///
  /// - Returns: The entries of each command, in its order. A command without changes has none.
  public func note(
    _ commands: [(place: Place, intents: [Intent])]
  ) throws(JournalProblem) -> [[Entry]] {
    try write { db in
      if commands.contains(where: { $0.place.isNewOfPerson && !$0.intents.isEmpty }) {
        try db.execute(
          sql: """
            UPDATE step SET isDiscarded = 1 WHERE isDiscarded = 0
              AND number IN (
                SELECT step FROM change WHERE state IN (1, 2) AND isUndo AND isUndoable)
            """)
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
    case .newStep(let command, let origin):
      try db.execute(
        sql: "INSERT INTO step (command, origin, time) VALUES (?, ?, ?)",
        arguments: [command, origin.rawValue, MessageDate.now()])
      return db.lastInsertedRowID
    }
  }

  private static func insert(
    _ intent: Intent, in step: Int64, _ db: Database
  ) throws -> Entry {
    let isUndo = intent.reverting.map { !$0.isUndo } ?? false
    try db.cachedStatement(
      sql: """
        INSERT INTO change (step, isUndo, reverts, state, \(Change.columns))
          VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [step, isUndo, intent.reverting?.number] + intent.change.arguments)
    return Entry(
      number: db.lastInsertedRowID, step: step, change: intent.change, isUndo: isUndo,
      state: .intended)
  }

  /// Notes what became of changes; not where another program has taken the file away meanwhile, which the next command finds.
  public func finish(_ endings: [(Entry, Ending)]) throws(JournalProblem) {
    do throws(JournalProblem) {
      try write { try Self.finish(endings, in: $0) }
    } catch {
      if isInPlace { throw error }
    }
  }

  private static func finish(_ endings: [(Entry, Ending)], in db: Database) throws {
    let update = try db.cachedStatement(
      sql: """
        UPDATE change SET state = ?, (\(Change.columns)) = (?, ?, ?, ?, ?, ?, ?, ?)
        WHERE number = ?
        """)
    let revert = try db.cachedStatement(
      sql: """
        UPDATE change SET state = 3
        WHERE state IN (1, 2) AND number = (SELECT reverts FROM change WHERE number = ?)
        """)
    for (entry, ending) in endings {
      guard case .made(let change, let isDurable) = ending else {
        let state = if case .void = ending { State.void } else { State.reverted }
        try db.execute(
          sql: "UPDATE change SET state = ? WHERE number = ?",
          arguments: [state.rawValue, entry.number])
        continue
      }
      let state = isDurable ? State.made : .unconfirmed
      try update.execute(
        arguments: [state.rawValue] + change.arguments + [entry.number])
      try revert.execute(arguments: [entry.number])
    }
  }

  // MARK: Asking

  /// The step to undo next: the person's last one that is in force, but for some; nil when there is
  /// none.
  public func lastStep(except others: Set<Int64> = []) throws(JournalProblem) -> Step? {
    try read { db in
      try Journal.lastNumber(except: others, db).flatMap { try Journal.step($0, in: db) }
    }
  }

  /// Whether there is a step to undo, which reads none of its changes.
  public func canUndo() throws(JournalProblem) -> Bool {
    try read { db in try Journal.lastNumber(except: [], db) != nil }
  }

  /// Whether a step can be undone, which reads none of its changes.
  public func canUndo(step number: Int64) throws(JournalProblem) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM change WHERE step = ? AND state IN (1, 2) AND NOT isUndo AND isUndoable)
          """, arguments: [number]) ?? false
    }
  }

  private static func lastNumber(except others: Set<Int64>, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT MAX(step) FROM change JOIN step ON step.number = change.step
        WHERE state IN (1, 2) AND NOT isUndo AND isUndoable AND origin = 0
          AND step NOT IN (\(list(others)))
        """)
  }

  /// The step to redo next: the one that was undone last, but for some; nil when there is none.
  public func nextStep(except others: Set<Int64> = []) throws(JournalProblem) -> Step? {
    try read { db in
      try Journal.nextNumber(except: others, db).flatMap { try Journal.step($0, in: db) }
    }
  }

  /// Whether there is a step to redo, which reads none of its changes.
  public func canRedo() throws(JournalProblem) -> Bool {
    try read { db in try Journal.nextNumber(except: [], db) != nil }
  }

  private static func nextNumber(except others: Set<Int64>, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT step FROM change JOIN step ON step.number = change.step
        WHERE state IN (1, 2) AND isUndo AND isUndoable AND NOT isDiscarded AND origin = 0
          AND step NOT IN (\(list(others)))
        ORDER BY change.number DESC LIMIT 1
        """)
  }

  /// A step by its number, whoever began it; nil when it is forgotten.
  public func step(_ number: Int64) throws(JournalProblem) -> Step? {
    try read { db in try Journal.step(number, in: db) }
  }

  /// The changes that were interrupted, in their order; with those that the disk did not confirm
  /// when `withUnconfirmed`.
  public func unfinished(withUnconfirmed: Bool) throws(JournalProblem) -> [Entry] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM change WHERE state IN (0, ?) ORDER BY number",
        arguments: [(withUnconfirmed ? State.unconfirmed : .intended).rawValue]
      ).compactMap { try Entry($0) }
    }
  }

  /// What a message is known by after the moves that are noted since `entry`, or since ever; and
  /// whether one of them, of a later step, is in force: it was moved on, though it may be back where
  /// it was.
  public func successor(
    of id: MessageRef, since entry: Entry? = nil
  ) throws(JournalProblem) -> (id: MessageRef, isMovedOn: Bool) {
    try read { db in
      let next = try db.cachedStatement(
        sql: """
          SELECT number, folderAfter, keyAfter, state IN (1, 2) AND NOT isUndo AND step > ?
          FROM change
          WHERE keyBefore = ? AND folderBefore = ? AND keyAfter IS NOT NULL AND number > ?
            AND state IN (1, 2, 3) AND NOT (keyAfter = keyBefore AND folderAfter = folderBefore)
          ORDER BY number LIMIT 1
          """)
      var current = id
      var isMovedOn = false
      var number = entry?.number ?? 0
      while let row = try Row.fetchOne(
        next,
        arguments: [
          entry?.step ?? 0, Data(current.key.bytes), Data(current.folder.path.bytes), number,
        ]), let after = try row.message("folderAfter", "keyAfter")
      {
        number = row[0]
        isMovedOn = isMovedOn || row[3]
        current = after
      }
      return (current, isMovedOn)
    }
  }

  /// What a message was known by in the folder that it was moved from to where it is, before it was
  /// perhaps taken elsewhere and put back; nil when that is not noted.
  public func origin(of id: MessageRef) throws(JournalProblem) -> MessageRef? {
    try read { db in
      var current = id
      var number = Int64.max
      while let row = try Row.fetchOne(
        db,
        sql: """
          SELECT made.number, made.folderBefore, made.keyBefore
          FROM change AS now
            JOIN change AS made ON made.number = iif(now.isUndo, now.reverts, now.number)
          WHERE now.keyAfter = ? AND now.folderAfter = ? AND now.number < ?
            AND now.state IN (1, 2, 3) AND now.keyBefore <> now.keyAfter
          ORDER BY now.number DESC LIMIT 1
          """,
        arguments: [Data(current.key.bytes), Data(current.folder.path.bytes), number]),
        let before = try row.message("folderBefore", "keyBefore")
      {
        if before.folder != id.folder { return before }
        number = row[0]
        current = before
      }
      return nil
    }
  }

  /// Whether it is noted that a message was deleted for ever.
  public func hasDeleted(_ id: MessageRef) throws(JournalProblem) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT COUNT(*) FROM change
          WHERE keyBefore = ? AND folderBefore = ? AND keyAfter IS NULL AND state IN (1, 2)
          """, arguments: [Data(id.key.bytes), Data(id.folder.path.bytes)]) ?? false
    }
  }

  private static func step(_ number: Int64, in db: Database) throws -> Step? {
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT command, origin FROM step WHERE number = ?", arguments: [number])
    else { return nil }
    let entries = try Row.fetchAll(
      db, sql: "SELECT * FROM change WHERE step = ? AND state IN (1, 2) ORDER BY number",
      arguments: [number]
    ).compactMap { try Entry($0) }
    return Step(
      number: number, command: row[0], origin: Origin(rawValue: row[1]) ?? .person,
      entries: entries)
  }

  private static func list(_ numbers: Set<Int64>) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }

  // MARK: Errors

  func read<Value>(_ body: (Database) throws -> Value) throws(JournalProblem) -> Value {
    do { return try database.read(body) } catch JournalProblem.tampered {
      throw .tampered(file?.path ?? "")
    } catch {
      throw JournalProblem(error)
    }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(JournalProblem) -> Value {
    do { return try database.write(body) } catch { throw JournalProblem(error) }
  }
}
