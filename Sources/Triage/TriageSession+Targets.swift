import MailModel
import TriageJournal

extension TriageSession {
  /// Where messages can be moved to, the likeliest first.
  ///
  /// - Parameters:
  ///   - messages: Those that are to be moved.
  ///   - names: What folders are called; one that is not among these as it is by itself.
  public func targets(
    for messages: [Message], called names: [FolderID: String] = [:]
  ) async throws(TriageError) -> MoveTargets {
    let all: [FolderID]
    do throws(StoreError) { all = try await folders() } catch { throw .store(error) }
    let (sources, senders) = (Set(messages.map(\.id.folder)), Set(messages.map(\.sender)))
    let roles = roles
    let names = all.distinctNames().merging(names) { $1 }
    let folders = all.filter { folder in
      // What is there by another's hand would never come back.
      sources != [folder] && allowsChanges(in: folder) && roles.role(of: folder) != .snoozed
        // What is moved there leaves the server.
        && !roles.isLocalTrash(folder)
    }
    let account = messages.first.flatMap { roles.inbox(of: $0.id.folder) }
    let own = folders.filter { roles.inbox(of: $0) == account }
    let others = folders.filter { roles.inbox(of: $0) != account }
    // Without what is remembered there is still all that can be chosen.
    let journal = try? current()
    let sender = senders.count == 1 ? senders.first : nil
    return MoveTargets(
      (own + others).map { ($0, names[$0] ?? $0.description) },
      // A folder of another account may have the name of one that is created in this account.
      taken: Set(
        all.map(\.description)
          + all.filter { roles.inbox(of: $0) == account }.compactMap { names[$0] }),
      ofSender: sender.flatMap { try? journal?.targets(of: $0).first },
      recent: (try? journal?.targets(of: nil)) ?? [],
      here: sources.count == 1 ? sources.first.map { names[$0] ?? $0.description } : nil)
  }

  /// Remembers where the person has moved mail.
  func remember(_ works: [Work]) {
    for work in works where work.origin == .person && !work.draft.isUndo {
      guard case .move(let folder?) = work.draft.command, !work.draft.changes.isEmpty else {
        continue
      }
      let senders = Set(work.draft.changes.map(\.after.sender))
      note { () throws(JournalProblem) in try given?.note(target: folder, of: senders) }
    }
  }
}

extension Message {
  /// Whom it is by, in one way of writing.
  fileprivate var sender: String { address.lowercased() }
}
