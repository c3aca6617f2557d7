/// The words of a text that can be right or wrong.
nonisolated struct SpelledWords: Equatable {
  let word: String
  /// In Unicode scalars from the beginning of the text.
  let range: Range<Int>

  /// All of a text but those of quoted lines, of addresses and of links, and words with digits; of each paragraph no more than its first
  /// 20,000 characters.
  static func all(in text: String) -> [SpelledWords] {
    var (words, start): ([SpelledWords], Int) = ([], 0)
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      if line.first == ">" { continue }
      var place = start
      for token in line.prefix(20_000).split(
        separator: " ", omittingEmptySubsequences: false)
      {
        defer { place += token.count + 1 }
        let isName = token.contains { "@/_\\".unicodeScalars.contains($0) || isDigit($0) }
        if !isName, !token.isEmpty { add(token, at: place, to: &words) }
      }
    }
    return words
  }

  private static func add(
    _ token: Substring.UnicodeScalarView, at place: Int, to words: inout [SpelledWords]
  ) {
    var letters: (start: Int, text: String.UnicodeScalarView) = (0, .init())
    let flush = { (words: inout [SpelledWords]) in
      // An apostrophe at the end closes a quotation.
      while let last = letters.text.last, isApostrophe(last) { letters.text.removeLast() }
      if letters.text.count > 1 {
        let start = place + letters.start
        words.append(
          .init(word: String(letters.text), range: start..<start + letters.text.count))
      }
      letters.text = .init()
    }
    for (offset, scalar) in token.enumerated() {
      if isLetter(scalar) || !letters.text.isEmpty && isApostrophe(scalar) {
        if letters.text.isEmpty { letters.start = offset }
        letters.text.append(scalar)
      } else {
        flush(&words)
      }
    }
    flush(&words)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "\u{2019}"
  }
}
