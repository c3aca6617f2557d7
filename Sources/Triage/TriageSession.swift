import MailModel
import Synchronization
import TriageJournal

/// One person's work on one store: does commands, undoes them in reverse and redoes them.
///
/// What is done is noted in a journal before and after, so that it survives a crash and can be
/// undone after a restart. What may be changed and which folder is for what can be read and set from
/// anywhere at any time.
public actor TriageSession {
  public nonisolated let store: any MessageStore
  private nonisolated let thread = OwnThread("triage")
  /// The journal's waits for other programs are nobody else's.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }
  nonisolated let terms: Mutex<Terms>

  var given: Journal?
  /// What is wrong with the journal and was not told yet.
  var problem: JournalProblem?
  var hasRecovered = false
  /// Where the rules are kept; nil: in memory.
  nonisolated let ruleFolder: String?
  /// The rules, once they are read.
  var ruleBook: Rules?
  /// How many messages are changed before the person hears of it, may end it, and others that wait for the
  /// disk are served.
  let portion: Int
  private(set) var isTaken = false
  private(set) var waiting: [Waiter] = []

  /// - Parameters:
  ///   - journal: One in memory when none is given.
  ///   - ruleFolder: Where the rules of mailboxes are kept; nil: in memory.
  public init(
    store: any MessageStore, journal: Journal? = nil, rulesIn ruleFolder: String? = nil,
    allowsChanges: Bool
  ) {
    self.init(
      store: store, journal: journal, rulesIn: ruleFolder, allowsChanges: allowsChanges,
      portion: 500)
  }

  init(
    store: any MessageStore, journal: Journal?, rulesIn ruleFolder: String? = nil,
    allowsChanges: Bool, portion: Int
  ) {
    self.store = store
    self.ruleFolder = ruleFolder
    given = journal
    terms = Mutex(Terms(permission: allowsChanges ? .everything : .nothing))
    self.portion = portion
  }

  /// Hears how many messages of how many are done, after each portion of many; no to go on ends it there, and
  /// what was done by then is the step. Called on no particular thread.
  public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Bool

  public var canUndo: Bool { (try? given?.canUndo()) ?? false }
  public var canRedo: Bool { (try? given?.canRedo()) ?? false }

  /// Whether a step is not undone yet.
  public func canUndo(step: Int64) -> Bool { (try? given?.canUndo(step: step)) ?? false }

  /// Does a command to messages, as one step of undo. A message that cannot be changed is reported
  /// in the outcome; when none could be, the first reason is thrown. Commands to messages in the
  /// state already change nothing.
  ///
  /// Commands are done in the order in which they are asked for. Those that wait for one to end are
  /// then done together, which takes the disk hardly longer than one; so are several undos or redos.
  ///
  /// Many are changed portion by portion, each noted, made and on the disk before the next: all of them are
  /// one step all the same.
  ///
  /// - Parameter origin: Who asks. What the program does by itself is taken back by
  ///   ``undo(step:)`` alone, and leaves what can be redone.
  @discardableResult
  public func perform(
    _ command: Command, on ids: [MessageRef], by origin: Journal.Origin = .person,
    progress: Progress? = nil
  ) async throws(TriageError) -> Outcome {
    guard let outcome = try await fulfil(.command(command, on: ids, by: origin), progress) else {
      throw .notOffered(command)
    }
    return outcome
  }

  /// Undoes the person's last step that is not undone; nil when there is none. The messages are found
  /// by identity, even when other programs renamed their files meanwhile. What other programs moved
  /// or deleted, or the program moved on, is reported, and thrown when nothing else is left of the
  /// step. A step whose messages this record knows to be deleted for ever is passed over.
  ///
  /// Of many, those that are left when the person ends it stay to be undone.
  @discardableResult
  public func undo(progress: Progress? = nil) async throws(TriageError) -> Outcome? {
    try await fulfil(.undo, progress)
  }

  /// Undoes one step, whatever was done since and whoever began it; nil when it is undone already.
  /// What a later step moved on stays where it is, and is reported or thrown as in ``undo()``.
  @discardableResult
  public func undo(
    step: Int64, progress: Progress? = nil
  ) async throws(TriageError) -> Outcome? {
    try await fulfil(.undoStep(step), progress)
  }

  /// Does again the person's step that was undone last; nil when there is none, or when the person
  /// did a command since. Otherwise as ``undo()``.
  @discardableResult
  public func redo(progress: Progress? = nil) async throws(TriageError) -> Outcome? {
    try await fulfil(.redo, progress)
  }

  /// Finishes what a crash interrupted, as every command does first.
  ///
  /// - Returns: The messages whose change was interrupted and that are neither where they were nor
  ///   where they were to go: another program moved or deleted them.
  @discardableResult
  public func recover() async throws(TriageError) -> [MessageRef] {
    lost = []
    try await inTurn { () async throws(TriageError) in }
    return lost
  }

  /// What the last recovery did not find.
  var lost: [MessageRef] = []

  // MARK: Taking turns

  /// What is asked for, and who hears how it goes.
  struct Asked {
    let request: Request
    var progress: Progress?
  }

  public enum Request: Sendable {
    /// See ``TriageSession/perform(_:on:by:progress:)``; to take it back turns the rule off that was made with it.
    case command(
      Command, on: [MessageRef], by: Journal.Origin = .person, with: Rule.ID? = nil)
    /// See ``TriageSession/undo(progress:)`` and ``TriageSession/redo(progress:)``.
    case undo, redo
    /// See ``TriageSession/undo(step:progress:)``.
    case undoStep(Int64)

    /// The name of the command, or of what is done to a step.
    public var name: StaticString {
      switch self {
      case .command(let command, _, _, _): command.entry.fixedName
      case .undo: "undo"
      case .redo: "redo"
      case .undoStep: "undo-step"
      }
    }

    /// How many messages a command is about.
    public var count: Int { if case .command(_, let ids, _, _) = self { ids.count } else { 0 } }

    /// Whether it is the person's own.
    public var isOfPerson: Bool {
      if case .command(_, _, let origin, _) = self { origin == .person } else { true }
    }

    /// Whether both may be done at once, if they are about different messages.
    func isLike(_ other: Request) -> Bool {
      switch (self, other) {
      case (.command, .command), (.undo, .undo), (.redo, .redo), (.undoStep, .undoStep): true
      default: false
      }
    }
  }

  /// Who waits for a turn; one with a request may get its result instead, from the turn of another.
  struct Waiter {
    let asked: Asked?
    let continuation: CheckedContinuation<Result<Outcome?, TriageError>?, Never>
  }

  /// Does what is asked for, in its turn, together with what waits behind it; nil when there was nothing to do.
  public func fulfil(
    _ request: Request, _ progress: Progress? = nil
  ) async throws(TriageError) -> Outcome? {
    guard allowsChanges else { throw .lookOnly }
    let asked = Asked(request: request, progress: progress)
    if let result = await takeTurn(asked) { return try result.get() }
    defer { endTurn() }
    return try await undisturbed { () async throws(TriageError) in
      let behind = self.takeRequestsBehind()
      let results = await self.fulfilInOrder([asked] + behind.compactMap(\.asked))
      for (waiter, result) in zip(behind, results.dropFirst()) {
        waiter.continuation.resume(returning: result)
      }
      return try results[0].get()
    }
  }

  private func takeTurn(_ asked: Asked? = nil) async -> Result<Outcome?, TriageError>? {
    if isTaken {
      return await withCheckedContinuation {
        waiting.append(Waiter(asked: asked, continuation: $0))
      }
    }
    isTaken = true
    return nil
  }

  private func endTurn() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().continuation.resume(returning: nil)
    }
  }

  /// What is asked for next, before anything else waits.
  private func takeRequestsBehind() -> [Waiter] {
    let behind = Array(waiting.prefix { $0.asked != nil })
    waiting.removeFirst(behind.count)
    return behind
  }

  /// Runs what no other command of this session, and no other program with the same journal, may
  /// come between; finishes first what was interrupted.
  func inTurn<Value: Sendable>(
    _ body: () async throws(TriageError) -> Value
  ) async throws(TriageError) -> Value {
    guard allowsChanges else { throw .lookOnly }
    _ = await takeTurn()
    defer { endTurn() }
    return try await undisturbed(body)
  }

  /// Runs what no other program with the same journal may come between, in a turn of this session;
  /// finishes first what was interrupted.
  private func undisturbed<Value: Sendable>(
    _ body: () async throws(TriageError) -> Value
  ) async throws(TriageError) -> Value {
    let lock = try await locked(current())
    defer { lock?.release() }
    // It may have been taken back meanwhile.
    guard allowsChanges else { throw .lookOnly }
    await finishInterrupted(try inPlace())
    return try await body()
  }
}
