import MailModel
import TriageJournal

extension TriageSession {
  func current() throws(TriageError) -> Journal {
    if let given { return given }
    do throws(JournalProblem) {
      let journal = try Journal()
      given = journal
      return journal
    } catch {
      throw .journal(error)
    }
  }

  /// The journal, written again or begun anew where another program took its file away.
  func inPlace() throws(TriageError) -> Journal {
    let journal = try current()
    do throws(JournalProblem) {
      let (replacement, problem) = try journal.replacement()
      given = replacement
      self.problem = problem ?? self.problem
      return replacement
    } catch {
      return try fallBack(error)
    }
  }

  /// Goes on with a journal in memory, and in it with what can still be read of the one before.
  func fallBack(_ error: JournalProblem) throws(TriageError) -> Journal {
    problem = error
    let former = given
    given = nil
    let journal = try current()
    former?.copy(to: journal)
    return journal
  }

  /// How often, and how long each time, another program is waited for: ten seconds in all.
  private static let lockAttempts = (times: 2_000, milliseconds: 5)

  func locked(_ journal: Journal) async throws(TriageError) -> JournalLock? {
    for _ in 0..<Self.lockAttempts.times {
      do throws(JournalProblem) {
        if let lock = try journal.lock() { return lock }
      } catch {
        _ = try fallBack(error)
        return nil
      }
      try? await Task.sleep(for: .milliseconds(Self.lockAttempts.milliseconds))
    }
    throw .busy
  }

  func finishInterrupted(_ journal: Journal) async {
    guard
      let entries = try? journal.unfinished(withUnconfirmed: !hasRecovered)
    else { return }
    hasRecovered = true
    if entries.isEmpty { return }
    var endings: [(Journal.Entry, Journal.Ending)] = []
    // Nothing is deleted that was not: who wants it gone says so again.
    for entry in entries {
      guard let change = entry.change.message, change.isDeletion, let id = change.before,
        let isThere = await isThere(id)
      else { continue }
      endings.append((entry, isThere ? .void : .made(entry.change, isDurable: true)))
    }
    let open = entries.filter { entry in
      guard let change = entry.change.message else {
        if case .folder(let folder) = entry.change {
          return entry.isInterrupted && allowsChanges(in: folder)
        }
        return false
      }
      return !change.isDeletion && allows(change)
        && (entry.isInterrupted || change.before != change.after)
    }
    let carried = await store.carryOut(open.map(\.change))
    for (entry, result) in zip(open, carried.results) {
      do throws(StoreError) {
        endings.append((entry, .made(try result.get().change, isDurable: carried.isDurable)))
      } catch .noSuchFolder where entry.isInterrupted {
        // Nobody agreed to a folder there; the message is where it was.
        endings.append((entry, .void))
      } catch {
        // A disk that refuses now may let it be finished later.
        guard [.messageVanished, .notAMessage, .nameTaken].contains(error) else { continue }
        endings.append((entry, entry.isInterrupted ? .void : .made(entry.change, isDurable: true)))
        if entry.isInterrupted, let id = entry.change.message?.before { lost.append(id) }
      }
    }
    note { () throws(JournalProblem) in try journal.finish(endings) }
  }

  /// Whether a message is there; nil when that cannot be told.
  private func isThere(_ id: MessageRef) async -> Bool? {
    do throws(StoreError) {
      _ = try await store.message(id)
      return true
    } catch .messageVanished {
      return false
    } catch {
      return nil
    }
  }

  func asked<Value>(
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
  func note(_ body: () throws(JournalProblem) -> Void) {
    do throws(JournalProblem) {
      try body()
    } catch {
      problem = error
    }
  }

  func takeProblem() -> JournalProblem? {
    defer { problem = nil }
    return problem
  }
}
