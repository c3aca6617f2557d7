/// A content type of text that needs no parser: `text/plain` or `text/html` with parameters that are
/// plain words. Anything else is left to GMime.
struct SimpleTextType {
  let kind: TextKind
  /// As the message names it; nil when it does not.
  let charset: String?

  /// Nil for any other type, and for parameters that are encoded, escaped, doubled or broken.
  init?(_ value: [UInt8]) {
    let parts = value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    switch SimpleTextType.word(parts[0])?.lowercased() {
    case "text/plain": kind = .plain
    case "text/html": kind = .html
    default: return nil
    }
    var charset: String?
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")),
        let name = SimpleTextType.word(part[..<equals]),
        let word = SimpleTextType.word(SimpleTextType.unquoted(part[(equals + 1)...]))
      else { return nil }
      guard name.lowercased() == "charset" else { continue }
      guard charset == nil else { return nil }
      charset = word
    }
    self.charset = charset
  }

  /// The text between blanks when it is one word of letters, digits and plain signs.
  private static func word(_ bytes: ArraySlice<UInt8>) -> String? {
    let word = trimmed(bytes)
    let isPlain = word.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-_.:+/".utf8.contains($0)
      }
    }
    return isPlain && !word.isEmpty ? String(decoding: word, as: UTF8.self) : nil
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let value = trimmed(bytes)
    let quote = UInt8(ascii: "\"")
    guard value.count >= 2, value.first == quote, value.last == quote else { return value }
    return value.dropFirst().dropLast()
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }
}
