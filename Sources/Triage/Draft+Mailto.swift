import MailModel
import MailText

extension Draft {
  /// What is handed over of a draft as one URI.
  public struct Mailto: Equatable, Sendable {
    /// RFC 6068, of ASCII letters, digits and `-._~%@,:?&=` only.
    public let uri: String
    /// False where the text would make it too long, and has to go another way.
    public let carriesText: Bool
  }

  /// How long a URI with a text may be, in bytes: what RFC 9110 (section 4.1) asks everything on the web to
  /// take, where many people write their mail. Programs of the desktop take more, but nothing says which.
  public static let longestMailto = 8_000

  /// How long one may be that is nothing but addresses, in bytes: Linux gives a program no argument of more
  /// than 131,072 (MAX_ARG_STRLEN, execve(2)), and some are started through others.
  public static let longestWithoutText = 100_000

  /// The draft as a URI; without its text where that is too long, and nil where even the addresses are.
  ///
  /// Nothing of it can become a field of its own: there are no line ends but in the text.
  public var mailto: Mailto? {
    let head = mailtoHead
    guard head.utf8.count <= Self.longestWithoutText else { return nil }
    guard !body.isEmpty else { return Mailto(uri: head, carriesText: true) }
    // Each byte takes one at least.
    if body.utf8.count <= Self.longestMailto {
      let uri = head + (head.contains("?") ? "&" : "?") + "body=" + Self.encoded(mailtoText)
      if uri.utf8.count <= Self.longestMailto { return Mailto(uri: uri, carriesText: true) }
    }
    return Mailto(uri: head, carriesText: false)
  }

  /// What a `mailto:` asks for: whom to, a copy to whom, the subject, the text and what is answered. Nothing
  /// else that it asks for is done: a page could have somebody send a file, or a copy in secret.
  ///
  /// Nil for another scheme, and for more than 100,000 bytes.
  ///
  /// - Parameter showsSecretCopies: Whether the person sees before sending to whom copies go in secret, which are taken then.
  public init?(mailto uri: String, showingSecretCopies showsSecretCopies: Bool = false) {
    let scheme = "mailto:"
    guard uri.utf8.count <= Self.longestWithoutText,
      uri.prefix(scheme.count).lowercased() == scheme
    else { return nil }
    let target = uri.dropFirst(scheme.count).prefix { $0 != "#" }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init()
    add(parts.first ?? "", to: \.to)
    let fields = parts.count > 1 ? parts[1].split(separator: "&") : []
    for field in fields.prefix(Self.mostFields) {
      let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let name = Self.decoded(pair[0]) else { continue }
      switch name.lowercased() {
      case "to": add(pair[1], to: \.to)
      case "cc": add(pair[1], to: \.cc)
      case "bcc" where showsSecretCopies: add(pair[1], to: \.bcc)
      case "subject" where subject.isEmpty:
        subject = DisplayText.safe(
          Self.oneLine(Self.decoded(pair[1]) ?? ""), limit: Self.longestSubject)
      case "body" where body.isEmpty:
        body = DisplayText.safeLines(Self.withPlainLineEnds(Self.decoded(pair[1]) ?? ""))
          .replacing("\u{FFFD}", with: "")
      case "in-reply-to" where inReplyTo.isEmpty:
        let name = (Self.decoded(pair[1]) ?? "").drop { $0 == " " || $0 == "<" }
          .prefix { $0 != ">" }
        inReplyTo = Self.isMessageID(String(name)) ? String(name) : ""
      default: break
      }
    }
  }

  /// Whether a `mailto:` asks for a file to be attached, which is not done.
  public static func asksForFile(mailto uri: String) -> Bool {
    let parts = uri.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
    guard parts.count > 1 else { return false }
    return parts[1].split(separator: "&").prefix(mostFields).contains { field in
      decoded(field.prefix { $0 != "=" }).map {
        ["attach", "attachment"].contains($0.lowercased())
      } ?? false
    }
  }

  /// More than anybody needs.
  private static let mostFields = 100
  private static let mostAddresses = 100
  /// As long as a line of a header may be (RFC 5322, section 2.1.1), in characters.
  static let longestSubject = 998

  private var mailtoHead: String {
    var fields: [String] = []
    let list = { (addresses: [MailAddress]) in
      addresses.map { Self.encoded($0.text, keeping: "@") }.joined(separator: ",")
    }
    if !cc.isEmpty { fields.append("cc=" + list(cc)) }
    if !subject.isEmpty { fields.append("subject=" + Self.encoded(Self.oneLine(subject))) }
    if Self.isMessageID(inReplyTo) {
      fields.append("in-reply-to=" + Self.encoded("<\(inReplyTo)>"))
    }
    return "mailto:" + list(to) + (fields.isEmpty ? "" : "?") + fields.joined(separator: "&")
  }

  /// With the line ends of mail, and no control characters but these and tabs.
  private var mailtoText: String {
    var text = String.UnicodeScalarView()
    for scalar in Self.withPlainLineEnds(body).unicodeScalars {
      if scalar == "\n" { text.append("\r") }
      if scalar == "\n" || scalar == "\t" || !Self.isControl(scalar) { text.append(scalar) }
    }
    return String(text)
  }

  private mutating func add(
    _ list: Substring, to addresses: WritableKeyPath<Draft, [MailAddress]>
  ) {
    for one in list.split(separator: ",") where self[keyPath: addresses].count < Self.mostAddresses
    {
      guard let text = Self.decoded(one),
        let address = MailAddress(String(text.drop { $0 == " " }))
      else { continue }
      if !self[keyPath: addresses].contains(address) { self[keyPath: addresses].append(address) }
    }
  }

  private static func isMessageID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestSubject
      && text.utf8.allSatisfy {
        (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
      }
  }

  /// One line, where each control character and each line end is a space.
  static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(isControl(scalar) ? " " : scalar) }
    return String(line)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func withPlainLineEnds(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  private static func encoded(_ text: String, keeping kept: String = "") -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      case _ where kept.utf8.contains(byte): bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)

  /// Nil for what is no UTF-8. A plus is a plus (RFC 6068, section 5).
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
