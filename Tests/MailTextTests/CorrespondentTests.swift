import Testing

@testable import MailText

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
}
