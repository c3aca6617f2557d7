internal import Glibc

/// Splits a stream of IMAP commands or responses (RFC 9051, 2.2) into lines. The bytes may come in pieces of any size. The content of
/// literals is skipped, so the reader needs little memory however long a message is.
package struct ImapStreamReader: Sendable {
  /// A line has more bytes than ``longestLine``, not counting literals.
  package struct LineTooLong: Error {}

  /// mbsync fails at a longer line as well: its buffer for a connection has 100,000 bytes.
  package static let longestLine = 100_000

  private var text: [UInt8] = []
  /// Where the text behind the last literal begins.
  private var start = 0
  /// Bytes of the current literal that are still to come.
  private var literal = 0
  /// Whether `text` was returned, so that the next line begins unless ``skipLiteral(_:)`` continues this one.
  private var isReturned = false

  package init() {}

  /// Reads up to the end of the next line, and removes from `bytes` what was read.
  ///
  /// - Returns: The line without its end. If the line has literals, their content and the line ends before them are left out. Nil if the
  ///   bytes end before the line does.
  package mutating func nextLine(
    in bytes: inout ArraySlice<UInt8>
  ) throws(LineTooLong) -> [UInt8]? {
    let skipped = min(literal, bytes.count)
    bytes = bytes.dropFirst(skipped)
    literal -= skipped
    if bytes.isEmpty { return nil }
    if isReturned { (text, start, isReturned) = ([], 0, false) }
    let end = bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress, let end = memchr(base, 0x0A, buffer.count) else {
        return nil
      }
      return UnsafeRawPointer(end) - base
    }
    let piece = bytes.prefix(end ?? bytes.count)
    guard text.count + piece.count <= Self.longestLine else { throw LineTooLong() }
    text += piece
    bytes = bytes[piece.endIndex...]
    if end == nil { return nil }
    bytes = bytes.dropFirst()
    if text.count > start, text.last == UInt8(ascii: "\r") { text.removeLast() }
    isReturned = true
    return text
  }

  /// Whether the last line continues one that was returned before, behind a literal.
  package var isContinued: Bool { start > 0 }

  /// The length of the literal that the last line announces at its end; nil if it announces none.
  package var announcedLiteral: Int? { ImapValue.literalLength(of: text[start...]) }

  /// Continues the last line behind a literal: its content is skipped, and the next line that is returned begins with the text of the last
  /// one.
  package mutating func skipLiteral(_ length: Int) {
    literal = length
    start = text.count
    isReturned = false
  }
}
