import GtkBridge
import MailModel
import MailText
import Triage

extension MailWindow {
  /// Begins an answer to the selected message, or passes it on. Changes nothing in the mailbox.
  func answer(_ answer: Answer) {
    guard let mailbox, let message = list.target?.message, message.isAnswerable else { return }
    let shown = reader.shown?.id == message.id ? reader.content?.body : nil
    Task.immediate { [weak self] in
      do {
        let body = if let shown { shown } else { try await mailbox.store.body(of: message.id) }
        guard let own = await self?.ownAddresses(in: mailbox) else { return }
        let draft = Draft(
          answer, to: body.addressing, heading: answer.heading(of: body.addressing),
          text: body.content, isWhole: !body.hasMoreText && !body.isCut, own: own)
        let handover = await self?.handOver(draft)
        self?.show(
          handover, answering: answer == .forward ? nil : message, of: mailbox,
          losingAttachments: answer == .forward && !body.attachments.isEmpty)
      } catch {
        self?.notices.pass(sentence(for: error))
      }
    }
  }

  /// Begins a mail.
  func write(_ draft: Draft = Draft()) {
    Task.immediate { [weak self] in
      let handover = await self?.handOver(draft)
      self?.show(handover)
    }
  }

  /// Hands a draft over; where nothing takes it, says so.
  ///
  /// - Returns: Nil when nothing took it.
  private func handOver(_ draft: Draft) async -> Handover? {
    let handover = await composer.compose(draft, over: window)
    guard handover == .refused else { return handover }
    notices.pass(
      tr("No program here takes mail to write."),
      button: .init(title: tr("Copy")) { [weak self] in self?.window.copy(draft.described) })
    return nil
  }

  /// Says that a mail was handed over and what of it was not, and offers to mark what it answers.
  private func show(
    _ handover: Handover?, answering message: Message? = nil, of mailbox: OpenMailbox? = nil,
    losingAttachments: Bool = false
  ) {
    guard let handover else { return }
    var said = [tr("Handed to your mail program.")]
    if handover == .textOnClipboard {
      said.append(tr("The text is too long for that: paste it from the clipboard."))
    }
    if losingAttachments { said.append(tr("Attachments do not go along.")) }
    let marking = Command.markReplied
    let canMark =
      mailbox === self.mailbox
      && message.flatMap { message in
        mailbox.map { marking.entry.isOffered(for: message, in: $0.session) }
      } ?? false
    notices.pass(
      said.joined(separator: " "),
      button: message.flatMap { message in
        guard canMark else { return nil }
        return .init(title: tr(marking.entry.title)) { [weak self] in
          if mailbox === self?.mailbox { self?.obey(marking, on: RowID(message.id)) }
        }
      }, waiting: true)
  }

  private func ownAddresses(in mailbox: OpenMailbox) async -> Set<MailAddress> {
    let chosen = settings.ownAddresses
    return await mailbox.ownAddresses.union(chosen)
  }
}

extension Message {
  /// Whether it is a mail that can be read, and so be answered.
  var isAnswerable: Bool { !isFile && canChange && problem != .empty }
}
