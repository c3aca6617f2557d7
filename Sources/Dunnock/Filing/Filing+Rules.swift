import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import MailText
import Texts
import Triage

/// What is done to all mail of a sender or a mailing list, and to what comes from it.
extension Filing {
  /// Asks what is to be done to all mail of the sender or the mailing list of a message, and does it as one step.
  func sweep(like message: Message) {
    guard let mailbox = shown.mailbox, !mailbox.holdsFiles else { return }
    guard shown.allowsChanges else {
      return tell(.refused { [weak self] in self?.sweep(like: message) })
    }
    Task.immediate { [weak self] in
      do {
        let begin = MessageDate.now()
        guard let answer = try await self?.questions.sweep(like: message, in: mailbox), let self
        else { return }
        let messages = answer.sweep.messages
        let rows = list.rows(of: messages).subtracting(list.removing)
        let target = Target(MessageGroup(messages), in: rows)
        guard answer.isRule, let inbox = mailbox.session.roles.inbox(of: message.id.folder) else {
          return perform(answer.command, on: target)
        }
        guard let command = await asked(answer.command, on: target, in: mailbox) else { return }
        let rule = Rule.ID(inbox: inbox, likeness: answer.sweep.likeness)
        try await mailbox.session.keep(
          command, for: rule, knowing: Set(messages.map(\.id)), at: begin)
        guard command.entry.isOffered(for: target.group, in: mailbox.session) else {
          return passRule(tr("The rule stays on for new messages."), of: rule, in: mailbox)
        }
        perform(command, on: target, isAnswered: true, with: rule)
      } catch {
        self?.show(error, in: mailbox)
      }
    }
  }

  /// Asks whether what comes from the sender of a message is to go to the trash from now on.
  ///
  /// - Parameter isOwn: Whether an address is the person's own: that is not blocked.
  func block(
    senderOf message: Message, unless isOwn: @escaping @MainActor (MailAddress) async -> Bool
  ) {
    guard let mailbox = shown.mailbox, !mailbox.holdsFiles else { return }
    guard shown.allowsChanges else {
      return tell(.refused { [weak self] in self?.block(senderOf: message, unless: isOwn) })
    }
    guard !message.address.isEmpty, let inbox = mailbox.session.roles.inbox(of: message.id.folder)
    else { return notices.pass(tr("This message has no sender to block.")) }
    let address = "\u{2068}\(message.address)\u{2069}"
    Task.immediate { [weak self] in
      if let own = MailAddress(message.address), await isOwn(own) {
        return self?.notices.pass(
          tr("%1$s is your own address and cannot be blocked.").filling(address)) ?? ()
      }
      let isWanted = await self?.questions.confirms(
        tr("Block %1$s?").filling(address),
        tr(
          "New messages from this address will go to the trash. Messages that are here already stay. Blocked senders are listed in Preferences."
        ), .init("block", tr("Block"), ADW_RESPONSE_DESTRUCTIVE))
      guard isWanted == true, let self else { return }
      let target = Target(MessageGroup([message]), in: [])
      do {
        guard let command = await asked(.trash, on: target, in: mailbox) else { return }
        let rule = Rule.ID(inbox: inbox, likeness: .sender(message.address))
        try await mailbox.session.keep(command, for: rule, at: MessageDate.now())
        passRule(tr("Blocked %1$s").filling(address), of: rule, in: mailbox)
      } catch {
        show(error, in: mailbox)
      }
    }
  }

  /// The command once it was asked what must be asked before it; nil when there is no answer.
  private func asked(
    _ command: Command, on target: Target, in mailbox: OpenMailbox
  ) async -> Command? {
    guard let ask = question(before: command.entry, on: target, in: mailbox) else { return command }
    return await ask()
  }

  /// Says that a rule is kept, and offers to have it no more, as undo does.
  private func passRule(_ text: String, of rule: Rule.ID, in mailbox: OpenMailbox) {
    guard mailbox === shown.mailbox else { return }
    changes.note(rule)
    notices.pass(
      text,
      button: .init(title: WindowCommand.undo.title) { [weak self] in
        guard let self, mailbox === shown.mailbox else { return }
        _ = changes.takeRule(rule)
        undo(rule)
      })
  }

  /// Has a rule be there no more, and takes back what it has done last.
  func undo(_ rule: Rule.ID) {
    guard let mailbox = shown.mailbox else { return }
    Task { [weak self] in
      let last = await mailbox.session.rules().all.first { $0.id == rule }?.last?.step
      await mailbox.session.removeRule(rule)
      guard let self, mailbox === shown.mailbox else { return }
      await changes.lookForUndo(in: mailbox.session)
      let text = tr("The rule was removed.")
      guard let last else { return notices.pass(text) }
      undo(step: last) { [weak self] in
        guard let self, mailbox === shown.mailbox else { return }
        notices.pass(text)
      }
    }
  }
}
