internal import CDunnockIcu
internal import MailModel

/// What a server must be told of a mail besides its bytes.
public struct MadeMail: Codable, Hashable, Sendable {
  /// Without angle brackets.
  public let messageID: String
  /// The address that it is from, in ASCII.
  public let sender: String
  /// Those of all who get it, each once, in ASCII.
  public let recipients: [String]
  /// One line, and safe to show.
  public let subject: String
  /// The field of those whom the others do not know of, with its line end, for the sender's own copy; empty where there are none.
  package let blindField: String

  package init(
    messageID: String, sender: String, recipients: [String], subject: String, blindField: String
  ) {
    (self.messageID, self.sender, self.recipients) = (messageID, sender, recipients)
    (self.subject, self.blindField) = (subject, blindField)
  }
}

/// An address as the network knows it.
struct WireAddress: Hashable {
  /// In ASCII: of an international domain the name that the network has for it.
  let text: String
  var domain: Substring { text[text.index(after: text.lastIndex(of: "@") ?? text.startIndex)...] }

  /// - Throws: `address` for what no mail can be sent to.
  init(_ text: String) throws(WritingProblem) {
    let trimmed = String(text.trimmed)
    guard let address = MailAddress(trimmed)?.text, let at = address.lastIndex(of: "@"),
      address[..<at].utf8.allSatisfy({ $0 < 0x80 }),
      let domain = Self.ascii(address[address.index(after: at)...])
    else { throw .address(shown(text)) }
    self.text = address[...at] + domain
  }

  private static func ascii(_ domain: Substring) -> String? {
    // An address in brackets, and a name as it is.
    if domain.utf8.allSatisfy({ $0 < 0x80 }) { return String(domain) }
    var name = [CChar](repeating: 0, count: 256)
    let count = Array(domain.utf8).withUnsafeBytes { bytes in
      dnk_icu_host_name(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), &name,
        Int32(name.count))
    }
    guard count > 0 else { return nil }
    return String(decoding: name.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
