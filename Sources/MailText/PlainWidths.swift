/// At what width the writers of a text broke their lines, for each depth of quotation.
struct PlainWidths {
  /// Lines of fewer characters were ended on purpose, and longer ones were not broken.
  private static let usual = 50...100
  private var widths: [Int] = Array(repeating: 0, count: 9)
  private var endings: [PlainBlock.Endings] = Array(repeating: .init(), count: 9)

  init() {}

  init(_ text: ArraySlice<UInt8>) {
    let text = Array(text)
    var lengths: [[Int]] = Array(repeating: [], count: 9)
    var unbroken = Array(repeating: 0, count: 9)
    var index = 0
    var previous: PlainLine?
    var blocks: [[PlainLine]] = []
    while index < text.count {
      let line = PlainLine(text, at: index, isFlowed: false)
      index = line.end
      if line.width > Self.usual.upperBound, line.content.contains(0x20) {
        unbroken[line.depth] += 1
      }
      if let previous, previous.depth == line.depth, !line.isBlank, previous.content.first != 0x20,
        previous.width <= Self.usual.upperBound,
        previous.content.split(separator: 0x20).allSatisfy({
          $0.count <= 30 || $0[$0.startIndex] >= 0xE3
        })
      {
        lengths[line.depth].append(previous.width)
      }
      if !line.isBlank {
        if previous?.depth == line.depth {
          blocks[blocks.count - 1].append(line)
        } else {
          blocks.append([line])
        }
      }
      previous = line.isBlank ? nil : line
    }
    for depth in widths.indices {
      let sorted = lengths[depth].sorted()
      guard let longest = sorted.last, unbroken[depth] * 4 <= sorted.count else { continue }
      let width = sorted.count < 10 ? longest : sorted[sorted.count * 9 / 10]
      widths[depth] = width >= Self.usual.lowerBound ? width : 0
    }
    for block in blocks where block.count > 1 && !PlainLine.areLaidOut(block) {
      let depth = block[0].depth
      endings[depth] += PlainBlock(block, width: widths[depth]).endings
    }
  }

  /// In characters of usual width; 0 where no line was broken.
  subscript(depth: Int) -> Int { widths[depth] }

  /// How the lines of a depth end, in all of the text.
  func endings(_ depth: Int) -> PlainBlock.Endings { endings[depth] }
}
