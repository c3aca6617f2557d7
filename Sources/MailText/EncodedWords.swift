/// The encoded words of header fields (RFC 2047), decoded in one pass.
///
/// The bytes of adjacent words of one charset are joined before they become text, because senders
/// split characters between words. Lenient where mail is: a word may stand inside other text or in
/// quotes, hold spaces, and miss its padding. A word of an unknown encoding stays as it is.
package enum EncodedWords {
  /// The longest decoded text, in bytes of UTF-8.
  static let maximumLength = 4 << 10

  /// The text of a field's unfolded value; still to be made safe for display.
  package static func decoded(_ value: [UInt8]) -> String {
    if value.count <= maximumLength / 3, !mayHoldWords(value) { return Charset.unnamed(value) }
    var text = ""
    for piece in pieces(of: value) {
      switch piece {
      case .literal(let range): text += Charset.unnamed(Array(value[range]))
      case .decoded(let run): text += run
      }
      if text.utf8.count > maximumLength { return String(text.prefix(bytes: maximumLength)) }
    }
    return text
  }

  private static func mayHoldWords(_ value: [UInt8]) -> Bool {
    value.withUnsafeBufferPointer { value in
      value.indices.dropLast().contains {
        value[$0] == UInt8(ascii: "=") && value[$0 + 1] == UInt8(ascii: "?")
      }
    }
  }

  enum Piece {
    case literal(Range<Int>)
    /// A run of adjacent words.
    case decoded(String)
  }

  static func pieces<Bytes: RandomAccessCollection<UInt8>>(of value: Bytes) -> [Piece]
  where Bytes.Index == Int {
    var pieces: [Piece] = []
    var literalStart = 0
    var index = 0
    var noMoreEnds = false
    while index + 1 < value.count {
      guard value[index] == UInt8(ascii: "="), value[index + 1] == UInt8(ascii: "?"), !noMoreEnds
      else {
        index += 1
        continue
      }
      guard var word = word(in: value, at: index, noMoreEnds: &noMoreEnds) else {
        index += 2
        continue
      }
      if literalStart < index { pieces.append(.literal(literalStart..<index)) }
      var run = ""
      var charset = word.charset
      var bytes = word.bytes
      while true {
        index = word.end
        var next = index
        while next < value.count, value[next] == 0x20 || value[next] == 0x09 { next += 1 }
        guard let following = EncodedWords.word(in: value, at: next, noMoreEnds: &noMoreEnds)
        else { break }
        word = following
        if word.charset == charset {
          if bytes.count <= maximumLength * 2 { bytes += word.bytes }
        } else {
          if run.utf8.count <= maximumLength { run += text(bytes, charset) }
          (charset, bytes) = (word.charset, word.bytes)
        }
      }
      if run.utf8.count <= maximumLength { run += text(bytes, charset) }
      pieces.append(.decoded(run))
      literalStart = index
    }
    if literalStart < value.count { pieces.append(.literal(literalStart..<value.count)) }
    return pieces
  }

  private struct Word {
    let charset: String
    let bytes: [UInt8]
    let end: Int
  }

  private static func text(_ bytes: [UInt8], _ charset: String) -> String {
    charset.isEmpty
      ? Charset.unnamed(bytes) : Charset.text(bytes, named: charset) ?? Charset.asciiOnly(bytes)
  }

  /// The word that starts at `start`, if one does.
  ///
  /// The pass stays linear: an end is only looked for when all before it is right, so that one which
  /// is found makes a word, and one which is not ends every later search.
  private static func word<Bytes: RandomAccessCollection<UInt8>>(
    in value: Bytes, at start: Int, noMoreEnds: inout Bool
  ) -> Word? where Bytes.Index == Int {
    guard !noMoreEnds, start + 6 < value.count, value[start] == UInt8(ascii: "="),
      value[start + 1] == UInt8(ascii: "?")
    else { return nil }
    let question = UInt8(ascii: "?")
    let charsetStart = start + 2
    guard
      let charsetEnd = value[charsetStart..<min(charsetStart + 80, value.count)]
        .firstIndex(of: question),
      charsetEnd + 3 < value.count, value[charsetEnd + 2] == question
    else { return nil }
    let encoding = value[charsetEnd + 1] | 0x20
    guard encoding == UInt8(ascii: "q") || encoding == UInt8(ascii: "b") else { return nil }
    let textStart = charsetEnd + 3
    guard
      let end = (textStart..<value.count - 1).first(where: {
        value[$0] == question && value[$0 + 1] == UInt8(ascii: "=")
      })
    else {
      noMoreEnds = true
      return nil
    }
    let label = value[charsetStart..<charsetEnd].prefix { $0 != UInt8(ascii: "*") }
    let charset = String(decoding: label, as: UTF8.self).lowercased()
    let text = value[textStart..<end]
    let bytes = encoding == UInt8(ascii: "q") ? quoted(text) : base64(text)
    return Word(charset: charset, bytes: bytes, end: end + 2)
  }

  private static func quoted<Bytes: RandomAccessCollection<UInt8>>(_ text: Bytes) -> [UInt8]
  where Bytes.Index == Int {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "="), index + 2 < text.endIndex,
        let high = hexValue(text[index + 1]), let low = hexValue(text[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(byte == UInt8(ascii: "_") ? 0x20 : byte)
        index += 1
      }
    }
    return bytes
  }

  /// Whatever is not of the alphabet is passed over; a `=` closes a group of four.
  private static func base64(_ text: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        (bits, count) = (0, 0)
        continue
      default: continue
      }
      bits = (bits << 6 | UInt32(value)) & 0xFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }
}

extension String {
  /// The longest beginning of at most that many bytes of UTF-8 that splits no scalar.
  func prefix(bytes limit: Int) -> Substring {
    guard utf8.count > limit else { return self[...] }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end]
  }
}

/// The value of a hexadecimal digit, nil for any other byte.
package func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
