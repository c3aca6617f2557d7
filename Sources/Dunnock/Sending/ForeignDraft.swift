import Accounts
import MailModel
import MailText
import MailWriting
import Triage

extension OutgoingMail {
  /// A draft of another program, or of this one on another computer, to be written on here.
  ///
  /// - Parameters:
  ///   - body: The message, read for editing.
  ///   - account: The account of its folder. The draft is sent by the account that has the address of its sender, else by this one.
  ///   - accounts: The accounts that can send.
  init(draft body: MessageBody, in account: Account, sendingBy accounts: [Account]) {
    let addressing = body.addressing
    let sender = addressing.from.first { MailAddress($0.address) != nil }
    let account =
      accounts.first { $0.address.lowercased() == sender?.address.lowercased() } ?? account
    let answers = addressing.replyTo.compactMap(Correspondent.init(inDraft:))
    self.init(
      account: account.id,
      from: sender.flatMap(Correspondent.init(inDraft:)) ?? OwnComposer.party(of: account),
      to: addressing.to.compactMap(Correspondent.init(inDraft:)),
      cc: addressing.cc.compactMap(Correspondent.init(inDraft:)),
      bcc: addressing.bcc.compactMap(Correspondent.init(inDraft:)),
      replyTo: answers.isEmpty ? nil : answers, subject: addressing.subject,
      text: body.isFromHTML ? body.content.editableText : body.content.text,
      inReplyTo: addressing.references.last ?? "", references: addressing.references)
  }
}

extension OutgoingMail.Correspondent {
  /// Nil for the empty group that stands in To if there are recipients in Bcc alone.
  fileprivate init?(inDraft one: MailText.Correspondent) {
    if !one.address.isEmpty {
      self.init(name: one.name, address: one.address)
    } else if one.name != "undisclosed-recipients" {
      // An address that is not finished, as it was typed.
      self.init(address: one.name)
    } else {
      return nil
    }
  }
}

extension MessageBody {
  /// Whether there is more of a draft than was read.
  var isShortened: Bool {
    hasMoreText || isCut || moreAttachments > 0 || moreParts > 0
      || [addressing.to, addressing.cc, addressing.bcc].contains {
        $0.count >= Addressing.maximumCorrespondents
      }
  }
}
