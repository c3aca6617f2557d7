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

  /// - Parameter pictures: The Content-IDs of those that there are; what is said of another stands in its place.
  init(_ whole: MarkedText, pictures: Set<String> = []) {
    (content, targets) = Self.edited(whole, pictures)
    let text = Array(content.text.utf8)
    // What may still be open, of the marks that have begun.
    var open: [Int] = []
    var next = 0
    var start = 0
    while start < text.count {
      var end = text[start...].firstIndex(of: 0x0A) ?? text.count
      if end - start > Self.longest { end = Self.cut(text, start) }
      while next < content.marks.count, content.marks[next].range.lowerBound < max(end, start + 1) {
        open.append(next)
        if case .enclosure = content.marks[next].kind {
          paragraphs.append(Paragraph(text: "", style: .rule))
        }
        next += 1
      }
      paragraphs.append(
        paragraph(String(decoding: text[start..<end], as: UTF8.self), start..<end, open))
      start = end < text.count && text[end] == 0x0A ? end + 1 : end
      open.removeAll { content.marks[$0].range.upperBound <= start }
    }
  }

  private func paragraph(_ text: String, _ range: Range<Int>, _ numbers: [Int]) -> Paragraph {
    var made = Paragraph(text: text)
    for number in numbers {
      let mark = content.marks[number]
      guard
        mark.range.lowerBound <= range.lowerBound && mark.range.upperBound > range.lowerBound
          || mark.range.overlaps(range)
      else { continue }
      switch mark.kind {
      case .heading(let level): made.style = .heading(level)
      case .preformatted: made.style = .preformatted
      case .signature: made.style = .small
      case .rule: made.style = .rule
      case .quotation: made.quotation = min(made.quotation + 1, Self.deepest)
      case .item(let depth): made.depth = min(max(made.depth, depth), Self.deepest)
      case .table: made.table = number
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
      case .picture(let id, let description) where !pictures.contains(id):
        edits.append(.init(mark.range, description.isEmpty ? "" : "[\(description)]"))
      case .link(let link) where whole.links.indices.contains(link):
        // A link whose text looks differently in places is marked in pieces.
        let goesOn = whole.marks[(index + 1)...].prefix(4).contains {
          $0.kind == mark.kind && $0.range.lowerBound <= mark.range.upperBound + 1
        }
        let target = whole.links[link].shown
        guard !goesOn, !isTold(target, by: text()),
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
  /// Deeper ones would leave no room for the text.
  private static let deepest = 6
}
