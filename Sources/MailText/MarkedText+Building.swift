extension MarkedText {
  /// Builds a text within a budget, scalar by scalar, in lines that a text view can lay out one by one.
  ///
  /// Each scalar of the answer depends only on what stands before it, so that a text within a smaller budget
  /// is the beginning of that within a larger one.
  struct Builder {
    /// How long a text may go on without a place to break, in scalars. GTK 4.8 lays out a paragraph in one go
    /// and looks for a place to break anew at each of its lines: 32 KiB of paragraphs of this length take
    /// it 40 ms without any such place, those of 8,000 take 190 ms and one of 32,000 takes 1.2 s.
    static let maximumStretch = 2_000
    /// How long a paragraph may be, in scalars: up to here, words take no longer in one than in many (30 ms).
    static let maximumParagraph = 8_000
    /// How many marks a text has, whatever the budget: a text view takes some microseconds for each.
    static let maximumMarks = 2_000

    /// How many marks a paragraph has: for each, GTK 4.8 holds some 200 bytes for every other one in it, which is 0.3 GB for 1,100.
    static let maximumParagraphMarks = 16

    private struct OpenMark {
      var lower: Int
      /// Int.max while it is open.
      var upper: Int
      var kind: Kind
    }

    let budget: TextBudget
    /// Whether links are looked for in the text that is no link by itself.
    private let findsLinks: Bool
    /// Whether there was no room for something.
    private(set) var isFull = false
    private var output: [UInt8] = []
    private var marks: [OpenMark] = []
    private var links: [Link] = []
    /// Those whose text is another than their target, by their numbers.
    private var worded: Set<Int> = []
    private var filter = DisplayText.Filter(keepsLines: true)
    private var lines = 0
    /// Where the last line of the output begins, and its last character.
    private var lineStart = 0
    private var characterStart = 0
    private var previous: Unicode.Scalar = "\n"
    /// The length of the paragraph, and what of it has no place to break; in scalars.
    private var length = 0
    private var stretch = 0
    /// How many marks there were before the paragraph.
    private var marksBefore = 0
    /// Where the last line begins that the text itself began.
    private var ownLineStart = 0
    /// Whether something in that line may be a link.
    private var mayHaveLink = false

    init(budget: TextBudget, findsLinks: Bool = true) {
      self.budget = budget
      self.findsLinks = findsLinks
      output.reserveCapacity(min(budget.bytes, 64 << 10))
    }

    /// In bytes.
    var count: Int { output.count }

    mutating func append(_ text: some StringProtocol) {
      for scalar in text.unicodeScalars {
        guard !isFull else { return }
        append(scalar)
      }
    }

    mutating func append(_ scalar: Unicode.Scalar) {
      guard !isFull, let kept = filter.kept(scalar) else { return }
      if kept == "\n" {
        endLine()
      } else if !take(kept) {
        isFull = true
      }
    }

    /// A mark that begins here, by the number by which it is ended; nil when there are too many.
    mutating func open(_ kind: Kind) -> Int? {
      guard marks.count < Self.maximumMarks else { return nil }
      marks.append(OpenMark(lower: output.count, upper: .max, kind: kind))
      return marks.count - 1
    }

    /// Ends a mark here.
    mutating func close(_ mark: Int?) {
      guard let mark, marks[mark].upper == .max, !isFull else { return }
      marks[mark].upper = output.count
    }

    /// Notes a link, by the number by which its text is marked.
    mutating func beginLink(_ link: Link) -> Int {
      links.append(link)
      worded.insert(links.count - 1)
      return links.count - 1
    }

    /// The text and its marks, and whether it was cut: behind a line where there is one, and never
    /// within a character.
    mutating func finished() -> (text: MarkedText, isCut: Bool) {
      let end =
        !isFull ? output.count : lineStart > 0 ? lineStart : characterStart
      findLinks(upTo: end)
      var result = MarkedText(String(decoding: output[..<end], as: UTF8.self))
      // By the target, so that what is behind a cut numbers nothing otherwise.
      var numbers: [String: Int] = [:]
      var texts: [Int: LinkText] = [:]
      var lastLink: (place: Int, end: Int)?
      let ordered = marks.indices.filter { marks[$0].lower < min(marks[$0].upper, end) }.sorted {
        let (one, other) = (marks[$0], marks[$1])
        return (one.lower, -one.upper, $0) < (other.lower, -other.upper, $1)
      }
      result.marks.reserveCapacity(ordered.count)
      for mark in ordered {
        let range = marks[mark].lower..<min(marks[mark].upper, end)
        var kind = marks[mark].kind
        // What is said of a picture is the text of its link too.
        if case .remotePicture(let picture) = kind, let lastLink, range.lowerBound < lastLink.end {
          texts[lastLink.place]?.add(picture.description)
        }
        if case .link(let number) = kind {
          let link = links[number]
          let place = numbers[link.target] ?? result.links.count
          if place == result.links.count {
            result.links.append(link)
            numbers[link.target] = place
          }
          if worded.contains(number) {
            texts[place, default: LinkText()].add(range, of: output[..<end])
            lastLink = (place, range.upperBound)
          }
          kind = .link(place)
        }
        result.marks.append(Mark(range, kind))
      }
      for (place, text) in texts {
        result.links[place] = result.links[place].named(by: text.text)
      }
      return (result, isFull)
    }

    /// What is shown as the texts of a link, and what they are part of where that goes on beside them: two links may be
    /// one word.
    private struct LinkText {
      private var words: [UInt8] = []
      private var around: [UInt8] = []
      private var end = 0

      var text: String { String(decoding: words + around, as: UTF8.self) }

      mutating func add(_ range: Range<Int>, of output: ArraySlice<UInt8>) {
        if end != range.lowerBound { words.append(0x0A) }
        words += output[range]
        end = range.upperBound
        let before = output[..<range.lowerBound].suffix(Self.maximumHost)
        let lower = before.lastIndex { !Self.isOfAddress($0) }.map { $0 + 1 } ?? before.startIndex
        let after = output[range.upperBound...].prefix(Self.maximumHost)
        let upper = after.firstIndex { !Self.isOfAddress($0) } ?? after.endIndex
        if lower..<upper != range { around += [0x0A] + output[lower..<upper] }
      }

      mutating func add(_ description: String) {
        if !description.isEmpty { around += [0x0A] + description.utf8 }
      }

      /// How long the name of a host may be, in bytes.
      private static let maximumHost = 253

      private static func isOfAddress(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || ".-_:/@".utf8.contains(byte)
      }
    }

    /// Ends a line of the text.
    mutating func endLine() {
      guard !isFull else { return }
      let end = output.count
      guard put("\n") else {
        isFull = true
        return
      }
      findLinks(upTo: end)
      marksBefore = marks.count
      ownLineStart = output.count
    }

    /// Whether there was room for a scalar.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      let isPlace = Self.isPlaceToBreak(scalar)
      let own = marks.count - marksBefore
      let isTooLong =
        (isPlace && (length >= Self.maximumParagraph || own >= Self.maximumParagraphMarks))
        || (own >= 2 * Self.maximumParagraphMarks && !joins(scalar))
        || (!isPlace && stretch >= Self.maximumStretch
          && (!joins(scalar) || stretch >= Self.maximumStretch + 64))
      if isTooLong {
        guard put("\n") else { return false }
        if scalar == " " { return true }
      }
      stretch = isPlace ? 0 : stretch + 1
      if scalar == ":" || scalar == "@" || scalar == "." { mayHaveLink = true }
      return put(scalar)
    }

    private mutating func put(_ scalar: Unicode.Scalar) -> Bool {
      guard lines < budget.lines else { return false }
      if scalar.value < 0x80 {
        characterStart = output.count
        guard output.count < budget.bytes else { return false }
        output.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        if !joins(scalar) { characterStart = output.count }
        let bytes = UTF8.encode(scalar).unsafelyUnwrapped
        guard output.count + bytes.count <= budget.bytes else { return false }
        output += bytes
      }
      previous = scalar
      length += 1
      if scalar == "\n" {
        lines += 1
        lineStart = output.count
        (length, stretch) = (0, 0)
        marksBefore = marks.count
      }
      return true
    }

    /// Marks the links that stand as such in the last line of the text.
    private mutating func findLinks(upTo end: Int) {
      let start = ownLineStart
      guard findsLinks, mayHaveLink, start < end else { return }
      mayHaveLink = false
      let first = marks.lastIndex { $0.upper <= start }.map { $0 + 1 } ?? 0
      let taken = marks[first...].filter {
        if case .link = $0.kind { true } else { false }
      }
      var (own, last) = (0, start)
      for found in LinkFinder.links(in: output[start..<end]) {
        if output[last..<found.range.lowerBound].contains(0x0A) { own = 0 }
        last = found.range.lowerBound
        // What is cut, or was broken as it was too long, leads elsewhere.
        let rest = output[found.range.upperBound..<end]
        let isWhole = rest.first != 0x0A && (!isFull || rest.contains { $0 <= 0x20 })
        guard isWhole, let link = Link(href: found.href, text: nil, base: nil),
          !taken.contains(where: {
            $0.lower < found.range.upperBound && found.range.lowerBound < $0.upper
          }),
          marks.count < Self.maximumMarks, own < Self.maximumParagraphMarks
        else { continue }
        own += 1
        links.append(link)
        marks.append(
          OpenMark(
            lower: found.range.lowerBound, upper: found.range.upperBound,
            kind: .link(links.count - 1)))
      }
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
}

extension MarkedText {
  /// A text as it is, safe to show: without marks and not reflowed.
  package static func plain(
    _ text: String, within budget: TextBudget
  ) -> (text: MarkedText, isCut: Bool) {
    var builder = Builder(budget: budget, findsLinks: false)
    builder.append(text)
    return builder.finished()
  }
}
