/// Text from outside made safe to show.
enum DisplayText {
  /// The longest name or subject, in characters as people count them.
  static let maximumCharacters = 300

  /// One line without control characters (each becomes U+FFFD), without the characters that turn
  /// the direction of the text around them, with at most two combining marks a character.
  static func safe(_ text: String, limit: Int = maximumCharacters) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return text
    }
    let filtered = filter(text, keepsLines: false)
    var result = ""
    var count = 0
    for character in filtered {
      if count == limit {
        result.append("…")
        break
      }
      appendBounded(character, to: &result)
      count += 1
    }
    return result
  }

  /// The same for a text of many lines: line ends and tabs stay, and so do the marks that Arabic
  /// and Hebrew writers set, because a text does not vouch for what stands beside it.
  static func safeLines(_ text: String) -> String { filter(text, keepsLines: true) }

  /// A character of more scalars than any script or emoji needs is a way to stall the layout.
  private static let maximumScalars = 16

  private static func appendBounded(_ character: Character, to text: inout String) {
    if character.utf8.count > maximumScalars, character.unicodeScalars.count > maximumScalars {
      text.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(maximumScalars))
    } else {
      text.append(character)
    }
  }

  private static func filter(_ text: String, keepsLines: Bool) -> String {
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20...0x7E: marks = 0
      case 0x09:
        result.append(keepsLines ? scalar : " ")
        continue
      case 0x0A where keepsLines: marks = 0
      case 0..<0x20, 0x7F..<0xA0:
        result.append("\u{FFFD}")
        continue
      case 0x200E, 0x200F, 0x061C:
        if !keepsLines { continue }
      case 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xFEFF: continue
      case 0x2028, 0x2029:
        result.append(keepsLines ? "\n" : " ")
        continue
      case 0x300...:
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
          marks += 1
          if marks > 2 { continue }
        case .format: break
        default: marks = 0
        }
      default: marks = 0
      }
      result.append(scalar)
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// White space by Unicode's White_Space property, which is a short list that never grows.
  var isSpace: Bool {
    switch value {
    case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}
