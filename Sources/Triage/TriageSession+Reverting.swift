import MailModel
import TriageJournal

extension TriageSession {
  /// Which way a step is taken.
  enum Reversal { case undone, redone }

  /// What taking one step more back, or doing it again, comes to after the steps of `works`; nil when
  /// those must be done first. A step whose messages are all deleted for ever is passed over.
  func work(
    reverting way: Reversal, after works: [Work], _ others: inout Set<MessageRef>,
    _ journal: Journal
  ) async throws(TriageError) -> Work? {
    // What fails keeps its place before the older steps.
    if works.contains(where: { !$0.draft.failures.isEmpty }) { return nil }
    var taken = Set(works.compactMap(\.step)).union(works.flatMap(\.passed))
    var passed: Set<Int64> = []
    var gone: [Journal.Entry] = []
    while let step = try asked({ () throws(JournalProblem) in
      way == .undone ? try journal.lastStep(except: taken) : try journal.nextStep(except: taken)
    }) {
      taken.insert(step.number)
      guard var work = await work(reverting: step, way, apartFrom: others, journal) else {
        return nil
      }
      // The way back leads on past what was moved on by who is no part of it.
      work.leadsOn = true
      work.gone += gone
      if work.plans.isEmpty, work.draft.failures.isEmpty {
        gone = work.gone
        passed.insert(step.number)
        continue
      }
      work.passed = passed
      others.formUnion(work.plans.compactMap(\.id))
      return work
    }
    return Work(command: "", draft: Outcome.Draft(command: nil), gone: gone)
  }

  func work(
    reverting step: Journal.Step, _ way: Reversal, apartFrom others: Set<MessageRef>,
    _ journal: Journal
  ) async -> Work? {
    var work = Work(
      command: step.command, step: step.number,
      draft: Outcome.Draft(command: Command(journalled: step.command), isUndo: way == .undone))
    work.draft.deed = way == .undone ? .undone : .redone
    work.draft.isUndoable = way == .redone
    let entries = step.entries.reversed().filter {
      $0.change.isUndoable && $0.isUndo == (way == .redone)
    }
    work.total = entries.count
    work.rest = entries.isEmpty ? nil : .reverting(entries[...])
    // Until there is something to be done, or to be told.
    while work.rest != nil, work.plans.isEmpty, work.draft.failures.isEmpty {
      guard await plan(&work, journal, apartFrom: others) else { return nil }
    }
    return work
  }

  /// Works where the store does, as for a command.
  func plan(
    reverting entries: ArraySlice<Journal.Entry>, for work: inout Work, _ journal: Journal,
    apartFrom others: Set<MessageRef>, in store: isolated any MessageStore
  ) async -> Bool {
    for entry in entries {
      guard let change = entry.change.message, let after = change.after else { continue }
      let (now, isMovedOn) = (try? journal.successor(of: after, since: entry)) ?? (after, false)
      // A file goes back under the name that another one is about to give up.
      if others.contains(now) || change.before.map(others.contains) == true { return false }
      do throws(StoreError) {
        if change.isMove, isMovedOn || now.folder != after.folder {
          // What has been taken out since is no longer there to be brought back later.
          _ = try await store.plan(.flags(adding: [], removing: []), of: now)
          throw .movedOn
        }
        let change = try await planned(reverting: entry, of: now, in: store)
        guard allows(change) else { throw .lookOnly }
        work.plans.append(Plan(id: now, change: .message(change), purpose: .reverting(entry)))
      } catch {
        // What may succeed later can be undone then.
        if error == .messageVanished { work.gone.append(entry) }
        if error == .movedOn { work.movedOn.append(entry) }
        if error == .messageVanished, (try? journal.hasDeleted(now)) == true { continue }
        work.draft.failures.append(.init(id: now, error: error))
      }
    }
    return true
  }

  /// What takes a noted change back from a message that is known by `id` now: one that was created
  /// goes to the trash.
  func planned(
    reverting entry: Journal.Entry, of id: MessageRef, in store: isolated any MessageStore
  ) async throws(StoreError) -> MessageChange {
    guard let change = entry.change.message else { throw .notSupported }
    guard change.isCreation else { return try await store.plan(undoing: change, of: id) }
    try await folders()
    guard let trash = roles.folder(.trash, for: id.folder) else {
      throw .noFolder(.trash, near: id.folder)
    }
    guard let plan = try await store.plan(.move(to: trash), of: id) else { throw .movedOn }
    return plan
  }
}
