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
        let handover = await self?.waysOut.handOver(draft)
        self?.show(
          handover, answering: answer == .forward ? nil : message, of: mailbox,
          losingAttachments: answer == .forward && !body.attachments.isEmpty)
      } catch {
        self?.notices.pass(sentence(for: error))
      }
    }
  }

  /// Says that a mail was handed over and what of it was not, and offers to mark what it answers.
  private func show(
    _ handover: Handover?, answering message: Message? = nil, of mailbox: OpenMailbox? = nil,
    losingAttachments: Bool = false
  ) {
    guard let handover else { return }
    var said = handover.sentences
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
