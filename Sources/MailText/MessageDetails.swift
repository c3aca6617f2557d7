/// What is kept of a message beside what its row shows: what is searched for, and what joins
/// conversations.
package struct MessageDetails: Equatable, Sendable {
  /// Whom To, Cc and Bcc name: a line for each, of the name, a tab and the address, each safe to
  /// show; at most 100.
  package var recipients: String
  /// The Message-ID without its angle brackets, safe to show; empty when there is none.
  package var messageID: String
  /// What its mailing list is known by (RFC 2919), in lower case; empty when it comes from none.
  package var listID: String
  /// Hashes of its own Message-ID, where it has one, and of those that References and In-Reply-To
  /// name, each once: messages that share one belong together. Of more than 100 named ones the first
  /// and the last.
  package var identifiers: [Int64]
  /// Whether a part is something else than text and its pictures; nil when not enough was read.
  package var hasAttachment: Bool?

  package init(
    recipients: String = "", messageID: String = "", listID: String = "",
    identifiers: [Int64] = [], hasAttachment: Bool? = nil
  ) {
    self.recipients = recipients
    self.messageID = messageID
    self.listID = listID
    self.identifiers = identifiers
    self.hasAttachment = hasAttachment
  }
}

extension MessageDetails {
  private static let maximumRecipients = 100
  static let maximumReferences = 100
  /// As long as a line may be (RFC 5322, section 2.1.1).
  private static let maximumLength = 998

  package init(header: HeaderBlock, hasAttachment: Bool?) {
    var recipients: [String] = []
    for name: StaticString in ["to", "cc", "bcc"] {
      for value in header.values(name) where recipients.count < Self.maximumRecipients {
        recipients += Correspondent.list(
          in: value, limit: Self.maximumRecipients - recipients.count
        ).map { "\($0.name)\t\($0.address)" }
      }
    }
    self.recipients = recipients.joined(separator: "\n")
    messageID =
      header.value("message-id").flatMap { Self.identifiers(in: $0).first }
      .map(Self.text) ?? ""
    listID =
      header.value("list-id").map { value in
        Self.text(Self.bracketed(in: value).last ?? value[...]).lowercased()
      } ?? ""
    identifiers = Self.hashes(in: header)
    self.hasAttachment = hasAttachment
  }

  private static func hashes(in header: HeaderBlock) -> [Int64] {
    let own = header.value("message-id").flatMap { relating(in: $0).first }.map(hash)
    // What stands behind the first in In-Reply-To is as a rule the address of whom it answers, which
    // would join all the answers to one person.
    let named =
      (header.value("references").map(relating) ?? [])
      + (header.value("in-reply-to").map(relating) ?? []).prefix(1)
    var hashes: [Int64] = []
    for identifier in named {
      let hash = hash(of: identifier)
      if hash != own, !hashes.contains(hash) { hashes.append(hash) }
      if hashes.count > maximumReferences { hashes.remove(at: 1) }
    }
    return (own.map { [$0] } ?? []) + hashes
  }

  /// The Message-IDs of a field by which messages belong together: what stands in angle brackets, less
  /// the white space of a fold within, or else its words with an @. Any other word is part of a phrase
  /// such as "your message of Monday", which stands in strangers' mail too.
  private static func relating(in value: [UInt8]) -> [[UInt8]] {
    let found = bracketed(in: value).map { $0.filter { !isBlank($0) } }.filter { !$0.isEmpty }
    if !found.isEmpty { return found }
    return value.split { isBlank($0) || $0 == UInt8(ascii: ",") }
      .filter { $0.contains(UInt8(ascii: "@")) }.map(Array.init)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// What ``identifiers`` has for a Message-ID.
  package static func hash(of identifier: some Sequence<UInt8>) -> Int64 {
    var hash = FNV1a()
    hash.add(identifier)
    return Int64(bitPattern: hash.value)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    DisplayText.safe(Charset.unnamed(Array(bytes.prefix(maximumLength))))
  }

  /// The Message-IDs of a field, safe to show.
  static func names(in value: [UInt8]) -> [String] {
    identifiers(in: value).map(text).filter { !$0.isEmpty }
  }

  /// The Message-IDs of a field: what stands in angle brackets, else its words, as some programs
  /// write them.
  private static func identifiers(in value: [UInt8]) -> [ArraySlice<UInt8>] {
    let found = bracketed(in: value)
    return found.isEmpty ? value.split(whereSeparator: isBlank) : found
  }

  static func bracketed(in value: [UInt8]) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var start: Int?
    for (index, byte) in value.enumerated() {
      if byte == UInt8(ascii: "<") {
        start = index + 1
      } else if byte == UInt8(ascii: ">"), let first = start {
        if first < index { found.append(value[first..<index]) }
        start = nil
      }
    }
    return found
  }
}
