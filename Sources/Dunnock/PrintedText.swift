import MailText

/// A text cut into the paragraphs that a page is made of, each with what it is.
nonisolated struct PrintedText: Sendable {
  /// A line of the text, or a piece of a very long one.
  struct Paragraph: Sendable, Equatable {
    enum Style: Sendable, Equatable {
      case text, preformatted, small, rule
      case heading(Int)
    }

    var text: String
    var style = Style.text
    /// How many quotations it lies in.
    var quotation = 0
    /// How many lists deep it is, and whether it begins with the mark of its item.
    var depth = 0
    var isCentered = false
    /// Where the columns of a table begin, in characters.
    var columns: [Int] = []
    /// What stretches of it are, in bytes of it.
    var marks: [MarkedText.Mark] = []
  }

  private(set) var paragraphs: [Paragraph] = []

  init(_ content: MarkedText) {
    let text = Array(content.text.utf8)
    // What may still be open, of the marks that have begun.
    var open: [MarkedText.Mark] = []
    var next = 0
    var start = 0
    while start < text.count {
      var end = text[start...].firstIndex(of: 0x0A) ?? text.count
      if end - start > Self.longest { end = Self.cut(text, start) }
      while next < content.marks.count, content.marks[next].range.lowerBound < max(end, start + 1) {
        open.append(content.marks[next])
        next += 1
      }
      paragraphs.append(
        Self.paragraph(String(decoding: text[start..<end], as: UTF8.self), start..<end, open))
      start = end < text.count && text[end] == 0x0A ? end + 1 : end
      open.removeAll { $0.range.upperBound <= start }
    }
  }

  private static func paragraph(_ text: String, _ range: Range<Int>, _ marks: [MarkedText.Mark])
    -> Paragraph
  {
    var made = Paragraph(text: text)
    for mark in marks
    where mark.range.lowerBound <= range.lowerBound && mark.range.upperBound > range.lowerBound
      || mark.range.overlaps(range)
    {
      switch mark.kind {
      case .heading(let level): made.style = .heading(level)
      case .preformatted: made.style = .preformatted
      case .signature: made.style = .small
      case .rule: made.style = .rule
      case .quotation: made.quotation = min(made.quotation + 1, deepest)
      case .item(let depth): made.depth = min(max(made.depth, depth), deepest)
      case .table(let columns): made.columns = columns
      case .centered: made.isCentered = true
      case .enclosure: continue
      case .bold, .italic, .underlined, .struck, .monospace, .small, .link, .picture:
        let clamped = mark.range.clamped(to: range)
        guard !clamped.isEmpty else { continue }
        made.marks.append(
          MarkedText.Mark(
            clamped.lowerBound - range.lowerBound..<clamped.upperBound - range.lowerBound, mark.kind
          ))
      }
    }
    return made
  }

  /// Where a long line is cut: at a blank near the bound, else at the end of a character.
  private static func cut(_ text: [UInt8], _ start: Int) -> Int {
    let bound = start + longest
    if let blank = text[(bound - 200)..<bound].lastIndex(of: 0x20) { return blank + 1 }
    var end = bound
    while end > start + 1, text[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  /// In bytes: what is laid out at once.
  private static let longest = 8 << 10
  /// Deeper ones would leave no room for the text.
  private static let deepest = 6
}
