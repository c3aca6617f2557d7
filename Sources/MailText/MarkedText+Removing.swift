extension MarkedText {
  /// Takes parts out of the text, and the marks that hold nothing then.
  ///
  /// - Parameter ranges: In bytes of UTF-8, at the bounds of characters, in their order.
  mutating func remove(_ ranges: [Range<Int>]) {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    /// Where each range begins in the new text.
    var places: [Int] = []
    var start = 0
    for range in ranges {
      kept += bytes[start..<range.lowerBound]
      places.append(kept.count)
      start = range.upperBound
    }
    kept += bytes[start...]
    /// A place of the old text in the new one.
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
