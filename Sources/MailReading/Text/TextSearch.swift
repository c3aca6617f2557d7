import CDunnockGio
import CDunnockGtk

/// Looks for a phrase in a text, whatever the case and the accents.
nonisolated struct TextSearch: Sendable {
  /// What was found, in bytes of the text and its order; none within another.
  private(set) var hits: [Range<Int>] = []

  private var phrase = ""
  private var current = -1
  private var offsets = CharacterOffsets("")
  /// What is said of pictures, by their places in the text.
  private var descriptions: [Int: String] = [:]
  /// The text without case and accents; nil until it is first looked in.
  private var plain: [Letter]?

  /// A scalar without case and accents, and where in the text what it comes from stands, in bytes. Of a long text there
  /// are millions, made while a frame waits.
  private struct Letter {
    let scalar: UInt32
    let place: UInt32
  }

  init() {}

  /// Looks in another text, or in a longer one, for what was looked for.
  ///
  /// - Parameter descriptions: What is said of pictures, by their places in the text, in bytes.
  mutating func look(in offsets: CharacterOffsets, descriptions: [Int: String] = [:]) {
    (self.offsets, self.descriptions) = (offsets, descriptions)
    plain = nil
    if !phrase.isEmpty { look() }
  }

  /// Looks for a phrase; for none where it is empty.
  mutating func find(_ phrase: String) {
    self.phrase = phrase
    look()
  }

  /// The hit to go to first: where one was gone to before, that or the next behind it.
  mutating func first() -> Int {
    let start = min(anchor, offsets.bytes.count)
    current = hits.firstIndex { $0.lowerBound >= start } ?? 0
    anchor = hits[current].lowerBound
    return current
  }

  /// The next hit, or the previous one.
  mutating func step(_ isForward: Bool) -> Int {
    current = (current + (isForward ? 1 : hits.count - 1) + hits.count) % hits.count
    anchor = hits[current].lowerBound
    return current
  }

  /// Those in a range of the text.
  func hits(in range: Range<Int>) -> ArraySlice<Range<Int>> {
    let start = hits.firstIndex { $0.upperBound > range.lowerBound } ?? hits.endIndex
    return hits[start...].prefix { $0.lowerBound < range.upperBound }
  }

  private var anchor = 0

  private mutating func look() {
    hits = []
    current = -1
    let wanted = Self.plain(Array(phrase.utf8.prefix(Self.longest))).map(\.scalar)
    guard !wanted.isEmpty else {
      anchor = 0
      return
    }
    let plain = plain ?? Self.plain(offsets.bytes, descriptions)
    self.plain = plain
    hits = Self.search(wanted, plain, end: offsets.bytes.count)
  }

  private static func search(
    _ wanted: [UInt32], _ text: [Letter], end: Int
  ) -> [Range<Int>] {
    var hits: [Range<Int>] = []
    var index = 0
    text.withUnsafeBufferPointer { text in
      while index + wanted.count <= text.count, hits.count < most {
        var length = 0
        while length < wanted.count, text[index + length].scalar == wanted[length] { length += 1 }
        if length == wanted.count {
          let start = Int(text[index].place)
          index += length
          let behind = index < text.count ? Int(text[index].place) : end
          hits.append(start..<max(start + 1, behind))
        } else {
          index += 1
        }
      }
    }
    return hits
  }

  /// The text in small letters without accents, each run of white space one space.
  private static func plain(_ bytes: [UInt8], _ descriptions: [Int: String] = [:]) -> [Letter] {
    // Places are counted in 32 bits; no text is that long.
    let bytes = bytes.prefix(Int(UInt32.max))
    var letters: [Letter] = []
    letters.reserveCapacity(bytes.count)
    var known = KnownLetters()
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      var isBehindSpace = false
      while index < bytes.count {
        let byte = bytes[index]
        let place = UInt32(index)
        if byte <= 0x20 {
          index += 1
          if !isBehindSpace { letters.append(Letter(scalar: 0x20, place: place)) }
          isBehindSpace = true
        } else if byte < 0x80 {
          index += 1
          let small = byte &- 0x41 < 26 ? byte | 0x20 : byte
          letters.append(Letter(scalar: UInt32(small), place: place))
          isBehindSpace = false
        } else {
          let (scalar, length) = decode(bytes, index)
          if scalar == 0xFFFC, let description = descriptions[index], !description.isEmpty {
            letters += plain(Array(description.utf8)).map {
              Letter(scalar: $0.scalar, place: place)
            }
            isBehindSpace = false
            index += length
            continue
          }
          index += length
          known.forEach(of: scalar) { letters.append(Letter(scalar: $0, place: place)) }
          if let last = letters.last { isBehindSpace = last.scalar == 0x20 }
        }
      }
    }
    return letters
  }

  /// What scalars come to, found out once for each: a text has far more characters than an alphabet.
  private struct KnownLetters {
    /// By scalar, the one letter that it comes to, or the place among `others` behind `firstOther`; 0 until it is known.
    private var letters = [UInt32](repeating: 0, count: 1 << 16)
    private var others: [[UInt32]] = []
    private static let firstOther: UInt32 = 1 << 24

    mutating func forEach(of scalar: gunichar, _ body: (UInt32) -> Void) {
      guard scalar < letters.count else { return Self.found(scalar).forEach(body) }
      var letter = letters[Int(scalar)]
      if letter == 0 {
        let found = Self.found(scalar)
        if found.count == 1 {
          letter = found[0]
        } else {
          letter = Self.firstOther + UInt32(others.count)
          others.append(found)
        }
        letters[Int(scalar)] = letter
      }
      if letter < Self.firstOther { return body(letter) }
      for one in others[Int(letter - Self.firstOther)] { body(one) }
    }

    private static func found(_ scalar: gunichar) -> [UInt32] {
      var parts = [gunichar](repeating: 0, count: 18)
      let count = g_unichar_fully_decompose(scalar, 1, &parts, gsize(parts.count))
      return parts.prefix(Int(count)).filter { !isAccent($0) }
        .flatMap { $0 == 0xDF ? [0x73, 0x73] : [g_unichar_tolower($0)] }
    }
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (gunichar, Int) {
    let byte = UInt32(bytes[index])
    let (length, bits): (Int, UInt32) =
      byte >= 0xF0 ? (4, byte & 0x07) : byte >= 0xE0 ? (3, byte & 0x0F) : (2, byte & 0x1F)
    guard index + length <= bytes.count else { return (0xFFFD, 1) }
    return (bytes[index + 1..<index + length].reduce(bits) { $0 << 6 | UInt32($1 & 0x3F) }, length)
  }

  private static func isAccent(_ scalar: gunichar) -> Bool {
    switch g_unichar_type(scalar) {
    case G_UNICODE_NON_SPACING_MARK, G_UNICODE_ENCLOSING_MARK, G_UNICODE_FORMAT: true
    default: false
    }
  }

  /// How many are looked for, and how long what is looked for may be, in bytes.
  private static let most = 1_000
  private static let longest = 1_000
}
