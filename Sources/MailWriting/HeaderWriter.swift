internal import Foundation
internal import Glibc

/// The fields of a header, in ASCII and in lines of 76 characters where words allow (RFC 5322, RFC 2047 and RFC 2231).
///
/// GMime's own are not used: its encoded words are too long, lose spaces, and leave alone what only looks like one.
struct HeaderWriter {
  private(set) var bytes: [UInt8] = []
  /// Where the next character comes in its line.
  private var column = 0

  private static let width = 76
  private static let wordStart = "=?utf-8?"
  private static let wordEnd = "?="

  private mutating func write(_ text: String) {
    bytes += text.utf8
    column += text.utf8.count
  }

  private mutating func fold() {
    bytes += "\n".utf8
    column = 0
    write(" ")
  }

  private mutating func end() {
    bytes += "\n".utf8
    column = 0
  }

  /// Writes words after a space, or in the next line where there is no room.
  private mutating func add(_ text: String, room: Int = 0) {
    if column + 1 + text.utf8.count + room > Self.width, column > 1 { fold() } else { write(" ") }
    write(text)
  }

  // MARK: Fields

  /// A field of what stands in no header but as it is: ASCII words.
  mutating func add(_ name: String, words: [String]) {
    write("\(name):")
    for word in words { add(word) }
    end()
  }

  /// A field of any text in one line.
  mutating func add(_ name: String, text: String) {
    write("\(name):")
    if Self.isPlain(text) {
      for word in text.split(separator: " ") { add(String(word)) }
    } else {
      addEncodedWords(text)
    }
    end()
  }

  /// A field of addresses with the names before them.
  mutating func add(_ name: String, _ parties: [(name: String, address: WireAddress)]) {
    write("\(name):")
    for (index, party) in parties.enumerated() {
      let comma = index + 1 < parties.count ? "," : ""
      guard !party.name.isEmpty else {
        add(party.address.text + comma)
        continue
      }
      let isShort = party.name.utf8.count <= 60 && Self.isPlain(party.name)
      if isShort, Self.isAtoms(party.name) {
        add(party.name)
      } else if isShort {
        let quoted = party.name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        add("\"\(quoted)\"")
      } else {
        addEncodedWords(party.name)
      }
      add("<\(party.address.text)>\(comma)")
    }
    end()
  }

  /// A field with one parameter that may be any text.
  mutating func add(_ name: String, _ value: String, _ parameter: String, _ text: String) {
    write("\(name): \(value);")
    let isShort = text.utf8.count <= 60 && Self.isPlain(text)
    if isShort {
      let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      add("\(parameter)=\"\(quoted)\"")
    } else {
      addPieces(parameter, text)
    }
    end()
  }

  // MARK: Texts that are not ASCII

  /// Whether a text needs no encoding: all that a reader would change or take for encoded words is left out.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
      && !text.contains("  ")
      && text.split(separator: " ").allSatisfy { $0.utf8.count <= width - 2 }
  }

  private static func isAtoms(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      isAlphanumeric($0) || $0 == 0x20 || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0)
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func percent(_ byte: UInt8, _ sign: String) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return sign + (digits.count < 2 ? "0" : "") + digits
  }

  /// Writes a text in encoded words, of which none ends within a character.
  private mutating func addEncodedWords(_ text: String) {
    let letters = text.utf8.reduce(0) { $0 + (Self.isAlphanumeric($1) || $1 == 0x20 ? 1 : 3) }
    let isBase64 = letters > (text.utf8.count + 2) / 3 * 4
    let overhead = Self.wordStart.utf8.count + 2 + Self.wordEnd.utf8.count
    func encoded(_ bytes: [UInt8]) -> String {
      if isBase64 { return Data(bytes).base64EncodedString() }
      return bytes.map {
        Self.isAlphanumeric($0)
          ? String(UnicodeScalar($0)) : $0 == 0x20 ? "_" : Self.percent($0, "=")
      }.joined()
    }
    var word: [UInt8] = []
    for scalar in text.unicodeScalars {
      let next = word + Array(String(scalar).utf8)
      // In the first line stands the name of the field, too.
      let room = Self.width - max(column + 1, 2) - overhead
      if encoded(next).utf8.count > room, !word.isEmpty {
        write(" \(Self.wordStart)\(isBase64 ? "B" : "Q")?\(encoded(word))\(Self.wordEnd)")
        bytes += "\n".utf8
        column = 0
        word = Array(String(scalar).utf8)
      } else {
        if encoded(next).utf8.count > room {
          bytes += "\n".utf8
          column = 0
        }
        word = next
      }
    }
    write(" \(Self.wordStart)\(isBase64 ? "B" : "Q")?\(encoded(word))\(Self.wordEnd)")
  }

  /// Writes a parameter in pieces, of which none ends within a character.
  private mutating func addPieces(_ parameter: String, _ text: String) {
    var pieces: [String] = []
    var piece = ""
    for scalar in text.unicodeScalars {
      let next = String(scalar).utf8.map {
        Self.isAlphanumeric($0) || "-._".utf8.contains($0)
          ? String(UnicodeScalar($0)) : Self.percent($0, "%")
      }.joined()
      if piece.utf8.count + next.utf8.count > 45 {
        pieces.append(piece)
        piece = ""
      }
      piece += next
    }
    pieces.append(piece)
    if pieces.count == 1 {
      add("\(parameter)*=utf-8''\(piece)")
      return
    }
    for (index, piece) in pieces.enumerated() {
      let charset = index == 0 ? "utf-8''" : ""
      add("\(parameter)*\(index)*=\(charset)\(piece)\(index + 1 < pieces.count ? ";" : "")")
    }
  }
}
