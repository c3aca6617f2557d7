/// An address field as nearly all mail has it: one address of plain characters, alone or behind a
/// name of plain words, of a quoted text or of encoded words. GMime reads every other one, and the
/// same of these, in several times as long.
enum PlainAddress {
  /// The longest field that is looked at, in bytes.
  private static let maximumLength = 250

  /// The name before its encoded words are decoded, and the address; nil for any other field.
  static func parts(_ value: [UInt8]) -> (name: ArraySlice<UInt8>, address: ArraySlice<UInt8>)? {
    guard (3...maximumLength).contains(value.count) else { return nil }
    guard value[value.count - 1] == UInt8(ascii: ">") else {
      return isAddress(value[...]) ? ([], value[...]) : nil
    }
    guard let open = value.lastIndex(of: UInt8(ascii: "<")),
      isAddress(value[(open + 1)..<(value.count - 1)])
    else { return nil }
    if open == 0 { return ([], value[1..<(value.count - 1)]) }
    guard open > 1, value[open - 1] == UInt8(ascii: " ") else { return nil }
    var name = value[..<(open - 1)]
    if name.count > 2, name[0] == UInt8(ascii: "\""), name[open - 2] == UInt8(ascii: "\"") {
      name = name.dropFirst().dropLast()
      guard name.allSatisfy(isQuotable), !isBlank(name.first), !isBlank(name.last) else {
        return nil
      }
    } else {
      guard isPhrase(name) else { return nil }
    }
    return (name, value[(open + 1)..<(value.count - 1)])
  }

  private static func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") }

  private static func isQuotable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "=")
  }

  /// Words of letters and digits, or only encoded words, each a blank after the other.
  private static func isPhrase(_ name: ArraySlice<UInt8>) -> Bool {
    var isAfterBlank = true
    let isEncoded = name[0] == UInt8(ascii: "=")
    for byte in name {
      if byte == UInt8(ascii: " ") {
        if isAfterBlank { return false }
        isAfterBlank = true
        continue
      }
      guard isWordByte(byte) || isEncoded && (0x21...0x7E).contains(byte) else { return false }
      isAfterBlank = false
    }
    return !isAfterBlank
  }

  private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
    var parts = 0
    var isAfterDot = true
    var previous: UInt8 = 0
    for byte in text {
      defer { previous = byte }
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "@"):
        if isAfterDot { return false }
        if byte == UInt8(ascii: "@") { parts += 1 }
        isAfterDot = true
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"):
        // Within a domain one hyphen only: two may begin a domain of other letters, `xn--`.
        if parts > 0, byte != UInt8(ascii: "-") || previous == byte { return false }
        isAfterDot = false
      default:
        guard isWordByte(byte) else { return false }
        isAfterDot = false
      }
    }
    return parts == 1 && !isAfterDot
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
