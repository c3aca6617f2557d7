extension MarkedText {
  /// Removes ranges from the text, and then the marks whose ranges are empty.
  ///
  /// - Parameter ranges: The ranges in bytes of UTF-8, sorted and not overlapping. Their bounds are bounds of characters.
  mutating func remove(_ ranges: [Range<Int>]) {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    /// The offset of each removed range in the new text.
    var places: [Int] = []
    var start = 0
    for range in ranges {
      kept += bytes[start..<range.lowerBound]
      places.append(kept.count)
      start = range.upperBound
    }
    kept += bytes[start...]
    /// Returns the offset in the new text for an offset in the old text.
    func moved(_ offset: Int) -> Int {
      guard let last = ranges.lastIndex(where: { $0.lowerBound <= offset }) else { return offset }
      return places[last] + max(0, offset - ranges[last].upperBound)
    }
    text = String(decoding: kept, as: UTF8.self)
    marks = marks.compactMap { mark in
      let range = moved(mark.range.lowerBound)..<moved(mark.range.upperBound)
      return range.isEmpty ? nil : Mark(range, mark.kind)
    }
  }
}
