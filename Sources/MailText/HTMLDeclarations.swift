/// What the declarations of a style sheet say that matters to a reader of text.
struct HTMLDeclarations {
  /// Whether what is inside is not to be seen, whatever is said of it there.
  private(set) var hides = false
  /// Whether it says that it is a box, which outweighs a rule of the page by which it is none.
  private(set) var displays = false
  /// Whether letters are too small to be seen, or not; what is inside can say otherwise.
  private(set) var isTiny: Bool?
  private(set) var isBold: Bool?
  private(set) var isItalic: Bool?
  private(set) var isUnderlined = false
  private(set) var isStruck = false
  private(set) var isCentered: Bool?
  private(set) var keepsSpaces: Bool?
  private(set) var hasBorderAtItsLeft = false
  private(set) var hasNoBorder = false

  /// Whether it is as small as what only counts who opens a mail.
  private(set) var isSpeck = false

  /// How large it is to be, where that is said in pixels.
  private(set) var width, height: Int?

  private var isFlat = false
  private var isNarrow = false
  private var isClipped = false

  /// - Parameter bytes: Declarations parted by semicolons; of more than 4 KiB the beginning.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    let count = min(bytes.count, 4 << 10)
    while start < count {
      var end = start
      var colon = -1
      var quote: UInt8 = 0
      while end < count {
        let byte = bytes[end]
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: ";") {
          break
        } else if byte == UInt8(ascii: ":"), colon < 0 {
          colon = end
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        }
        end += 1
      }
      if colon > start {
        take(Self.trimmed(bytes[start..<colon]), Self.trimmed(bytes[(colon + 1)..<end]))
      }
      start = end + 1
    }
    // Without `overflow` a box without height shows what is in it.
    if isFlat, isNarrow || isClipped { hides = true }
  }

  private typealias Word = UnsafeBufferPointer<UInt8>

  private static func trimmed(_ word: Slice<Word>) -> Word {
    var (start, end) = (word.startIndex, word.endIndex)
    while start < end, word.base[start] <= 0x20 { start += 1 }
    while end > start, word.base[end - 1] <= 0x20 { end -= 1 }
    return Word(rebasing: word.base[start..<end])
  }

  private static func starts(_ word: Word, _ text: StaticString, at start: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount
    guard word.count - start >= count else { return false }
    for index in 0..<count {
      let (one, other) = (word[start + index], text.utf8Start[index])
      if one != other, one | 0x20 != other || other < 0x61 { return false }
    }
    return true
  }

  private static func isEqual(_ word: Word, _ text: StaticString) -> Bool {
    word.count == text.utf8CodeUnitCount && starts(word, text)
  }

  private static func contains(_ word: Word, _ text: StaticString) -> Bool {
    word.indices.contains { starts(word, text, at: $0) }
  }

  private mutating func take(_ name: Word, _ value: Word) {
    func named(_ text: StaticString) -> Bool { Self.isEqual(name, text) }
    func starts(_ text: StaticString) -> Bool { Self.starts(value, text) }
    switch (name.first ?? 0) | 0x20 {
    case UInt8(ascii: "d"):
      if named("display") {
        hides = starts("none")
        displays = !hides
      }
    case UInt8(ascii: "v"):
      if named("visibility"), starts("hidden") || starts("collapse") { hides = true }
    case UInt8(ascii: "o"):
      if named("opacity"), let number = Self.number(value), number < 0.05 { hides = true }
      if named("overflow"), starts("hidden") { isClipped = true }
    case UInt8(ascii: "m"):
      if named("mso-hide"), starts("all") { hides = true }
      if named("max-height"), let number = Self.number(value), number < 1 { hides = true }
    case UInt8(ascii: "h"):
      if named("height"), let number = Self.number(value) {
        isFlat = isFlat || number < 1
        height = Self.pixels(number, value)
        isSpeck = isSpeck || Self.isSpeck(number, value)
      }
    case UInt8(ascii: "w"):
      if named("width"), let number = Self.number(value) {
        isNarrow = isNarrow || number < 1
        width = Self.pixels(number, value)
        isSpeck = isSpeck || Self.isSpeck(number, value)
      }
      if named("white-space") { keepsSpaces = starts("pre") }
    case UInt8(ascii: "f"):
      if named("font-size"), let number = Self.number(value) {
        // A number alone is one of pixels; one of ems is many pixels.
        let isLarge = Self.contains(value, "em") || Self.contains(value, "%")
        isTiny = isLarge ? number < 0.05 : number <= 1
      } else if named("font-size") {
        isTiny = false
      } else if named("font-weight") {
        isBold = starts("bold") || (Self.number(value) ?? 400) >= 600
      } else if named("font-style") {
        isItalic = starts("italic") || starts("oblique")
      }
    case UInt8(ascii: "t"):
      if named("text-align") { isCentered = starts("center") }
      if named("text-decoration") || named("text-decoration-line") {
        isUnderlined = Self.contains(value, "underline")
        isStruck = Self.contains(value, "line-through")
      }
    case UInt8(ascii: "b"):
      if named("border-left") { hasBorderAtItsLeft = Self.contains(value, "solid") }
      if named("border") { hasNoBorder = starts("none") || starts("0") }
    default: break
    }
  }

  private static func pixels(_ number: Double, _ value: Word) -> Int? {
    let isOther = ["em", "%", "v", "pt"].contains { contains(value, $0) }
    return isOther || number > Double(HTMLPicture.widest) ? nil : Int(number)
  }

  /// Whether a side is of 2 px at most.
  private static func isSpeck(_ number: Double, _ value: Word) -> Bool {
    number <= 2 && !contains(value, "em") && !contains(value, "%")
  }

  /// The number that a value begins with.
  private static func number(_ value: Word) -> Double? {
    var number = 0.0
    var unit = 0.0
    var digits = 0
    for byte in value.prefix(12) {
      if byte == UInt8(ascii: "."), unit == 0 {
        unit = 1
      } else if (0x30...0x39).contains(byte) {
        digits += 1
        unit /= 10
        let digit = Double(byte - 0x30)
        number = unit > 0 ? number + digit * unit : number * 10 + digit
      } else {
        break
      }
    }
    return digits > 0 ? number : nil
  }
}
