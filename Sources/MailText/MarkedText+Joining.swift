extension MarkedText {
  /// Puts the marks into their order.
  mutating func sortMarks() {
    let numbered = marks.enumerated().sorted { one, other in
      let (first, second) = (one.element.range, other.element.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
      return one.offset < other.offset
    }
    marks = numbered.map(\.element)
  }
}
