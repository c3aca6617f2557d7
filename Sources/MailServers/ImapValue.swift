/// A value of an IMAP response (RFC 9051, 9).
package indirect enum ImapValue: Hashable, Sendable {
  case atom([UInt8])
  /// Quoted, or counted out.
  case string([UInt8])
  case list([ImapValue])
  case none

  /// The bytes of an atom or a string.
  package var bytes: [UInt8]? {
    switch self {
    case .atom(let bytes), .string(let bytes): bytes
    case .list, .none: nil
    }
  }

  package var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  package var list: [ImapValue]? { if case .list(let values) = self { values } else { nil } }

  package var number: UInt32? { text.flatMap { UInt32($0) } }

  /// Whether it is this word, in capitals or small letters.
  package func isWord(_ word: String) -> Bool {
    guard case .atom(let bytes) = self else { return false }
    return String(decoding: bytes, as: UTF8.self).uppercased() == word
  }

  /// Whether it is an atom that begins with this text, in capitals or small letters.
  func begins(with text: String) -> Bool {
    guard case .atom(let bytes) = self else { return false }
    return String(decoding: bytes.prefix(text.utf8.count), as: UTF8.self).uppercased() == text
  }

  /// The values of a line, one after the other; nil where the line is none.
  ///
  /// - Parameter line: As `MailConnection.line` gives it.
  package static func values(of line: [UInt8]) -> [ImapValue]? {
    var reader = Reader(bytes: line)
    return reader.values(depth: 0)
  }

  /// How many bytes are counted out at the end of a line: `{12}`, `{12+}` or `~{12}`.
  static func literalLength(of line: ArraySlice<UInt8>) -> Int? {
    guard line.last == UInt8(ascii: "}"),
      let open = line.lastIndex(of: UInt8(ascii: "{"))
    else { return nil }
    var digits = line[(open + 1)...].dropLast()
    if digits.last == UInt8(ascii: "+") { digits = digits.dropLast() }
    // A number that is too long to be one is no length.
    guard !digits.isEmpty, digits.count < 10,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func takes(_ character: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    /// Up to the end of the line, or of the list where it is within one.
    mutating func values(depth: Int) -> [ImapValue]? {
      guard depth < 20 else { return nil }
      var values: [ImapValue] = []
      while let next {
        if next == UInt8(ascii: ")") { return depth > 0 ? values : nil }
        if takes(" ") { continue }
        guard let value = value(depth: depth) else { return nil }
        values.append(value)
      }
      return depth == 0 ? values : nil
    }

    private mutating func value(depth: Int) -> ImapValue? {
      if takes("(") {
        guard let values = values(depth: depth + 1), takes(")") else { return nil }
        return .list(values)
      }
      if takes("\"") { return quoted() }
      if let value = literal() { return value }
      let start = index
      // Words in brackets, as of BODY[HEADER.FIELDS (X)], belong to the atom that they stand behind.
      var depth = 0
      while let next {
        if next == UInt8(ascii: "[") { depth += 1 }
        if next == UInt8(ascii: "]") { depth = max(depth - 1, 0) }
        if depth == 0, [UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")")].contains(next) {
          break
        }
        index += 1
      }
      guard index > start, bytes[start] != UInt8(ascii: "{") else { return nil }
      let atom = Array(bytes[start..<index])
      return String(decoding: atom, as: UTF8.self).uppercased() == "NIL"
        ? ImapValue.none : .atom(atom)
    }

    private mutating func quoted() -> ImapValue? {
      var text: [UInt8] = []
      while let next {
        index += 1
        if next == UInt8(ascii: "\"") { return .string(text) }
        if next == UInt8(ascii: "\\"), let escaped = self.next {
          text.append(escaped)
          index += 1
        } else {
          text.append(next)
        }
      }
      return nil
    }

    /// What is counted out stands behind the end of the line that counts it.
    private mutating func literal() -> ImapValue? {
      guard next == UInt8(ascii: "{") || next == UInt8(ascii: "~"),
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "\r")),
        let length = ImapValue.literalLength(of: bytes[index..<end]),
        end + 2 + length <= bytes.count
      else { return nil }
      index = end + 2 + length
      return .string(Array(bytes[(end + 2)..<index]))
    }
  }
}
