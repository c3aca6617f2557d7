/// A mail address that a mail can be sent to, and that ends no field and begins no other.
///
/// Two are the same whatever the case of their letters: no mail server in use tells them apart by it.
public struct MailAddress: Hashable, Sendable {
  /// As it was written.
  public let text: String

  /// Nil for what is no address: without an `@`, with white space or control characters, or with what parts
  /// addresses from each other; for what is cut or was decoded badly; and for more than 320 bytes (RFC 5321,
  /// section 4.5.3.1).
  public init?(_ text: String) {
    guard text.utf8.count <= 320, let at = text.lastIndex(of: "@") else { return nil }
    let local = text[..<at].unicodeScalars
    let domain = text[text.index(after: at)...].unicodeScalars
    guard Self.isLocal(local) || Self.isQuoted(local),
      Self.isDomain(domain) || Self.isLiteral(domain)
    else { return nil }
    self.text = text
  }

  public static func == (one: MailAddress, other: MailAddress) -> Bool {
    one.folded == other.folded
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }

  private var folded: String { text.lowercased() }

  private typealias Scalars = Substring.UnicodeScalarView

  private static func isLocal(_ part: Scalars) -> Bool {
    !part.isEmpty
      && part.allSatisfy { isWordy($0) || ".!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains($0) }
  }

  private static func isQuoted(_ part: Scalars) -> Bool {
    part.count > 2 && part.first == "\"" && part.last == "\""
      && part.dropFirst().dropLast().allSatisfy {
        ($0.isASCII ? $0.value >= 0x20 && $0.value < 0x7F : isWordy($0)) && $0 != "\"" && $0 != "\\"
      }
  }

  private static func isDomain(_ part: Scalars) -> Bool {
    part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      !label.isEmpty && label.allSatisfy { isWordy($0) || $0 == "-" || $0 == "_" }
    }
  }

  private static func isLiteral(_ part: Scalars) -> Bool {
    part.count > 2 && part.first == "[" && part.last == "]"
      && part.dropFirst().dropLast().allSatisfy {
        $0.isASCII && isWordy($0) || $0 == "." || $0 == ":" || $0 == "-"
      }
  }

  /// A letter, a digit, or a mark on one.
  private static func isWordy(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}

extension MailAddress {
  /// Those that mail of a person's own comes from, found in the addresses that mail of the folders for sent
  /// mail and drafts comes from; the commonest first, at most 20. One that is there once in a hundred mails
  /// was put there by mistake.
  public static func own(in senders: some Sequence<String>) -> [MailAddress] {
    var counts: [MailAddress: Int] = [:]
    for sender in senders {
      if let address = MailAddress(sender) { counts[address, default: 0] += 1 }
    }
    let most = counts.values.max() ?? 0
    return counts.filter { $0.value * 100 > most }
      .sorted { ($1.value, $0.key.text) < ($0.value, $1.key.text) }.prefix(20).map(\.key)
  }
}
