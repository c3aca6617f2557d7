import MailStore

extension TriageSession {
  /// What taking one step more back, or doing it again, comes to after the steps of `works`; nil when
  /// those must be done first. A step whose messages are all deleted for ever is passed over.
  func work(
    reverting deed: Deed, after works: [Work], _ others: inout Set<MessageID>, _ journal: Journal
  ) async throws(TriageError) -> Work? {
    // What fails keeps its place before the older steps.
    if works.contains(where: { !$0.draft.failures.isEmpty }) { return nil }
    var number = works.last { $0.step != nil }?.step
    var gone: [Journal.Entry] = []
    while let step = try asked({ () throws(JournalProblem) in
      deed == .undone ? try journal.lastStep(before: number) : try journal.nextStep(after: number)
    }) {
      number = step.number
      guard var work = await work(reverting: step, deed, apartFrom: others, journal) else {
        return nil
      }
      work.gone += gone
      if work.plans.isEmpty, work.draft.failures.isEmpty {
        gone = work.gone
        continue
      }
      others.formUnion(work.plans.map(\.id))
      return work
    }
    return Work(command: "", draft: Draft(command: nil), gone: gone)
  }

  private func work(
    reverting step: Journal.Step, _ deed: Deed, apartFrom others: Set<MessageID>,
    _ journal: Journal
  ) async -> Work? {
    var work = Work(
      command: step.command, step: step.number,
      draft: Draft(command: Command(rawValue: step.command), isUndo: deed == .undone))
    work.draft.deed = deed
    for entry in step.entries.reversed() where entry.isUndo == (deed == .redone) {
      guard let after = entry.change.after else { continue }
      let now = (try? journal.successor(of: after, since: entry)) ?? after
      // A file goes back under the name that another one is about to give up.
      if others.contains(now) || others.contains(entry.change.before) { return nil }
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
    return work
  }
}
