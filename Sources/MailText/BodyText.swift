/// The text of a body in lines that a text view can lay out one by one.
///
/// Each scalar of the answer depends only on what stands before it, so that a text within a smaller budget
/// is the beginning of that within a larger one.
package enum BodyText {
  /// How deep quotations are told apart.
  static let maximumDepth = 8
  /// How long a text may go on without a place to break, in scalars. GTK 4.8 lays out a paragraph in one go
  /// and looks for a place to break anew at each of its lines: 32 KiB of paragraphs of this length take
  /// it 40 ms without any such place, those of 8,000 take 190 ms and one of 32,000 takes 1.2 s.
  static let maximumStretch = 2_000
  /// How long a paragraph may be, in scalars: up to here, words take no longer in one than in many (30 ms).
  static let maximumParagraph = 8_000

  /// The text as far as the budget goes, safe to show: cut behind a line where there is one, and never
  /// within a character.
  package static func shown(
    _ text: String, within budget: TextBudget
  ) -> (text: String, isCut: Bool) {
    var shaper = Shaper(budget: budget)
    var isCut = false
    for scalar in DisplayText.safeLines(text).unicodeScalars where !shaper.take(scalar) {
      isCut = true
      break
    }
    return (shaper.text(isCut: isCut), isCut)
  }

  private struct Shaper {
    let budget: TextBudget
    private var output: [UInt8] = []
    private var lines = 0
    /// Where the last line of the output begins, and its last character.
    private var lineStart = 0
    private var characterStart = 0
    private var previous: Unicode.Scalar = "\n"
    /// The length of the paragraph, and what of it has no place to break; in scalars.
    private var length = 0
    private var stretch = 0
    /// How many quotation marks the paragraph begins with; nil behind them.
    private var depth: Int? = 0
    /// Whether a space waits to be put behind marks that are left out.
    private var hasSpace = false

    init(budget: TextBudget) {
      self.budget = budget
      output.reserveCapacity(budget.bytes)
    }

    func text(isCut: Bool) -> String {
      let end = !isCut ? output.count : lineStart > 0 ? lineStart : characterStart
      return String(decoding: output[..<end], as: UTF8.self)
    }

    /// Whether the text goes on: false when there is no room for the scalar.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      if scalar == "\n" { return put("\n") }
      if let depth {
        let isMark = scalar == ">"
        if isMark, depth >= BodyText.maximumDepth {
          hasSpace = false
          return true
        }
        if isMark || (scalar == " " && previous == ">") {
          self.depth = depth + (isMark ? 1 : 0)
          if !isMark, depth >= BodyText.maximumDepth, !hasSpace {
            hasSpace = true
            return true
          }
        } else {
          self.depth = nil
        }
        if hasSpace {
          hasSpace = false
          self.depth = nil
          guard put(" ") else { return false }
        }
      }
      let isPlace = BodyText.isPlaceToBreak(scalar)
      let isFull =
        (isPlace && length >= BodyText.maximumParagraph)
        || (!isPlace && stretch >= BodyText.maximumStretch
          && (!joins(scalar) || stretch >= BodyText.maximumStretch + 64))
      if isFull {
        guard put("\n") else { return false }
        // A quotation goes on behind what is no line end of the text.
        depth = nil
        if scalar == " " { return true }
      }
      stretch = isPlace ? 0 : stretch + 1
      return put(scalar)
    }

    private mutating func put(_ scalar: Unicode.Scalar) -> Bool {
      guard lines < budget.lines else { return false }
      if !joins(scalar) { characterStart = output.count }
      let bytes = UTF8.encode(scalar).unsafelyUnwrapped
      guard output.count + bytes.count <= budget.bytes else { return false }
      output += bytes
      previous = scalar
      length += 1
      if scalar == "\n" {
        lines += 1
        lineStart = output.count
        (length, stretch, depth, hasSpace) = (0, 0, 0, false)
      }
      return true
    }

    /// Whether a scalar belongs to the character before it.
    private func joins(_ scalar: Unicode.Scalar) -> Bool {
      if scalar.value < 0x300 || previous == "\n" { return false }
      if previous.value == 0x200D { return true }
      switch scalar.value {
      case 0x200C, 0x200D, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0020...0xE01EF: return true
      default: break
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark: return true
      default: return false
      }
    }
  }

  /// Whether a line may surely end beside a scalar: white space, and what is written without it.
  private static func isPlaceToBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200B, 0x205F, 0x3000: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFF: true
    case 0x3042, 0x3044, 0x3046, 0x3048, 0x304A...0x3062, 0x3064...0x3082: true
    default: false
    }
  }
}
