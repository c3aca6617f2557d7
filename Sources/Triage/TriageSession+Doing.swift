import MailModel
import TriageJournal

extension TriageSession {
  /// Does what is asked for in its order: at once what is alike and about different messages.
  func fulfilInOrder(_ requests: [Asked]) async -> [Result<Outcome?, TriageError>] {
    var results: [Result<Outcome?, TriageError>] = []
    while results.count < requests.count {
      let rest = requests[results.count...]
      var works: [Work] = []
      var messages: Set<MessageRef> = []
      do throws(TriageError) {
        let journal = try current()
        for asked in rest.prefix(while: { $0.request.isLike(rest[rest.startIndex].request) }) {
          guard let work = try await work(for: asked.request, after: works, &messages, journal)
          else { break }
          works.append(work)
          // What comes behind it may be about what is not planned of it yet.
          if work.rest != nil { break }
        }
        try await carryOut(&works)
        if let last = works.indices.last {
          await carryOutRest(of: &works[last], telling: rest[rest.startIndex + last].progress)
        }
        remember(works)
        noteForRules(&works)
        let over =
          works.flatMap(\.gone).map { ($0, Journal.Ending.void) }
          + works.filter(\.leadsOn).flatMap(\.movedOn).map { ($0, .passedOver) }
        if !over.isEmpty { note { () throws(JournalProblem) in try journal.finish(over) } }
        results += works.map { work in
          Result { () throws(TriageError) in try outcome(work.draft) }
        }
      } catch {
        results += rest.prefix(max(works.count, 1)).map { _ in .failure(error) }
      }
    }
    return results
  }

  /// Nil when there was nothing to do.
  private func outcome(_ draft: Outcome.Draft) throws(TriageError) -> Outcome? {
    guard draft.isEmpty else { return draft.outcome(takeProblem()) }
    guard let first = draft.failures.first else {
      // Who asks to undo what the record knows no more hears why.
      if let problem = takeProblem() { throw .journal(problem) }
      return nil
    }
    throw first.error == .lookOnly ? .lookOnly : .store(first.error)
  }

  /// Plans and makes what is left of a work, portion by portion, until the person ends it.
  private func carryOutRest(of work: inout Work, telling progress: Progress?) async {
    while let rest = work.rest {
      guard progress?(work.total - rest.count, work.total) != false else { break }
      var works = [work]
      do throws(TriageError) {
        await plan(&works[0], try current())
        try await carryOut(&works)
      } catch {
        // What was done is told all the same.
        if case .journal(let problem) = error { self.problem = problem }
        break
      }
      work = works[0]
    }
    work.draft.left = work.rest?.count ?? 0
  }

  /// Makes planned changes between two notes in the journal, each command's as a step of its own.
  func carryOut(_ works: inout [Work]) async throws(TriageError) {
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
        works[index].draft.step = works[index].step
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
            if error == .nameTaken, plan.change.message?.isMove == true,
              let plan = try? await replanned(plan)
            {
              works[index].plans.append(plan)
              continue
            }
            if let id = plan.id {
              works[index].draft.failures.append(.init(id: id, error: error))
            } else {
              works[index].refusal = error
            }
            if error == .messageVanished, case .reverting(let entry) = plan.purpose {
              works[index].gone.append(entry)
            }
          }
        }
      }
      note { () throws(JournalProblem) in try journal.finish(endings) }
      tellChanges(endings)
    }
    for index in works.indices {
      works[index].draft.failures += works[index].plans.compactMap(\.id).map {
        .init(id: $0, error: .nameTaken)
      }
      works[index].plans = []
    }
  }

  private func tellChanges(_ endings: [(Journal.Entry, Journal.Ending)]) {
    var folders: Set<FolderID> = []
    for case (_, .made(let change, _)) in endings {
      if let message = change.message {
        folders.formUnion([message.before, message.after].compactMap { $0?.folder })
      } else if case .folder(let folder) = change {
        folders.insert(folder)
      }
    }
    if !folders.isEmpty { terms.withLock { $0.tell }(folders) }
  }
}
