import MailStore

extension TriageSession {
  /// What becomes of one command.
  struct Work {
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

  struct Plan {
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

  /// What a request comes to, to be done together with `works`; nil when it must be done after
  /// them: it is about a message of `others`, which are about to change.
  func work(
    for request: Request, after works: [Work], _ others: inout Set<MessageID>, _ journal: Journal
  ) async throws(TriageError) -> Work? {
    switch request {
    case .command(let command, let ids):
      return await work(for: command, on: ids, apartFrom: &others, journal)
    case .undo: return try await work(reverting: .undone, after: works, &others, journal)
    case .redo: return try await work(reverting: .redone, after: works, &others, journal)
    }
  }

  private func work(
    for command: Command, on ids: [MessageID], apartFrom others: inout Set<MessageID>,
    _ journal: Journal
  ) async -> Work? {
    var work = Work(command: command.rawValue, draft: Draft(command: command))
    var asked: Set<MessageID> = []
    var targets: [FolderID: FolderID] = [:]
    for id in ids {
      do throws(StoreError) {
        let message = try await current(id, journal)
        if others.contains(message.id) { return nil }
        guard asked.insert(message.id).inserted,
          let alteration = try await alteration(command, message, &targets)
        else { continue }
        work.draft.deed = work.draft.deed ?? Deed(command, before: message)
        if let change = try await store.plan(alteration, of: message.id) {
          work.plans.append(
            Plan(id: id, change: change, purpose: .alteration(alteration, of: message)))
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

  func replanned(_ plan: Plan) async throws(StoreError) -> Plan? {
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
}
