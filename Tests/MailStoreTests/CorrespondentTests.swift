import SeededNumbers
import Testing

@testable import MailStore

@Suite struct CorrespondentTests {
  private func first(_ value: String) -> Correspondent? {
    Correspondent.list(in: Array(value.utf8), limit: 1).first
  }

  @Test(arguments: [
    ("a@b.org", "", "a@b.org"),
    ("Ann <a@b.org>", "Ann", "a@b.org"),
    ("\"Doe, John\" <j@b.org>, Other <o@b.org>", "Doe, John", "j@b.org"),
    ("\"A \\\"B\\\" C\" <j@b.org>", "A \"B\" C", "j@b.org"),
    ("j@b.org (John Doe)", "John Doe", "j@b.org"),
    ("=?utf-8?Q?J=C3=B6rg?= <j@b.org>", "Jörg", "j@b.org"),
    ("=?utf-8?Q?J=C3?= =?utf-8?Q?=B6rg?= Doe <j@b.org>", "Jörg Doe", "j@b.org"),
    ("\"=?utf-8?Q?J=C3=B6rg?=\" <j@b.org>", "Jörg", "j@b.org"),
    // Specials inside an encoded word are only text.
    ("=?utf-8?Q?evil=40x.org=3E=2C_y?= <j@b.org>", "evil@x.org>, y", "j@b.org"),
    ("jörg <j@b.org>", "jörg", "j@b.org"),
    ("undisclosed-recipients:;", "undisclosed-recipients", ""),
    ("Team: Ann <a@b.org>, Bob <b@b.org>;", "Team", ""),
    ("\"\" <a@b.org>", "", "a@b.org"),
    ("no address", "no address", ""),
    ("<a@b.org>", "", "a@b.org"),
    ("ann\u{202E}evil <a@b.org>", "annevil", "a@b.org"),
    // A name that nobody sees is none.
    ("\"\u{200B}\u{3164} \u{2800}\" <a@b.org>", "", "a@b.org"),
    // A domain of other letters shows as the network knows it.
    ("Ann <a@раураl.example>", "Ann", "a@xn--l-7sba6dbr.example"),
    ("<jörg@b.org>", "", "jörg@b.org"),
  ])
  func theFirstIsFound(value: String, name: String, address: String) {
    #expect(first(value) == Correspondent(name: name, address: address))
  }

  @Test func titlesFallBack() {
    #expect(first("a@b.org")?.title == "a@b.org")
    #expect(first("Ann <a@b.org>")?.title == "Ann")
    #expect(first("") == nil)
  }

  @Test func rawBytesAreRead() {
    let value = [0x4A, 0xF6, 0x72, 0x67] + Array(" <j@b.org>".utf8)
    #expect(Correspondent.list(in: value, limit: 1).first?.name == "Jörg")
  }

  @Test func marksCannotBeForged() {
    #expect(first("\u{10FFFC}0\u{10FFFD} =?utf-8?q?x?= <a@b.org>")?.name == "0 x")
  }

  @Test func manyAreBounded() {
    let value = Array(String(repeating: "=?utf-8?q?n?= <a@b.org>, ", count: 2_000).utf8)
    #expect(Correspondent.list(in: value, limit: 100).count == 100)
    let parentheses = Array(String(repeating: "(", count: 60_000).utf8)
    #expect(Correspondent.list(in: parentheses, limit: 1).count <= 1)
  }

  // What is read without GMime is what GMime reads.

  private func isTheSame(_ value: [UInt8]) -> Bool? {
    guard let plain = Correspondent.plain(value) else { return nil }
    return Correspondent.parsedByGMime(value, limit: 9) == [plain]
  }

  @Test(arguments: [
    "ann@b.org", "<ann@b.org>", "Ann <ann@b.org>", "Ann Bee 3 <a.b-c_d+e@b-c.example.org>",
    "\"Bee, Ann (x) <y@z>; @.:\" <a@b.org>", "=?utf-8?q?J=C3=B6rg?= <j@b.org>",
    "=?utf-8?q?J=C3=B6?= =?iso-8859-1?b?cmc=?= <j@b.org>",
  ])
  func commonFieldsNeedNoGMime(value: String) {
    #expect(isTheSame(Array(value.utf8)) == true)
  }

  @Test(arguments: [
    "Ann <ann@xn--example.org>", "ann@b.xn--l-7sba6dbr.org", "ann@XN--L-7sba6dbr.org",
    "Ann <xn--l-7sba6dbr@b.org>", "ann@b--c.org",
  ])
  func domainsOfOtherLettersAreReadAsByGMime(value: String) {
    #expect(isTheSame(Array(value.utf8)) != false)
  }

  @Test func everyCharacterOfANameOrAddressIsReadAsByGMime() {
    for byte in UInt8.min ... .max {
      for (before, after) in [
        ("", "<a@b.org>"), ("A", "B <a@b.org>"), ("A", " <a@b.org>"), ("A ", "B <a@b.org>"),
        ("\"A", "B\" <a@b.org>"), ("\"", "\" <a@b.org>"), ("A <a", "c@b.org>"), ("<a@b", "c.org>"),
        ("a", "b@c.org"), ("a@b", "c.org"), ("a@b.org", ""), ("", "a@b.org"), ("<a@b.org>", ""),
        ("=?utf-8?q?a", "b?= <a@b.org>"), ("=?utf-8?q?a?=", "=?utf-8?q?b?= <a@b.org>"),
      ] {
        for count in 1...2 {
          let value = Array(before.utf8) + [UInt8](repeating: byte, count: count) + after.utf8
          #expect(isTheSame(value) != false, "\(String(decoding: value, as: UTF8.self))")
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func noFieldIsReadOtherwiseThanByGMime(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let pieces = [
      "Ann", "B", "3", " ", " ", "  ", "\t", "\"", "\\", "<", ">", "@", ".", ",", ";", ":", "(",
      ")",
      "a@b.org", "<a@b.org>", " <a.b@c.org>", "=?utf-8?q?J=C3=B6rg?=", "=?utf-8?b?QW5u?=",
      "=?x?q?a?=",
      "=?", "?=", "-", "_", "+", "'", "ö", "org", "x_y", "[1.2.3.4]",
      "a@xn--", "XN--", "--",
    ]
    var plain = 0
    for _ in 0..<3_000 {
      let value = (0..<Int.random(in: 1...6, using: &numbers)).reduce(into: [UInt8]()) { value, _ in
        value += (pieces.randomElement(using: &numbers) ?? "").utf8
      }
      let isTheSame = isTheSame(value)
      if isTheSame != nil { plain += 1 }
      #expect(isTheSame != false, "\(String(decoding: value, as: UTF8.self))")
    }
    #expect(plain > 10)
  }
}
