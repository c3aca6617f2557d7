import MailText

/// A text cut into the paragraphs that a page is made of, each with what it is.
nonisolated struct PrintedText: Sendable {
  /// A line of the text, or a piece of a very long one.
  struct Paragraph: Sendable, Equatable {
    var text: String
    var look = MailReading.Paragraph()
    /// The number of the mark of the table that it is a row of.
    var table: Int?
    /// What stretches of it are, in bytes of it.
    var marks: [MarkedText.Mark] = []
  }

  private(set) var paragraphs: [Paragraph] = []
  /// Where the links of the text lead, each by the number behind its text, from 1.
  let targets: [String]
  /// The text itself, with those numbers.
  let content: MarkedText

  /// - Parameter pictures: The names of those that there are; what is said of another stands in its place.
  init(_ whole: MarkedText, pictures: Set<String> = []) {
    (content, targets) = Self.edited(whole, pictures)
    let text = Array(content.text.utf8)
    let lines = ParagraphRuns(content.marks, of: text, isRightToLeft: false)
    var runs = lines.runs(in: text.indices, lines.marks(in: text.indices)).runs[...]
    var start = 0
    while start < text.count {
      var end = text[start...].firstIndex(of: 0x0A) ?? text.count
      if end - start > Self.longest { end = Self.cut(text, start) }
      let marks = lines.marks(in: start..<max(end, start + 1)).map { content.marks[$0] }
      for mark in marks where mark.range.lowerBound >= start {
        if case .enclosure = mark.kind { paragraphs.append(.rule) }
      }
      runs = runs.drop { $0.range.upperBound <= start }
      let run = runs.first.flatMap { $0.range.contains(start) ? $0 : nil }
      paragraphs.append(
        Paragraph(
          text: String(decoding: text[start..<end], as: UTF8.self),
          look: run?.paragraph ?? .init(), table: run?.table,
          marks: marks.compactMap { Self.mark($0, in: start..<end) }))
      start = end < text.count && text[end] == 0x0A ? end + 1 : end
    }
  }

  /// What a mark is within a paragraph; nil for what the paragraph is as a whole.
  private static func mark(
    _ mark: MarkedText.Mark, in paragraph: Range<Int>
  ) -> MarkedText.Mark? {
    switch mark.kind {
    case .bold, .italic, .underlined, .struck, .monospace, .small, .link, .picture,
      .remotePicture:
      let range = mark.range.clamped(to: paragraph)
      let start = paragraph.lowerBound
      return range.isEmpty
        ? nil : MarkedText.Mark(range.lowerBound - start..<range.upperBound - start, mark.kind)
    default: return nil
    }
  }

  /// The text with numbers behind its links, and without the pictures that there are not; and where the links lead.
  private static func edited(
    _ whole: MarkedText, _ pictures: Set<String>
  ) -> (MarkedText, targets: [String]) {
    let bytes = Array(whole.text.utf8)
    var edits: [MarkedText.Edit] = []
    var targets: [String] = []
    var numbers: [Int: Int] = [:]
    for (index, mark) in whole.marks.enumerated() {
      let text = { String(decoding: bytes[mark.range.clamped(to: 0..<bytes.count)], as: UTF8.self) }
      switch mark.kind {
      case .picture, .remotePicture:
        let description = mark.kind.pictureDescription
        guard mark.kind.pictureName.map(pictures.contains) != true else { continue }
        edits.append(.init(mark.range, description.isEmpty ? "" : "[\(description)]"))
      case .link(let link) where whole.links.indices.contains(link):
        // A link whose text looks differently in places is marked in pieces.
        let goesOn = whole.marks[(index + 1)...].prefix(4).contains {
          $0.kind == mark.kind && $0.range.lowerBound <= mark.range.upperBound + 1
        }
        let target = whole.links[link].shown
        // Nothing is left of a picture that there is not and of which nothing is said.
        let isGone =
          text().allSatisfy { $0 == "\u{FFFC}" || $0.isWhitespace }
          && !whole.marks.contains {
            $0.range.overlaps(mark.range)
              && ($0.kind.pictureName.map(pictures.contains) == true
                || !$0.kind.pictureDescription.isEmpty)
          }
        guard !goesOn, !isGone, !isTold(target, by: text()),
          numbers[link] != nil || targets.count < mostTargets
        else { continue }
        if numbers[link] == nil {
          targets.append(target)
          numbers[link] = targets.count
        }
        let end = mark.range.upperBound
        edits.append(.init(end..<end, "\u{A0}[\(numbers[link] ?? 0)]"))
      default: continue
      }
    }
    return (whole.edited(by: edits), targets)
  }

  /// Whether the text of a link says itself where it leads.
  private static func isTold(_ target: String, by text: String) -> Bool {
    func bare(_ text: String) -> Substring {
      let rest = text.filter { !$0.isWhitespace }.trimmingPrefix(
        /(https?:\/\/|mailto:|tel:)?(www\.)?/)
      return rest.hasSuffix("/") ? rest.dropLast() : rest
    }
    return bare(target) == bare(text)
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
  private static let mostTargets = 300
}

nonisolated extension PrintedText.Paragraph {
  /// A line across the page.
  static let rule = Self(text: "", look: .init(isRule: true))

  /// A text that is no part of the message.
  static func note(_ text: String) -> Self { Self(text: text, look: .init(isSignature: true)) }
}
