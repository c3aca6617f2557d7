import MailText

nonisolated extension MarkedText {
  /// Another text in the place of a stretch.
  struct Edit {
    let range: Range<Int>
    let text: String

    /// - Parameter range: In bytes; empty for what is put between.
    init(_ range: Range<Int>, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  /// The text with others in the place of stretches that do not overlap, and its marks as they stand then; what is put at the end of a
  /// mark is no part of it.
  func edited(by edits: [Edit]) -> MarkedText {
    let old = Array(text.utf8)
    var bytes: [UInt8] = []
    var start = 0
    var made: [Range<Int>] = []
    // How much longer the text is behind the first of them.
    var longer = [0]
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= start && edit.range.upperBound <= old.count {
      bytes += old[start..<edit.range.lowerBound] + edit.text.utf8
      start = edit.range.upperBound
      made.append(edit.range)
      longer.append(longer[made.count - 1] + edit.text.utf8.count - edit.range.count)
    }
    bytes += old[start...]
    var result = self
    result.text = String(decoding: bytes, as: UTF8.self)
    result.marks = marks.map { mark in
      let (lower, upper) = (mark.range.lowerBound, mark.range.upperBound)
      let first = lower + longer[made.partitioned { $0.upperBound <= lower }]
      let last =
        upper + longer[made.partitioned { $0.upperBound <= upper && $0.lowerBound < upper }]
      return Mark(first..<max(first, last), mark.kind)
    }
    return result
  }
}

nonisolated extension [Range<Int>] {
  /// How many of them, the first, something is true of.
  fileprivate func partitioned(by isFirst: (Range<Int>) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
