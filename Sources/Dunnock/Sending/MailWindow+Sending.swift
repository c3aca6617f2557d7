import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailComposing
import MailModel
import MailSpool
import Texts

extension MailWindow {
  /// What mail is written in and sent by, where that is the program itself.
  var ownComposer: OwnComposer? { waysOut.composer as? OwnComposer }

  /// Shows what is to be sent from now on, and what has become of it.
  func followOutbox() {
    guard let outbox = ownComposer?.outbox else { return }
    let stop = outbox.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .changed: showOutboxLine()
      case .sent(let entry): say(tr("Sent: “%1$s”").filling(entry.shownSubject), of: entry)
      }
    }
    Signal.connect(window, "destroy") { stop() }
    showOutboxLine()
  }

  /// Says in passing that a mail is out, in the window in use; in place of the notice by which it could be taken back.
  private func say(_ text: String, of entry: OutboxEntry) {
    guard self === Self.all.first else { return }
    if ownComposer?.told == entry.id, notices.passing == entry.sendingNotice {
      notices.pass(text)
    } else {
      notices.passInTurn(.init(text)) { true }
    }
  }

  private func showOutboxLine() {
    guard let outbox = ownComposer?.outbox else { return }
    let waiting = outbox.entries.count - outbox.stopped.count
    let stopped = outbox.stopped.count
    let summary: FetchSummary? =
      if stopped > 0 {
        FetchSummary(
          text: trn(
            "%1$s message needs your attention", "%1$s messages need your attention", stopped
          ).filling(stopped.grouped), isTrouble: true)
      } else if waiting > 0 {
        FetchSummary(
          text: trn(
            "%1$s message is waiting to be sent", "%1$s messages are waiting to be sent", waiting
          )
          .filling(waiting.grouped))
      } else {
        nil
      }
    folders.outboxLine.show(summary)
    frame.actions.setEnabled(WindowCommand.outbox.name, !outbox.entries.isEmpty)
    if notices.wait(for: stoppedMail) { showPermission() }
  }

  /// What is said above the list of mail that is not sent before the person says so; nil where there is none.
  var stoppedMail: (text: String, button: Toasts.Button)? {
    guard let entry = ownComposer?.outbox.stopped.first else { return nil }
    let subject = entry.shownSubject
    let text =
      switch entry.state {
      case .unknown: tr("“%1$s” may not have been sent.").filling(subject)
      case .sent: tr("“%1$s” was sent, but no copy was saved.").filling(subject)
      default: tr("“%1$s” was not sent.").filling(subject)
      }
    return (
      text,
      .init(title: tr("Show Outbox")) { [weak self] in self?.showOutbox() }
    )
  }

  /// Lists what is to be sent.
  func showOutbox() {
    guard let own = ownComposer else { return }
    OutboxWindow.present(own, over: self)
  }

  /// Lists the drafts on this computer.
  func showDrafts() {
    guard let own = ownComposer else { return }
    Task.immediate { [weak self] in
      if let self { await own.showDrafts(over: window) }
    }
  }

  /// Whether a message is a draft that can be written on here.
  func canEdit(_ message: Message) -> Bool {
    ownComposer?.accounts.isEmpty == false && message.isAnswerable
      && mailbox?.session.roles.isWithin(.drafts, message.id.folder) == true
  }

  /// Goes on with a draft.
  ///
  /// - Returns: Whether a message is one, and can be written on here.
  func edit(_ message: Message) -> Bool {
    guard canEdit(message), let own = ownComposer, let mailbox else { return false }
    waysOut.begin { [weak self] in
      guard let self else { return false }
      await own.edit(message, in: mailbox, over: window)
      return true
    }
    return true
  }

  // MARK: Leaving

  /// Keeps what is written in pages of this window as drafts.
  ///
  /// - Returns: Whether there are any; the window is closed when they are.
  func keepsWriting() -> Bool {
    guard frame.writing.isShown else { return false }
    Task { [window, weak self] in
      if await ComposerWindow.closePages(of: window) { self?.close() }
    }
    return true
  }

  /// Asks what is to become of what waits to be sent, where the program would end with this window.
  ///
  /// - Returns: Whether it asks; the answer closes the window.
  func asksBeforeLeaving() -> Bool {
    guard let outbox = ownComposer?.outbox, Self.all.count == 1, !outbox.isPaused,
      !settings.looksInBackground, dialogs.question == nil
    else { return false }
    let waiting = outbox.revocable
    guard let first = waiting.first else { return false }
    outbox.pause(true)
    let text =
      waiting.count == 1
      ? tr("“%1$s” has not been sent yet.").filling(first.shownSubject)
      : trn(
        "%1$s message has not been sent yet.", "%1$s messages have not been sent yet.",
        waiting.count
      ).filling(waiting.count.grouped)
    Task.immediate { [weak self] in
      guard let dialogs = self?.dialogs, let window = self?.window else { return }
      let answer = await dialogs.ask { answered in
        window.ask(
          tr("Send Before Closing?"), text,
          [
            .init("cancel", tr("Cancel")),
            .init(LeavingAnswer.keep.rawValue, tr("Keep as Draft")),
            .init(LeavingAnswer.later.rawValue, tr("Send When Opened Again")),
            .init(LeavingAnswer.now.rawValue, tr("Send Now"), ADW_RESPONSE_SUGGESTED),
          ]
        ) { answered(LeavingAnswer(rawValue: $0)) }
      }
      await self?.leave(by: answer, waiting)
    }
    return true
  }

  private enum LeavingAnswer: String, Sendable { case keep, later, now }

  private func leave(by answer: LeavingAnswer?, _ waiting: [OutboxEntry]) async {
    guard let own = ownComposer else { return }
    switch answer {
    case nil: return own.outbox.pause(false)
    case .now: _ = await own.outbox.sendNow(waiting.map(\.id))
    case .later: break
    case .keep: for entry in waiting { await own.keep(entry.id) }
    }
    gtk_window_destroy(window.cast())
  }
}
