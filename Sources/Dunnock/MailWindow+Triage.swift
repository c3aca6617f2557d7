import CGtk
import GtkBridge
import MailModel
import SwipeRows
import Triage

extension MailWindow {
  /// What the row of a message says, and what can be done to it by dragging it, by its menu and by keys: nothing while the mailbox is
  /// looked at only.
  func content(of message: Message) -> SwipeContent {
    var content = SwipeContent(label: message.spoken(by: list.order, now: list.now))
    guard let session = mailbox?.session, mayChange, message.canChange else { return content }
    let roles = session.roles
    let choice = settings.swipes
    let isThere = { (command: Command) in
      command.isKnown(to: session.store)
        && (!command.removesRow || command.entry.isOffered(for: message, in: session))
    }
    let actions = { (commands: [Command]) in
      commands.map { $0.adapted(to: message.id.folder, roles) }.filter(isThere)
        .map { self.swipeAction($0.entry, for: message, in: session) }
    }
    // A long swipe does not ask, and does nothing but what it is known to do.
    let long = SwipeChoice.Side.allCases.filter { side in
      choice.offered(on: side).first.map {
        let command = $0.adapted(to: message.id.folder, roles)
        return command != .delete && isThere(command)
      } ?? false
    }
    content.leading = actions(choice.offered(on: .leading))
    content.trailing = actions(choice.offered(on: .trailing))
    content.longSwipes = choice.longSwipes.intersection(long.map(\.panSide))
    let needed = Command.whereNeeded.filter { $0.entry.isOffered(for: message, in: session) }
    content.others = actions(needed + choice.offeredWithoutButton)
    return content
  }

  /// Does something to the selected message.
  func obey(_ command: Command) {
    guard let target = list.target, let mailbox else { return }
    let command = command.adapted(to: target.message.id.folder, mailbox.session.roles)
    if command.removesRow { list.passTarget() }
    obey(command, on: target.id)
  }

  /// Does something to a message, then shows the outcome and offers to take it back.
  func obey(_ command: Command, on id: RowID) {
    guard let mailbox, !list.departing.contains(id) else { return }
    guard mayChange else { return refuse { [weak self] in self?.obey(command, on: id) } }
    switch command {
    case .delete where !command.isKnown(to: mailbox.store):
      return notices.pass(
        tr("Files are not deleted for ever here; use your file manager for that."))
    case .trash where !command.isKnown(to: mailbox.store):
      return notices.pass(sentence(for: StoreError.noTrash(mailbox.store.path)))
    default: break
    }
    if command.removesRow, let message = list[id]?.message,
      command.entry.isOffered(for: message, in: mailbox.session)
    {
      list.swipes.perform(
        swipeAction(command.entry, for: message, in: mailbox.session), on: id)
    } else {
      begin(command, on: [id.message]) { [weak self] in self?.show($0, in: mailbox) }
    }
  }

  /// Takes back the last change.
  func undo() {
    revert(orSay: tr("There is nothing to undo.")) { try await $0.undo() }
  }

  /// Takes back one step, whatever was done since.
  private func undo(step: Int64) {
    revert(orSay: tr("That is undone already.")) { try await $0.undo(step: step) }
  }

  /// Does again what was taken back last.
  func redo() {
    revert(orSay: tr("There is nothing to redo.")) { try await $0.redo() }
  }

  private func revert(
    orSay nothing: String, _ body: @escaping @MainActor (TriageSession) async throws -> Outcome?
  ) {
    guard let mailbox else { return }
    guard mayChange else {
      return refuse { [weak self] in self?.revert(orSay: nothing, body) }
    }
    let session = mailbox.session
    // Keys that come before what it brings back is shown are meant for that.
    changes.awaitReturn()
    changes.enqueue(in: mailbox.shared) {
      try await body(session)
    } then: { [weak self] in
      switch $0 {
      case .success(let outcome): self?.showReverted(outcome, orSay: nothing, in: mailbox)
      case .failure(let error): self?.show(error, in: mailbox)
      }
    }
  }

  private func swipeAction(
    _ entry: CommandEntry, for message: Message, in session: TriageSession
  ) -> SwipeAction {
    // A toggle struck twice, or chosen after another program was faster, must not undo itself.
    let plain = entry.resolved(for: message)
    return SwipeAction(
      entry.name, title: tr(entry.title(for: message)), icon: entry.icon(for: message),
      role: entry.color.swipeRole, shortcut: plain.shortcuts.first,
      isEnabled: entry.isOffered(for: message, in: session),
      confirm: question(before: entry, on: message, in: session)
    ) { [weak self] in
      guard plain.command.removesRow else {
        self?.obey(plain.command, on: RowID(message.id))
        return .restore
      }
      // The window may close before the mail is where it is sent, and must not be held by that.
      let outcome: SwipeOutcome = await withCheckedContinuation { answer in
        guard let self, let mailbox = self.mailbox else {
          return answer.resume(returning: .restore)
        }
        self.begin(entry.command, on: [message.id]) { [weak self] in
          answer.resume(returning: self?.arrived(message.id, $0, in: mailbox) ?? .restore)
        }
        self.leave(RowID(message.id))
      }
      // Undo may have brought it back already.
      if case .remove = outcome, let self, !list.departing.contains(RowID(message.id)) {
        return .restore
      }
      return outcome
    }
  }

  /// What is to be asked before a command is done; nil when nothing is.
  private func question(
    before entry: CommandEntry, on message: Message, in session: TriageSession
  ) -> (@MainActor () async -> Bool)? {
    if entry.command == .delete {
      return { [weak self] in await self?.confirmsDeleting(message) ?? false }
    }
    let folder = message.id.folder
    guard let role = entry.neededRole, session.roles.folder(role, for: folder) == nil else {
      return nil
    }
    return { [weak self] in await self?.findFolder(role, near: folder) ?? false }
  }

  /// Begins the way of a message elsewhere: at once the next row is the one that keys act on, and on a narrow window the text of the
  /// message gives way to the list.
  private func leave(_ id: RowID) {
    changes.leave([id.message])
    let wasShown = list.selected?.id == id
    list.depart(id)
    if wasShown, frame.isFolded { showList() }
  }

  /// What becomes of the row of a message once its move is done, or has failed.
  private func arrived(
    _ id: MessageID, _ result: Result<Outcome?, any Error>, in mailbox: OpenMailbox
  ) -> SwipeOutcome {
    guard mailbox === self.mailbox else { return .restore }
    let row = RowID(id)
    changes.arrive([id])
    shown.forgetLooks()
    switch result {
    case .success(let outcome):
      let now = outcome?.message?.id
      if let now, list.departing.contains(row) { changes.fly(row, as: now) }
      if let outcome { show(outcome, in: mailbox) }
      return .remove { [weak self] in
        guard let self, mailbox === self.mailbox else { return }
        if let now { _ = changes.takeFlight(of: now) }
        list.finishDeparture(of: row)
        showCount()
      }
    case .failure(let error):
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
      outcome.notice,
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
    for change in outcome?.changes ?? [] {
      if let flying = change.before.flatMap({ changes.takeFlight(of: $0) }) {
        list.bringBack(flying, as: change.after)
      }
    }
    if let problem = outcome?.problem { show(problem) }
    if let message = outcome?.message { changes.bringBack(message.id) }
    lookAfterLast(in: mailbox) { [weak self] in
      self?.notices.pass(outcome?.notice ?? .init(nothing))
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
      if let id = changes.takeReturned() { list.focus(RowID(id)) }
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
    changes.enqueue(
      in: mailbox.shared, { try await mailbox.session.perform(command, on: ids) }, then: finish)
  }
}

extension Outcome {
  /// What happened, and to which mail.
  ///
  /// The mail's name stands in isolates (U+2068, U+2069), so that its direction does not shuffle the words around it.
  fileprivate var notice: Toasts.Notice {
    var named: Message?
    let plain = sentence {
      named = $0
      return "\u{2068}\($0.name)\u{2069}"
    }.translated
    if let first = failures.first {
      let stayed = trn(
        "%1$s message stayed as it was: %2$s", "%1$s messages stayed as they were: %2$s",
        failures.count)
      return .init(
        plain + ". "
          + stayed.filling(String(failures.count), first.error.sentence.translated))
    }
    guard let named else { return .init(plain) }
    return .init(naming: named.name) { name in
      sentence { _ in "\u{2068}\(name)\u{2069}" }.translated
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
