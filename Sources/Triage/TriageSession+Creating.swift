import MailModel
import TriageJournal

extension TriageSession {
  /// Creates a folder, which no undo takes away again: for who was asked whether it may be there.
  public func create(_ folder: FolderID) async throws(TriageError) {
    try await inTurn { () async throws(TriageError) in
      guard self.allowsChanges(in: folder) else { throw .lookOnly }
      try await self.make(
        Work(
          command: "create-folder", draft: Outcome.Draft(command: nil),
          plans: [Plan(id: nil, change: .folder(folder), purpose: .creation)]))
    }
    do throws(StoreError) { try await folders() } catch { throw .store(error) }
  }

  /// Creates a message of these bytes in a folder; undoing that moves it to the trash.
  @discardableResult
  public func create(
    _ content: [UInt8], in folder: FolderID, flags: MessageFlags = [],
    by origin: Journal.Origin = .person
  ) async throws(TriageError) -> Outcome {
    try await inTurn { () async throws(TriageError) in
      guard self.allowsChanges(in: folder) else { throw .lookOnly }
      let change: MessageChange
      do throws(StoreError) {
        change = try await self.store.plan(creating: content, in: folder, flags: flags)
      } catch {
        throw .store(error)
      }
      var draft = Outcome.Draft(command: nil)
      draft.deed = .created
      draft.isUndoable = true
      return try await self.make(
        Work(
          command: "create", origin: origin, draft: draft,
          plans: [Plan(id: nil, change: .message(change), purpose: .creation)]))
    }
  }

  @discardableResult
  private func make(_ work: Work) async throws(TriageError) -> Outcome {
    var works = [work]
    try await carryOut(&works)
    if let error = works[0].refusal { throw .store(error) }
    return works[0].draft.outcome(takeProblem())
  }
}
