/// Keeps from the parser what would take it too long, or be text to it that is none.
enum HTMLTags {
  /// How many attributes a tag may have, at most: the parser compares each with all before it.
  private static let maximumAttributes = 512

  /// Makes `<![if …]>`, which the parser takes for text, a processing instruction of the same length. Within a
  /// comment it changes nothing that matters.
  static func hideConditions(in html: inout [UInt8]) {
    html.withUnsafeMutableBufferPointer { html in
      guard html.count > 2 else { return }
      for index in 0..<(html.count - 2)
      where html[index] == UInt8(ascii: "<") && html[index + 1] == UInt8(ascii: "!") {
        let next = html[index + 2]
        guard next != UInt8(ascii: "-"), next | 0x20 != UInt8(ascii: "d"), next != UInt8(ascii: ">")
        else { continue }
        html[index + 1] = UInt8(ascii: "?")
        html[index + 2] = UInt8(ascii: "x")
      }
    }
  }

  /// A page, parted before the rest of each tag that has too many attributes.
  ///
  /// Whatever the parser takes for a tag is one here: where a quotation mark may or may not begin a value both are
  /// followed. So blanks within values count as well.
  static func pieces(of html: [UInt8]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    var index = 0
    // How many attributes there may be of a tag that is open, and of one within a value in quotes.
    var tag: Int?
    var double: Int?
    var single: Int?
    var isAfterEquals = false
    var wasBlank = false
    html.withUnsafeBufferPointer { html in
      while index < html.count {
        let byte = html[index]
        if byte == UInt8(ascii: "<") {
          if index + 1 < html.count,
            (0x61...0x7A).contains(html[index + 1] | 0x20) || html[index + 1] >= 0x3A
          {
            tag = tag ?? 0
          }
          (isAfterEquals, wasBlank) = (false, false)
        } else if tag != nil || double != nil || single != nil {
          let isBlank = byte <= 0x20
          switch byte {
          case UInt8(ascii: ">"): tag = nil
          case UInt8(ascii: "\""):
            let inner = double
            double = isAfterEquals ? tag : nil
            if let inner { tag = max(tag ?? 0, inner + 1) }
          case UInt8(ascii: "'"):
            let inner = single
            single = isAfterEquals ? tag : nil
            if let inner { tag = max(tag ?? 0, inner + 1) }
          case _ where isBlank && !wasBlank: tag = tag.map { $0 + 1 }
          default: break
          }
          if !isBlank { isAfterEquals = byte == UInt8(ascii: "=") }
          wasBlank = isBlank
          if let count = tag, count > maximumAttributes {
            pieces.append(start..<index)
            index = end(ofTag: html, from: index)
            start = min(index + 1, html.count)
            (tag, double, single) = (nil, nil, nil)
          }
        }
        index += 1
      }
    }
    pieces.append(start..<html.count)
    return pieces
  }

  /// Where the `>` stands that ends a tag, and not a value.
  private static func end(ofTag html: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var quote: UInt8 = 0
    var previous: UInt8 = 0
    for index in start..<html.count {
      let byte = html[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        return index
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        previous == UInt8(ascii: "=")
      {
        quote = byte
      }
      if byte > 0x20 { previous = byte }
    }
    return html.count
  }
}
