extension Addressing {
  /// How many people each field is read for, and how many fields of a name: there should be one, and a
  /// second is a forger's.
  package static let maximumCorrespondents = 200
  private static let maximumFields = 4

  package init(header: HeaderBlock) {
    func people(_ name: StaticString) -> [Correspondent] {
      var found: [Correspondent] = []
      for value in header.values(name).prefix(Self.maximumFields)
      where found.count < Self.maximumCorrespondents {
        found += Correspondent.list(in: value, limit: Self.maximumCorrespondents - found.count)
      }
      return found
    }
    self.init(
      from: people("from"), replyTo: people("reply-to"), followUpTo: people("mail-followup-to"),
      to: people("to"), cc: people("cc"), bcc: people("bcc"),
      subject: header.value("subject").map {
        DisplayText.safe(EncodedWords.decoded($0), limit: EncodedWords.maximumLength)
      } ?? "", date: MessageDate.sent(header: header) ?? 0,
      messageID: header.value("message-id").flatMap { MessageDetails.names(in: $0).first } ?? "",
      references: Self.references(header))
  }

  /// The oldest first: of more than 100 the first and the last.
  private static func references(_ header: HeaderBlock) -> [String] {
    var found: [String] = []
    for name: StaticString in ["references", "in-reply-to"] where found.isEmpty {
      for identifier in header.value(name).map(MessageDetails.names) ?? []
      where !found.contains(identifier) {
        found.append(identifier)
        if found.count > MessageDetails.maximumReferences { found.remove(at: 1) }
      }
    }
    return found
  }
}
