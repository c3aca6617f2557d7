import MailStore
import Synchronization

/// One person's work on one store: does commands, undoes them in reverse and redoes them.
///
/// What is done is noted in a journal before and after, so that it survives a crash and can be
/// undone after a restart. Whether changes are allowed can be read and set from anywhere at any
/// time.
public actor TriageSession {
  public nonisolated let store: any MessageStore
  private nonisolated let permission: Mutex<Bool>

  private var given: Journal?
  /// What is wrong with the journal and was not told yet.
  private var problem: JournalProblem?
  private var hasRecovered = false
  private var isTaken = false
  private(set) var waiting: [Waiter] = []

  /// - Parameter journal: One in memory when none is given.
  public init(store: any MessageStore, journal: Journal? = nil, allowsChanges: Bool) {
    self.store = store
    given = journal
    permission = Mutex(allowsChanges)
  }

  /// Whether commands may change the mailbox.
  public nonisolated var allowsChanges: Bool {
    get { permission.withLock { $0 } }
    set { permission.withLock { $0 = newValue } }
  }

  public var canUndo: Bool { ((try? given?.lastStep()) ?? nil) != nil }
  public var canRedo: Bool { ((try? given?.nextStep()) ?? nil) != nil }

  /// Does a command to messages, as one step of undo. A message that cannot be changed is reported
  /// in the outcome; when none could be, the first reason is thrown. Commands to messages in the
  /// state already change nothing.
  ///
  /// Commands are done in the order in which they are asked for. Those that wait for one to end are
  /// then done together, which takes the disk hardly longer than one.
  @discardableResult
  public func perform(_ command: Command, on ids: [MessageID]) async throws(TriageError) -> Outcome
  {
    guard allowsChanges else { throw .lookOnly }
    let request = Request(command: command, ids: ids)
    if let result = await takeTurn(request) { return try result.get() }
    defer { endTurn() }
    return try await undisturbed { journal async throws(TriageError) in
      let behind = self.takeRequestsBehind()
      let results = await self.perform([request] + behind.compactMap(\.request), journal)
      for (waiter, result) in zip(behind, results.dropFirst()) {
        waiter.continuation.resume(returning: result)
      }
      return try results[0].get()
    }
  }

  /// Undoes the last step that is not undone; nil when there is none. The messages are found by
  /// identity, even when other programs renamed their files meanwhile. What other programs moved or
  /// deleted is reported, and thrown when nothing else is left of the step.
  @discardableResult
  public func undo() async throws(TriageError) -> Outcome? {
    try await inTurn { journal async throws(TriageError) in
      guard let step = try self.asked({ () throws(JournalProblem) in try journal.lastStep() })
      else { return nil }
      let entries = step.entries.filter { !$0.isUndo && !$0.change.isDeletion }
      return try await self.revert(entries.reversed(), of: step, .undone, journal)
    }
  }

  /// Does again the step that was undone last; nil when there is none, or when a command was done
  /// since. Otherwise as ``undo()``.
  @discardableResult
  public func redo() async throws(TriageError) -> Outcome? {
    try await inTurn { journal async throws(TriageError) in
      guard let step = try self.asked({ () throws(JournalProblem) in try journal.nextStep() })
      else { return nil }
      let entries = step.entries.filter(\.isUndo)
      return try await self.revert(entries.reversed(), of: step, .redone, journal)
    }
  }

  /// Finishes what a crash interrupted, as every command does first.
  ///
  /// - Returns: The messages whose change was interrupted and that are neither where they were nor
  ///   where they were to go: another program moved or deleted them.
  @discardableResult
  public func recover() async throws(TriageError) -> [MessageID] {
    lost = []
    try await inTurn { _ async throws(TriageError) in }
    return lost
  }

  /// What the last recovery did not find.
  private var lost: [MessageID] = []

  // MARK: Taking turns

  /// A command that is asked for.
  struct Request {
    let command: Command
    let ids: [MessageID]
  }

  /// Who waits for a turn; one with a request may get its result instead, from the turn of another.
  struct Waiter {
    let request: Request?
    let continuation: CheckedContinuation<Result<Outcome, TriageError>?, Never>
  }

  private func takeTurn(_ request: Request? = nil) async -> Result<Outcome, TriageError>? {
    if isTaken {
      return await withCheckedContinuation {
        waiting.append(Waiter(request: request, continuation: $0))
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

  /// The commands that wait next, before anything else does.
  private func takeRequestsBehind() -> [Waiter] {
    let behind = Array(waiting.prefix { $0.request != nil })
    waiting.removeFirst(behind.count)
    return behind
  }

  // MARK: Planning

  /// What becomes of one command.
  private struct Work {
    let command: String
    /// The step in the journal; nil for a new one.
    var step: Int64?
    var draft: Draft
    /// What is to be done for it.
    var plans: [Plan] = []
    /// The entries to revert whose messages are gone.
    var gone: [Journal.Entry] = []

    var intents: (place: Journal.Place, intents: [Journal.Intent]) {
      (step.map { .step($0) } ?? .newStep(of: command), plans.map(\.intent))
    }
  }

  private struct Plan {
    enum Purpose {
      case alteration(Alteration)
      case reverting(Journal.Entry)
    }

    /// What the message was known by to who asked.
    let id: MessageID
    var change: MessageChange
    let purpose: Purpose

    var intent: Journal.Intent {
      guard case .reverting(let entry) = purpose else { return Journal.Intent(change: change) }
      return Journal.Intent(change: change, reverting: entry)
    }
  }

  /// What a request comes to; nil when it is about a message of `others`, which are about to change.
  private func work(
    for request: Request, apartFrom others: inout Set<MessageID>, _ journal: Journal
  ) async -> Work? {
    var work = Work(command: request.command.rawValue, draft: Draft(command: request.command))
    var asked: Set<MessageID> = []
    var targets: [FolderID: FolderID] = [:]
    for id in request.ids {
      do throws(StoreError) {
        let message = try await current(id, journal)
        if others.contains(message.id) { return nil }
        guard asked.insert(message.id).inserted,
          let alteration = try await alteration(request.command, message, &targets)
        else { continue }
        work.draft.deed = work.draft.deed ?? Deed(request.command, before: message)
        if let change = try await store.plan(alteration, of: message.id) {
          work.plans.append(Plan(id: id, change: change, purpose: .alteration(alteration)))
        } else {
          let message = try await store.message(message.id)
          work.draft.changes.append(.init(before: id, after: message))
        }
      } catch {
        work.draft.failures.append(.init(id: id, error: error))
      }
    }
    others.formUnion(asked)
    return work
  }

  /// What a command comes to for a message; nil when it has no meaning there.
  private func alteration(
    _ command: Command, _ message: Message, _ targets: inout [FolderID: FolderID]
  ) async throws(StoreError) -> Alteration? {
    guard let kind = command.destination else {
      let (adding, removing) = command.flagChange(for: message)
      return .flags(adding: adding, removing: removing)
    }
    let source = message.id.folder
    let target: FolderID
    if let known = targets[source] {
      target = known
    } else {
      target = try await store.specialFolder(kind, near: source)
      targets[source] = target
    }
    return target == source ? nil : .move(to: target)
  }

  /// A message as it is now, under the identity that is asked for, or else under the one that the
  /// journal knows it to have got since.
  private func current(_ id: MessageID, _ journal: Journal) async throws(StoreError) -> Message {
    do throws(StoreError) {
      // Asked for what it has already, a store looks whether the message is still there.
      _ = try await store.plan(.flags(adding: [], removing: []), of: id)
      return try await store.message(id)
    } catch .messageVanished {
      guard let now = try? journal.successor(of: id), now != id else { throw .messageVanished }
      return try await store.message(now)
    }
  }

  private func replanned(_ plan: Plan) async throws(StoreError) -> Plan? {
    var plan = plan
    switch plan.purpose {
    case .alteration(let alteration):
      guard let change = try await store.plan(alteration, of: plan.change.before) else {
        return nil
      }
      plan.change = change
    case .reverting(let entry):
      plan.change = try await store.plan(undoing: entry.change, of: plan.change.before)
    }
    return plan
  }

  // MARK: Doing

  private func perform(
    _ requests: [Request], _ journal: Journal
  ) async -> [Result<Outcome, TriageError>] {
    var results: [Result<Outcome, TriageError>] = []
    var rest = requests[...]
    while !rest.isEmpty {
      var works: [Work] = []
      var messages: Set<MessageID> = []
      while let request = rest.first,
        let work = await work(for: request, apartFrom: &messages, journal)
      {
        works.append(work)
        rest.removeFirst()
      }
      do throws(TriageError) {
        try await carryOut(&works)
        results += zip(requests[results.count...], works).map { request, work in
          Result { () throws(TriageError) in try outcome(of: request, work.draft) }
        }
      } catch {
        results += works.map { _ in .failure(error) }
      }
    }
    return results
  }

  private func outcome(of request: Request, _ draft: Draft) throws(TriageError) -> Outcome {
    if draft.changes.isEmpty, let first = draft.failures.first { throw .store(first.error) }
    guard draft.deed != nil else { throw .notOffered(request.command) }
    return draft.outcome(takeProblem())
  }

  private func revert(
    _ entries: [Journal.Entry], of step: Journal.Step, _ deed: Deed, _ journal: Journal
  ) async throws(TriageError) -> Outcome? {
    var work = Work(
      command: step.command, step: step.number,
      draft: Draft(command: Command(rawValue: step.command), isUndo: deed == .undone))
    work.draft.deed = deed
    for entry in entries {
      guard let after = entry.change.after else { continue }
      let now = (try? journal.successor(of: after, since: entry)) ?? after
      do throws(StoreError) {
        let change = try await store.plan(undoing: entry.change, of: now)
        work.plans.append(Plan(id: now, change: change, purpose: .reverting(entry)))
      } catch {
        work.draft.failures.append(.init(id: now, error: error))
        // What may succeed later can be undone then.
        if error == .messageVanished { work.gone.append(entry) }
      }
    }
    var works = [work]
    try await carryOut(&works)
    let endings = works[0].gone.map { ($0, Journal.Ending.void) }
    if !endings.isEmpty { note { () throws(JournalProblem) in try journal.finish(endings) } }
    let draft = works[0].draft
    if draft.changes.isEmpty, let first = draft.failures.first { throw .store(first.error) }
    return draft.outcome(takeProblem())
  }

  /// Makes planned changes between two notes in the journal, each command's as a step of its own.
  private func carryOut(_ works: inout [Work]) async throws(TriageError) {
    var journal = try current()
    for _ in 0..<5 where works.contains(where: { !$0.plans.isEmpty }) {
      let noted: [[Journal.Entry]]
      do throws(JournalProblem) {
        noted = try journal.note(works.map(\.intents))
      } catch {
        // Mail is moved all the same; only the way back is kept in memory now.
        journal = try fallBack(error)
        for index in works.indices { works[index].step = nil }
        continue
      }
      let carried = await store.carryOut(works.flatMap { $0.plans.map(\.change) })
      if !carried.isDurable { problem = .unconfirmed }
      var endings: [(Journal.Entry, Journal.Ending)] = []
      var results = carried.results[...]
      for (index, entries) in zip(works.indices, noted) {
        let plans = works[index].plans
        works[index].plans = []
        works[index].step = entries.first?.step ?? works[index].step
        for (plan, entry) in zip(plans, entries) {
          do throws(StoreError) {
            let made = try results.removeFirst().get()
            endings.append((entry, .made(made.change, isDurable: carried.isDurable)))
            if let message = made.message {
              works[index].draft.changes.append(.init(before: plan.id, after: message))
            }
          } catch {
            endings.append((entry, .void))
            if error == .nameTaken, plan.change.isMove, let plan = try? await replanned(plan) {
              works[index].plans.append(plan)
              continue
            }
            works[index].draft.failures.append(.init(id: plan.id, error: error))
            if error == .messageVanished, case .reverting(let entry) = plan.purpose {
              works[index].gone.append(entry)
            }
          }
        }
      }
      note { () throws(JournalProblem) in try journal.finish(endings) }
    }
    for index in works.indices {
      works[index].draft.failures += works[index].plans.map { .init(id: $0.id, error: .nameTaken) }
    }
  }

  // MARK: The journal

  /// Runs what no other command of this session, and no other program with the same journal, may
  /// come between; finishes first what was interrupted.
  private func inTurn<Value: Sendable>(
    _ body: (Journal) async throws(TriageError) -> Value
  ) async throws(TriageError) -> Value {
    guard allowsChanges else { throw .lookOnly }
    _ = await takeTurn()
    defer { endTurn() }
    return try await undisturbed(body)
  }

  /// Runs what no other program with the same journal may come between, in a turn of this session;
  /// finishes first what was interrupted.
  private func undisturbed<Value: Sendable>(
    _ body: (Journal) async throws(TriageError) -> Value
  ) async throws(TriageError) -> Value {
    let journal = try current()
    let lock = try await locked(journal)
    defer { lock?.release() }
    // It may have been taken back meanwhile.
    guard allowsChanges else { throw .lookOnly }
    await finishInterrupted(journal)
    return try await body(self.current())
  }

  private func current() throws(TriageError) -> Journal {
    if let given { return given }
    do throws(JournalProblem) {
      let journal = try Journal()
      given = journal
      return journal
    } catch {
      throw .journal(error)
    }
  }

  /// Goes on with a journal in memory.
  private func fallBack(_ error: JournalProblem) throws(TriageError) -> Journal {
    problem = error
    given = nil
    return try current()
  }

  /// How often, and how long each time, another program is waited for: ten seconds in all.
  private static let patience = (times: 2_000, milliseconds: 5)

  private func locked(_ journal: Journal) async throws(TriageError) -> JournalLock? {
    for _ in 0..<Self.patience.times {
      do throws(JournalProblem) {
        if let lock = try journal.lock() { return lock }
      } catch {
        _ = try fallBack(error)
        return nil
      }
      try? await Task.sleep(for: .milliseconds(Self.patience.milliseconds))
    }
    throw .busy
  }

  private func finishInterrupted(_ journal: Journal) async {
    guard
      let entries = try? journal.unfinished(withUnconfirmed: !hasRecovered)
    else { return }
    hasRecovered = true
    if entries.isEmpty { return }
    var endings: [(Journal.Entry, Journal.Ending)] = []
    // Nothing is deleted that was not: who wants it gone says so again.
    for entry in entries where entry.change.isDeletion {
      let isThere = await isThere(entry.change.before)
      if let isThere {
        endings.append((entry, isThere ? .void : .made(entry.change, isDurable: true)))
      }
    }
    let open = entries.filter { !$0.change.isDeletion && ($0.isInterrupted || $0.change.isMove) }
    let carried = await store.carryOut(open.map(\.change))
    for (entry, result) in zip(open, carried.results) {
      do throws(StoreError) {
        endings.append((entry, .made(try result.get().change, isDurable: carried.isDurable)))
      } catch {
        // A disk that refuses now may let it be finished later.
        guard [.messageVanished, .notAMessage, .nameTaken].contains(error) else { continue }
        endings.append((entry, entry.isInterrupted ? .void : .made(entry.change, isDurable: true)))
        if entry.isInterrupted { lost.append(entry.change.before) }
      }
    }
    note { () throws(JournalProblem) in try journal.finish(endings) }
  }

  /// Whether a message is there; nil when that cannot be told.
  private func isThere(_ id: MessageID) async -> Bool? {
    do throws(StoreError) {
      _ = try await store.message(id)
      return true
    } catch .messageVanished {
      return false
    } catch {
      return nil
    }
  }

  private func asked<Value>(
    _ body: () throws(JournalProblem) -> Value
  ) throws(TriageError) -> Value {
    do throws(JournalProblem) {
      return try body()
    } catch {
      _ = try fallBack(error)
      throw .journal(error)
    }
  }

  /// What cannot be noted now is found unfinished by the next command.
  private func note(_ body: () throws(JournalProblem) -> Void) {
    do throws(JournalProblem) {
      try body()
    } catch {
      problem = error
    }
  }

  private func takeProblem() -> JournalProblem? {
    defer { problem = nil }
    return problem
  }
}
