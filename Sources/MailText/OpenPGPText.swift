internal import Glibc

/// A text that contains OpenPGP armour (RFC 9580, sections 6.2 and 7).
struct OpenPGPText {
  /// The ranges of the armour, in bytes of UTF-8: whole lines with their line ends, and the dash and space that escape a line of a signed
  /// text.
  let armour: [Range<Int>]
  let protection: Protection

  private let whole: String

  private static let begin = "-----BEGIN PGP "

  /// Returns nil for a text without an encrypted message, a signed text or a public key.
  ///
  /// - Parameter text: A text whose lines end with `\n`.
  init?(_ text: String) {
    guard strstr(text, Self.begin) != nil else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var armour: [Range<Int>] = []
    var (isEncrypted, isSigned, isInSigned, hasUnsigned) = (false, false, false, false)
    var index = 0
    func offset(_ line: Int) -> Int {
      line < lines.count
        ? text.utf8.distance(from: text.startIndex, to: lines[line].startIndex) : text.utf8.count
    }
    func skip(to end: Int) {
      armour.append(offset(index)..<offset(end))
      index = end
    }
    while index < lines.count {
      let line = lines[index]
      switch Self.label(of: line) {
      case "MESSAGE":
        guard let end = Self.end(ofArmour: "MESSAGE", in: lines, at: index) else { break }
        isEncrypted = true
        skip(to: end)
        continue
      case "PUBLIC KEY BLOCK" where !isInSigned:
        guard let end = Self.end(ofArmour: "PUBLIC KEY BLOCK", in: lines, at: index) else { break }
        skip(to: end)
        continue
      case "SIGNED MESSAGE":
        guard let start = Self.end(ofHeaders: lines, at: index + 1) else { break }
        (isSigned, isInSigned) = (true, true)
        skip(to: start)
        continue
      case "SIGNATURE" where isInSigned:
        guard let end = Self.end(ofArmour: "SIGNATURE", in: lines, at: index) else { break }
        isInSigned = false
        skip(to: end)
        continue
      default: break
      }
      if !isInSigned, !line.allSatisfy(\.isWhitespace) { hasUnsigned = true }
      // In a signed text, a line that begins with a dash is escaped by another dash and a space before it.
      if isInSigned, line.hasPrefix("- ") { armour.append(offset(index)..<offset(index) + 2) }
      index += 1
    }
    guard !armour.isEmpty else { return nil }
    whole = text
    self.armour = armour
    protection =
      isEncrypted
      ? .encrypted(.openPGP)
      : !isSigned ? .publicKey : hasUnsigned ? .partlySigned : .signed(.openPGP)
  }

  /// The text without the armour.
  var text: String { whole.removing(armour) }

  /// Returns the label of a line that begins an armour, for example "SIGNED MESSAGE"; nil for any other line.
  private static func label(of line: Substring) -> String? {
    let line = String(line).trimmingSpace
    guard line.hasPrefix(begin), line.hasSuffix("-----") else { return nil }
    return String(line.dropFirst(begin.count).dropLast(5))
  }

  /// Returns the index of the line after the armour's headers and their blank line; nil if another line comes before the blank line.
  private static func end(ofHeaders lines: [Substring], at start: Int) -> Int? {
    var index = start
    while index < lines.count, !lines[index].allSatisfy(\.isWhitespace) {
      guard lines[index].contains(": ") else { return nil }
      index += 1
    }
    return min(index + 1, lines.count)
  }

  /// Returns the index of the line after an armour. If the text is cut within the armour, returns the number of lines. Nil if the lines
  /// are no armour.
  private static func end(ofArmour label: String, in lines: [Substring], at start: Int) -> Int? {
    guard var index = end(ofHeaders: lines, at: start + 1) else { return nil }
    while index < lines.count {
      let line = String(lines[index]).trimmingSpace
      if line == "-----END PGP \(label)-----" { return index + 1 }
      let isOfArmour = line.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "/")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "="):
          true
        default: false
        }
      }
      // The text may be cut within the last line of the armour.
      guard isOfArmour || index + 1 == lines.count && line.hasPrefix("-") else { return nil }
      index += 1
    }
    return index
  }
}
