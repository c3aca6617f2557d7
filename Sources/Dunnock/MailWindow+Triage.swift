import CGtk
import GtkBridge
import MailStore
import SwipeRow
import Triage

extension MailWindow {
  /// What can be done to a message by dragging its row, by its menu and by keys; nothing while the mailbox is looked at only.
  func swipeActions(for message: Message) -> SwipeActions {
    guard let session = mailbox?.session, session.allowsChanges, message.canChange else {
      return SwipeActions()
    }
    let choice = settings.swipes
    // What moves mail to the folder that it is in has no meaning there.
    let hasMeaning = { (command: Command) in
      command.isKnown(to: session.store)
        && (!command.removesRow || command.entry.isOffered(for: message, in: session))
    }
    let actions = { (commands: [Command]) in
      commands.filter(hasMeaning).map { self.swipeAction($0.entry, for: message, in: session) }
    }
    // Nor does what is left do what a long swipe is known to do.
    let long = SwipeChoice.Side.allCases.filter {
      choice.offered(on: $0).first.map(hasMeaning) ?? false
    }
    var offered = SwipeActions(
      leading: actions(choice.offered(on: .leading)),
      trailing: actions(choice.offered(on: .trailing)),
      longSwipes: choice.longSwipes.intersection(long.map(\.panSide)))
    offered.others = actions(choice.offeredWithoutButton)
    return offered
  }

  /// Does something to the selected message.
  func perform(_ command: Command) {
    if let selected = list.selected { perform(command, on: selected.id) }
  }

  /// Does something to a message, then shows the outcome and offers to take it back.
  func perform(_ command: Command, on id: MessageID) {
    guard let mailbox, !list.departing.contains(id) else { return }
    guard mayChange else { return toasts.show(refusal) }
    if command.removesRow, let message = list[id]?.message,
      command.entry.isOffered(for: message, in: mailbox.session)
    {
      list.swipes.perform(
        swipeAction(command.entry, for: message, in: mailbox.session), on: id)
    } else {
      guard let change = begin(command, on: id) else { return }
      Task { [weak self] in
        do {
          let outcome = try await change.value
          if let outcome { self?.show(outcome, in: mailbox) }
        } catch {
          self?.show(error, in: mailbox)
        }
      }
    }
  }

  /// Takes back the last change.
  func undo() {
    revert(orSay: tr("There is nothing to undo.")) { try await $0.undo() }
  }

  /// Does again what was taken back last.
  func redo() {
    revert(orSay: tr("There is nothing to redo.")) { try await $0.redo() }
  }

  private func revert(
    orSay nothing: String, _ body: @escaping @Sendable (TriageSession) async throws -> Outcome?
  ) {
    guard let mailbox else { return }
    guard mayChange else { return toasts.show(refusal) }
    let session = mailbox.session
    let change = enqueue(in: session) { try await body(session) }
    Task { [weak self] in
      do {
        let outcome = try await change.value
        await self?.showReverted(outcome, orSay: nothing, in: mailbox)
      } catch {
        self?.show(error, in: mailbox)
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
      role: entry.role.swipeRole, shortcut: plain.shortcuts.first,
      isEnabled: entry.isOffered(for: message, in: session)
    ) { [weak self] in
      guard plain.command.removesRow else {
        self?.perform(plain.command, on: message.id)
        return .restore
      }
      guard let mailbox = self?.mailbox, let move = self?.send(message.id, off: plain.command)
      else { return .restore }
      // The window may close before the mail is where it is sent, and must not be held by that.
      let result = await move.result
      return self?.arrived(message.id, result, in: mailbox) ?? .restore
    }
  }

  /// Begins the move of a message elsewhere: at once the next row is the one that keys act on, and on a narrow window the text of the
  /// message gives way to the list.
  private func send(_ id: MessageID, off command: Command) -> Task<Outcome?, any Error>? {
    guard let change = begin(command, on: id) else { return nil }
    leaving.insert(id)
    let wasShown = list.selected?.id == id
    list.depart(id)
    if wasShown, isFolded { showList() }
    return change
  }

  /// What becomes of the row of a message once its move is done, or has failed.
  private func arrived(
    _ id: MessageID, _ result: Result<Outcome?, any Error>, in mailbox: OpenMailbox
  ) -> SwipeOutcome {
    guard mailbox === self.mailbox else { return .restore }
    leaving.remove(id)
    forgetLooks()
    switch result {
    case .success(let outcome):
      let now = outcome?.message?.id
      if let now, list.departing.contains(id) { flights[now] = id }
      if let outcome { show(outcome, in: mailbox) }
      return .remove { [weak self] in
        guard let self else { return }
        if let now { flights[now] = nil }
        list.finishDeparture(of: id)
        if self.mailbox != nil { showCount() }
      }
    case .failure(let error):
      list.stay(id)
      Task { [weak self] in _ = await self?.refresh(mailbox) }
      return .failure(sentence(for: error))
    }
  }

  private func show(_ outcome: Outcome, in mailbox: OpenMailbox) {
    guard mailbox === self.mailbox else { return }
    if !outcome.removesRow, let message = outcome.message { list.update(message) }
    toasts.show(
      outcome.problem?.sentence.translated ?? outcome.sentence,
      button: (WindowCommand.undo.title, WindowCommand.undo.action))
    // Behind quick keys one look at the directory, after the last, serves them all.
    if waitingChanges == 0 { Task { [weak self] in _ = await self?.refresh(mailbox) } }
  }

  private func showReverted(
    _ outcome: Outcome?, orSay nothing: String, in mailbox: OpenMailbox
  ) async {
    guard mailbox === self.mailbox else { return }
    forgetLooks()
    for change in outcome?.changes ?? [] {
      if let flying = flights.removeValue(forKey: change.before) {
        list.bringBack(flying, as: change.after)
      }
    }
    guard await refresh(mailbox) else { return }
    guard let outcome else { return toasts.show(nothing) }
    if let message = outcome.message { list.focus(message.id) }
    toasts.show(outcome.problem?.sentence.translated ?? outcome.sentence)
  }

  /// Tells what went wrong; the list then shows what is on the disk.
  private func show(_ error: any Error, in mailbox: OpenMailbox) {
    guard mailbox === self.mailbox else { return }
    toasts.show(sentence(for: error))
    Task { [weak self] in _ = await self?.refresh(mailbox) }
  }

  /// Begins to do something to a message.
  private func begin(_ command: Command, on id: MessageID) -> Task<Outcome?, any Error>? {
    guard let session = mailbox?.session else { return nil }
    return enqueue(in: session) { try await session.perform(command, on: [id]) }
  }

  /// Runs a change after those before it, and to its end even if the window closes meanwhile.
  private func enqueue(
    in session: TriageSession, _ body: @escaping @Sendable () async throws -> Outcome?
  ) -> Task<Outcome?, any Error> {
    // The program must not end before the mail is where it was sent.
    let application = g_application_get_default()
    application.map { g_application_hold($0) }
    waitingChanges += 1
    // A quick key may ask to undo what is still to be done, or to redo what is still to be undone.
    for command in WindowCommand.wayBack { actions.setEnabled(command.name, true) }
    let change = Task { [weak self, before = changing] in
      defer {
        self?.waitingChanges -= 1
        application.map { g_application_release($0) }
      }
      await before?.value
      return try await body()
    }
    changing = Task { [weak self] in
      _ = await change.result
      await self?.showWayBack(in: session)
    }
    return change
  }

  /// Shows whether there is something to undo or redo.
  func showWayBack(in session: TriageSession) async {
    let (canUndo, canRedo) = (await session.canUndo, await session.canRedo)
    guard waitingChanges == 0, session === mailbox?.session else { return }
    actions.setEnabled(WindowCommand.undo.name, canUndo)
    actions.setEnabled(WindowCommand.redo.name, canRedo)
  }
}

extension Outcome {
  /// What happened, and to which mail.
  ///
  /// The mail's name stands in isolates (U+2068, U+2069), so that its direction does not shuffle the words around it.
  var sentence: String { sentence { "\u{2068}\($0.shortName)\u{2069}" }.translated }
}

extension CommandEntry.Role {
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
