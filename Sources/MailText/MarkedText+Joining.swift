extension MarkedText {
  /// Puts another text with its marks and links behind this one.
  mutating func append(_ other: MarkedText) {
    let start = text.utf8.count
    let firstLink = links.count
    text += other.text
    links += other.links
    marks += other.marks.map { mark in
      let range = (mark.range.lowerBound + start)..<(mark.range.upperBound + start)
      if case .link(let number) = mark.kind { return Mark(range, .link(number + firstLink)) }
      return Mark(range, mark.kind)
    }
  }

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
