import GtkBridge
import MailModel
import MailReading
import MailText
import PictureFetching
import Texts
import Triage

extension MailWindow: ReadingHost {
  func follow(_ link: MarkedText.Link) { waysOut.follow(link) }

  func unsubscribe(_ way: Unsubscribing) { waysOut.unsubscribe(way) }

  func tell(_ text: String) { notices.pass(text) }

  func abilitiesChanged() {
    for (command, own) in [
      (WindowCommand.print, MessageCommand.print), (.source, .source), (.save, .save),
      (.asSent, .asSent), (.plainText, .plainText), (.asWritten, .asWritten),
      (.loadPictures, .loadPictures),
    ] {
      frame.actions.setEnabled(command.name, reader.message.canPerform(own))
    }
    frame.actions.setEnabled(WindowCommand.saveAttachments.name, reader.message.attachments.canSave)
  }

  func sightChanged(isUsed: Bool) { if isUsed { attendToMessage() } else { attend() } }

  func isOwn(_ address: String) -> Bool { MailAddress(address).map { isOwn($0) } ?? false }

  var showsInitials: Bool { settings.rowLook.hasFaces }

  func textChoice(for sender: String) -> TextChoice { settings.textChoice(for: sender) }

  func choose(_ choice: TextChoice, for sender: String) { settings.set(choice, for: sender) }

  var fetchesPictures: Bool { true }

  func fetchPictures(
    at addresses: [String]
  ) -> AsyncStream<(address: String, bytes: [UInt8]?)> {
    PictureFetching.fetchPictures(at: addresses)
  }

  // Anybody can write a sender's name into a mail. What the server thinks junk loads nothing unasked, whomever it names: that it was read is
  // what its sender wants to know, and nothing here proves the name (DKIM is judged by the server alone, by what it puts into the junk).
  func loadsPictures(of sender: String, in folder: FolderID) -> Bool? {
    guard let roles = mailbox?.session.roles, !roles.isWithin(.junk, folder) else { return nil }
    return settings.loadsPictures(of: sender)
  }

  func loadPictures(_ isUnasked: Bool, of sender: String) {
    settings.loadPictures(isUnasked, of: sender)
  }

  func name(of folder: FolderID) -> String? { folders.list.name(of: folder) }

  func deeds(for message: Message) -> [[MessageDeed]] {
    guard let mailbox else { return [] }
    let answers: [(WindowCommand, Answer)] = [
      (.reply, .reply), (.replyAll, .replyAll), (.forward, .forward),
    ]
    let writing = answers.filter { _ in message.isAnswerable }.map { command, answer in
      MessageDeed(name: command.name, title: command.title) { [weak self] in
        self?.answer(answer, to: message)
      }
    }
    let group = MessageGroup([message])
    let filing = WindowCommand.ofMessage.map(\.entry).filter {
      mayChange && $0.isOffered(for: group, in: mailbox.session)
    }.map { entry in
      MessageDeed(name: entry.name, title: tr(entry.title(for: group))) { [weak self] in
        self?.filing.perform(entry.resolved(for: group).command, on: message)
      }
    }
    let blocking =
      mayChange && !mailbox.holdsFiles
      ? [
        MessageDeed(name: WindowCommand.block.name, title: WindowCommand.block.title) {
          [weak self] in self?.block(senderOf: message)
        }
      ] : []
    return [writing, filing, blocking].filter { !$0.isEmpty }
  }

  func isStillListed(_ message: Message) async -> Bool {
    guard let mailbox, await shown.refresh(mailbox) else { return false }
    return list.selected.map {
      $0.conversation.contains(message.id) && !list.removing.contains($0.id)
    } ?? false
  }

  func conversation(of message: MessageRef) async -> [Message]? {
    await mailbox?.conversation(of: message)
  }

  func fetchPreview(
    of message: MessageRef, if isWanted: @escaping () -> Bool,
    then take: @escaping (Message) -> Void
  ) { mailbox?.fetchPreview(of: message, if: isWanted, then: take) }

  func surround(
    _ content: Widget, in window: Widget
  ) -> (widget: Widget, host: any ReadingHost) { waysOut.surround(content, in: window) }
}

/// Of a mail in a window of its own.
extension WaysOut: ReadingHost {
  var fetchesPictures: Bool { true }

  func fetchPictures(
    at addresses: [String]
  ) -> AsyncStream<(address: String, bytes: [UInt8]?)> {
    PictureFetching.fetchPictures(at: addresses)
  }

  func tell(_ text: String) { notices.pass(text) }

  func surround(
    _ content: Widget, in window: Widget
  ) -> (widget: Widget, host: any ReadingHost) {
    let notices = Notices(sparing: { nil })
    notices.surround(content) { nil }
    let host = WaysOut(
      of: window, dialogs: Dialogs(), notices: notices, composer: composer)
    return (notices.widget, host)
  }
}
