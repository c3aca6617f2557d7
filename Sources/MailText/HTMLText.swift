/// HTML reduced to its text in one pass: no tree, no depth, nothing fetched.
///
/// Left out are scripts, styles, comments and what is written to be invisible. Blocks and `<br>`
/// become line ends, white space is one space, character references are decoded.
enum HTMLText {
  /// The text of `html`, at most `limit` bytes of UTF-8 (and the end of a character).
  static func text(_ html: String, limit: Int) -> String {
    var scanner = HTMLScanner(html, limit: limit, showsHidden: false)
    let text = scanner.run()
    guard text.isEmpty else { return text }
    // A page whose every part looks hidden is a page whose hidden part was never closed.
    var again = HTMLScanner(html, limit: limit, showsHidden: true)
    return again.run()
  }
}

private struct HTMLScanner {
  private let html: [UInt8]
  private let limit: Int
  private let showsHidden: Bool
  private var index = 0
  private var output: [UInt8] = []
  private var pendingSpace = false
  private var pendingLines = 0
  /// The element that hides what is inside, and how many of its name are open.
  private var hiding: (name: String, depth: Int)?
  private var preformatted = 0

  init(_ html: String, limit: Int, showsHidden: Bool) {
    self.html = Array(html.utf8)
    self.limit = limit
    self.showsHidden = showsHidden
  }

  mutating func run() -> String {
    // The limit splits no character.
    while index < html.count, output.count < limit || html[index] & 0xC0 == 0x80 {
      let byte = html[index]
      if byte == UInt8(ascii: "<"), skipMarkup() { continue }
      if hiding == nil {
        if byte == UInt8(ascii: "&"), let (text, end) = HTMLReference.decoded(html, at: index) {
          append(text)
          index = end
          continue
        }
        append(byte)
      }
      index += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
      if preformatted > 0, byte == 0x0A { pendingLines += 1 } else { pendingSpace = true }
    default:
      flushSpace()
      output.append(byte)
    }
  }

  private mutating func append(_ text: String) {
    // A no-break space separates words too, and newsletters pad with invisible characters.
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "\t", "\n", "\u{C}", "\r", "\u{A0}": pendingSpace = true
      case "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{34F}": break
      default:
        flushSpace()
        output.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  private mutating func flushSpace() {
    if pendingLines > 0 {
      if !output.isEmpty {
        output.append(contentsOf: repeatElement(0x0A, count: min(pendingLines, 2)))
      }
    } else if pendingSpace, !output.isEmpty {
      output.append(0x20)
    }
    pendingLines = 0
    pendingSpace = false
  }

  /// Passes over the tag, comment or declaration at `index`; false when the `<` is only text.
  private mutating func skipMarkup() -> Bool {
    let rest = html[index...]
    if rest.starts(with: "<!--".utf8) {
      index = end(of: "-->", from: index + 4)
      return true
    }
    // A page cut inside a tag must not end in the beginning of one.
    guard index + 1 < html.count, index + 2 < html.count || html[index + 1] != UInt8(ascii: "/")
    else {
      index = html.count
      return true
    }
    switch html[index + 1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      index = (rest.firstIndex(of: UInt8(ascii: ">")) ?? html.count - 1) + 1
      return true
    case UInt8(ascii: "/"):
      let name = tagName(from: index + 2)
      guard !name.isEmpty else { return false }
      index = (rest.firstIndex(of: UInt8(ascii: ">")) ?? html.count - 1) + 1
      close(name)
      return true
    default:
      let name = tagName(from: index + 1)
      guard !name.isEmpty else { return false }
      let start = index + 1 + name.utf8.count
      index = tagEnd(from: start)
      open(name, attributes: html[start..<min(index, html.count)])
      return true
    }
  }

  private mutating func open(_ name: String, attributes: ArraySlice<UInt8>) {
    let kind = HTMLElements.kind(name)
    let isVoid =
      kind.contains(.void) || attributes.dropLast().last == UInt8(ascii: "/")
    if let hidden = hiding {
      if hidden.name == name, !isVoid { hiding = (name, hidden.depth + 1) }
      return
    }
    if kind.contains(.raw) {
      index = end(ofRaw: name)
      return
    }
    if kind.contains(.block) { pendingLines = max(pendingLines, 1) }
    if name == "br" { pendingLines += 1 }
    if name == "p" { pendingLines = max(pendingLines, 2) }
    if kind.contains(.cell) { pendingSpace = true }
    if name == "pre" { preformatted += 1 }
    if !isVoid, !showsHidden, HTMLElements.isHidden(attributes) { hiding = (name, 1) }
  }

  private mutating func close(_ name: String) {
    if let hidden = hiding {
      if hidden.name == name { hiding = hidden.depth == 1 ? nil : (name, hidden.depth - 1) }
      return
    }
    if HTMLElements.kind(name).contains(.block) { pendingLines = max(pendingLines, 1) }
    if name == "p" { pendingLines = max(pendingLines, 2) }
    if name == "pre", preformatted > 0 { preformatted -= 1 }
  }

  /// The name at `start` in lower case; empty when no letter stands there.
  private func tagName(from start: Int) -> String {
    guard start < html.count, (0x61...0x7A).contains(html[start] | 0x20) else { return "" }
    // A String of at most 15 bytes needs no memory of its own; no element that matters is longer.
    var end = start
    while end < min(html.count, start + 15),
      (0x61...0x7A).contains(html[end] | 0x20) || (0x30...0x39).contains(html[end])
    {
      end += 1
    }
    return String(unsafeUninitializedCapacity: end - start) { buffer in
      for index in start..<end {
        let byte = html[index]
        buffer[index - start] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      }
      return end - start
    }
  }

  /// Behind the `>` of a tag, which may hold others in quotes.
  private func tagEnd(from start: Int) -> Int {
    var quote: UInt8?
    var position = start
    while position < html.count {
      let byte = html[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return position + 1
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        position > start, html[position - 1] == UInt8(ascii: "=") || html[position - 1] <= 0x20
      {
        quote = byte
      }
      position += 1
    }
    // A quote that never closes would swallow the rest of the page.
    guard quote != nil, let end = html[start...].firstIndex(of: UInt8(ascii: ">")) else {
      return html.count
    }
    return end + 1
  }

  private func end(of mark: StaticString, from start: Int) -> Int {
    let wanted = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    var position = start
    while position + wanted.count <= html.count {
      if html[position] == wanted[0], html[position...].starts(with: wanted) {
        return position + wanted.count
      }
      position += 1
    }
    return html.count
  }

  private func end(ofRaw name: String) -> Int {
    var position = index
    while position + 2 < html.count {
      if html[position] == UInt8(ascii: "<"), html[position + 1] == UInt8(ascii: "/"),
        tagName(from: position + 2) == name
      {
        return (html[position...].firstIndex(of: UInt8(ascii: ">")) ?? html.count - 1) + 1
      }
      position += 1
    }
    return html.count
  }
}
