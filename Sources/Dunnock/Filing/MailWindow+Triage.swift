import CDunnockGtk
import GtkBridge
import MailModel
import SwipeRows
import Texts
import Triage

extension MailWindow {
  /// What a row says, and what can be done to its messages by dragging it, by its menu and by keys: nothing while the mailbox is looked at
  /// only.
  func content(of item: MailItem) -> SwipeContent {
    var content = SwipeContent(
      label: item.spoken(
        list.names(of: item), by: list.order, now: list.now, in: list.accountName(of: item)))
    guard let session = mailbox?.session, mayChange, item.canChange else { return content }
    let (folder, roles) = (item.message.id.folder, session.roles)
    let choice = settings.swipes
    // What is done to one of several that are selected is done to all.
    let isOneOfSeveral = list.picks.count > 1 && list.picks.contains(item.id)
    let group = isOneOfSeveral ? list.picked : item.group
    let rows = isOneOfSeveral ? list.picks.rows : [item.id]
    let isThere = { (command: Command) in
      command.isKnown(to: session.store)
        && (!command.removesRow || command.entry.isOffered(for: group, in: session))
    }
    let actions = { (commands: [Command]) in
      commands.map { $0.adapted(to: folder, roles) }.filter(isThere).map {
        self.swipeAction($0.entry, on: group, of: rows, in: session)
      }
    }
    content.first = [selectAction(for: item.id)]
    // A full swipe does not ask, and does nothing but what it is known to do.
    let side = { (side: SwipeChoice.Side) in
      let offered = choice.offered(on: side)
      let runs =
        offered.first.map {
          let command = $0.adapted(to: folder, roles)
          return ![.delete, .moveElsewhere, .snooze].contains(command) && isThere(command)
        } ?? false
      return SwipeSide(
        actions(offered), allowsFullSwipe: runs && choice.allowsFullSwipe(on: side))
    }
    content.leading = side(.leading)
    content.trailing = side(.trailing)
    let needed = Command.whereNeeded.filter { $0.entry.isOffered(for: group, in: session) }
    content.others = actions(needed + choice.offeredWithoutButton)
    if !isOneOfSeveral, !group.messages[0].isFile { content.others.append(sweepAction(for: item)) }
    return content
  }

  /// Does something to the messages of the selected rows, or else of the one that is current.
  ///
  /// - Parameter onward: The row to go on to where that one goes, in its text who reads; nil: to the list.
  func obey(_ command: Command, then onward: MailList.Step? = nil) {
    list.goOn(onward)
    if let group = selectedGroup { return obey(command, on: group, of: list.picks.rows) }
    guard let target = list.target else { return }
    if command.removesRow, command != .snooze { list.passTarget() }
    obey(command, on: target.group, of: [target.id])
  }

  /// Does something to one message, whatever row it is in, or in none.
  func obey(_ command: Command, on message: Message) {
    let row = list.row(of: message.id)
    obey(command, on: MessageGroup([message]), of: Set([row?.id].compactMap { $0 }))
  }

  /// Does something to messages, then shows the outcome and offers to take it back as one step.
  ///
  /// - Parameter rows: Those that the messages are in.
  func obey(_ command: Command, on group: MessageGroup, of rows: Set<RowID>) {
    guard let mailbox, let first = group.messages.first, rows.isDisjoint(with: list.departing)
    else { return }
    guard mayChange else {
      return refuse { [weak self] in self?.obey(command, on: group, of: rows) }
    }
    let command = command.adapted(to: first.id.folder, mailbox.session.roles)
    if saysThatFilesKnowNo(command, in: mailbox) { return }
    let entry = command.entry
    let isOffered = entry.isOffered(for: group, in: mailbox.session)
    guard isOffered || group.count == 1 else {
      return notices.pass(TriageError.notOffered(command).sentence.translated)
    }
    if isOffered, command == .snooze { return askForTime(of: group, of: rows) }
    guard isOffered, command.removesRow else {
      let plain = group.count == 1 ? entry : entry.resolved(for: group)
      return begin(plain.command, on: changeable(group, by: plain, in: mailbox)) { [weak self] in
        self?.show($0, in: mailbox)
      }
    }
    let action = swipeAction(entry, on: group, of: rows, in: mailbox.session)
    // What happens is to be seen where there is something to see.
    if let row = rows.first(where: { list.swipes.widget(of: $0) != nil }) ?? rows.first {
      list.swipes.perform(action, on: row)
    } else {
      Task.immediate { if await action.confirm?() != false { _ = await action.perform() } }
    }
  }

  /// Says so where a command is asked for that what is open cannot do.
  func saysThatFilesKnowNo(_ command: Command, in mailbox: OpenMailbox) -> Bool {
    switch command {
    case .delete where !command.isKnown(to: mailbox.store):
      notices.pass(tr("Files are not deleted for ever here; use your file manager for that."))
    case .trash where !command.isKnown(to: mailbox.store):
      notices.pass(sentence(for: StoreError.noTrash(mailbox.store.path)))
    default: return false
    }
    return true
  }

  /// Takes back the last change.
  func undo() {
    revert(orSay: tr("There is nothing to undo.")) { try await $0.undo(progress: $1) }
  }

  /// Takes back one step, whatever was done since.
  private func undo(step: Int64) {
    revert(orSay: tr("That is undone already.")) { try await $0.undo(step: step, progress: $1) }
  }

  /// Does again what was taken back last.
  func redo() {
    revert(orSay: tr("There is nothing to redo.")) { try await $0.redo(progress: $1) }
  }

  private func revert(
    orSay nothing: String,
    _ body:
      @escaping @MainActor (TriageSession, @escaping TriageSession.Progress) async throws ->
      Outcome?
  ) {
    guard let mailbox else { return }
    guard mayChange else {
      return refuse { [weak self] in self?.revert(orSay: nothing, body) }
    }
    let session = mailbox.session
    // Keys that come before what it brings back is shown are meant for that.
    changes.awaitReturn()
    let (progress, end) = frame.progress.follow()
    changes.enqueue(in: mailbox.shared) {
      try await body(session, progress)
    } then: { [weak self] in
      end()
      switch $0 {
      case .success(let outcome): self?.showReverted(outcome, orSay: nothing, in: mailbox)
      case .failure(let error): self?.show(error, in: mailbox)
      }
    }
  }

  /// What a row offers: the command for its messages, or for all of which it is one.
  private func swipeAction(
    _ entry: CommandEntry, on group: MessageGroup, of rows: Set<RowID>, in session: TriageSession
  ) -> SwipeAction {
    // A toggle struck twice, or chosen after another program was faster, must not undo itself.
    // The answer to a question may make it another.
    var plain = entry.resolved(for: group)
    let title = tr(entry.title(for: group))
    var confirm: (@MainActor () async -> Bool)?
    if let ask = question(before: entry, on: group, in: session) {
      confirm = {
        guard let command = await ask() else { return false }
        plain = command.entry
        return true
      }
    }
    return SwipeAction(
      entry.name,
      // Translators: a command and the number of messages that it would be done to.
      title: group.count == 1 ? title : tr("%1$s (%2$s)").filling(title, group.count.grouped),
      icon: entry.icon(for: group), role: entry.color.swipeRole,
      shortcut: plain.shortcuts.first { settings.usesLetters || !WindowCommand.isLetter($0) },
      isEnabled: entry.isOffered(for: group, in: session),
      confirm: confirm
    ) { [weak self] in
      guard plain.command.removesRow, plain.command != .snooze else {
        self?.obey(plain.command, on: group, of: rows)
        return .restore
      }
      // The window may close before the mail is where it is sent, and must not be held by that.
      let outcome: SwipeOutcome = await withCheckedContinuation { answer in
        guard let self else { return answer.resume(returning: .restore) }
        self.send(group, of: rows, by: plain) { answer.resume(returning: $0) }
      }
      // Undo may have brought it back already.
      if case .remove = outcome, let self, list.departing.isDisjoint(with: rows) { return .restore }
      return outcome
    }
  }

  /// What is to be asked before a command is done, which answers what is to be done then; nil when nothing is.
  private func question(
    before entry: CommandEntry, on group: MessageGroup, in session: TriageSession
  ) -> (@MainActor () async -> Command?)? {
    let command = entry.command
    // When comes before where, which is asked for once.
    if command == .snooze { return nil }
    if command == .moveElsewhere { return { [weak self] in await self?.moving(group) } }
    if command == .delete {
      return { [weak self] in await self?.confirmsDeleting(group) == true ? command : nil }
    }
    guard let role = entry.neededRole,
      let folder = group.folders.first(where: { session.roles.folder(role, for: $0) == nil })
    else { return nil }
    return { [weak self] in await self?.findFolder(role, near: folder) == true ? command : nil }
  }

  /// Those of a group that a command can be done to; one alone whatever it is, for the store knows why it cannot.
  ///
  /// In what was found everywhere, some may be where it has no meaning: what is in the trash is not archived along with the rest.
  private func changeable(
    _ group: MessageGroup, by entry: CommandEntry, in mailbox: OpenMailbox
  ) -> [MessageID] {
    let messages = group.messages
    return
      (messages.count == 1
      ? messages : messages.filter { entry.isOffered(for: $0, in: mailbox.session) }).map(\.id)
  }

  /// Begins to send messages elsewhere. At once the next row is the one that keys act on, and on a narrow window the text of a message
  /// that goes gives way to the list.
  ///
  /// - Parameter answer: Called once with what becomes of the rows. One waits for what comes of it; several go at once, however long it
  ///   takes, and those that stay come back when it is over. A row that keeps some of its messages stays.
  private func send(
    _ group: MessageGroup, of rows: Set<RowID>, by entry: CommandEntry,
    then answer: @escaping (SwipeOutcome) -> Void
  ) {
    guard let mailbox else { return answer(.restore) }
    let ids = changeable(group, by: entry, in: mailbox)
    let going = list.rows(rows, within: ids)
    let turn = shown.turns
    begin(entry.command, on: ids) { [weak self] in
      let outcome = self?.arrived(ids, of: going, $0, in: mailbox, since: turn)
      if going.count == 1 { answer(outcome ?? .restore) }
    }
    changes.leave(ids)
    let wasShown = list.selected.map { going.contains($0.id) } == true
    let goesOn = list.onward != nil && frame.showsReadingSide
    list.depart(going)
    if wasShown, frame.isFolded {
      if goesOn, let heir = list.selected, !going.contains(heir.id) {
        showSelected()
      } else {
        showList()
      }
    }
    guard going.count != 1 else { return }
    answer(going.isEmpty ? .restore : removal(of: going, in: mailbox))
  }

  /// Takes rows off the list when they are out of sight.
  private func removal(
    of rows: Set<RowID>, in mailbox: OpenMailbox, then finish: @escaping () -> Void = {}
  ) -> SwipeOutcome {
    .remove(with: list.swipes.handles(of: rows.filter { list.swipes.row(of: $0) != nil })) {
      [weak self] in
      guard let self, mailbox === self.mailbox else { return }
      finish()
      if list.finishDepartures(of: rows) { showCount() }
    }
  }

  /// What becomes of the rows of messages once their move is done, or has failed.
  ///
  /// - Parameter turn: Of the window, when they began to leave.
  private func arrived(
    _ ids: [MessageID], of rows: Set<RowID>, _ result: Result<Outcome?, any Error>,
    in mailbox: OpenMailbox, since turn: Int
  ) -> SwipeOutcome {
    guard mailbox === self.mailbox else { return .restore }
    changes.arrive(ids)
    shown.forgetLooks()
    // Those that stay are not new.
    list.expect(ids)
    let row = rows.count == 1 ? rows.first : nil
    switch result {
    case .success(let outcome):
      let now = outcome?.changes.map(\.after.id) ?? []
      // What is shown by now may be where they are to be found.
      if turn == shown.turns { for id in now { shown.sendAway(id) } }
      if let row, list.departing.contains(row) { for id in now { changes.fly(row, as: id) } }
      show(result, in: mailbox)
      return removal(of: rows, in: mailbox) { [changes] in
        for id in now { _ = changes.takeFlight(of: id) }
      }
    case .failure(let error):
      guard let row else {
        show(error, in: mailbox)
        return .restore
      }
      // What is gone goes with the next look, and takes nobody back.
      let isGone = error as? TriageError == .store(.messageVanished)
      list.stay(row, selected: !isGone)
      lookAfterLast(in: mailbox)
      return .failure(sentence(for: error))
    }
  }

  /// Shows what came of a change.
  func show(_ result: Result<Outcome?, any Error>, in mailbox: OpenMailbox) {
    switch result {
    case .success(let outcome?): show(outcome, in: mailbox)
    case .success(nil): lookAfterLast(in: mailbox)
    case .failure(let error): show(error, in: mailbox)
    }
  }

  private func show(_ outcome: Outcome, in mailbox: OpenMailbox) {
    guard mailbox === self.mailbox else { return }
    if !outcome.removesRow, let message = outcome.message { list.update(message) }
    if let problem = outcome.problem { show(problem) }
    notices.pass(
      notice(of: outcome),
      button: outcome.step.map { step in
        .init(title: WindowCommand.undo.title) { [weak self] in
          if mailbox === self?.mailbox { self?.undo(step: step) }
        }
      })
    lookAfterLast(in: mailbox)
  }

  private func showReverted(
    _ outcome: Outcome?, orSay nothing: String, in mailbox: OpenMailbox
  ) {
    guard mailbox === self.mailbox else { return }
    shown.forgetLooks()
    attention.settle(outcome?.changes.map(\.after.id) ?? [])
    changes.arrive(outcome?.changes.compactMap(\.before) ?? [])
    var flying: [RowID: [Message]] = [:]
    for change in outcome?.changes ?? [] {
      if let row = change.before.flatMap({ changes.takeFlight(of: $0) }) {
        flying[row, default: []].append(change.after)
      }
    }
    for (row, messages) in flying { list.bringBack(row, as: messages) }
    if let problem = outcome?.problem { show(problem) }
    let messages = outcome?.changes.map(\.after) ?? []
    list.expect(messages.lazy.map(\.id))
    if let first = messages.max(by: { list.order.time(of: $0) < list.order.time(of: $1) }) {
      changes.bringBack(first.id)
    }
    lookAfterLast(in: mailbox) { [weak self] in
      guard let self else { return }
      notices.pass(outcome.map(notice(of:)) ?? .init(nothing))
    }
  }

  private func notice(of outcome: Outcome) -> Toasts.Notice {
    outcome.notice { [folders] in folders.list.name(of: $0) }
  }

  /// Marks messages as read that the person has looked at: a step of the program's own, of which nothing is said.
  func markRead(_ ids: [MessageID]) {
    guard let mailbox else { return }
    shown.keep(ids)
    changes.enqueue(in: mailbox.shared) {
      try await mailbox.session.perform(.markRead, on: ids, by: .reading)
    } then: { [weak self] in
      guard let self, mailbox === self.mailbox else { return }
      if case .success(let outcome?) = $0 {
        for change in outcome.changes { list.update(change.after) }
        if let problem = outcome.problem { show(problem) }
      }
      lookAfterLast(in: mailbox)
    }
  }

  /// Looks at the directory after the last of a run of changes, which serves them all, goes to the message that came back last, and does
  /// what keys have asked for it meanwhile.
  ///
  /// - Parameter show: Called when the list is up to date, unless more changes come before.
  private func lookAfterLast(in mailbox: OpenMailbox, then show: @escaping () -> Void = {}) {
    guard let run = changes.endRun() else { return }
    Task.immediate { [weak self] in
      guard await self?.shown.refresh(mailbox) == true, let self, changes.isLastRun(run)
      else { return }
      changes.forgetArrived()
      if let row = changes.takeReturned().flatMap({ list.row(of: $0) }) {
        list.focus(row.id, asChoice: false)
      }
      // The button that ended it had it, and is gone.
      if gtk_window_get_focus(window.cast()) == nil { list.focusSelected() }
      show()
      answerEarlyKeys()
    }
  }

  /// Tells what went wrong; the list then shows what is on the disk.
  func show(_ error: any Error, in mailbox: OpenMailbox) {
    guard mailbox === self.mailbox else { return }
    if case .journal(let problem)? = error as? TriageError { show(problem) }
    notices.pass(sentence(for: error))
    lookAfterLast(in: mailbox)
  }

  /// Begins to do something to messages; see `ChangesUnderWay.enqueue`.
  func begin(
    _ command: Command, on ids: [MessageID],
    then finish: @escaping @MainActor (Result<Outcome?, any Error>) -> Void
  ) {
    guard let mailbox else { return }
    _ = changes.takeReturned()
    if command.entry.setsRead { attention.settle(ids) }
    shown.keep(ids)
    let (progress, end) = frame.progress.follow()
    changes.enqueue(in: mailbox.shared) {
      try await mailbox.session.perform(command, on: ids, progress: progress)
    } then: {
      end()
      finish($0)
    }
  }
}

extension Outcome {
  /// What happened, and to which mail.
  ///
  /// Names stand in isolates (U+2068, U+2069), so that their direction does not shuffle the words around them.
  fileprivate func notice(calling name: (FolderID) -> String?) -> Toasts.Notice {
    var named: Message?
    func aim(_ aim: Outcome.Aim) -> String {
      switch aim {
      case .folder(let folder): "\u{2068}\(name(folder) ?? folder.description)\u{2069}"
      case .moment(let moment): ShortDate.until(Int(moment))
      }
    }
    let plain = sentence {
      named = $0
      return "\u{2068}\($0.name)\u{2069}"
    } counting: { done, asked in
      // Translators: how many of how many, in place of a number: "Archived 9,998 of 10,000 messages".
      done == asked
        ? done.grouped : tr("%1$s of %2$s").filling(done.grouped, asked.grouped)
    } aiming: {
      aim($0)
    }.translated
    if let first = refusals.first {
      let stayed = trn(
        "%1$s message stayed as it was: %2$s", "%1$s messages stayed as they were: %2$s",
        refusals.count)
      return .init(
        plain + ". "
          + stayed.filling(refusals.count.grouped, first.error.sentence.translated))
    }
    guard let named else { return .init(plain) }
    return .init(naming: named.name) { name in
      sentence(naming: { _ in "\u{2068}\(name)\u{2069}" }, aiming: { aim($0) }).translated
    }
  }
}

extension CommandEntry.Color {
  /// The colour of the command's button in a tray.
  var swipeRole: SwipeAction.Role {
    switch self {
    case .accent: .accent
    case .success: .success
    case .warning: .warning
    case .destructive: .destructive
    }
  }
}
