/// Keeps from the parser what would take it too long.
enum HTMLTags {
  /// How many attributes a tag may have, at most: the parser compares each with all before it.
  private static let maximumAttributes = 512

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
            while index < html.count, html[index] != UInt8(ascii: ">") { index += 1 }
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
}
