import MailModel
import TriageJournal

extension TriageSession {
  /// What becomes of one command.
  struct Work {
    /// As the journal keeps it.
    let command: String
    var origin = Journal.Origin.person
    /// The step in the journal; nil for a new one.
    var step: Int64?
    var draft: Outcome.Draft
    /// What is to be done for it next.
    var plans: [Plan] = []
    /// What is not planned yet; nil when all is.
    var rest: Rest?
    /// How many messages it is about, or changes.
    var total = 0
    /// The entries to revert whose messages are gone.
    var gone: [Journal.Entry] = []
    /// The entries to revert whose messages a later step moved on.
    var movedOn: [Journal.Entry] = []
    /// Whether those shall not be reverted any more.
    var leadsOn = false
    /// The steps that were passed over on the way to this one.
    var passed: Set<Int64> = []
    /// Why what has no message yet was not created.
    var refusal: StoreError?
    /// The rule that was made with it.
    var rule: Rule.ID?

    var intents: (place: Journal.Place, intents: [Journal.Intent]) {
      (step.map { .step($0) } ?? .newStep(of: command, by: origin), plans.map(\.intent))
    }
  }

  /// What is still to be planned of a work.
  enum Rest {
    /// A command to messages, which are in the folders that were looked at; nil when that was not worth it.
    case command(Command, on: ArraySlice<MessageRef>, among: Set<MessageRef>?)
    case reverting(ArraySlice<Journal.Entry>)

    var count: Int {
      switch self {
      case .command(_, let ids, _): ids.count
      case .reverting(let entries): entries.count
      }
    }
  }

  struct Plan {
    enum Purpose {
      case alteration(Alteration, of: Message)
      case reverting(Journal.Entry)
      case creation
    }

    /// What the message was known by to who asked; nil when there was none.
    let id: MessageRef?
    var change: Change
    let purpose: Purpose

    var intent: Journal.Intent {
      guard case .reverting(let entry) = purpose else { return Journal.Intent(change: change) }
      return Journal.Intent(change: change, reverting: entry)
    }
  }

  /// What a request comes to, to be done together with `works`; nil when it must be done after
  /// them: it is about a message of `others`, which are about to change.
  func work(
    for request: Request, after works: [Work], _ others: inout Set<MessageRef>, _ journal: Journal
  ) async throws(TriageError) -> Work? {
    switch request {
    case .command(let command, let ids, let origin, let rule):
      var work = await work(for: command, on: ids, by: origin, apartFrom: &others, journal)
      work?.rule = rule
      return work
    case .undo: return try await work(reverting: .undone, after: works, &others, journal)
    case .redo: return try await work(reverting: .redone, after: works, &others, journal)
    case .undoStep(let number):
      guard let step = try asked({ () throws(JournalProblem) in try journal.step(number) }) else {
        return Work(command: "", draft: Outcome.Draft(command: nil))
      }
      let work = await work(reverting: step, .undone, apartFrom: others, journal)
      others.formUnion(work?.plans.compactMap(\.id) ?? [])
      return work
    }
  }

  private func work(
    for command: Command, on ids: [MessageRef], by origin: Journal.Origin,
    apartFrom others: inout Set<MessageRef>, _ journal: Journal
  ) async -> Work? {
    var work = Work(
      command: command.journalled, origin: origin, draft: Outcome.Draft(command: command))
    // As they are now: what was there at the last look may be gone.
    if command.entry.target != nil {
      do throws(StoreError) {
        try await folders()
      } catch {
        work.draft.failures = ids.map { .init(id: $0, error: error) }
        return work
      }
    }
    var known: Set<MessageRef> = []
    let ids = ids.filter { known.insert($0).inserted }
    work.total = ids.count
    work.rest = .command(
      command, on: ids[...], among: ids.count > portion ? await listed(in: ids) : nil)
    guard await plan(&work, journal, apartFrom: others) else { return nil }
    others.formUnion(work.plans.compactMap(\.change.message?.before))
    others.formUnion(work.draft.changes.map(\.after.id))
    return work
  }

  /// What is in the folders of many messages: one look serves all that are gone, each of which would be
  /// looked for in the whole of its folder. Nil when that cannot be told.
  private func listed(in ids: [MessageRef]) async -> Set<MessageRef>? {
    var all: Set<MessageRef> = []
    for folder in Set(ids.map(\.folder)) {
      guard let messages = try? await store.messages(in: folder) else { return nil }
      all.formUnion(messages.lazy.map(\.id))
    }
    return all
  }

  /// Plans the next portion of what is left of a work; false when it is about a message of `others`, which
  /// are about to change.
  @discardableResult
  func plan(
    _ work: inout Work, _ journal: Journal, apartFrom others: Set<MessageRef> = []
  ) async -> Bool {
    switch work.rest {
    case nil: return true
    case .command(let command, let ids, let listed):
      let rest = ids.dropFirst(portion)
      work.rest = rest.isEmpty ? nil : .command(command, on: rest, among: listed)
      return await plan(
        command, on: ids.prefix(portion), among: listed, for: &work, journal, apartFrom: others,
        in: store)
    case .reverting(let entries):
      let rest = entries.dropFirst(portion)
      work.rest = rest.isEmpty ? nil : .reverting(rest)
      return await plan(
        reverting: entries.prefix(portion), for: &work, journal, apartFrom: others, in: store)
    }
  }

  /// Works where the store does, so that nothing else that it is asked comes between two messages: each would
  /// wait for that, while every change has the windows look again.
  private func plan(
    _ command: Command, on ids: ArraySlice<MessageRef>, among listed: Set<MessageRef>?,
    for work: inout Work, _ journal: Journal, apartFrom others: Set<MessageRef>,
    in store: isolated any MessageStore
  ) async -> Bool {
    var asked: Set<MessageRef> = []
    for id in ids {
      do throws(StoreError) {
        let message = try await current(
          id, isListed: listed?.contains(id) ?? true, journal, in: store)
        if others.contains(message.id) { return false }
        guard asked.insert(message.id).inserted,
          let alteration = try alteration(command.entry, message, by: work.origin, journal)
        else { continue }
        work.draft.deed = work.draft.deed ?? Deed(command, before: message)
        if let change = try await store.plan(alteration, of: message.id) {
          guard allows(change) else { throw .lookOnly }
          work.plans.append(
            Plan(id: id, change: .message(change), purpose: .alteration(alteration, of: message)))
          work.draft.isUndoable = work.draft.isUndoable || Change.message(change).isUndoable
        } else {
          let message = try await store.message(message.id)
          work.draft.changes.append(.init(before: id, after: message))
        }
      } catch {
        work.draft.failures.append(.init(id: id, error: error))
      }
    }
    return true
  }

  /// What a command comes to for a message; nil when it has no meaning there.
  private nonisolated func alteration(
    _ entry: CommandEntry, _ message: Message, by asker: Journal.Origin, _ journal: Journal
  ) throws(StoreError) -> Alteration? {
    let source = message.id.folder
    var (adding, removing) = entry.flagChange(for: message)
    // What a rule files nobody has seen.
    if filesAsRead, asker != .rule, entry.files, store.abilities.contains(.flags) {
      adding.insert(.seen)
    }
    let folder: FolderID
    switch entry.target {
    case nil: return .flags(adding: adding, removing: removing)
    case .nowhere:
      // An older copy of the program's own makes room for a newer one.
      let isDraft = asker == .drafting && roles.isWithin(.drafts, source)
      guard isDraft || entry.place.contains(source, roles) else { throw .notInTrash }
      return .delete
    case .folder(nil): return nil
    case .folder(let target?): folder = target
    case .origin:
      // What was put off again meanwhile, or taken out, waits or is back already.
      guard entry.place.contains(source, roles), let waking = message.waking,
        let now = entry.woken, waking <= now, let origin = origin(of: message.id, journal)
      else { return nil }
      folder = origin
    case .role(.inbox):
      guard entry.place.contains(source, roles), let inbox = roles.folder(.inbox, for: source)
      else { return nil }
      folder = inbox
    case .role(.snoozed):
      // Nothing waits without an end; where it waits already, it may wait for another.
      guard entry.waking != nil, entry.place.contains(source, roles) else { return nil }
      guard let found = roles.folder(.snoozed, for: source) else {
        throw .noFolder(.snoozed, near: source)
      }
      return .alter(movingTo: found, waking: entry.waking)
    case .role(let role):
      guard let found = roles.folder(role, for: source) else {
        throw .noFolder(role, near: source)
      }
      folder = found
    }
    if folder == source { return nil }
    return .alter(adding: adding, removing: removing, movingTo: folder, woken: entry.woken)
  }

  /// Where a message goes that comes back: to where it was put off, if that is known, is still there and
  /// may be changed, else to the inbox.
  private nonisolated func origin(of id: MessageRef, _ journal: Journal) -> FolderID? {
    let origin = (try? journal.origin(of: id))?.folder
    let terms = terms.withLock { $0 }
    if let origin, terms.folders.contains(origin), allowsChanges(in: origin),
      terms.roles.inbox(of: origin) == terms.roles.inbox(of: id.folder),
      Command.snooze.entry.place.contains(origin, terms.roles),
      terms.roles.role(of: origin) != .snoozed
    {
      return origin
    }
    return terms.roles.folder(.inbox, for: id.folder)
  }

  /// A message as it is now, under the identity that is asked for, or else under the one that the
  /// journal knows it to have got since.
  private func current(
    _ id: MessageRef, isListed: Bool, _ journal: Journal, in store: isolated any MessageStore
  ) async throws(StoreError) -> Message {
    do throws(StoreError) {
      guard isListed else { throw .messageVanished }
      // Asked for what it has already, a store looks whether the message is still there.
      _ = try await store.plan(.flags(adding: [], removing: []), of: id)
      return try await store.message(id)
    } catch .messageVanished {
      guard let now = try? journal.successor(of: id).id, now != id else { throw .messageVanished }
      return try await store.message(now)
    }
  }

  func replanned(_ plan: Plan) async throws(StoreError) -> Plan? {
    guard let id = plan.change.message?.before else { return nil }
    var plan = plan
    switch plan.purpose {
    case .alteration(let alteration, _):
      guard let change = try await store.plan(alteration, of: id) else { return nil }
      plan.change = .message(change)
    case .reverting(let entry):
      plan.change = .message(try await planned(reverting: entry, of: id, in: store))
    case .creation: return nil
    }
    return plan
  }
}
