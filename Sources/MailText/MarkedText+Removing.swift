extension MarkedText {
  /// Removes ranges from the text, and then the marks whose ranges are empty.
  ///
  /// - Parameter ranges: The ranges in bytes of UTF-8, sorted and not overlapping. Their bounds are bounds of characters.
  mutating func remove(_ ranges: [Range<Int>]) {
    /// The offset of each removed range in the new text.
    var places: [Int] = []
    var removed = 0
    for range in ranges {
      places.append(range.lowerBound - removed)
      removed += range.count
    }
    /// Returns the offset in the new text for an offset in the old text. A binary search, as hostile texts have many ranges and marks.
    func moved(_ offset: Int) -> Int {
      var (count, end) = (0, ranges.count)
      while count < end {
        let middle = (count + end) / 2
        if ranges[middle].lowerBound <= offset { count = middle + 1 } else { end = middle }
      }
      return count == 0
        ? offset : places[count - 1] + max(0, offset - ranges[count - 1].upperBound)
    }
    text = text.removing(ranges)
    marks = marks.compactMap { mark in
      let range = moved(mark.range.lowerBound)..<moved(mark.range.upperBound)
      return range.isEmpty ? nil : Mark(range, mark.kind)
    }
  }
}

extension String {
  /// Returns the text without some ranges.
  ///
  /// - Parameter ranges: The ranges in bytes of UTF-8, sorted and not overlapping.
  func removing(_ ranges: [Range<Int>]) -> String {
    let bytes = Array(utf8)
    var kept: [UInt8] = []
    var start = 0
    for range in ranges {
      kept += bytes[start..<range.lowerBound]
      start = range.upperBound
    }
    return String(decoding: kept + bytes[start...], as: UTF8.self)
  }
}
