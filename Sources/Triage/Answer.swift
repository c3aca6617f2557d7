import MailModel
import MailText

/// A way to answer a mail, or to pass it on.
public enum Answer: CaseIterable, Codable, Sendable {
  case reply
  case replyAll
  case forward

  /// Who gets the answer; nobody yet when the mail is passed on.
  ///
  /// A reply goes where answers are wanted, else to who wrote the mail, and never by another's word to the
  /// person; a reply to what the person wrote goes to whom that went. A reply to all goes where answers to all are wanted, else to all that the mail names
  /// but the person. Each gets it once. There is somebody as long as the mail names an address at all.
  public func recipients(
    of mail: Addressing, own: Set<MailAddress>
  ) -> (to: [MailAddress], cc: [MailAddress]) {
    guard self != .forward else { return ([], []) }
    let from = Self.addresses(mail.from)
    let named = Self.addresses(mail.to)
    let copied = Self.addresses(mail.cc)
    let others = { (addresses: [MailAddress]) in addresses.filter { !own.contains($0) } }
    let isOwn = !from.isEmpty && others(from).isEmpty
    let asked = Self.addresses(mail.replyTo)
    let wanted = isOwn ? asked : others(asked)
    let author = wanted.isEmpty ? from : wanted
    let everybody = [author, named, copied, asked].filter { !$0.isEmpty }
    let followUp = Self.addresses(mail.followUpTo)
    let choices: [(to: [MailAddress], cc: [MailAddress])]
    switch self {
    case .forward: choices = []
    case .reply where isOwn: choices = [(others(named), []), (others(copied), [])]
    case .reply: choices = [(author, [])]
    case .replyAll where !followUp.isEmpty: choices = [(others(followUp), []), (followUp, [])]
    case .replyAll where isOwn: choices = [(others(named), others(copied)), (others(copied), [])]
    case .replyAll:
      choices = [(others(author + named), others(copied)), (others(copied), [])]
    }
    let chosen = choices.first { !$0.to.isEmpty } ?? (to: everybody.first ?? [], cc: [])
    var seen: Set<MailAddress> = []
    return (
      chosen.to.filter { seen.insert($0).inserted }, chosen.cc.filter { seen.insert($0).inserted }
    )
  }

  /// Where a reply to all goes by the sender's word alone; nobody where it goes there anyway.
  public func diversion(of mail: Addressing, own: Set<MailAddress>) -> [MailAddress] {
    guard self == .replyAll, !Self.addresses(mail.followUpTo).isEmpty else { return [] }
    var plain = mail
    plain.followUpTo = []
    let (asked, usual) = (recipients(of: mail, own: own), recipients(of: plain, own: own))
    return Set(asked.to) == Set(usual.to + usual.cc) ? [] : asked.to
  }

  private static func addresses(_ correspondents: [Correspondent]) -> [MailAddress] {
    correspondents.compactMap { MailAddress($0.address) }
  }
}

extension Draft {
  /// An answer, or what passes a mail on.
  ///
  /// - Parameters:
  ///   - heading: What stands above the text of the mail: who wrote it and when.
  ///   - isWhole: Whether the text is all of it.
  ///   - own: The person's own addresses.
  public init(
    _ answer: Answer, to mail: Addressing, heading: String, text: MarkedText, isWhole: Bool = true,
    own: Set<MailAddress>
  ) {
    let (to, cc) = answer.recipients(of: mail, own: own)
    let isForward = answer == .forward
    let quoted = PlainText(text, isWhole: isWhole).text(asQuotation: !isForward)
    let body = quoted.isEmpty && !isForward ? "" : "\n\n" + heading + "\n" + quoted
    self.init(
      to: to, cc: cc, subject: answer.subject(of: mail.subject),
      inReplyTo: isForward ? "" : mail.messageID,
      references: isForward || mail.messageID.isEmpty ? [] : mail.references + [mail.messageID],
      body: body)
  }
}
