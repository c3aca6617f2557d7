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
    let actions = { (commands: [Command]) in
      commands.map(\.entry).map { entry in
        // A toggle struck twice, or chosen after another program was faster, must not undo itself.
        let plain = entry.resolved(for: message)
        return SwipeAction(
          entry.name, title: tr(entry.title(for: message)), icon: entry.icon(for: message),
          role: entry.role.swipeRole, shortcut: plain.shortcuts.first,
          isEnabled: entry.isOffered(for: message, in: session)
        ) { [weak self] in
          self?.perform(plain.command, on: message.id)
          return .restore
        }
      }
    }
    return SwipeActions(
      leading: actions([.archive, .toggleRead]), trailing: actions([.trash, .toggleStar]))
  }

  /// Does something to the selected message.
  func perform(_ command: Command) {
    if let selected = list.selected { perform(command, on: selected.id) }
  }

  /// Does something to a message, then shows the outcome and offers to take it back.
  func perform(_ command: Command, on id: MessageID) {
    guard let mailbox else { return }
    guard mayChange else { return toasts.show(refusal) }
    let entry = command.entry
    if command.removesRow, let item = list[id],
      entry.isOffered(for: item.message, in: mailbox.session)
    {
      // The row goes at once, so that the next key finds the next row; if the change fails, it comes back.
      leaving.insert(id)
      leave(id)
    }
    change(mailbox) { window in
      defer { window.leaving.remove(id) }
      let outcome = try await mailbox.session.perform(command, on: [id])
      guard mailbox === window.mailbox else { return }
      window.leaving.remove(id)
      if !outcome.removesRow, let message = outcome.message { window.list.update(message) }
      // Behind quick keys one look at the directory, after the last, serves them all.
      if window.waitingChanges == 1 { guard await window.refresh(mailbox) else { return } }
      window.toasts.show(
        outcome.sentence, button: (WindowCommand.undo.title, WindowCommand.undo.action))
    }
  }

  /// Takes back the last change.
  func undo() {
    guard let mailbox else { return }
    guard mayChange else { return toasts.show(refusal) }
    change(mailbox) { window in
      let outcome = try await mailbox.session.undo()
      guard await window.refresh(mailbox) else { return }
      guard let outcome else { return window.toasts.show(tr("There is nothing to undo.")) }
      if let message = outcome.message { window.list.focus(message.id) }
      window.toasts.show(outcome.sentence)
    }
  }

  /// Runs a change after those before it; a failure is told, and the list then shows what is on the disk.
  private func change(
    _ mailbox: OpenMailbox, _ body: @escaping (MailWindow) async throws -> Void
  ) {
    // A window closed meanwhile must not end the program before the mail is where it was sent.
    let application = g_application_get_default()
    application.map { g_application_hold($0) }
    waitingChanges += 1
    changing = Task { [before = changing] in
      defer {
        waitingChanges -= 1
        application.map { g_application_release($0) }
      }
      await before?.value
      do {
        try await body(self)
      } catch {
        guard await refresh(mailbox) else { return }
        toasts.show(sentence(for: error))
      }
    }
  }

  /// Takes a message that goes elsewhere out of the list; on a narrow window its text gives way to the list.
  private func leave(_ id: MessageID) {
    let wasShown = list.selected?.id == id
    list.remove(id)
    if wasShown, isFolded { showList() }
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
