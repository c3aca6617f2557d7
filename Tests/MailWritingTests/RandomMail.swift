import Foundation
import MailWriting
import SeededRandom

/// A mail of anything that a person may write, and what it is to be read as.
struct RandomMail {
  private var random: SeededNumbers
  private let folder: String
  /// The attached files of the last mail that are mails themselves.
  private(set) var messages: Set<String> = []

  init(seed: UInt64, in folder: String) {
    (random, self.folder) = (SeededNumbers(seed: seed), folder)
  }

  private static let pieces = [
    "a", "word", "Grüße", "日本語テキスト", "שלום", "مرحبا", "👩‍👩‍👧‍👦", "🏳️‍🌈", "e\u{301}", "“quoted”", "\"", "\\",
    "<", ">", "@", ",",
    ";", ":", "(", ")", "=?utf-8?Q?x?=", "=?", "?=", "_", "=", "=20", ".", "From ", "--", "-- ",
    "\t", "\u{200F}",
    "\u{A0}", "Ω", "ﬁ", "supercalifragilisticexpialidocious", "%41", "'", "*", "/", "\u{1F468}",
    "한국어", "ß", "i\u{307}",
    String(repeating: "x", count: 90), String(repeating: "字", count: 60),
  ]

  private static let breaks = [
    "\r\nBcc: evil@example.org", "\n", "\r", "\0", "\u{2028}", "\u{85}", "\r\n\r\nbody", "\u{7}",
    "\u{1B}[31m",
  ]

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  mutating func words(_ most: Int, breaking: Bool = false) -> String {
    var text = ""
    for _ in 0..<number(0...most) {
      text += Self.pieces.randomElement(using: &random) ?? ""
      if breaking, number(0...9) == 0 { text += Self.breaks.randomElement(using: &random) ?? "" }
      if number(0...2) > 0 { text += " " }
    }
    return text
  }

  private mutating func parties(_ range: ClosedRange<Int>) -> [OutgoingMail.Correspondent] {
    (0..<number(range)).map { index in
      let local = ["ada", "o'neill+tag", "x_y.z", "a.b-c"].randomElement(using: &random) ?? "a"
      return OutgoingMail.Correspondent(
        name: words(5, breaking: true), address: "\(local)\(index)@example.org")
    }
  }

  private mutating func text() -> String {
    (0..<number(0...8)).map { _ in
      let depth = number(0...4) == 0 ? number(1...4) : 0
      return String(repeating: "> ", count: depth) + words(number(0...40))
    }.joined(separator: "\n")
  }

  private mutating func attachments() throws -> [OutgoingMail.Attachment] {
    messages = []
    guard number(0...2) == 0 else { return [] }
    return try (0..<number(1...3)).map { index in
      let types = [
        "image/png", "text/plain", "application/pdf", "message/rfc822", "no type", "a/b\r\nX: y",
      ]
      let type = types.randomElement(using: &random) ?? ""
      let isMessage = type == "message/rfc822" && number(0...1) == 0
      let size = number(0...(number(0...4) == 0 ? 3 : 3_000))
      let bytes =
        isMessage
        ? Array(message().utf8)
        : (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let path = "\(folder)/attached-\(index)"
      try Data(bytes).write(to: URL(filePath: path))
      if isMessage { messages.insert(path) }
      return OutgoingMail.Attachment(
        path: path, name: words(4, breaking: true), type: type, size: Int64(bytes.count))
    }
  }

  /// A mail of others that goes along as it is.
  private mutating func message() -> String {
    let lines = (0..<number(1...9)).map { _ in
      words(number(0...9)).filter { $0.isASCII && $0 != "\t" } + "\n"
    }
    return "From: a@example.org\nSubject: Enclosed\n\n" + lines.joined()
  }

  mutating func next() throws -> OutgoingMail {
    var mail = OutgoingMail(
      account: UUID(),
      from: OutgoingMail.Correspondent(name: words(4, breaking: true), address: "me@example.com"),
      to: parties(0...4), cc: parties(0...2), bcc: parties(1...2),
      subject: words(12, breaking: true),
      text: text(), attachments: try attachments())
    if number(0...2) == 0 {
      mail.references = (0..<number(1...40)).map { "part\($0).\(words(0))x@mail.example.net" }
      mail.inReplyTo = mail.references.last ?? ""
    }
    return mail
  }
}
