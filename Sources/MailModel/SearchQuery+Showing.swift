internal import MailText

extension SearchQuery {
  /// Where the words that are looked for stand in a text that comes from such a place: what is to be marked
  /// in a row. In their order, none over another.
  public func marks(in text: String, from place: Place) -> [Range<String.Index>] {
    var marks: [Range<Int>] = []
    for range in places(in: text, from: place).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = marks.last, range.lowerBound < last.upperBound {
        marks[marks.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        marks.append(range)
      }
    }
    return marks.map { range in
      text.utf8.index(
        text.startIndex, offsetBy: range.lowerBound)..<text.utf8.index(
          text.startIndex, offsetBy: range.upperBound)
    }
  }

  /// A line of a text around the first of the words that are looked for, to be shown where the preview has
  /// none of them; nil when the text has none either.
  public func excerpt(of text: String) -> String? {
    guard let first = places(in: text, from: .text, limit: 1).map(\.lowerBound).min() else {
      return nil
    }
    let found = text.utf8.index(text.startIndex, offsetBy: first)
    // Begins with a whole word.
    let before = text[..<found].suffix(Self.shownBefore)
    let start =
      before.startIndex == text.startIndex
      ? text.startIndex : before.firstIndex { $0.isWhitespace } ?? found
    let line = text[start...].prefix(Self.shownBefore + Self.shown)
      .split { $0.isWhitespace }.joined(separator: " ")
    return DisplayText.safe((start == text.startIndex ? "" : "…") + line, limit: Self.shown)
  }

  /// In characters: before the words, and in all.
  private static let shownBefore = 20
  private static let shown = 200

  private func places(
    in text: String, from place: Place, limit: Int = 1_000
  ) -> [Range<Int>] {
    clauses.flatMap { clause -> [Range<Int>] in
      guard !clause.isExcluded, case .says(let phrase, let own) = clause.condition,
        (own ?? place) == place
      else { return [] }
      return phrase.places(in: text, limit: limit)
    }
  }
}
