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
  private var waiting: [CheckedContinuation<Void, Never>] = []

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
  @discardableResult
  public func perform(_ command: Command, on ids: [MessageID]) async throws(TriageError) -> Outcome
  {
    try await inTurn { journal async throws(TriageError) in
      var draft = Draft(command: command)
      var plans: [Plan] = []
      var asked: Set<MessageID> = []
      var targets: [FolderID: FolderID] = [:]
      for id in ids {
        do throws(StoreError) {
          let message = try await self.current(id, journal)
          guard asked.insert(message.id).inserted,
            let alteration = try await self.alteration(command, message, &targets)
          else { continue }
          draft.deed = draft.deed ?? Deed(command, before: message)
          if let change = try await self.store.plan(alteration, of: message.id) {
            plans.append(
              Plan(id: id, change: change, purpose: .alteration(alteration, of: message)))
          } else {
            let message = try await self.store.message(message.id)
            draft.changes.append(.init(before: id, after: message))
          }
        } catch {
          draft.failures.append(.init(id: id, error: error))
        }
      }
      if !plans.isEmpty {
        try await self.carryOut(plans, in: nil, of: command.rawValue, journal, &draft)
      }
      if draft.isEmpty, let first = draft.failures.first { throw .store(first.error) }
      guard draft.deed != nil else { throw .notOffered(command) }
      return draft.outcome(self.takeProblem())
    }
  }

  /// Undoes the last step that is not undone; nil when there is none. The messages are found by
  /// identity, even when other programs renamed their files meanwhile. What other programs moved or
  /// deleted is reported, and thrown when nothing else is left of the step. A step whose messages
  /// this record knows to be deleted for ever is passed over.
  @discardableResult
  public func undo() async throws(TriageError) -> Outcome? {
    try await inTurn { journal async throws(TriageError) in
      var last: Int64?
      while let step = try self.asked({ () throws(JournalProblem) in try journal.lastStep() }),
        step.number != last
      {
        last = step.number
        let entries = step.entries.filter { !$0.isUndo && !$0.change.isDeletion }
        if let outcome = try await self.revert(entries.reversed(), of: step, .undone, journal) {
          return outcome
        }
      }
      return nil
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

  // MARK: Planning

  private struct Plan {
    enum Purpose {
      case alteration(Alteration, of: Message)
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

  /// What a command comes to for a message; nil when it has no meaning there.
  private func alteration(
    _ command: Command, _ message: Message, _ targets: inout [FolderID: FolderID]
  ) async throws(StoreError) -> Alteration? {
    switch command {
    case .toggleRead, .markRead, .markUnread, .toggleStar:
      let (adding, removing) = command.flagChange(for: message)
      return .flags(adding: adding, removing: removing)
    case .delete:
      return .delete
    case .archive, .moveToInbox, .trash:
      let source = message.id.folder
      if targets[source] == nil { targets[source] = try await destination(of: command, source) }
      return targets[source].flatMap { $0 == source ? nil : .move(to: $0) }
    }
  }

  /// Where a command moves the messages of a folder, if it moves them.
  private func destination(
    of command: Command, _ folder: FolderID
  ) async throws(StoreError) -> FolderID? {
    switch command {
    case .archive: try await store.specialFolder(.archive, near: folder)
    case .trash: try await store.specialFolder(.trash, near: folder)
    case .moveToInbox where command.hasMeaning(in: folder):
      folder.inbox(among: try await store.folders())
    case .moveToInbox, .delete, .toggleRead, .markRead, .markUnread, .toggleStar: nil
    }
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
    case .alteration(let alteration, _):
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

  /// Takes changes of a step back; nil when all its messages are deleted for ever.
  private func revert(
    _ entries: [Journal.Entry], of step: Journal.Step, _ deed: Deed, _ journal: Journal
  ) async throws(TriageError) -> Outcome? {
    var draft = Draft(command: Command(rawValue: step.command), isUndo: deed == .undone)
    draft.deed = deed
    var plans: [Plan] = []
    var gone: [Journal.Entry] = []
    for entry in entries {
      guard let after = entry.change.after else { continue }
      let now = (try? journal.successor(of: after, since: entry)) ?? after
      do throws(StoreError) {
        let change = try await store.plan(undoing: entry.change, of: now)
        plans.append(Plan(id: now, change: change, purpose: .reverting(entry)))
      } catch {
        // What may succeed later can be undone then.
        if error == .messageVanished { gone.append(entry) }
        if error == .messageVanished, (try? journal.hasDeleted(now)) == true { continue }
        draft.failures.append(.init(id: now, error: error))
      }
    }
    gone += try await carryOut(plans, in: step.number, of: step.command, journal, &draft)
    let endings = gone.map { ($0, Journal.Ending.void) }
    note { () throws(JournalProblem) in try journal.finish(endings) }
    if draft.isEmpty, let first = draft.failures.first { throw .store(first.error) }
    return draft.isEmpty ? nil : draft.outcome(takeProblem())
  }

  /// Makes planned changes between two notes in the journal.
  ///
  /// - Returns: The entries to revert whose messages are gone.
  @discardableResult
  private func carryOut(
    _ plans: [Plan], in number: Int64?, of command: String, _ journal: Journal, _ draft: inout Draft
  ) async throws(TriageError) -> [Journal.Entry] {
    var journal = journal
    var step = number
    var pending = plans
    var gone: [Journal.Entry] = []
    for _ in 0..<5 where !pending.isEmpty {
      let entries: [Journal.Entry]
      do throws(JournalProblem) {
        let begun: Int64
        if let step { begun = step } else { begun = try journal.beginStep(command) }
        step = begun
        entries = try journal.note(pending.map(\.intent), in: begun)
      } catch {
        // Mail is moved all the same; only the way back is kept in memory now.
        journal = try fallBack(error)
        step = nil
        continue
      }
      let carried = await store.carryOut(pending.map(\.change))
      if !carried.isDurable { problem = .unconfirmed }
      var endings: [(Journal.Entry, Journal.Ending)] = []
      var again: [Plan] = []
      for ((plan, entry), result) in zip(zip(pending, entries), carried.results) {
        do throws(StoreError) {
          let made = try result.get()
          endings.append((entry, .made(made.change, isDurable: carried.isDurable)))
          if let message = made.message {
            draft.changes.append(.init(before: plan.id, after: message))
          } else if case .alteration(_, of: let message) = plan.purpose {
            draft.deleted.append(message)
          }
        } catch {
          endings.append((entry, .void))
          if error == .nameTaken, plan.change.isMove, let plan = try? await replanned(plan) {
            again.append(plan)
            continue
          }
          draft.failures.append(.init(id: plan.id, error: error))
          if error == .messageVanished, case .reverting(let entry) = plan.purpose {
            gone.append(entry)
          }
        }
      }
      note { () throws(JournalProblem) in try journal.finish(endings) }
      pending = again
    }
    draft.failures += pending.map { .init(id: $0.id, error: .nameTaken) }
    return gone
  }

  // MARK: The journal

  /// Runs what no other command of this session, and no other program with the same journal, may
  /// come between; finishes first what was interrupted.
  private func inTurn<Value: Sendable>(
    _ body: (Journal) async throws(TriageError) -> Value
  ) async throws(TriageError) -> Value {
    guard allowsChanges else { throw .lookOnly }
    await takeTurn()
    defer { endTurn() }
    guard allowsChanges else { throw .lookOnly }
    let journal = try current()
    let lock = try await locked(journal)
    defer { lock?.release() }
    await finishInterrupted(journal)
    return try await body(self.current())
  }

  private func takeTurn() async {
    if isTaken {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isTaken = true
    }
  }

  private func endTurn() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
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
