package import Foundation
internal import MailText

extension OutgoingMail {
  /// The most that may be attached, in bytes.
  public static let maximumSize: Int64 = 100_000_000

  /// Whether a mail can be made of it.
  ///
  /// - Throws: Why not. Looks at the files that are attached.
  public func check() throws(WritingProblem) {
    if to.isEmpty, cc.isEmpty, bcc.isEmpty { throw .noRecipient }
    _ = try addressed()
    if attachments.reduce(0, { $0 + max($1.size, 0) }) > Self.maximumSize { throw .tooLarge }
    for attachment in attachments { _ = try attachment.opened() }
  }

  /// Writes the mail as RFC 5322 has it, in lines ended by `\n`.
  ///
  /// Nothing in it names this computer or who is logged in here, nor the program: there is no User-Agent.
  ///
  /// - Parameters:
  ///   - descriptor: An empty file, which stays open.
  ///   - date: When the person said that it is to go, told with the offset of the zone here.
  package func write(to descriptor: Int32, date: Date = .now) throws(WritingProblem) -> MadeMail {
    if to.isEmpty, cc.isEmpty, bcc.isEmpty { throw .noRecipient }
    let addressed = try addressed()
    let messageID = "\(UUID().uuidString.lowercased())@\(addressed.from.domain)"
    try write(MailFile(descriptor: descriptor), header(addressed, messageID, date))
    var seen: Set<String> = []
    let all = (addressed.to + addressed.cc + addressed.bcc).map(\.text)
    return MadeMail(
      messageID: messageID, sender: addressed.from.text,
      recipients: all.filter { seen.insert($0.lowercased()).inserted },
      subject: DisplayText.safe(subject.oneLine, limit: 1_000),
      blindField: blindField(addressed.bcc))
  }

  /// Writes the mail for who goes on with it elsewhere: with whom it goes to secretly, and without those that no mail can be sent to.
  ///
  /// - Parameter descriptor: An empty file, which stays open.
  package func writeDraft(to descriptor: Int32, date: Date = .now) throws(WritingProblem) {
    var draft = self
    for parties in [\OutgoingMail.to, \.cc, \.bcc] {
      draft[keyPath: parties].removeAll { (try? WireAddress($0.address)) == nil }
    }
    let addressed = try draft.addressed()
    let messageID = "\(UUID().uuidString.lowercased())@\(addressed.from.domain)"
    try draft.write(
      MailFile(descriptor: descriptor),
      Array(draft.blindField(addressed.bcc).utf8) + draft.header(addressed, messageID, date))
  }

  /// Writes what stands behind a header, too.
  private func write(_ file: MailFile, _ header: [UInt8]) throws(WritingProblem) {
    if attachments.reduce(0, { $0 + max($1.size, 0) }) > Self.maximumSize { throw .tooLarge }
    try file.write(header)
    if attachments.isEmpty { return try file.write(text: text) }
    let boundary = "=_\(UUID().uuidString.lowercased())"
    try file.write(
      Array("Content-Type: multipart/mixed; boundary=\"\(boundary)\"\n\n--\(boundary)\n".utf8))
    try file.write(text: text)
    for attachment in attachments {
      try file.write(Array("\n--\(boundary)\n".utf8))
      let opened = try attachment.opened()
      try file.write(attachment, from: opened)
    }
    try file.write(Array("\n--\(boundary)--\n".utf8))
  }

  private func header(_ addressed: Addressed, _ messageID: String, _ date: Date) -> [UInt8] {
    var header = HeaderWriter()
    header.add("From", [(from.name.oneLine, addressed.from)])
    for (name, parties, addresses) in [("To", to, addressed.to), ("Cc", cc, addressed.cc)]
    where !parties.isEmpty {
      header.add(name, zip(parties.map(\.name.oneLine), addresses).map { $0 })
    }
    if !addressed.replyTo.isEmpty { header.add("Reply-To", addressed.replyTo) }
    if to.isEmpty, cc.isEmpty, !bcc.isEmpty {
      header.add("To", words: ["undisclosed-recipients:;"])
    }
    header.add("Subject", text: subject.oneLine)
    header.add("Date", words: [MailDate.text(date)])
    header.add("Message-ID", words: ["<\(messageID)>"])
    if let id = Self.identifier(inReplyTo) { header.add("In-Reply-To", words: [id]) }
    let ids = references.compactMap(Self.identifier)
    if !ids.isEmpty { header.add("References", words: ids) }
    header.add("MIME-Version", words: ["1.0"])
    return header.bytes
  }

  private typealias Addressed = (
    from: WireAddress, to: [WireAddress], cc: [WireAddress], bcc: [WireAddress],
    replyTo: [(name: String, address: WireAddress)]
  )

  private func addressed() throws(WritingProblem) -> Addressed {
    func all(_ parties: [Correspondent]) throws(WritingProblem) -> [WireAddress] {
      var addresses: [WireAddress] = []
      for party in parties { addresses.append(try WireAddress(party.address)) }
      return addresses
    }
    // No line of the composer shows it, so that nobody could correct an address.
    let answers = (replyTo ?? []).compactMap { party in
      (try? WireAddress(party.address)).map { (name: party.name.oneLine, address: $0) }
    }
    return (try WireAddress(from.address), try all(to), try all(cc), try all(bcc), answers)
  }

  /// A Message-ID in its angle brackets; nil for what can be none.
  private static func identifier(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= 900,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E })
    else { return nil }
    return "<\(text)>"
  }

  private func blindField(_ addresses: [WireAddress]) -> String {
    guard !addresses.isEmpty else { return "" }
    var header = HeaderWriter()
    header.add("Bcc", zip(bcc.map(\.name.oneLine), addresses).map { $0 })
    return String(decoding: header.bytes, as: UTF8.self)
  }
}
