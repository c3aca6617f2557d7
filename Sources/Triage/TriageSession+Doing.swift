import MailStore

extension TriageSession {
  func perform(
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
    if draft.isEmpty, let first = draft.failures.first { throw .store(first.error) }
    guard draft.deed != nil else { throw .notOffered(request.command) }
    return draft.outcome(takeProblem())
  }

  /// Takes changes of a step back; nil when all its messages are deleted for ever.
  func revert(
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
        // What may succeed later can be undone then.
        if error == .messageVanished { work.gone.append(entry) }
        if error == .messageVanished, (try? journal.hasDeleted(now)) == true { continue }
        work.draft.failures.append(.init(id: now, error: error))
      }
    }
    var works = [work]
    try await carryOut(&works)
    let endings = works[0].gone.map { ($0, Journal.Ending.void) }
    if !endings.isEmpty { note { () throws(JournalProblem) in try journal.finish(endings) } }
    let draft = works[0].draft
    if draft.isEmpty, let first = draft.failures.first { throw .store(first.error) }
    return draft.isEmpty ? nil : draft.outcome(takeProblem())
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
            guard let made = try results.popFirst()?.get() else { continue }
            endings.append((entry, .made(made.change, isDurable: carried.isDurable)))
            if let message = made.message {
              works[index].draft.changes.append(.init(before: plan.id, after: message))
            } else if case .alteration(_, of: let message) = plan.purpose {
              works[index].draft.deleted.append(message)
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
}
