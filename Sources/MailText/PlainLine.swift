/// A line of a plain text.
struct PlainLine {
  /// Where it begins in the text, and where the next one does.
  let start: Int
  let end: Int
  /// How deep it is quoted, at most 8.
  let depth: Int
  /// Without the marks of quotation and the line end.
  let content: ArraySlice<UInt8>
  /// Whether a line end stands behind it.
  let isEnded: Bool
  /// Whether the next line goes on with it (RFC 3676).
  let flows: Bool

  /// - Parameter isRaw: Whether marks of quotation are text.
  init(_ text: [UInt8], at start: Int, isFlowed: Bool, isRaw: Bool = false) {
    self.start = start
    let last = text[start...].firstIndex(of: 0x0A)
    isEnded = last != nil
    end = last.map { $0 + 1 } ?? text.count
    var rest = text[start..<(last ?? text.count)]
    var depth = 0
    if !isRaw {
      if isFlowed {
        while rest.first == UInt8(ascii: ">") {
          rest.removeFirst()
          depth += 1
        }
        if rest.first == 0x20 { rest.removeFirst() }
      } else {
        while rest.first == UInt8(ascii: ">") {
          rest.removeFirst()
          depth += 1
          if rest.first == 0x20 { rest.removeFirst() }
        }
      }
    }
    self.depth = min(depth, 8)
    content = rest
    flows = isFlowed && rest.last == 0x20 && !rest.elementsEqual("-- ".utf8)
  }

  var isBlank: Bool { content.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }

  var isSignature: Bool { content.elementsEqual("-- ".utf8) || content.elementsEqual("--".utf8) }

  /// Without blanks at its end, and at its beginning where it goes on with an item of a list.
  var trimmed: ArraySlice<UInt8> {
    var rest = content
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return rest
  }

  /// Without the blanks that it is set in by.
  var unindented: ArraySlice<UInt8> { content.drop { $0 == 0x20 || $0 == 0x09 } }

  var indentation: Int { content.prefix { $0 == 0x20 || $0 == 0x09 }.count }

  // MARK: Wrapped lines

  /// How wide it is, in characters of usual width.
  var width: Int { Self.width(trimmed) }

  /// Whether an address in angle brackets goes on in the next line (RFC 3986, appendix C).
  func breaksAddress(before next: PlainLine) -> Bool {
    let own = trimmed
    guard let open = own.lastIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      own[open] == UInt8(ascii: "<")
    else { return false }
    let address = own[(open + 1)...]
    guard !address.contains(0x20),
      ["http://", "https://", "URL:"].contains(where: { address.starts(with: $0.utf8) }),
      let close = next.content.firstIndex(of: UInt8(ascii: ">"))
    else { return false }
    return !next.content[..<close].contains { $0 <= 0x20 || $0 == UInt8(ascii: "<") }
  }

  var isWideAtItsEnd: Bool { trimmed.suffix(3).first.map { $0 >= 0xE3 && $0 < 0xF0 } ?? false }

  var isWideAtItsBeginning: Bool { content.first.map { $0 >= 0xE3 && $0 < 0xF0 } ?? false }

  static func width(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $1 < 0x80 ? $0 + 1 : $1 >= 0xE3 ? $0 + 2 : $1 >= 0xC0 ? $0 + 1 : $0 }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Whether it begins with the mark of an item of a list.
  var isItem: Bool {
    let rest = unindented
    func isSpace(_ index: Int) -> Bool {
      index < rest.endIndex && (rest[index] == 0x20 || rest[index] == 0x09)
    }
    guard let first = rest.first else { return false }
    if "-*+#=_~|".utf8.contains(first) { return true }
    for mark in ["•", "・", "–", "—", "·", "◦", "▪", "►", "✓"] where rest.starts(with: mark.utf8) {
      return true
    }
    if rest.starts(with: "[ ] ".utf8) { return true }
    let inner = first == UInt8(ascii: "(") || first == UInt8(ascii: "[") ? rest.dropFirst() : rest
    let number = inner.prefix { (0x30...0x39).contains($0) }
    let mark =
      number.isEmpty ? inner.prefix(1).prefix { (0x61...0x7A).contains($0 | 0x20) } : number
    guard (1...3).contains(mark.count), mark.endIndex < rest.endIndex else { return false }
    return ".):]".utf8.contains(rest[mark.endIndex]) && isSpace(mark.endIndex + 1)
  }

  // MARK: What is laid out

  /// Whether words stand below others by several blanks between them.
  var hasColumns: Bool {
    let own = trimmed.drop { $0 == 0x20 || $0 == 0x09 }
    var blanks = 0
    for byte in own {
      if byte == 0x09 { return true }
      blanks = byte == 0x20 ? blanks + 1 : 0
      if blanks >= 3 { return true }
    }
    return false
  }

  private var isDrawn: Bool {
    let letters = content.count(where: Self.isLetter)
    let signs = content.count { $0 > 0x20 } - letters
    return signs >= 3 && signs * 2 > letters
  }

  private var isOfDiff: Bool {
    ["@@ -", "diff --git ", "+++ b/", "--- a/"].contains { content.starts(with: $0.utf8) }
  }

  /// Whether a block of lines is a table, a drawing, code or a patch.
  static func areLaidOut(_ lines: [PlainLine]) -> Bool {
    let most = lines.count / 2
    if lines.contains(where: \.isOfDiff) { return true }
    if lines.allSatisfy({ $0.indentation >= 4 || $0.content.first == 0x09 }) { return true }
    guard lines.count >= 2 else { return false }
    let bar = UInt8(ascii: "|")
    if lines.count(where: {
      $0.content.count { $0 == bar } >= 2 || $0.content.starts(with: "+--".utf8)
    }) >= max(2, most) {
      return true
    }
    if lines.count(where: \.hasColumns) > max(1, most - 1) { return true }
    return lines.count >= 3 && lines.count(where: \.isDrawn) > most
  }

  /// Where a patch begins in a mail that brings one: all of it is to stay as it is.
  static func patchStart(in text: ArraySlice<UInt8>) -> Int? {
    var separator: Int?
    var wasOld = false
    var oldStart = 0
    var index = text.startIndex
    while index < text.endIndex {
      let end = text[index...].firstIndex(of: 0x0A) ?? text.endIndex
      let line = text[index..<end]
      if line.elementsEqual("---".utf8) { separator = index }
      if line.starts(with: "diff --git ".utf8) { return separator ?? index }
      if line.starts(with: "Index: ".utf8) || line.starts(with: "--- ".utf8) {
        (wasOld, oldStart) = (true, index)
      } else if line.starts(with: "+++ ".utf8), wasOld {
        return separator ?? oldStart
      } else if !line.starts(with: "====".utf8) {
        wasOld = false
      }
      index = end + 1
    }
    return nil
  }
}
