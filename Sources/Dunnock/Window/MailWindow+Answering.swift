import GtkBridge
import MailComposing
import MailModel
import MailReading
import MailText
import Texts
import Triage

extension MailWindow {
  /// Begins an answer to the selected message, or passes it on: of a conversation to the message of it that was gone to last. Changes
  /// nothing in the mailbox.
  func answer(_ answer: Answer) {
    guard let row = list.target else { return }
    // Nobody answers what is not sent yet.
    if answer == .reply, edit(current(of: row)) { return }
    self.answer(answer, of: row)
  }

  /// Begins an answer to a message of a row, or passes it on: of a conversation that the person has answered already to what others wrote
  /// last, unless it is an older message that is read.
  func answer(_ answer: Answer, of row: MailItem) {
    let current = current(of: row)
    let others = row.conversation.messages.filter {
      !isWritten(in: $0.id.folder) && MailAddress($0.address).map(isOwn) != true
    }
    let isOwnAnswer = current.id == row.message.id && !others.contains { $0.id == current.id }
    let last = answer != .forward && isOwnAnswer ? others.max { $0.date < $1.date } : nil
    self.answer(answer, to: last ?? current)
  }

  /// Begins an answer to a message, or passes it on.
  func answer(_ answer: Answer, to message: Message) {
    guard let mailbox, message.isAnswerable else { return }
    let shown = reader.body(of: message)
    // What is passed on is the whole of it.
    let selected = answer == .forward ? "" : reader.selected(of: message)
    waysOut.begin { [weak self] in
      do {
        let body = if let shown { shown } else { try await mailbox.store.body(of: message.id) }
        guard let own = await self?.ownAddresses(in: mailbox) else { return false }
        let draft = Draft(
          answer, to: body.addressing,
          heading: answer.heading(of: body.addressing, inviting: body.invitation),
          text: selected.isEmpty ? body.content : MarkedText(selected),
          isWhole: !selected.isEmpty || !body.hasMoreText && !body.isCut, own: own)
        var origin = DraftOrigin(inbox: mailbox.session.roles.inbox(of: message.id.folder))
        if !body.addressing.messageID.isEmpty {
          origin.answered = .init(
            kind: answer == .forward ? .forward : .reply, messageID: body.addressing.messageID)
        }
        if answer == .forward { origin.parts = Self.parts(of: body, in: message, of: mailbox) }
        let diverted = answer.diversion(of: body.addressing, own: own)
        if !diverted.isEmpty {
          origin.note = tr("The sender asks for replies to go to %1$s.").filling(
            "\u{2068}\(diverted.prefix(3).map(\.text).joined(separator: ", "))\u{2069}"
              + (diverted.count > 3 ? "…" : ""))
        }
        let handover = await self?.waysOut.handOver(draft, of: origin)
        self?.show(
          handover, noting: origin.note, answering: answer == .forward ? nil : message, of: mailbox,
          losingAttachments: answer == .forward && !body.attachments.isEmpty)
        return handover == .shown
      } catch {
        self?.notices.pass(sentence(for: error))
        return false
      }
    }
  }

  /// What is attached to a message, to be passed on with it. So are the pictures in its text, which have no other place in a plain text, and
  /// the calendar of an invitation.
  static func parts(
    of body: MessageBody, in message: Message, of mailbox: OpenMailbox
  ) -> [EnclosedPart] {
    body.attachments.filter {
      !$0.isShown || $0.type.hasPrefix("image/") || $0.number == body.invitation?.part
    }.map { part in
      let isNamed = !part.name.isEmpty || part.number != body.invitation?.part
      return EnclosedPart(name: isNamed ? part.fileName : "invitation.ics", type: part.type) {
        [store = mailbox.store] in
        try? await store.bytes(of: message.id, part: part.number)
      }
    }
  }

  /// Of a row the message that is read, or else the newest.
  func current(of row: MailItem) -> Message {
    reader.current(of: row.conversation) ?? row.message
  }

  /// Says that a mail was handed over and what of it was not, and offers to mark what it answers.
  private func show(
    _ handover: Handover?, noting note: String? = nil, answering message: Message? = nil,
    of mailbox: OpenMailbox? = nil,
    losingAttachments: Bool = false
  ) {
    guard let handover, handover != .shown else { return }
    var said = handover.sentences
    if let note { said.append(note) }
    if losingAttachments { said.append(tr("Attachments are not included.")) }
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
          if mailbox === self?.mailbox { self?.filing.perform(marking, on: message) }
        }
      }, waiting: true)
  }

  /// Whether an address is the person's own, as far as that is known by now.
  func isOwn(_ address: MailAddress) -> Bool {
    settings.ownAddresses.contains(address) || fetching.addresses.contains(address)
      || mailbox?.shared.sentAddresses.learnt.contains(address) == true
  }

  /// Learns the person's own addresses, unless that is done, for the rows that say who wrote and the header that says to whom a message
  /// went.
  func learnOwnAddresses() {
    guard let mailbox, !mailbox.holdsFiles else { return }
    Task(priority: .background) { [weak self] in
      let known = mailbox.shared.sentAddresses.learnt
      // What a folder is for is known when the folders are.
      _ = try? await mailbox.session.folders()
      await mailbox.learnOwnAddresses()
      guard let self, mailbox === self.mailbox, mailbox.shared.sentAddresses.learnt != known
      else { return }
      list.swipes.updateAll()
      reader.showAddressing()
    }
  }

  /// The person's own addresses; those of sent mail are left out while that takes longer than a moment.
  func ownAddresses(in mailbox: OpenMailbox) async -> Set<MailAddress> {
    let chosen = settings.ownAddresses + fetching.addresses
    return await mailbox.ownAddresses.union(chosen)
  }
}

extension Message {
  /// Whether it is a mail that can be read, and so be answered.
  var isAnswerable: Bool { !isFile && canChange && problem != .empty }
}
