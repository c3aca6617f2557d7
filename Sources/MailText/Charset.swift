internal import CDunnockGio
internal import Glibc

/// Bytes to text by the names that mail gives to charsets.
package enum Charset {
  /// The text, with U+FFFD for what is invalid; nil when the charset is not known.
  ///
  /// - Parameter isCut: Whether the text goes on behind the bytes, so that what it ends within is not
  ///   invalid.
  static func text(_ bytes: [UInt8], named name: String, isCut: Bool = false) -> String? {
    guard let canonical = canonical(name) else { return nil }
    switch canonical {
    case "utf-8": return String(decoding: bytes, as: UTF8.self)
    case "us-ascii": return unnamed(bytes)
    default: return converted(bytes, from: canonical, isCut: isCut)
    }
  }

  /// How much of a text tells whether it is UTF-8, from its first byte beyond ASCII on.
  static let judgedLength = 64 << 10

  /// The text of bytes whose charset nobody tells: UTF-8 if they are that, else windows-1252.
  package static func unnamed(_ bytes: [UInt8]) -> String {
    if bytes.count <= judgedLength {
      if let text = String(validating: bytes, as: UTF8.self) { return text }
    } else {
      // What is far behind must not change what the beginning says.
      let beyond = bytes.drop { $0 < 0x80 }
      let judged = beyond.prefix(judgedLength)
      if isUTF8(judged, isCut: judged.count < beyond.count) {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return converted(withoutEscapedNUL(bytes), from: "cp1252", isCut: false) ?? asciiOnly(bytes)
  }

  /// Bytes whose 0x80 between letters are NUL: IMAP cannot transfer NUL, and Dovecot sends 0x80 in its place. Windows-1252 has the Euro sign
  /// there, which stands beside a number or a space.
  private static func withoutEscapedNUL(_ bytes: [UInt8]) -> [UInt8] {
    func isLetter(_ index: Int) -> Bool { (0x61...0x7A).contains(bytes[index] | 0x20) }
    var bytes = bytes
    for index in bytes.indices.dropFirst()
    where bytes[index] == 0x80 && isLetter(index - 1)
      && (index + 1 == bytes.endIndex || isLetter(index + 1))
    {
      bytes[index] = 0
    }
    return bytes
  }

  /// Whether bytes are UTF-8, but for a character that they may end within.
  static func isUTF8(_ bytes: ArraySlice<UInt8>, isCut: Bool) -> Bool {
    let whole = isCut ? bytes.dropLast(lengthOfCutCharacter(bytes)) : bytes
    return String(validating: whole, as: UTF8.self) != nil
  }

  /// How many bytes at the end may be the beginning of a character of UTF-8 that goes on.
  private static func lengthOfCutCharacter(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0
    else { return 0 }
    return bytes.endIndex - lead
  }

  /// The text of bytes in a charset that nobody knows: what is not ASCII or UTF-8 shows as U+FFFD.
  static func asciiOnly(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The text of a part's decoded bytes by the charset that the part names.
  ///
  /// - Parameter isCut: Whether they may end within a character, which then goes: by it all of UTF-8
  ///   would be taken for something else.
  static func text(ofPart bytes: [UInt8], charset: String?, isCut: Bool) -> String {
    var bytes = bytes
    if isCut { bytes.removeLast(lengthOfCutCharacter(bytes[...])) }
    guard let charset, !charset.isEmpty else { return unnamed(bytes) }
    return text(bytes, named: charset, isCut: isCut) ?? unnamed(bytes)
  }

  /// The name for iconv. Where a label is commonly put on text of a larger charset, the larger one
  /// is meant (the WHATWG Encoding Standard, section 4.2).
  private static func canonical(_ name: String) -> String? {
    let lower = name.lowercased()
    guard (1...40).contains(lower.utf8.count),
      lower.utf8.allSatisfy({
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-_.:()+".utf8.contains($0)
      })
    else { return nil }
    return aliases[lower] ?? lower
  }

  private static let aliases: [String: String] = [
    "utf-8": "utf-8", "us-ascii": "us-ascii", "utf8": "utf-8", "utf_8": "utf-8",
    "ascii": "us-ascii", "ansi_x3.4-1968": "us-ascii",
    "8bit": "us-ascii", "unknown-8bit": "us-ascii", "x-unknown": "us-ascii",
    "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "iso_8859-1": "cp1252", "latin1": "cp1252",
    "l1": "cp1252", "windows-1252": "cp1252", "x-cp1252": "cp1252",
    "iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8", "iso-8859-6-i": "iso-8859-6",
    "iso-8859-9": "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874",
    "gb2312": "gb18030", "gb_2312-80": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030",
    "cp936": "gb18030", "big5": "big5-hkscs", "x-big5": "big5-hkscs",
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932",
    "windows-31j": "cp932", "ks_c_5601-1987": "cp949", "ks_c_5601": "cp949", "euc-kr": "cp949",
    "macintosh": "macintosh", "x-mac-roman": "macintosh", "unicode-1-1-utf-7": "utf-7",
  ]

  private static func converted(
    _ bytes: [UInt8], from charset: String, isCut: Bool
  ) -> String? {
    guard let converter = g_iconv_open("UTF-8", charset),
      converter != OpaquePointer(bitPattern: -1)
    else { return nil }
    defer { g_iconv_close(converter) }
    var input = bytes
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 2)
    var buffer = [UInt8](repeating: 0, count: 4096)
    input.withUnsafeMutableBytes { input in
      buffer.withUnsafeMutableBytes { buffer in
        var source = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = gsize(input.count)
        func take(
          _ call: (inout UnsafeMutablePointer<CChar>?, inout gsize) -> gsize
        ) -> (gsize, Int32) {
          var target = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
          var room = gsize(buffer.count)
          let result = call(&target, &room)
          let code = errno
          output.append(contentsOf: buffer[..<(buffer.count - Int(room))])
          return (result, code)
        }
        while left > 0 {
          let (result, code) = take { g_iconv(converter, &source, &left, &$0, &$1) }
          if result != gsize.max || code == E2BIG { continue }
          if isCut, code == EINVAL { return }
          output.append(contentsOf: "\u{FFFD}".utf8)
          guard code == EILSEQ, left > 0 else { break }
          source = source?.successor()
          left -= 1
        }
        if !isCut { _ = take { g_iconv(converter, nil, nil, &$0, &$1) } }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
