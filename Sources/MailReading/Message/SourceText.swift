import MailText

/// A message as it lies on the disk, as text that is safe to show.
nonisolated enum SourceText {
  /// The beginning of the message as it is, with lines that are no longer than a text view can take.
  static func source(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(min(bytes.count, longest) + 1_000)
    var length = 0
    for byte in bytes.prefix(longest) where byte != 0x0D {
      if byte == 0x0A {
        length = 0
      } else {
        length += 1
        if length > longestLine, byte & 0xC0 != 0x80 {
          text.append(0x0A)
          length = 1
        }
      }
      text.append(byte)
    }
    return DisplayText.safeLines(Charset.unnamed(text))
  }

  /// All fields of the header, each unfolded and decoded, in their order.
  static func headers(_ bytes: [UInt8]) -> String {
    var fields: [[UInt8]] = []
    var start = 0
    let bytes = Array(bytes.prefix(longest))
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[start..<end]
      if line.last == 0x0D { line.removeLast() }
      start = end + 1
      if line.isEmpty { break }
      if line.first == 0x20 || line.first == 0x09, !fields.isEmpty {
        fields[fields.count - 1] += [0x20] + line.drop { $0 == 0x20 || $0 == 0x09 }
      } else {
        fields.append(Array(line))
      }
    }
    return fields.map { field in
      let colon = field.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
      let name = Charset.unnamed(Array(field[..<colon]))
      return DisplayText.safeLines(
        name + EncodedWords.decoded(Array(field[colon...])).prefix(longestLine * 10)) + "\n"
    }.joined()
  }

  /// Whether ``source(_:)`` leaves something out.
  static func isCut(_ bytes: [UInt8]) -> Bool { bytes.count > longest }

  /// In bytes.
  private static let longest = 1 << 20
  /// Twice what a line of mail may have (RFC 5322, section 2.1.1).
  private static let longestLine = 2_000
}
