/// Text from outside made safe to show.
package enum DisplayText {
  /// The longest name or subject, in characters as people count them.
  static let maximumCharacters = 300

  /// One line without control characters (each becomes U+FFFD), without the characters that turn
  /// the direction of the text around them or that nobody sees, with at most two combining marks a
  /// character. Safe text stays as it is.
  package static func safe(_ text: String, limit: Int = maximumCharacters) -> String {
    if let plain = plain(text, limit: limit, kept: limit) { return plain }
    let filtered = filter(text, keepsLines: false)
    var result = ""
    // Where what is not copied yet starts: all of it goes at once, unless a character is too large.
    var start = filtered.startIndex
    var index = start
    var count = 0
    while index < filtered.endIndex, count < limit {
      let next = filtered.index(after: index)
      let scalars = filtered.unicodeScalars[index..<next]
      if filtered.utf8.distance(from: index, to: next) > maximumScalars,
        scalars.count > maximumScalars
      {
        result += filtered[start..<index]
        var kept = scalars.prefix(maximumScalars)
        // A joiner at the cut would join with the next character.
        while let last = kept.last, isJoiner(last.value) { kept.removeLast() }
        result.unicodeScalars.append(contentsOf: kept)
        start = next
      }
      index = next
      count += 1
    }
    result += filtered[start..<index]
    return index < filtered.endIndex ? result + "…" : result
  }

  /// The text as it is, or its first `kept` characters and "…" when it has more than `limit`,
  /// where each of these is one scalar that needs no care; nil for any other text.
  static func plain(_ text: String, limit: Int, kept: Int) -> String? {
    let isShortASCII = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count <= limit && bytes.allSatisfy { (0x20...0x7E).contains($0) }
    }
    if isShortASCII == true { return text }
    let scalars = text.unicodeScalars
    var end = scalars.endIndex
    var index = scalars.startIndex
    var count = 0
    while index < scalars.endIndex {
      let scalar = scalars[index].value
      guard (0x20...0x7E).contains(scalar) || standsAlone(scalar) else { return nil }
      if count == kept { end = index }
      if count == limit { return String(text[..<end]) + "…" }
      count += 1
      scalars.formIndex(after: &index)
    }
    return text
  }

  /// Whether a scalar beyond ASCII is always a visible character of its own: letters, digits and punctuation of
  /// the commonest scripts, none of which joins with its neighbours.
  private static func standsAlone(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA1...0xAC, 0xAE...0x2FF: true
    case 0x370...0x482, 0x48A...0x52F: true
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF: true
    case 0x3001...0x3029, 0x3041...0x3096, 0x30A0...0x30FF: true
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9D: true
    default: false
    }
  }

  /// The same for a text of many lines: line ends and tabs stay, and so do the marks that Arabic
  /// and Hebrew writers set, because a text does not vouch for what stands beside it.
  package static func safeLines(_ text: String) -> String { filter(text, keepsLines: true) }

  /// A character of more scalars than any script or emoji needs is a way to stall the layout.
  private static let maximumScalars = 16

  private static func filter(_ text: String, keepsLines: Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var filter = Filter(keepsLines: keepsLines)
    for scalar in text.unicodeScalars {
      if let kept = filter.kept(scalar) { result += kept.utf8 }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// What is left of a text that comes scalar by scalar.
  struct Filter {
    let keepsLines: Bool
    private var marks = 0
    /// The last scalar that was kept.
    private var previous: UInt32 = 0x20

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    /// The scalar, or what is shown in its place; nil when it is left out.
    mutating func kept(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      var kept = scalar
      switch scalar.value {
      case 0x20...0x7E: marks = 0
      case 0x0A where keepsLines, 0x09 where keepsLines: marks = 0
      case 0x0A where !keepsLines, 0..<0x09, 0x0B..<0x20, 0x7F..<0xA0: kept = "\u{FFFD}"
      case 0x2028, 0x2029: kept = keepsLines ? "\n" : " "
      case 0x09: kept = " "
      // The blank pattern of Braille.
      case 0x2800 where !keepsLines: kept = " "
      case 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xFEFF: return nil
      case 0xA0...:
        if !keepsLines, scalar.properties.isDefaultIgnorableCodePoint,
          !isNeeded(scalar.value, after: previous)
        {
          return nil
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
          marks += 1
          if marks > 2 { return nil }
        case .format: break
        default: marks = 0
        }
      default: marks = 0
      }
      previous = kept.value
      return kept
    }
  }

  /// Whether an invisible scalar says how the one before it is to look, and does not just pad or
  /// split a word.
  private static func isNeeded(_ scalar: UInt32, after previous: UInt32) -> Bool {
    switch scalar {
    // Variation selectors, of emoji, Mongolian and Han.
    case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF: previous > 0x20
    // Joiners: Arabic, the scripts of India, and emoji need them; Latin, Greek, Cyrillic never do.
    case 0x200C, 0x200D: previous >= 0x600 && !isJoiner(previous)
    // The tags of a flag such as Scotland's, behind a black flag.
    case 0xE0020...0xE007F: previous == 0x1F3F4 || (0xE0020...0xE007E).contains(previous)
    default: false
    }
  }

  private static func isJoiner(_ scalar: UInt32) -> Bool { scalar == 0x200C || scalar == 0x200D }
}

extension Unicode.Scalar {
  /// White space by Unicode's White_Space property, which is a short list that never grows.
  package var isSpace: Bool {
    switch value {
    case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}
