internal import CDunnockGio

/// The words of a text as they are searched for: without case and without accents, so that "Café" is
/// `cafe`; and one for each character of the scripts that set no spaces between words, which are searched
/// as sequences of them, Hangul by the syllable. What is written `ä`, `ö`, `ü`, `ø` or `å` has a second spelling, by which those find it
/// who have no such key: `Müller` is `muller` and `mueller`.
package enum SearchWords {
  /// How long a word may be, in bytes of UTF-8; of a longer one this much is its word.
  package static let maximumLength = 128

  /// Calls `body` with each word and where it stands in the text, in bytes of UTF-8, until it returns
  /// false.
  package static func forEach(
    in text: String, _ body: (_ word: [UInt8], _ range: Range<Int>) -> Bool
  ) {
    forEachSpelled(in: text) { word, _, range in body(word, range) }
  }

  /// The same with the second spelling of each word; nil for a word that has none.
  package static func forEachSpelled(
    in text: String, _ body: (_ word: [UInt8], _ spelling: [UInt8]?, _ range: Range<Int>) -> Bool
  ) {
    var text = text
    text.withUTF8 { bytes in
      var gathering = Gathering()
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x80 {
          gathering.take(ascii: byte, index..<(index + 1), body)
          index += 1
        } else {
          let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
          var value = UInt32(byte) & (0x7F >> UInt32(length))
          for place in 1..<length {
            value = value << 6 | UInt32(bytes[index + place]) & 0x3F
          }
          gathering.take(value, index..<(index + length), body)
          index += length
        }
        if gathering.isOver { return }
      }
      gathering.end(body)
    }
  }

  /// The words of a text with a space behind each, of the whole ones in so many bytes of it.
  package static func joined(_ text: String, limit: Int = .max) -> String {
    var result: [UInt8] = []
    forEach(in: text) { word, range in
      guard range.upperBound <= limit else { return false }
      result += word
      result.append(0x20)
      return true
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The same, and behind them the second spellings, each after a word that no text has, so that they stand in no sequence.
  package static func joinedWithSpellings(_ text: String) -> String {
    var (result, spellings): ([UInt8], [UInt8]) = ([], [])
    forEachSpelled(in: text) { word, spelling, _ in
      result += word + [0x20]
      if let spelling { spellings += "\u{E001} ".utf8 + spelling + [0x20] }
      return true
    }
    return String(decoding: result + spellings, as: UTF8.self)
  }

  /// The second spelling of a text's words, where one of them has one, of each other the word.
  package static func spelled(_ count: Int, in text: String) -> [String]? {
    var (words, hasSpelling): ([String], Bool) = ([], false)
    guard count > 0 else { return nil }
    forEachSpelled(in: text) { word, spelling, _ in
      words.append(String(decoding: spelling ?? word, as: UTF8.self))
      hasSpelling = hasSpelling || spelling != nil
      return words.count < count
    }
    return hasSpelling ? words : nil
  }

  /// The first words of a text.
  package static func first(_ count: Int, in text: String) -> [String] {
    var words: [String] = []
    guard count > 0 else { return [] }
    forEach(in: text) { word, _ in
      words.append(String(decoding: word, as: UTF8.self))
      return words.count < count
    }
    return words
  }
}

/// The word that is being read.
private struct Gathering {
  typealias Body = (_ word: [UInt8], _ spelling: [UInt8]?, _ range: Range<Int>) -> Bool

  private var word: [UInt8] = []
  /// Nil as long as it is the word.
  private var spelling: [UInt8]?
  private var range = 0..<0
  /// Whether the word is one character of a script without spaces.
  private var isCharacter = false
  /// The syllable of Hangul that the word is, which may go on; 0 as a rule.
  private var syllable: UInt32 = 0
  /// Whether no more words are wanted.
  private(set) var isOver = false

  mutating func end(_ body: Body) {
    guard !word.isEmpty else { return }
    if !isOver { isOver = !body(word, spelling, range) }
    word.removeAll(keepingCapacity: true)
    (spelling, isCharacter, syllable) = (nil, false, 0)
  }

  mutating func take(ascii byte: UInt8, _ place: Range<Int>, _ body: Body) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if isCharacter { end(body) }
      add(CollectionOfOne(byte), place)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      if isCharacter { end(body) }
      add(CollectionOfOne(byte | 0x20), place)
    default: end(body)
    }
  }

  /// Takes a character beyond ASCII, by its parts: letters and what is set upon them.
  mutating func take(_ scalar: UInt32, _ place: Range<Int>, _ body: Body) {
    if takeHangul(scalar, place, body) { return }
    withUnsafeTemporaryAllocation(
      of: gunichar.self, capacity: Int(G_UNICHAR_MAX_DECOMPOSITION_LENGTH)
    ) {
      parts in
      let count = g_unichar_fully_decompose(scalar, 1, parts.baseAddress, gsize(parts.count))
      for part in parts[..<min(Int(count), parts.count)] { take(part: part, place, body) }
    }
  }

  private mutating func take(part: UInt32, _ place: Range<Int>, _ body: Body) {
    if part < 0x80 { return take(ascii: UInt8(part), place, body) }
    switch g_unichar_type(part) {
    // It is not seen, and splits no word: a soft hyphen, a joiner.
    case G_UNICODE_FORMAT: return
    case G_UNICODE_NON_SPACING_MARK, G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK:
      if part.isOfScriptWithoutSpaces {
        takeCharacter(part, place, body)
      } else if part == 0x308 || part == 0x30A {
        respell(part)
      } else if !part.isAccent, !word.isEmpty {
        add(part.utf8, place)
      }
    case G_UNICODE_LOWERCASE_LETTER, G_UNICODE_UPPERCASE_LETTER, G_UNICODE_TITLECASE_LETTER,
      G_UNICODE_MODIFIER_LETTER, G_UNICODE_OTHER_LETTER, G_UNICODE_LETTER_NUMBER:
      if takeHangul(part, place, body) { return }
      if part.isOfScriptWithoutSpaces { return takeCharacter(part, place, body) }
      if isCharacter { end(body) }
      takeLetter(g_unichar_tolower(part), place)
    case G_UNICODE_DECIMAL_NUMBER, G_UNICODE_OTHER_NUMBER:
      if isCharacter { end(body) }
      add(part.utf8, place)
    default: end(body)
    }
  }

  private mutating func takeCharacter(_ scalar: UInt32, _ place: Range<Int>, _ body: Body) {
    end(body)
    add(scalar.utf8, place)
    isCharacter = true
  }

  /// Takes what is Hangul by syllables, as these are written or by the letters of one after another.
  ///
  /// - Returns: Whether it is.
  private mutating func takeHangul(_ scalar: UInt32, _ place: Range<Int>, _ body: Body) -> Bool {
    let whole: UInt32
    switch scalar {
    case 0xAC00...0xD7A3, 0x1100...0x1112:
      takeCharacter(scalar, place, body)
      syllable = scalar
      return true
    case 0x1161...0x1175 where (0x1100...0x1112).contains(syllable):
      whole = 0xAC00 + ((syllable - 0x1100) * 21 + scalar - 0x1161) * 28
    case 0x11A8...0x11C2 where syllable >= 0xAC00 && (syllable - 0xAC00) % 28 == 0:
      whole = syllable + scalar - 0x11A7
    default: return false
    }
    word.removeAll(keepingCapacity: true)
    word += whole.utf8
    (range, syllable) = (range.lowerBound..<place.upperBound, whole)
    return true
  }

  /// Notes what the last letter is written with where there is no such key, of which the mark comes here.
  private mutating func respell(_ mark: UInt32) {
    guard let letter = word.last, word.count < SearchWords.maximumLength else { return }
    switch (letter, mark) {
    case (UInt8(ascii: "a"), 0x308), (UInt8(ascii: "o"), 0x308), (UInt8(ascii: "u"), 0x308):
      addSpelling([UInt8(ascii: "e")])
    case (UInt8(ascii: "a"), 0x30A): addSpelling([UInt8(ascii: "a")])
    default: break
    }
  }

  private mutating func addSpelling(_ bytes: [UInt8]) {
    spelling = ((spelling ?? word) + bytes).prefix(SearchWords.maximumLength).map(\.self)
  }

  /// Takes a small letter; of those that are no letter with an accent to Unicode, but are written without
  /// one by who has no such key, the usual ones are taken as they are written then.
  private mutating func takeLetter(_ letter: UInt32, _ place: Range<Int>) {
    switch letter {
    case 0xDF: add("ss".utf8, place)
    case 0xE6: add("ae".utf8, place)
    case 0xF8:
      add("o".utf8, place)
      addSpelling([UInt8(ascii: "e")])
    case 0x111: add("d".utf8, place)
    case 0x131: add("i".utf8, place)
    case 0x142: add("l".utf8, place)
    case 0x153: add("oe".utf8, place)
    // A sigma at the end of a word.
    case 0x3C2: add((0x3C3 as UInt32).utf8, place)
    // What only makes an Arabic word longer.
    case 0x640: break
    default: add(letter.utf8, place)
    }
  }

  private mutating func add(_ bytes: some Collection<UInt8>, _ place: Range<Int>) {
    range = (word.isEmpty ? place.lowerBound : range.lowerBound)..<place.upperBound
    if word.count + bytes.count <= SearchWords.maximumLength { word += bytes }
    if let spelt = spelling, spelt.count + bytes.count <= SearchWords.maximumLength {
      spelling = spelt + bytes
    }
  }
}

extension UInt32 {
  fileprivate var utf8: Unicode.Scalar.UTF8View { (Unicode.Scalar(self) ?? "\u{FFFD}").utf8 }

  /// Whether it is a mark that words are searched without: accents, the vowels of Hebrew and Arabic, and
  /// what chooses a form of a sign; not the vowels of India, without which nothing is left of a word.
  fileprivate var isAccent: Bool {
    switch self {
    case 0x300...0x36F, 0x483...0x489, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670,
      0x6D6...0x6ED, 0x180B...0x180F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xE0100...0xE01EF:
      true
    default: false
    }
  }

  /// Whether words are written without spaces around them in its script, or, as in Korean, grow together:
  /// Thai, Lao, Burmese, Khmer, letters of Hangul that are no syllable, Kana, Bopomofo and Han.
  fileprivate var isOfScriptWithoutSpaces: Bool {
    switch self {
    case 0xE00...0xEFF, 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F, 0x1780...0x17FF,
      0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0x3041...0x3096, 0x309D...0x30FF,
      0x31F0...0x31FF, 0x3105...0x312F, 0x31A0...0x31BF, 0x2E80...0x2FDF, 0x3005...0x3007,
      0x3021...0x3029, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
