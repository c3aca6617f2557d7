import MailServers
import SeededRandom
import Testing

@testable import MailServers

@Suite struct ImapValueTests {
  private func values(_ line: String) -> [ImapValue]? { ImapValue.values(of: Array(line.utf8)) }

  @Test func wordsTextsAndListsAreRead() {
    #expect(
      values("12 FETCH (UID 7 FLAGS (\\Seen $Junk) INTERNALDATE NIL)") == [
        .atom(Array("12".utf8)), .atom(Array("FETCH".utf8)),
        .list([
          .atom(Array("UID".utf8)), .atom(Array("7".utf8)), .atom(Array("FLAGS".utf8)),
          .list([.atom(Array("\\Seen".utf8)), .atom(Array("$Junk".utf8))]),
          .atom(Array("INTERNALDATE".utf8)), .none,
        ]),
      ])
    #expect(
      values(#"LIST () "/" "a \"b\" \\c""#)?.last == .string(Array(#"a "b" \c"#.utf8)))
    #expect(
      values("X BODY[HEADER.FIELDS (Message-ID)] {5}\r\na)(\r\n b")
        == [
          .atom(Array("X".utf8)), .atom(Array("BODY[HEADER.FIELDS (Message-ID)]".utf8)),
          .string(Array("a)(\r\n".utf8)), .atom(Array("b".utf8)),
        ])
    #expect(values("")?.isEmpty == true)
  }

  @Test func whatIsNoLineIsNone() {
    for line in [")", "(", "(a", "\"a", "a)", String(repeating: "(", count: 10_000)] {
      #expect(values(line) == nil, "\(line.prefix(9))")
    }
  }

  @Test func lengthsAreReadFromTheEnd() {
    func length(_ line: String) -> Int? { ImapValue.literalLength(of: Array(line.utf8)[...]) }
    #expect(length("* X {12}") == 12)
    #expect(length("{12+}") == 12)
    for line in ["{}", "{-1}", "{1}x", "12}", "{99999999999999999999}", "{ 1}"] {
      #expect(length(line) == nil, "\(line)")
    }
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func anyBytesEnd(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let signs = Array("()\"\\{}[]~+ \r\n1aN".utf8)
    for length in 0..<40 {
      let line = (0..<length).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] }
      _ = ImapValue.values(of: line)
      _ = ImapValue.literalLength(of: line[...])
    }
  }
}
