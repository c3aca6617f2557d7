import MailStore
import Synchronization

/// One person's work on one store: does commands, and undoes them in reverse.
///
/// Whether changes are allowed can be read and set from anywhere at any time.
public actor TriageSession {
  public nonisolated let store: any MessageStore
  private nonisolated let permission: Mutex<Bool>

  private var steps: [Step] = []
  /// What became of messages that were moved, so that older steps find them.
  private var successors: [MessageID: MessageID] = [:]

  public init(store: any MessageStore, allowsChanges: Bool) {
    self.store = store
    permission = Mutex(allowsChanges)
  }

  /// Whether commands may change the mailbox.
  public nonisolated var allowsChanges: Bool {
    get { permission.withLock { $0 } }
    set { permission.withLock { $0 = newValue } }
  }

  public var canUndo: Bool { !steps.isEmpty }

  private struct Step {
    enum Change {
      case moved(from: FolderID)
      case flagged(added: MessageFlags, removed: MessageFlags)
    }

    let command: Command
    /// Each message by the identity that it had right after the command.
    let changes: [(id: MessageID, change: Change)]
  }

  /// Does a command to messages, as one step of undo. A message that cannot be changed is reported
  /// in the outcome; when none could be, the first reason is thrown. Commands to messages in the
  /// state already change nothing.
  @discardableResult
  public func perform(_ command: Command, on ids: [MessageID]) async throws(TriageError) -> Outcome
  {
    guard allowsChanges else { throw .lookOnly }
    var changes: [Outcome.Change] = []
    var failures: [Outcome.Failure] = []
    var undo: [(MessageID, Step.Change)] = []
    var deed: Deed?
    for id in ids {
      do throws(StoreError) {
        let current = resolved(id)
        let message = try await store.message(current)
        guard let (after, change) = try await apply(command, to: message) else { continue }
        deed = deed ?? Deed(command, after: after)
        changes.append(.init(before: id, after: after))
        if let change { undo.append((after.id, change)) }
      } catch {
        failures.append(.init(id: id, error: error))
      }
    }
    if !undo.isEmpty { steps.append(Step(command: command, changes: undo)) }
    guard let deed else {
      if let first = failures.first { throw .store(first.error) }
      throw .notOffered(command)
    }
    return Outcome(
      command: command, isUndo: false, changes: changes, failures: failures, deed: deed)
  }

  /// Undoes the last step that was not undone yet; nil when there is none. The messages are found
  /// by identity, even when other programs renamed their files meanwhile. What other programs
  /// moved or deleted is reported, and thrown when nothing else is left of the step.
  @discardableResult
  public func undo() async throws(TriageError) -> Outcome? {
    guard allowsChanges else { throw .lookOnly }
    guard let step = steps.popLast() else { return nil }
    var changes: [Outcome.Change] = []
    var failures: [Outcome.Failure] = []
    var left: [(MessageID, Step.Change)] = []
    for (id, change) in step.changes.reversed() {
      let current = resolved(id)
      do throws(StoreError) {
        changes.append(.init(before: current, after: try await revert(change, of: current)))
      } catch {
        failures.append(.init(id: current, error: error))
        // What may succeed later can be undone again.
        if error != .messageVanished { left.append((id, change)) }
      }
    }
    if !left.isEmpty { steps.append(Step(command: step.command, changes: left.reversed())) }
    if changes.isEmpty, let first = failures.first { throw .store(first.error) }
    return Outcome(
      command: step.command, isUndo: true, changes: changes, failures: failures, deed: .undone)
  }

  /// Nil when the message is already where the command would move it.
  private func apply(
    _ command: Command, to message: Message
  ) async throws(StoreError) -> (Message, Step.Change?)? {
    if let kind = command.destination {
      let target = try await store.specialFolder(kind, near: message.id.folder)
      guard target != message.id.folder else { return nil }
      let moved = try await move(message.id, to: target)
      return (moved, .moved(from: message.id.folder))
    }
    let (adding, removing) = command.flagChange(for: message)
    let after = try await store.setFlags(message.id, adding: adding, removing: removing)
    let added = after.flags.subtracting(message.flags)
    let removed = message.flags.subtracting(after.flags)
    let isChange = !added.isEmpty || !removed.isEmpty
    return (
      after,
      isChange
        ? .flagged(added: added.intersection(adding), removed: removed.intersection(removing)) : nil
    )
  }

  private func revert(_ change: Step.Change, of id: MessageID) async throws(StoreError) -> Message {
    switch change {
    case .moved(let folder): try await move(id, to: folder)
    case .flagged(let added, let removed):
      try await store.setFlags(id, adding: removed, removing: added)
    }
  }

  private func move(_ id: MessageID, to folder: FolderID) async throws(StoreError) -> Message {
    let new = try await store.move(id, to: folder)
    successors[id] = new
    return try await store.message(new)
  }

  /// What a message is known by now, after the moves of this session.
  private func resolved(_ id: MessageID) -> MessageID {
    var current = id
    while let next = successors[current] { current = next }
    if current != id { successors[id] = current }
    return current
  }
}
