import GtkBridge
import MailModel
import SwipeRows
import Texts
import Triage
import TriageJournal

/// The one way for a command to messages: keys, rows, bars, menus, dialogs and notifications all come here, and nothing else in the app
/// has a session change mail.
///
/// It has more than 300 lines, for what is asked for and what is shown of it go one way through it, and a part would be told all of that.
final class Filing {
  /// Messages that a command is about, and the rows that they are in.
  struct Target {
    let group: MessageGroup
    let rows: Set<RowID>

    init(_ group: MessageGroup, in rows: Set<RowID>) { (self.group, self.rows) = (group, rows) }

    init(_ item: MailItem) { self.init(item.group, in: [item.id]) }
  }

  /// What a window has to do for it.
  enum Event {
    /// Nothing may be changed now; the closure asks again, should another look allow it.
    case refused(again: () -> Void)
    /// The record of changes cannot be kept, or could not be read.
    case journalFailed(JournalProblem)
    /// The sender of a message is to be blocked, unless that is the person.
    case blocks(Message)
    /// The message of a row that is read, or its newest, is to be answered.
    case answers(Answer, MailItem)
    /// Rows are off the list.
    case removed
    /// On a narrow window the message whose text lies over the list is being moved away; the closure's argument says whether the next one
    /// is to be read in its place.
    case leftText(readsNext: Bool)
    /// The list shows what came of all that was asked for.
    case shown
  }

  let changes: ChangesUnderWay
  let questions: FilingQuestions
  let list: MailList
  let settings: Settings
  let shown: ShownMailbox
  let notices: Notices
  private let frame: WindowFrame
  private let folders: FolderSide
  private let attention: Attention
  private(set) var tell: (Event) -> Void = { _ in }

  init(
    _ list: MailList, in frame: WindowFrame, _ shown: ShownMailbox, _ folders: FolderSide,
    _ notices: Notices, _ attention: Attention, _ settings: Settings, asking dialogs: Dialogs
  ) {
    changes = ChangesUnderWay(actions: frame.actions)
    questions = FilingQuestions(dialogs, over: frame.window, shown, list, folders, notices)
    (self.list, self.frame, self.shown, self.folders) = (list, frame, shown, folders)
    (self.notices, self.attention, self.settings) = (notices, attention, settings)
  }

  /// Has what a window has to do told.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// Does something to messages, asks first what must be asked, shows what came of it, and offers to take it back as one step.
  ///
  /// - Parameters:
  ///   - target: Nil for the selected rows, or else the one that is current.
  ///   - step: The row to go on to where that one goes, in its text who reads; nil: the one below, and to the list who reads.
  ///   - isAnswered: Whether what must be asked was asked.
  ///   - rule: The rule that was made with it, and goes with its step.
  ///   - answer: Called once with what becomes of the row that the command came by; nil: a row is found that shows it.
  func perform(
    _ command: Command, on target: Target? = nil, then step: MailList.Step? = nil,
    isAnswered: Bool = false, with rule: Rule.ID? = nil,
    inRow answer: ((SwipeOutcome) -> Void)? = nil
  ) {
    let current = list.target?.id
    guard let mailbox = shown.mailbox, let target = target ?? currentTarget(of: command),
      let entry = entry(for: command, on: target, then: step, in: mailbox)
    else {
      answer?(.restore)
      return
    }
    let isOffered = entry.isOffered(for: target.group, in: mailbox.session)
    if isOffered, !isAnswered, let ask = question(before: entry, on: target, in: mailbox) {
      Task.immediate { [weak self] in
        if let answer = await ask() {
          self?.perform(answer, on: target, then: step, isAnswered: true)
        }
      }
      return
    }
    let ids = changeable(target.group, by: entry, in: mailbox)
    let removes = isOffered && entry.command.removesRow
    let answer = answer ?? (removes ? rowShowing(entry, on: target) : { _ in })
    let rows = removes ? list.rows(target.rows, within: ids) : []
    let isElsewhere = current.map { !target.rows.contains($0) } ?? false
    let (turn, run) = (shown.turns, frame.progress.follow())
    _ = changes.takeRestored()
    if entry.setsRead { attention.settle(ids) }
    shown.keep(ids)
    changes.enqueue(
      .command(entry.command, on: ids, with: rule), in: mailbox.shared, run.progress
    ) { [weak self] result in
      run.end()
      guard removes else { return self?.show(result, in: mailbox) ?? () }
      if isElsewhere, case .success(let outcome?) = result {
        self?.changes.note(removedElsewhere: outcome.changes.map(\.after.id))
      }
      let outcome = self?.removed(ids, of: rows, result, in: mailbox, since: turn)
      // Several go at once, however long it takes, and those that stay come back when it is over.
      if rows.count == 1 { answer(outcome ?? .restore) }
    }
    guard removes else { return answer(.restore) }
    beginRemoval(of: ids, in: rows, then: step)
    if rows.count != 1 { answer(rows.isEmpty ? .restore : removal(of: rows, in: mailbox)) }
  }

  /// Does to one message what is asked for, whatever row it is in, or in none.
  func perform(_ command: Command, on message: Message) {
    let row = list.row(of: message.id)
    perform(command, on: Target(MessageGroup([message]), in: Set([row?.id].compactMap { $0 })))
  }

  /// Does to a message of a mailbox what a notification offers, whether or not a window shows it.
  ///
  /// - Parameter finish: Called with what came of it.
  static func perform(
    _ command: Command, on id: MessageRef, in mailbox: SharedMailbox,
    then finish: @escaping @MainActor (Result<Outcome?, any Error>) -> Void
  ) {
    let changes = ChangesUnderWay()
    changes.enqueue(.command(command, on: [id]), in: mailbox) { result in
      withExtendedLifetime(changes) { finish(result) }
    }
  }

  /// Marks messages as read that the person has looked at: a step of the program's own, of which nothing is said.
  func markRead(_ ids: [MessageRef]) {
    guard let mailbox = shown.mailbox else { return }
    shown.keep(ids)
    changes.enqueue(.command(.markRead, on: ids, by: .reading), in: mailbox.shared) {
      [weak self] in
      guard let self, mailbox === shown.mailbox else { return }
      if case .success(let outcome?) = $0 {
        for change in outcome.changes { list.update(change.after) }
        if let problem = outcome.problem { tell(.journalFailed(problem)) }
      }
      lookAfterLast(in: mailbox)
    }
  }

  /// Takes back the last change, or the rule that was made after it.
  func undo() {
    if let rule = changes.takeRule() { return undo(rule) }
    revert(.undo, orSay: tr("There is nothing to undo."))
  }

  /// Takes one step back, whatever was done since.
  ///
  /// - Parameter finish: Called when that is over.
  func undo(step: Int64, then finish: @escaping () -> Void = {}) {
    revert(.undoStep(step), orSay: tr("This has already been undone."), then: finish)
  }

  /// Looks whether there is something to undo or redo, and takes away a notice that offers to undo what was undone elsewhere.
  func lookForUndo(in session: TriageSession) async {
    await changes.lookForUndo(in: session)
    guard let step = notices.undoableStep, await !session.canUndo(step: step),
      step == notices.undoableStep, session === shown.mailbox?.session
    else { return }
    notices.dismiss()
  }

  /// Does again what was taken back last.
  func redo() { revert(.redo, orSay: tr("There is nothing to redo.")) }

  private func revert(
    _ request: TriageSession.Request, orSay nothing: String,
    then finish: @escaping () -> Void = {}
  ) {
    guard let mailbox = shown.mailbox else { return }
    guard shown.allowsChanges else {
      return tell(.refused { [weak self] in self?.revert(request, orSay: nothing, then: finish) })
    }
    // Keys that come before what it brings back is shown are meant for that.
    changes.holdKeys(for: .restored)
    list.beginRestoring()
    let run = frame.progress.follow()
    changes.enqueue(request, in: mailbox.shared, run.progress) { [weak self] in
      run.end()
      self?.list.endRestoring()
      switch $0 {
      case .success(let outcome): self?.showReverted(outcome, orSay: nothing, in: mailbox)
      case .failure(let error): self?.show(error, in: mailbox)
      }
      finish()
    }
  }

  /// Whether the folder on show is a trash with mail in it, all of which is listed.
  var canEmptyTrash: Bool {
    guard let mailbox = shown.mailbox, let folder = shown.folder, shown.allowsChanges,
      shown.progress == nil, list.first != nil
    else { return false }
    return Command.delete.isOffered(in: folder, of: mailbox.session)
  }

  /// Asks whether all that is listed in the trash is to be gone for ever, and deletes it when the person says so.
  func emptyTrash() {
    guard let folder = shown.folder, canEmptyTrash else { return }
    let messages = list.messages.filter(\.canChange)
    let target = Target(MessageGroup(messages), in: list.rows(of: messages))
    Task.immediate { [weak self] in
      guard await self?.questions.confirmsEmptying(folder, of: messages.count) == true else {
        return
      }
      self?.perform(.delete, on: target, isAnswered: true)
    }
  }

  // MARK: What is asked for

  /// What a command that names no messages is about.
  private func currentTarget(of command: Command) -> Target? {
    if list.isPicking, !(frame.isFolded && frame.showsReadingSide) {
      return Target(list.picked, in: list.picks.rows)
    }
    guard let row = list.target else { return nil }
    if command.removesRow, command != .snooze { list.selection.targetIsRemoved() }
    return Target(row)
  }

  /// What a command comes to on messages as they are; nil where it is not to be done, which is said.
  private func entry(
    for command: Command, on target: Target, then step: MailList.Step?, in mailbox: OpenMailbox
  ) -> CommandEntry? {
    guard let first = target.group.messages.first,
      target.rows.isDisjoint(with: list.removing), !questions.isPreparing
    else { return nil }
    guard shown.allowsChanges else {
      tell(.refused { [weak self] in self?.perform(command, on: target, then: step) })
      return nil
    }
    let command = command.adapted(to: first.id.folder, mailbox.session.roles)
    let isKnown = command.isKnown(to: mailbox.store)
    if command == .delete, !isKnown {
      notices.pass(tr("Files cannot be deleted permanently here. Use your file manager."))
      return nil
    }
    if command == .trash, !isKnown {
      notices.pass(sentence(for: StoreError.noTrash(mailbox.store.path)))
      return nil
    }
    // One alone is tried whatever it is, for the store knows why it cannot.
    guard target.group.count > 1 else { return command.entry }
    guard command.entry.isOffered(for: target.group, in: mailbox.session) else {
      notices.pass(TriageError.notOffered(command).sentence.translated)
      return nil
    }
    return command.entry.resolved(for: target.group)
  }

  /// Those of a group that a command can be done to; one alone whatever it is.
  ///
  /// In what was found everywhere, some may be where it has no meaning: what is in the trash is not archived along with the rest.
  private func changeable(
    _ group: MessageGroup, by entry: CommandEntry, in mailbox: OpenMailbox
  ) -> [MessageRef] {
    let messages = group.messages
    return
      (messages.count == 1
      ? messages : messages.filter { entry.isOffered(for: $0, in: mailbox.session) }).map(\.id)
  }

  /// What is to be asked before a command is done, which answers what is to be done then; nil when nothing is. What fails in it is told.
  func question(
    before entry: CommandEntry, on target: Target, in mailbox: OpenMailbox
  ) -> (@MainActor () async -> Command?)? {
    guard let ask = questions.question(before: entry, on: target.group, in: mailbox) else {
      return nil
    }
    return { [weak self] in
      do { return try await ask() } catch { self?.show(error, in: mailbox) }
      return nil
    }
  }

  // MARK: Removals

  /// Has a row show that its messages are being moved away, where there is something to see, and answers how it is told what came of it.
  private func rowShowing(_ entry: CommandEntry, on target: Target) -> (SwipeOutcome) -> Void {
    // Without a row nobody waits.
    var answer: (SwipeOutcome) -> Void = {
      if case .remove(_, _, let finish) = $0 { finish() }
    }
    let row =
      target.rows.first { list.swipes.widget(of: $0) != nil } ?? target.rows.first
    guard let row else { return answer }
    let outcome = outcome(of: target.rows) { answer = $0 }
    list.swipes.perform(
      SwipeAction(
        entry.name, title: tr(entry.title(for: target.group)),
        icon: entry.icon(for: target.group), role: entry.color.swipeRole, perform: outcome),
      on: row)
    return answer
  }

  /// What becomes of rows, once `begin` has it be told.
  func outcome(
    of rows: Set<RowID>, _ begin: @escaping @MainActor (@escaping (SwipeOutcome) -> Void) -> Void
  ) -> @MainActor () async -> SwipeOutcome {
    // The window may close before the mail is where it is sent, and must not be held by that.
    { [weak list] in
      let outcome = await withCheckedContinuation { answer in
        begin { answer.resume(returning: $0) }
      }
      // Undo may have brought it back already.
      if case .remove = outcome, let list, list.removing.isDisjoint(with: rows) {
        return .restore
      }
      return outcome
    }
  }

  /// At once the next row is the one that keys act on, and on a narrow window the text of a message that goes gives way to the list.
  private func beginRemoval(
    of ids: [MessageRef], in rows: Set<RowID>, then step: MailList.Step?
  ) {
    changes.beginRemoval(of: ids)
    let wasShown = list.selected.map { rows.contains($0.id) } == true
    let readsOn = step != nil && frame.showsReadingSide
    list.beginRemoval(of: rows, selecting: step)
    guard wasShown, frame.isFolded else { return }
    tell(.leftText(readsNext: readsOn && list.selected.map { !rows.contains($0.id) } == true))
  }

  /// Takes rows off the list when they are out of sight.
  private func removal(
    of rows: Set<RowID>, in mailbox: OpenMailbox, then finish: @escaping () -> Void = {}
  ) -> SwipeOutcome {
    .remove(with: list.swipes.handles(of: rows.filter { list.swipes.row(of: $0) != nil })) {
      [weak self] in
      guard let self, mailbox === shown.mailbox else { return }
      finish()
      if list.finishRemoval(of: rows) { tell(.removed) }
      debugLog("rows removed: \(rows.count), leaving: \(list.removing.count)")
    }
  }

  /// What becomes of the rows of messages once their move is done, or has failed.
  ///
  /// - Parameter turn: Of the window, when they began to leave.
  private func removed(
    _ ids: [MessageRef], of rows: Set<RowID>, _ result: Result<Outcome?, any Error>,
    in mailbox: OpenMailbox, since turn: Int
  ) -> SwipeOutcome {
    guard mailbox === shown.mailbox else { return .restore }
    changes.endRemoval(of: ids)
    shown.forgetLooks()
    // Those that stay are not new.
    list.willRestore(ids)
    let row = rows.count == 1 ? rows.first : nil
    switch result {
    case .success(let outcome):
      let now = outcome?.changes.map(\.after.id) ?? []
      // What is shown by now may be where they are to be found.
      if turn == shown.turns { for id in now { shown.sendAway(id) } }
      if let row, list.removing.contains(row) { for id in now { changes.note(row, removedAs: id) } }
      show(result, in: mailbox)
      return removal(of: rows, in: mailbox) { [changes] in
        for id in now { _ = changes.takeRow(removedAs: id) }
      }
    case .failure(let error):
      guard let row else {
        show(error, in: mailbox)
        return .restore
      }
      // What is gone goes with the next look, and takes nobody back.
      let isGone = error as? TriageError == .store(.messageVanished)
      list.cancelRemoval(of: row, selecting: !isGone)
      lookAfterLast(in: mailbox)
      return .failure(sentence(for: error))
    }
  }

  // MARK: What came of it

  private func show(_ result: Result<Outcome?, any Error>, in mailbox: OpenMailbox) {
    switch result {
    case .success(let outcome?): show(outcome, in: mailbox)
    case .success(nil): lookAfterLast(in: mailbox)
    case .failure(let error): show(error, in: mailbox)
    }
  }

  private func show(_ outcome: Outcome, in mailbox: OpenMailbox) {
    guard mailbox === shown.mailbox else { return }
    if !outcome.removesRow, let message = outcome.message { list.update(message) }
    if let problem = outcome.problem { tell(.journalFailed(problem)) }
    notices.pass(
      notice(of: outcome),
      button: outcome.step.map { step in
        .init(title: WindowCommand.undo.title) { [weak self] in
          guard let self, mailbox === shown.mailbox else { return }
          undo(step: step)
        }
      }, undoing: outcome.step)
    lookAfterLast(in: mailbox)
  }

  private func showReverted(_ outcome: Outcome?, orSay nothing: String, in mailbox: OpenMailbox) {
    guard mailbox === shown.mailbox else { return }
    shown.forgetLooks()
    attention.settle(outcome?.changes.map(\.after.id) ?? [])
    changes.endRemoval(of: outcome?.changes.compactMap(\.before) ?? [])
    var restored: [RowID: [Message]] = [:]
    for change in outcome?.changes ?? [] {
      if let row = change.before.flatMap({ changes.takeRow(removedAs: $0) }) {
        restored[row, default: []].append(change.after)
      }
    }
    for (row, messages) in restored { list.restore(row, as: messages) }
    if let problem = outcome?.problem { tell(.journalFailed(problem)) }
    let messages = outcome?.changes.map(\.after) ?? []
    list.willRestore(messages.lazy.map(\.id))
    if !changes.takeRemovedElsewhere(outcome?.changes.compactMap(\.before) ?? []),
      let first = messages.max(by: { list.order.time(of: $0) < list.order.time(of: $1) })
    {
      changes.selectRestored(first.id)
    }
    lookAfterLast(in: mailbox) { [weak self] in
      guard let self else { return }
      notices.pass(outcome.map(notice(of:)) ?? .init(nothing))
    }
  }

  private func notice(of outcome: Outcome) -> Toasts.Notice {
    outcome.notice { [folders] in folders.list.name(of: $0) }
  }

  /// Looks at the directory after the last of a run of changes, which serves them all, and goes to the message that came back last.
  ///
  /// - Parameter show: Called when the list is up to date, unless more changes come before.
  private func lookAfterLast(in mailbox: OpenMailbox, then show: @escaping () -> Void = {}) {
    guard let run = changes.endRun() else { return }
    Task.immediate { [weak self] in
      guard await self?.shown.refresh(mailbox) == true, let self, changes.isLastRun(run)
      else { return }
      changes.forgetRemoved()
      if let row = changes.takeRestored().flatMap({ list.row(of: $0) }) {
        list.focus(row.id, asChoice: false)
      }
      show()
      tell(.shown)
      debugLog(
        """
        list idle: rows: \(list.count - list.removing.count), leaving: \(list.removing.count), \
        queue: \(changes.waiting)
        """)
    }
  }

  /// Tells what went wrong; the list then shows what is on the disk.
  func show(_ error: any Error, in mailbox: OpenMailbox) {
    guard mailbox === shown.mailbox else { return }
    if case .journal(let problem)? = error as? TriageError { tell(.journalFailed(problem)) }
    notices.pass(sentence(for: error))
    lookAfterLast(in: mailbox)
  }
}
