import CGtk

/// Looks for a phrase in a text, whatever the case and the accents.
nonisolated struct TextSearch: Sendable {
  /// What was found, in bytes of the text and its order; none within another.
  private(set) var hits: [Range<Int>] = []

  private var phrase = ""
  private var current = -1
  private var offsets = CharacterOffsets("")
  /// The text without case and accents, and where each scalar of that stands, in bytes; made when it is first looked in.
  private var plain: [UInt32] = []
  private var places: [Int] = []
  private var isPrepared = false

  init() {}

  /// Looks in another text, or in a longer one, for what was looked for.
  mutating func look(in offsets: CharacterOffsets) {
    self.offsets = offsets
    (plain, places, isPrepared) = ([], [], false)
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
    let wanted = Self.plain(Array(phrase.utf8.prefix(Self.longest))).scalars
    guard !wanted.isEmpty else {
      anchor = 0
      return
    }
    if !isPrepared {
      let (scalars, places) = Self.plain(offsets.bytes)
      (plain, self.places, isPrepared) = (scalars, places, true)
    }
    hits = Self.search(wanted, plain, places + [offsets.bytes.count])
  }

  private static func search(
    _ wanted: [UInt32], _ text: [UInt32], _ places: [Int]
  ) -> [Range<Int>] {
    var hits: [Range<Int>] = []
    var index = 0
    text.withUnsafeBufferPointer { text in
      while index + wanted.count <= text.count, hits.count < most {
        var length = 0
        while length < wanted.count, text[index + length] == wanted[length] { length += 1 }
        if length == wanted.count {
          hits.append(places[index]..<max(places[index] + 1, places[index + length]))
          index += length
        } else {
          index += 1
        }
      }
    }
    return hits
  }

  /// The text in small letters without accents, each run of white space one space, and the byte that each scalar comes from.
  private static func plain(_ bytes: [UInt8]) -> (scalars: [UInt32], places: [Int]) {
    var (scalars, places): ([UInt32], [Int]) = ([], [])
    scalars.reserveCapacity(bytes.count)
    places.reserveCapacity(bytes.count)
    var parts = [gunichar](repeating: 0, count: 18)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let place = index
      if byte < 0x80 {
        index += 1
        if byte <= 0x20 {
          guard scalars.last != 0x20 else { continue }
          scalars.append(0x20)
        } else {
          scalars.append(UInt32((0x41...0x5A).contains(byte) ? byte | 0x20 : byte))
        }
        places.append(place)
        continue
      }
      let (scalar, length) = decode(bytes, index)
      index += length
      let count = g_unichar_fully_decompose(scalar, 1, &parts, gsize(parts.count))
      for part in parts.prefix(Int(count)) where !isAccent(part) {
        scalars.append(part == 0xDF ? 0x73 : g_unichar_tolower(part))
        places.append(place)
        if part == 0xDF {
          scalars.append(0x73)
          places.append(place)
        }
      }
    }
    return (scalars, places)
  }

  private static func decode(_ bytes: [UInt8], _ index: Int) -> (gunichar, Int) {
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
