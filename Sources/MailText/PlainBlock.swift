/// The lines of a plain text between two blank ones, of one depth of quotation, and which of them were one.
///
/// A program that breaks lines leaves none shorter than the first word of the next one asks for, and breaks anywhere in a sentence. A
/// person who ends lines does neither: a verse, an address, a log. So what is asked of each line is held against what the other lines of
/// the block, or of the text where it has few, say of its writer.
struct PlainBlock {
  /// What stands in place of a line end.
  enum Joint { case space, nothing }

  /// How lines end where nothing else forbids that the next goes on with them.
  struct Endings {
    /// Full ones, and those of them that end with a sign.
    var full = 0
    var signs = 0
    /// Those in which the next word had room; and within a sentence.
    var early = 0
    var earlyWithin = 0

    static func += (one: inout Endings, other: Endings) {
      one.full += other.full
      one.signs += other.signs
      one.early += other.early
      one.earlyWithin += other.earlyWithin
    }

    var count: Int { full + early }

    /// Whether a person ended most of them.
    var areChosen: Bool { count >= 3 && 2 * early + earlyWithin + 2 * signs > full }

    /// Whether a person ended all of them.
    var areAllChosen: Bool { signs + early - earlyWithin == count }

    /// Whether they were broken by hand, at about the width: most within a sentence.
    var areRagged: Bool {
      count >= 3 && earlyWithin > 0 && 4 * (signs + early - earlyWithin) <= count
    }
  }

  let lines: [PlainLine]
  /// At what width its writer broke lines, in characters of usual width; 0: never.
  let width: Int

  private let fields: Int
  private let isOfRecords: Bool

  init(_ lines: [PlainLine], width: Int) {
    self.lines = lines
    self.width = width
    fields = lines.count(where: \.isField)
    let most = max(2, lines.count / 2 + 1)
    isOfRecords =
      lines.count(where: \.beginsWithAmount) >= most
      || lines.count(where: \.beginsWithKeyword) >= most
      || (fields >= 2 && 2 * fields >= lines.count)
  }

  /// How its lines end.
  var endings: Endings {
    var endings = Endings()
    follow { line, next, _ in
      guard line.hasWords, 2 * line.width >= width else { return false }
      if line.isFull(before: next, width: width) {
        endings.full += 1
        // Where any character may end a line, a sign that may not begin one does so often.
        if line.endsWithSign, !line.isWideAtItsEnd { endings.signs += 1 }
      } else {
        endings.early += 1
        if !line.endsWithSign { endings.earlyWithin += 1 }
      }
      return true
    }
    return endings
  }

  /// What stands between each line and the next where both are one; nil where the line ends.
  ///
  /// - Parameter text: How all lines of the text end.
  func joints(in text: Endings) -> [Joint?] {
    var joints: [Joint?] = Array(repeating: nil, count: max(0, lines.count - 1))
    let own = endings
    let isComb = isComb
    guard width > 0, !isOfRecords, own.count > 0 || isComb else { return joints }
    let judged = own.count >= 6 ? own : text
    // Prose of a mail that brings a poem.
    let areWrapped = own.full >= 2 && own.signs == 0 && own.early == 0
    // Each line of a verse begins with a capital.
    let isVerse = lines.count >= 4 && lines.allSatisfy(\.beginsWithCapital)
    let areChosen =
      isVerse || (judged.areChosen && !areWrapped) || (own.count >= 3 && own.areAllChosen)
    guard !areChosen || judged.areRagged || isComb else { return joints }
    follow { line, next, index in
      let length = line.width
      let isFull = 2 * length >= width && line.isFull(before: next, width: width)
      let isRagged =
        judged.areRagged && !line.endsWithSign && next.beginsWithLetter && 4 * length >= 3 * width
      let isTooth = isComb && index > 0 && joints[index - 1] != nil && !line.endsWithSign
      guard (line.hasWords && (isFull || isRagged)) || isTooth else { return false }
      joints[index] = line.joint(before: next)
      return true
    }
    return joints
  }

  /// Whether lines were broken again that were quoted, so that each left a few words behind.
  private var isComb: Bool {
    guard let first = lines.first, first.depth > 0, lines.count >= 4 else { return false }
    let teeth = (1..<(lines.count - 1)).count { index in
      3 * lines[index].width < width && !lines[index].endsWithSign
        && lines[index - 1].isFull(before: lines[index], width: width)
    }
    return teeth >= 2
  }

  /// Goes through what may be one line with the next by its place and kind.
  ///
  /// - Parameter visit: Whether it is.
  private func follow(_ visit: (_ line: PlainLine, _ next: PlainLine, _ index: Int) -> Bool) {
    /// Where the lines of the paragraph begin but for the first; nil at the first.
    var margin: Int?
    for index in lines.indices.dropLast() {
      let (line, next) = (lines[index], lines[index + 1])
      let isInPlace =
        margin.map { $0 == next.indentation } ?? line.mayBegin(before: next)
      let isOne =
        isInPlace && !(fields >= 2 && next.isField) && line.mayGoOn(in: next)
        && visit(line, next, index)
      margin = isOne ? next.indentation : nil
    }
  }
}

extension PlainLine {
  /// Whether the first word of the next line had no room in the writer's width.
  func isFull(before next: PlainLine, width: Int) -> Bool {
    let word =
      next.isWideAtItsBeginning
      ? 2
      : Self.width(next.unindented.prefix { $0 != 0x20 && $0 != 0x09 })
    return self.width + 1 + word > width
  }

  /// Whether a paragraph of which it is the first line goes on where the next begins: below it, below the text of an item, or at the
  /// margin where the first is set in.
  fileprivate func mayBegin(before next: PlainLine) -> Bool {
    if isItem {
      return next.indentation > indentation || (indentation == 0 && next.indentation == 0)
    }
    return next.indentation == indentation || next.indentation == 0
      || (indentation == 0 && next.indentation >= 3)
  }

  /// Whether both are of a text, and neither a line that stands for itself.
  fileprivate func mayGoOn(in next: PlainLine) -> Bool {
    let own = trimmed
    guard !next.isItem, own.last != UInt8(ascii: ":") || next.indentation > indentation,
      !(isRecord && next.isRecord), !(beginsWithKeyword && next.beginsWithKeyword),
      !(beginsWithSign && own.first == next.content.first),
      own.contains(where: Self.isLetter), next.content.contains(where: Self.isLetter)
    else { return false }
    // A term stands before its explanation, which is set in below.
    return !next.hasColumns && (!hasColumns || next.indentation >= 4)
  }

  fileprivate func joint(before next: PlainLine) -> PlainBlock.Joint {
    if isWideAtItsEnd && next.isWideAtItsBeginning { return .nothing }
    let own = trimmed
    guard own.last == UInt8(ascii: "-"), own.dropLast().last.map(Self.isLetter) == true
    else { return .space }
    let word = next.unindented.prefix { $0 != 0x20 }
    // "Vor- und Nachteile".
    let joins = ["und", "oder", "bzw.", "and", "or", "to", "et", "ou", "y", "o", "en", "of"]
    return joins.contains { word.elementsEqual($0.utf8) } ? .space : .nothing
  }

  /// Whether it ends with something that is no letter: an end of a sentence or of a part of it, as a verse does.
  var endsWithSign: Bool {
    let end = String(decoding: trimmed.suffix(12), as: UTF8.self).unicodeScalars.last
    guard let end, end != "-" else { return false }
    return !end.properties.isAlphabetic && end.properties.numericType == nil
      && end.properties.generalCategory != .nonspacingMark
  }

  /// Whether it is more than one word.
  fileprivate var hasWords: Bool {
    isWideAtItsEnd || trimmed.drop { $0 == 0x20 || $0 == 0x09 }.contains(0x20)
  }

  fileprivate var beginsWithCapital: Bool { first?.isUppercase == true }

  private var first: Unicode.Scalar.Properties? {
    String(decoding: unindented.prefix(8), as: UTF8.self).unicodeScalars.first?.properties
  }

  /// Whether it begins with a letter that begins no sentence.
  fileprivate var beginsWithLetter: Bool {
    first.map { $0.isAlphabetic && !$0.isUppercase } == true
  }

  private var beginsWithSign: Bool { content.first.map { "<[$%@/\\{}".utf8.contains($0) } == true }

  /// Whether it begins with a time, a place in a file or the like, as the lines of a log do.
  fileprivate var isRecord: Bool {
    content.split(separator: 0x20, maxSplits: 3).prefix(3).contains { word in
      var (digits, signs) = (0, 0)
      for byte in word {
        if (0x30...0x39).contains(byte) { digits += 1 }
        if ":-./[]".utf8.contains(byte) { signs += 1 }
      }
      return digits >= 1 && signs >= 2 || digits >= 3 && word.contains(UInt8(ascii: ":"))
    }
  }

  /// Whether it begins as a field of a header or a form does: up to three words, the first a name, and a colon.
  fileprivate var isField: Bool {
    guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = content[..<colon]
    let words = name.split(separator: 0x20)
    let isName = name.first.map { (0x41...0x5A).contains($0) || $0 >= 0xC3 } == true
    let isEnded = colon + 1 == content.endIndex || content[colon + 1] == 0x20
    return (isName && isEnded && words.count <= 3 && name.count <= 40)
      || (words.count == 1 && isEnded && name.allSatisfy { Self.isLetter($0) || $0 == 0x2D })
  }

  /// Whether it begins with a number of something.
  fileprivate var beginsWithAmount: Bool {
    let digits = content.prefix { (0x30...0x39).contains($0) || $0 == 0x2C || $0 == 0x2E }
    return !digits.isEmpty && digits.endIndex < content.endIndex
      && content[digits.endIndex] == 0x20
  }

  /// Whether it begins with a word of capitals, and has others.
  fileprivate var beginsWithKeyword: Bool {
    let word = content.prefix { $0 != 0x20 }
    return word.count >= 2 && word.allSatisfy { (0x41...0x5A).contains($0) }
      && content.contains { (0x61...0x7A).contains($0) }
  }
}
