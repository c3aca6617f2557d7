import CDunnockGtk
import MailText

/// What the paragraphs of a text are, run by run.
nonisolated struct ParagraphRuns {
  /// Lines that look alike, in bytes of the text.
  struct Run: Equatable {
    var range: Range<Int>
    var paragraph: Paragraph
    /// The number of the mark of the table that it is of.
    var table: Int?
  }

  /// What is painted beneath a stretch.
  struct Figure: Equatable {
    enum Kind: Equatable {
      case bar(level: Int, isAtRight: Bool)
      case box
      case rule
    }

    let kind: Kind
    /// The number of the mark that it stands for.
    let mark: Int
    /// In bytes of the text, as far as it was asked for.
    var range: Range<Int>
  }

  let marks: [MarkedText.Mark]
  /// The greatest end of the marks up to each.
  private let ends: [Int]
  let bytes: [UInt8]
  /// Whether there may be letters that are written from right to left: none begins with a smaller byte.
  private let mayTurn: Bool
  private let isRightToLeft: Bool

  /// - Parameter isRightToLeft: What a text without letters is taken for.
  init(_ marks: [MarkedText.Mark], of bytes: [UInt8], isRightToLeft: Bool) {
    self.marks = marks
    self.bytes = bytes
    self.isRightToLeft = isRightToLeft
    mayTurn = bytes.contains { $0 >= 0xD6 }
    var end = 0
    ends = marks.map {
      end = max(end, $0.range.upperBound)
      return end
    }
  }

  /// The numbers of the marks that reach into a range, in their order.
  func marks(in range: Range<Int>) -> [Int] {
    var last = firstMark(from: range.upperBound)
    var found: [Int] = []
    while last > 0, ends[last - 1] > range.lowerBound {
      last -= 1
      if marks[last].range.upperBound > range.lowerBound, !marks[last].range.isEmpty {
        found.append(last)
      }
    }
    return found.reversed()
  }

  /// What the lines of a range are, and what is painted beneath them.
  func runs(in range: Range<Int>, _ numbers: [Int]) -> (runs: [Run], figures: [Figure]) {
    var figures: [Figure] = []
    var changes: [(place: Int, number: Int, begins: Bool)] = []
    for number in numbers where isOfLines(marks[number].kind) {
      let mark = marks[number]
      changes.append((max(range.lowerBound, mark.range.lowerBound), number, true))
      if mark.range.upperBound < range.upperBound {
        changes.append((mark.range.upperBound, number, false))
      }
    }
    // Those that end go before those that begin, and these in their order.
    changes.sort {
      ($0.place, $0.begins ? 1 : 0, $0.number) < ($1.place, $1.begins ? 1 : 0, $1.number)
    }
    var runs: [Run] = []
    var open: [Int] = []
    var index = 0
    while index < changes.count {
      let place = changes[index].place
      while index < changes.count, changes[index].place == place {
        let (_, number, begins) = changes[index]
        index += 1
        if begins {
          open.append(number)
          if open.count <= Self.deepest, let kind = figure(number, open) {
            let end = min(marks[number].range.upperBound, range.upperBound)
            figures.append(Figure(kind: kind, mark: number, range: place..<end))
          }
        } else if let there = open.lastIndex(of: number) {
          open.remove(at: there)
        }
      }
      let end = index < changes.count ? changes[index].place : range.upperBound
      guard place < end, !open.isEmpty else { continue }
      append(place..<end, open, to: &runs)
    }
    return (runs, figures)
  }

  /// Whether a range is written from right to left, by its first letter.
  func isRightToLeft(_ range: Range<Int>) -> Bool {
    guard mayTurn else { return range.contains { isLetter(bytes[$0]) } ? false : isRightToLeft }
    for scalar in String(decoding: bytes[range].prefix(Self.farthest), as: UTF8.self).unicodeScalars
    where g_unichar_isalpha(scalar.value) != 0 {
      return Self.turned.contains { $0.contains(scalar.value) }
    }
    return isRightToLeft
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Appends the lines of a range in which the same marks are open.
  private func append(_ range: Range<Int>, _ open: [Int], to runs: inout [Run]) {
    var paragraph = Paragraph()
    var item: MarkedText.Mark?
    var table: Int?
    for number in open.prefix(Self.deepest) {
      switch marks[number].kind {
      case .quotation:
        if paragraph.quotations == 0 { paragraph.isQuotedAtRight = isAtRight(number) }
        paragraph.quotations = min(Typography.deepest, paragraph.quotations + 1)
      case .item(let depth):
        item = marks[number]
        paragraph.item = max(1, min(Typography.deepest, depth))
      case .heading(let level): paragraph.heading = max(1, min(6, level))
      case .preformatted: paragraph.isPreformatted = true
      case .signature: paragraph.isSignature = true
      case .centered: paragraph.isCentered = true
      case .rule: paragraph.isRule = true
      case .table: table = number
      default: break
      }
    }
    if let table { return putRows(range, of: table, paragraph, &runs) }
    guard let item else { return put(range, paragraph, &runs) }
    // The mark of the item hangs out of its first line.
    paragraph.isRightToLeft = isRightToLeft(item.range.clamped(to: 0..<bytes.count))
    let line =
      bytes[item.range.lowerBound...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      ?? bytes.count
    if range.lowerBound < line {
      paragraph.beginsItem = true
      put(range.lowerBound..<min(line, range.upperBound), paragraph, &runs)
      paragraph.beginsItem = false
    }
    if line < range.upperBound {
      put(max(line, range.lowerBound)..<range.upperBound, paragraph, &runs)
    }
  }

  /// Puts each row, for what its columns are differs by which are filled.
  private func putRows(
    _ range: Range<Int>, of table: Int, _ paragraph: Paragraph, _ runs: inout [Run]
  ) {
    var paragraph = paragraph
    var start = range.lowerBound
    while start < range.upperBound {
      let end =
        bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        ?? range.upperBound
      paragraph.row = TableRow(filled: TableRow.filled(bytes[start..<end]))
      put(start..<end, paragraph, table: table, &runs)
      start = end
    }
  }

  private func put(
    _ range: Range<Int>, _ paragraph: Paragraph, table: Int? = nil, _ runs: inout [Run]
  ) {
    if let last = runs.indices.last, runs[last].paragraph == paragraph, runs[last].table == table,
      runs[last].range.upperBound == range.lowerBound
    {
      runs[last].range = runs[last].range.lowerBound..<range.upperBound
    } else {
      runs.append(Run(range: range, paragraph: paragraph, table: table))
    }
  }

  private func figure(_ number: Int, _ open: [Int]) -> Figure.Kind? {
    switch marks[number].kind {
    case .quotation:
      let around = open.filter { marks[$0].kind == .quotation }
      return around.count <= Typography.deepest
        ? .bar(level: around.count, isAtRight: isAtRight(around[0])) : nil
    case .preformatted: return .box
    case .rule: return .rule
    default: return nil
    }
  }

  private func isAtRight(_ number: Int) -> Bool {
    isRightToLeft(marks[number].range.clamped(to: 0..<bytes.count))
  }

  private func isOfLines(_ kind: MarkedText.Kind) -> Bool {
    switch kind {
    case .heading, .preformatted, .signature, .quotation, .item, .table, .centered, .rule: true
    default: false
    }
  }

  /// The first mark that begins at a place or behind it.
  private func firstMark(from place: Int) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].range.lowerBound < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The letters that are written from right to left.
  private static let turned: [ClosedRange<UInt32>] = [
    0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]

  /// How many marks within each other count, and how far the first letter is looked for, in bytes.
  private static let deepest = 32
  private static let farthest = 1_024
}
