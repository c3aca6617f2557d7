import CDunnockGtk
import GtkBridge
import MailModel
import Triage

/// The changes that a window has asked for and does not show the outcome of yet, and the keys that wait for them.
final class ChangesUnderWay {
  private let actions: ActionGroup?
  /// Messages that are being moved away.
  private var removing: Set<MessageRef> = []
  /// Messages that were to be moved away and are still listed, until it has been looked again.
  private var removed: Set<MessageRef> = []
  /// The rows that are still on their way out, by what their messages are known by since their move.
  private var rowsRemoved: [MessageRef: RowID] = [:]
  /// Messages that were moved away while another row was current, by what they are known by since.
  private var removedElsewhere: Set<MessageRef> = []
  /// The message that undo or redo brought back last, until it is selected.
  private var restored: MessageRef?
  /// The changes under way or still to begin.
  private(set) var waiting = 0
  /// How often the last of a run of changes has ended.
  private var endedRuns = 0
  /// How often it was looked, or a change made it needless to look, whether there is something to undo.
  private var undoLooks = 0
  /// What keys wait for.
  private var awaited: Set<Awaited> = []
  /// What they have asked for meanwhile.
  private var earlyKeys: [WindowCommand] = []
  /// Whether a key was lost that the next ones rely on.
  private var losesKeys = false
  /// The change asked for last, until what came of it is shown.
  private var last: Task<Void, Never>?
  /// The rule that was made last, without a change and with none since.
  private var rule: Rule.ID?
  /// How often the window has turned to another mailbox, whose changes alone count.
  private var turns = 0

  /// - Parameter actions: Have undo and redo enabled while there is something to undo or redo; nil without a window.
  init(actions: ActionGroup? = nil) { self.actions = actions }

  /// Counts no more what was asked for in another mailbox or folder, though it is done to its end.
  func forget(mailbox isLeft: Bool) {
    removing = []
    removed = []
    rowsRemoved = [:]
    goElsewhere()
    guard isLeft else { return }
    removedElsewhere = []
    turns += 1
    rule = nil
    waiting = 0
    last = nil
    undoLooks += 1
    enableUndo(undo: false, redo: false)
  }

  /// Asks for a change, to be made after those asked for before, with those that wait as it does, and to its end even if the window
  /// closes meanwhile.
  ///
  /// - Parameter finish: Called with what came of it, in the order in which it was asked for.
  func enqueue(
    _ request: TriageSession.Request, in mailbox: SharedMailbox,
    _ progress: TriageSession.Progress? = nil,
    then finish: @escaping @MainActor (Result<Outcome?, any Error>) -> Void
  ) {
    // The program must not end before the mail is where it was sent.
    let application = g_application_get_default()
    application.map { g_application_hold($0) }
    waiting += 1
    debugLog("change queued: \(request.name), messages: \(request.count), queue: \(waiting)")
    if request.isOfPerson { rule = nil }
    // A quick key may ask to undo what is still to be done, or to redo what is still to be undone.
    enableUndo(undo: true, redo: true)
    undoLooks += 1
    // Answers come from the session together, and may overtake each other on the way to the main actor.
    let (before, turn) = (last, turns)
    last = Task { [weak self] in
      defer { application.map { g_application_release($0) } }
      let result: Result<Outcome?, any Error>
      // At once, without removing the main actor first: so the session is asked in the order of the keys.
      do {
        result = .success(try await mailbox.session.fulfil(request, progress))
      } catch {
        result = .failure(error)
      }
      await before?.value
      if let self, turn == turns { waiting -= 1 }
      let queue = self?.waiting ?? 0
      switch result {
      case .success(let outcome):
        debugLog(
          """
          change done: \(request.name), changed: \(outcome?.changes.count ?? 0), \
          deleted: \(outcome?.deleted.count ?? 0), failed: \(outcome?.failures.count ?? 0), \
          can be undone: \(outcome?.step != nil), queue: \(queue)
          """)
      case .failure(let error):
        debugLog("change failed: \(request.name), \(FailureKind(error)), queue: \(queue)")
      }
      // The watch told other windows of the change before it could be taken back.
      for window in MailWindow.showing(mailbox) {
        Task { await window.filing.lookForUndo(in: mailbox.session) }
      }
      finish(result)
    }
  }

  /// Looks whether there is something to undo or redo, and has that be shown.
  func lookForUndo(in session: TriageSession) async {
    // What is under way has it looked for when it is over.
    guard waiting == 0 else { return }
    undoLooks += 1
    let (look, turn) = (undoLooks, turns)
    let (canUndo, canRedo) = (await session.canUndo, await session.canRedo)
    // An answer from before a change that was made meanwhile would take Undo from who has just needed it.
    guard look == undoLooks, turn == turns, waiting == 0 else { return }
    enableUndo(undo: canUndo || rule != nil, redo: canRedo)
  }

  /// Has undo take a rule back, until something is changed.
  func note(_ rule: Rule.ID) {
    self.rule = rule
    actions?.setEnabled(WindowCommand.undo.name, true)
  }

  /// The rule that undo takes back, once.
  ///
  /// - Parameter other: The only one that is taken; nil for any.
  func takeRule(_ other: Rule.ID? = nil) -> Rule.ID? {
    guard let rule, other == nil || other == rule else { return nil }
    self.rule = nil
    return rule
  }

  private func enableUndo(undo: Bool, redo: Bool) {
    actions?.setEnabled(WindowCommand.undo.name, undo)
    actions?.setEnabled(WindowCommand.redo.name, redo)
  }

  // MARK: What is moved

  /// Has messages that are being moved away count as gone.
  func beginRemoval(of ids: some Sequence<MessageRef>) { removing.formUnion(ids) }

  /// Ends that, for messages that are moved or have stayed.
  func endRemoval(of ids: some Sequence<MessageRef>) {
    removing.subtract(ids)
    removed.formUnion(ids)
  }

  /// Whether a message was to be moved away by what was asked for here, so that nobody need be told that it is gone.
  func removes(_ id: MessageRef) -> Bool { removing.contains(id) || removed.contains(id) }

  /// What is listed is what came of all that was asked for: what goes now goes by others.
  func forgetRemoved() { removed = [] }

  /// What was found, less what is being moved away.
  func staying(_ found: [Message]) -> [Message] {
    removing.isEmpty ? found : found.filter { !removing.contains($0.id) }
  }

  /// Remembers which row is still on its way out of a message that is known by `id` now.
  func note(_ row: RowID, removedAs id: MessageRef) { rowsRemoved[id] = row }

  /// The row that is still on its way out of a message, once.
  func takeRow(removedAs id: MessageRef) -> RowID? { rowsRemoved.removeValue(forKey: id) }

  /// Remembers that messages known by `ids` now were moved away while another row was current: an undo leaves the selection there.
  func note(removedElsewhere ids: some Sequence<MessageRef>) { removedElsewhere.formUnion(ids) }

  /// Whether some of these messages were moved away while another row was current, once.
  func takeRemovedElsewhere(_ ids: [MessageRef]) -> Bool {
    defer { removedElsewhere.subtract(ids) }
    return !removedElsewhere.isDisjoint(with: ids)
  }

  // MARK: What comes back

  /// Whether an end of changes is the last: nothing else is under way. A later one makes it no longer that.
  func endRun() -> Int? {
    guard waiting == 0 else { return nil }
    endedRuns += 1
    return endedRuns
  }

  func isLastRun(_ run: Int) -> Bool { run == endedRuns && waiting == 0 }

  /// Has the message be selected once it is listed, unless the person goes elsewhere first.
  func selectRestored(_ id: MessageRef) { if awaited.contains(.restored) { restored = id } }

  /// The message to select, once.
  func takeRestored() -> MessageRef? {
    defer { restored = nil }
    return restored
  }

  // MARK: Keys that come early

  /// What is not shown yet though keys may be meant for it.
  enum Awaited {
    /// What an undo or redo brings back.
    case restored
    /// The first of what is looked for.
    case found
    /// The first of what there is in the folder that was gone to.
    case listed
    /// All messages of the folder, of which some are to be selected.
    case whole
  }

  /// From now on keys wait that are meant for something.
  func holdKeys(for awaited: Awaited) { self.awaited.insert(awaited) }

  /// Whether keys wait for something.
  func awaits(_ awaited: Awaited) -> Bool { self.awaited.contains(awaited) }

  /// Keys wait for something no more.
  func endWait(for awaited: Awaited) { self.awaited.remove(awaited) }

  /// Keys are about what the person has gone to, and what comes back does not call it away.
  func goElsewhere() {
    awaited = []
    _ = takeKeys()
    restored = nil
  }

  /// Whether keys wait for anything.
  var holdsKeys: Bool { !awaited.isEmpty }

  /// Has a key wait that comes before the undo, redo, search or other folder it follows is shown: who types it means what that brings, not the row
  /// that is selected until then.
  ///
  /// Undo and redo themselves need not wait for each other, only for what waits already.
  ///
  /// - Returns: False when the key is to be answered as always.
  func defers(_ command: WindowCommand) -> Bool {
    guard holdsKeys, command.reach != .window || !earlyKeys.isEmpty else { return false }
    if !losesKeys { earlyKeys.append(command) }
    return true
  }

  /// Ignores the keys that come from now on until those that wait are answered.
  func loseKeys() { losesKeys = true }

  /// The keys that waited, which wait no more.
  func takeKeys() -> [WindowCommand] {
    defer { (earlyKeys, losesKeys) = ([], false) }
    return earlyKeys
  }

  /// Has keys wait on, behind an undo or redo that one of them asked for.
  func hold(_ keys: [WindowCommand]) { earlyKeys += keys }
}
