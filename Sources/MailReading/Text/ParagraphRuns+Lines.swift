import MailText

nonisolated extension ParagraphRuns {
  /// The empty lines that part paragraphs, in bytes.
  func gaps(in range: Range<Int>, _ runs: [Run]) -> [Range<Int>] {
    let kept = runs.filter { $0.paragraph.isPreformatted }.map(\.range)
    var gaps: [Range<Int>] = []
    var next = kept.startIndex
    let newline = UInt8(ascii: "\n")
    for index in range where bytes[index] == newline && (index == 0 || bytes[index - 1] == newline)
    {
      while next < kept.endIndex, kept[next].upperBound <= index { next += 1 }
      if next < kept.endIndex, kept[next].contains(index) { continue }
      if let last = gaps.last, last.upperBound == index {
        gaps[gaps.count - 1] = last.lowerBound..<index + 1
      } else {
        gaps.append(index..<index + 1)
      }
    }
    return gaps
  }

  /// Lines to be marked so that at the beginning of each line a tag begins or ends, in bytes.
  ///
  /// A line at whose beginning none does GTK draws like whichever line it laid out before, and that may be
  /// another than the one above: those that it has drawn already it passes over.
  func partings(
    in range: Range<Int>, _ runs: [Run], _ gaps: [Range<Int>]
  ) -> [Range<Int>] {
    guard !marks.isEmpty || !gaps.isEmpty else { return [] }
    let edges = Set((runs.map(\.range) + gaps).flatMap { [$0.lowerBound, $0.upperBound] })
    var partings: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end =
        bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        ?? range.upperBound
      if !edges.contains(start), partings.last?.upperBound != start { partings.append(start..<end) }
      start = end
    }
    return partings
  }

  /// How many characters the widest line of preformatted text has; 80 at most.
  var preformattedColumns: Int {
    var widest = 1
    for mark in marks where mark.kind == .preformatted && widest < Self.mostColumns {
      var width = 0
      for byte in bytes[mark.range.clamped(to: 0..<bytes.count)] {
        switch byte {
        case UInt8(ascii: "\n"): width = 0
        case UInt8(ascii: "\t"): width = (width / 8 + 1) * 8
        case 0x80..<0xC0: break
        default: width += 1
        }
        widest = max(widest, width)
      }
    }
    return min(widest, Self.mostColumns)
  }

  /// How many characters of preformatted text are to fit a line.
  private static var mostColumns: Int { 80 }
}
