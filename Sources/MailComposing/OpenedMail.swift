import MailWriting

/// A mail as it was when it was opened, before the person wrote anything.
struct OpenedMail {
  /// Whether nothing of it was the person's own, as of an answer that was just begun.
  let isNew: Bool
  let mail: OutgoingMail
  /// What was attached, which may still be copied.
  let attachments: [AttachmentItem]

  /// Whether a mail is another by now. Copying what belongs to a draft changes nothing of it.
  func isChanged(to mail: OutgoingMail, _ attachments: AttachmentCards) -> Bool {
    if isNew { return mail != self.mail || !attachments.missing.isEmpty }
    var mail = mail
    mail.attachments = self.mail.attachments
    return mail != self.mail
      || !attachments.items.elementsEqual(self.attachments, by: { $0 === $1 })
  }
}
