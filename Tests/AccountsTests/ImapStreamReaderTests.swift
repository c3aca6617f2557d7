import MailServers
import Testing

@Suite struct ImapStreamReaderTests {
  /// The lines of a stream that comes in pieces. Each announced literal is skipped.
  private func lines(_ pieces: [some Sequence<UInt8>]) throws -> [String] {
    var reader = ImapStreamReader()
    var lines: [String] = []
    for piece in pieces {
      var rest = Array(piece)[...]
      while let line = try reader.nextLine(in: &rest) {
        if let length = reader.announcedLiteral {
          reader.skipLiteral(length)
        } else {
          lines.append(String(decoding: line, as: UTF8.self))
        }
      }
      #expect(rest.isEmpty)
    }
    return lines
  }

  private static let stream = Array(
    "* OK ready\r\n* 1 FETCH (BODY[] {8}\r\na\r\n{3}\r\n FLAGS ())\r\n\r\n* LIST () \"/\" {2}\r\nab\r\nx OK\n* X {0}\r\n{2}\r\nyz\r\n"
      .utf8)

  private static let expected = [
    "* OK ready", "* 1 FETCH (BODY[] {8} FLAGS ())", "", #"* LIST () "/" {2}"#, "x OK",
    "* X {0}{2}",
  ]

  @Test func aStreamInOnePieceIsRead() throws {
    #expect(try lines([Self.stream]) == Self.expected)
  }

  @Test func aStreamIsReadWhereverItIsSplit() throws {
    let bytes = Self.stream
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(try lines(pieces) == Self.expected, "\(first), \(second)")
      }
    }
    #expect(try lines(bytes.map { [$0] }) == Self.expected)
  }

  @Test func aLineWithoutALiteralEndsThere() throws {
    var reader = ImapStreamReader()
    var rest = Array("* OK {5}\r\n* NO\r\n".utf8)[...]
    #expect(try reader.nextLine(in: &rest) == Array("* OK {5}".utf8))
    #expect(reader.announcedLiteral == 5)
    #expect(try reader.nextLine(in: &rest) == Array("* NO".utf8))
    #expect(reader.announcedLiteral == nil)
  }

  @Test func aLineThatNeverEndsIsGivenUp() throws {
    var reader = ImapStreamReader()
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000)
    for _ in 0..<(ImapStreamReader.longestLine / 1_000) {
      var rest = piece[...]
      #expect(try reader.nextLine(in: &rest) == nil)
    }
    #expect(throws: ImapStreamReader.LineTooLong.self) {
      var rest = piece[...]
      _ = try reader.nextLine(in: &rest)
    }
  }

  @Test func theContentOfALiteralIsNoPartOfALine() throws {
    var reader = ImapStreamReader()
    var rest = Array("* 1 FETCH (BODY[] {150000}\r\n".utf8)[...]
    _ = try reader.nextLine(in: &rest)
    reader.skipLiteral(150_000)
    rest = [UInt8](repeating: UInt8(ascii: "x"), count: 150_000)[...]
    #expect(try reader.nextLine(in: &rest) == nil)
    rest = Array(")\r\n".utf8)[...]
    #expect(try reader.nextLine(in: &rest) == Array("* 1 FETCH (BODY[] {150000})".utf8))
  }
}
