import SeededRandom
import Testing

@testable import MailText

@Suite struct EncodedWordsTests {
  /// IMAP cannot transfer NUL, and Dovecot sends 0x80 in its place.
  @Test func whatStandsForNULIsNoEuroSign() throws {
    func subject(_ bytes: [UInt8]) throws -> String {
      let bytes = Array("Subject: ".utf8) + bytes + Array("\n\nHello\n".utf8)
      return try #require(EnclosedMessage(bytes).body()).addressing.subject
    }
    #expect(try subject(Array("Tea".utf8) + [0] + Array("time".utf8)) == "Tea\u{FFFD}time")
    #expect(try subject(Array("Tea".utf8) + [0x80] + Array("time".utf8)) == "Tea\u{FFFD}time")
    #expect(try subject(Array("Tea".utf8) + [0x80]) == "Tea\u{FFFD}")
    #expect(try subject(Array("Tea for 5".utf8) + [0x80]) == "Tea for 5€")
    #expect(try subject(Array("5 ".utf8) + [0x80] + Array(" and 5".utf8) + [0x80]) == "5 € and 5€")
    #expect(try subject([0x80] + Array("5 off".utf8)) == "€5 off")
  }

  private func decoded(_ text: String) -> String { EncodedWords.decoded(Array(text.utf8)) }

  @Test(arguments: [
    ("plain text", "plain text"),
    ("=?UTF-8?B?SGVsbG8=?= =?UTF-8?B?IHdvcmxk?=", "Hello world"),
    ("=?utf-8?Q?a_b=C3=A9?=", "a bé"),
    ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
    ("=?utf-8?q?a?=   =?iso-8859-1?q?=E9?=", "aé"),
    ("x=?utf-8?q?a?=y", "xay"),
    ("=?utf-8?q?a?==?utf-8?q?b?=", "ab"),
    // A character split between two words.
    ("=?utf-8?B?8J8=?= =?utf-8?B?kKY=?=", "🐦"),
    ("=?utf-8?Q?=F0=9F?=\t=?UTF-8?B?kKY=?=", "🐦"),
    // A language, RFC 2231 section 5.
    ("=?us-ascii*en?Q?hello?=", "hello"),
    ("=?utf-8*de?Q?gr=C3=BCn?=", "grün"),
    // Padding missing, too much, and foreign characters.
    ("=?utf-8?B?SGVsbG8?=", "Hello"),
    ("=?utf-8?B?SGVs bG8=?=", "Hello"),
    ("=?utf-8?B?SGVsbG8====?=", "Hello"),
    ("=?utf-8?B??=", ""),
    ("=?utf-8?Q??=", ""),
    ("=?utf-8?Q?a b c?=", "a b c"),
    ("=?utf-8?Q?100=25=3F?=", "100%?"),
    ("=?utf-8?Q?=4?=", "=4"),
    // What is no encoded word stays.
    ("=?utf-8?X?abc?=", "=?utf-8?X?abc?="),
    ("=?utf-8?Q?abc", "=?utf-8?Q?abc"),
    ("=?utf-8?", "=?utf-8?"),
    ("=?", "=?"),
    ("a =? b ?= c", "a =? b ?= c"),
    // An unknown charset shows what can be known.
    ("=?x-nonsense?Q?abc=E9?=", "abc\u{FFFD}"),
    ("=?x-nonsense?Q?gr=C3=BCn?=", "grün"),
    ("=??Q?Bras=EDlia?=", "Brasília"),
    ("\"=?utf-8?Q?quoted?=\"", "\"quoted\""),
  ])
  func wordsAreDecoded(source: String, text: String) {
    #expect(decoded(source) == text)
  }

  @Test(arguments: [
    ("=?iso-8859-1?Q?=93quoted=94_=80?=", "“quoted” €"),
    ("=?windows-1251?B?z/Do4uXy?=", "Привет"),
    ("=?koi8-r?B?8NLJ18XU?=", "Привет"),
    ("=?gb2312?B?xOO6ww==?=", "你好"),
    ("=?iso-2022-jp?B?GyRCRnxLXDhsGyhC?=", "日本語"),
    ("=?shift_jis?B?k/qWe4zq?=", "日本語"),
    ("=?euc-kr?B?x9Gxub7u?=", "한국어"),
    ("=?ks_c_5601-1987?B?x9Gxub7u?=", "한국어"),
    ("=?big5?B?pKSk5Q==?=", "中文"),
    ("=?iso-8859-8-i?B?+ezl7Q==?=", "שלום"),
    ("=?windows-1256?B?49HNyMc=?=", "مرحبا"),
    ("=?utf-16be?B?AEgAaQ==?=", "Hi"),
    ("=?utf-7?Q?Gr+APwA3w-e_=26_+2D3cJg-?=", "Grüße & 🐦"),
    ("=?UTF-7?Q?+ADw-script+AD4-?=", "<script>"),
    ("=?unicode-1-1-utf-7?B?MSArLSAy?=", "1 + 2"),
  ])
  func charsetsAreKnown(source: String, text: String) {
    #expect(decoded(source) == text)
  }

  @Test func rawBytesAreUTF8OrElseWindows1252() {
    #expect(EncodedWords.decoded(Array("grün".utf8)) == "grün")
    #expect(EncodedWords.decoded([0x67, 0x72, 0xFC, 0x6E]) == "grün")
    #expect(EncodedWords.decoded([0xFC] + Array(" =?utf-8?q?=C3=BC?= ü".utf8)) == "ü ü ü")
    #expect(EncodedWords.decoded([0x81]) == "\u{FFFD}")
  }

  @Test func controlCharactersNeverReachARow() {
    let text = DisplayText.safe(decoded("=?utf-8?Q?nl=0AFrom:_x=00=07=1B?="))
    #expect(text == "nl\u{FFFD}From: x\u{FFFD}\u{FFFD}\u{FFFD}")
  }

  @Test func lengthIsBounded() {
    let word = "=?utf-8?Q?" + String(repeating: "ab=C3=A9", count: 10) + "?= "
    let text = decoded(String(repeating: word, count: 2_000))
    #expect(text.utf8.count <= EncodedWords.maximumLength)
    #expect(text.hasPrefix("abéab"))
    #expect(!text.contains("\u{FFFD}"))
    let raw = decoded(String(repeating: "é", count: 20_000))
    #expect(raw.utf8.count == EncodedWords.maximumLength)
    // Words that never end, which a naive decoder searches again and again.
    #expect(decoded(String(repeating: "=?a?q?x", count: 10_000)).hasPrefix("=?a?q?x=?a"))
    #expect(decoded(String(repeating: "=?utf-8?Q??= ", count: 5_000)).utf8.count <= 1)
  }

  /// What is read of a text again and again must not grow faster than the text.
  @Test(arguments: [
    "=?a?x? ", "=?a?q? ", "=?utf-8?q?a?= ", "=?utf-7?b??=\t", "=?", "=?a?q?x", "=?a?q?=", "?= ",
    " ",
    "=?a=?q?x?b=?", "=?utf-8?q? =?utf-8?x? ", "=?utf-8?q?a?==?a?x?",
  ])
  func readingIsLinear(unit: String) {
    for end in ["", "?=", "=?utf-8?q?a?="] {
      let value = Array(String(repeating: unit, count: 20_000 / unit.utf8.count).utf8) + end.utf8
      let counted = CountedBytes(bytes: value)
      _ = EncodedWords.pieces(of: counted)
      #expect(counted.reads < 20 * value.count, "\(unit)…\(end)")
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func anyTextInAnyWordsComesBack(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let alphabet = Array("abc äöß日本🐦👩‍🚀?=_ אב".unicodeScalars)
    let text = String(
      String.UnicodeScalarView(
        (0..<Int.random(in: 1...40, using: &numbers)).map { _ in
          alphabet.randomElement(using: &numbers) ?? "a"
        }))
    // Split anywhere between bytes, encoded either way.
    var bytes = Array(text.utf8)[...]
    var words: [String] = []
    while !bytes.isEmpty {
      let part = bytes.prefix(Int.random(in: 1...9, using: &numbers))
      bytes = bytes.dropFirst(part.count)
      if Bool.random(using: &numbers) {
        let quoted = part.map { byte in
          let digits = String(byte, radix: 16, uppercase: true)
          return "=" + String(repeating: "0", count: 2 - digits.count) + digits
        }.joined()
        words.append("=?utf-8?Q?\(quoted)?=")
      } else {
        words.append("=?UTF-8?B?\(base64(Array(part)))?=")
      }
    }
    #expect(decoded(words.joined(separator: " ")) == text)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func nonsenseIsDecodedToSomething(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let pieces: [[UInt8]] = [
      Array("=?".utf8), Array("?=".utf8), Array("utf-8".utf8), Array("?Q?".utf8),
      Array("?B?".utf8), Array("=C3".utf8), Array("=A9".utf8), [0xFF], [0x00], Array(" ".utf8),
      Array("?".utf8), Array("=".utf8), Array("*en".utf8), Array("gb2312".utf8), [0xC3, 0xA9],
    ]
    let value = (0..<Int.random(in: 0...40, using: &numbers)).flatMap { _ in
      pieces.randomElement(using: &numbers) ?? []
    }
    let shown = DisplayText.safe(EncodedWords.decoded(value))
    #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(shown.count <= DisplayText.maximumCharacters + 1)
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }
}

/// Bytes that count how often one of them is read.
private final class CountedBytes: RandomAccessCollection {
  private let bytes: [UInt8]
  private(set) var reads = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }

  subscript(index: Int) -> UInt8 {
    reads += 1
    return bytes[index]
  }
}
