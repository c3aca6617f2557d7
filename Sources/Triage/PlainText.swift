import MailText

/// A text with its marks as the plain text that mail programs quote: in lines of at most 72 columns, as RFC 3676
/// (section 4.2) has them, but for words and tables that are longer.
struct PlainText {
  fileprivate struct Line {
    /// How deep it is quoted in the mail itself.
    var depth = 0
    var text: String
    /// What stands before the first of the lines that it is broken into, and before the others.
    var first = ""
    var later = ""
    /// Whether it is left as long as it is.
    var isFixed = false
  }

  /// A mark of whole lines that has begun and not ended, and what its first line begins with.
  private struct Open {
    let mark: MarkedText.Mark
    var hanging = ""
  }

  private static let columns = 72
  /// More marks within one another than this are not told apart.
  private static let mostOpen = 64
  /// The column that a table's last cell begins in at most.
  private static let widestTable = 200

  private var lines: [Line] = []

  /// - Parameters:
  ///   - isWhole: Whether the text is all of the mail's; where it is not, that is to be seen.
  ///   - keepsSignatures: Whether signatures are part of it.
  init(_ content: MarkedText, isWhole: Bool = true, keepsSignatures: Bool = false) {
    let edits = Self.edits(in: content)
    var nextEdit = edits.startIndex
    var nextMark = content.marks.startIndex
    var open: [Open] = []
    var start = 0
    /// Whether a line was left out in which only pictures were.
    var isBehindPictures = false
    for bytes in content.text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      let end = start + bytes.count
      open.removeAll { $0.mark.range.upperBound <= start }
      while nextMark < content.marks.endIndex, content.marks[nextMark].range.lowerBound <= start {
        let mark = content.marks[nextMark]
        if mark.range.upperBound > start, mark.kind.isOfLines, open.count < Self.mostOpen {
          open.append(Open(mark: mark))
        }
        nextMark += 1
      }
      while nextMark < content.marks.endIndex, content.marks[nextMark].range.lowerBound <= end {
        nextMark += 1
      }
      var text: [UInt8] = []
      var place = start
      while nextEdit < edits.endIndex, edits[nextEdit].range.upperBound <= end {
        let edit = edits[nextEdit]
        nextEdit += 1
        guard edit.range.lowerBound >= place else { continue }
        text += bytes.dropFirst(place - start).prefix(edit.range.lowerBound - place)
        text += edit.text.utf8
        place = edit.range.upperBound
      }
      text += bytes.dropFirst(place - start)
      defer { start = end + 1 }
      if text.count < bytes.count, text.allSatisfy({ $0 <= 0x20 }) {
        isBehindPictures = true
        continue
      }
      guard
        let line = Self.line(
          String(decoding: text, as: UTF8.self), at: start, &open, keepsSignatures)
      else { continue }
      if isBehindPictures, line.isBlank, lines.last?.isBlank != false { continue }
      isBehindPictures = false
      lines.append(line)
    }
    while lines.last?.isBlank == true { lines.removeLast() }
    lines = Array(lines.drop(while: \.isBlank))
    if !isWhole { lines.append(Line(text: "[…]")) }
  }

  /// The text, each line ended; quoted once more or as it stands in the mail.
  func text(asQuotation isQuotation: Bool, columns: Int = Self.columns) -> String {
    var result = ""
    for line in lines {
      let depth = min(line.depth + (isQuotation ? 1 : 0), 100)
      let marks = String(repeating: ">", count: depth)
      // One that is quoted by a mark of its own has its marks together.
      let isMarked = depth > 0 && line.text.hasPrefix(">")
      let prefix = depth == 0 || isMarked ? marks : marks + " "
      for piece in line.pieces(columns: columns - prefix.count) {
        let whole = prefix + piece
        result += whole.prefix(
          upTo: whole.lastIndex { $0 != " " }.map(whole.index(after:)) ?? whole.startIndex)
        result += "\n"
      }
    }
    return result
  }

  /// What a line of the text becomes; nil for what is left out.
  private static func line(
    _ text: String, at start: Int, _ open: inout [Open], _ keepsSignatures: Bool
  ) -> Line? {
    var line = Line(text: text)
    for index in open.indices {
      switch open[index].mark.kind {
      case .signature where !keepsSignatures: return nil
      case .quotation: line.depth += 1
      case .preformatted: line.isFixed = true
      case .rule: line.text = "--------"
      case .table(let columns):
        line.text = row(line.text, columns)
        line.isFixed = true
      case .item(let depth):
        let indentation = String(repeating: "  ", count: max(0, min(depth, 10) - 1))
        if open[index].mark.range.lowerBound == start {
          let parts = line.text.split(
            separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
          let mark = parts.count == 2 ? parts[0] + " " : ""
          line.text = String(parts.last ?? "")
          line.first = indentation + mark
          open[index].hanging = indentation + String(repeating: " ", count: width(mark))
          line.later = open[index].hanging
        } else {
          line.first = open[index].hanging
          line.later = open[index].hanging
        }
      default: break
      }
    }
    return line
  }

  /// A row of a table with its cells below each other.
  private static func row(_ text: String, _ columns: [Int]) -> String {
    var row = ""
    for (number, cell) in text.split(separator: "\t", omittingEmptySubsequences: false).enumerated()
    {
      if number > 0 {
        let column =
          columns.indices.contains(number - 1) ? min(columns[number - 1], widestTable) : 0
        row += String(repeating: " ", count: max(2, column - width(row)))
      }
      row += cell
    }
    return row
  }

  /// What is put in the place of stretches of the text, in their order: pictures become their descriptions, and
  /// behind links stands where they lead unless they say so.
  private static func edits(in content: MarkedText) -> [(range: Range<Int>, text: String)] {
    let text = Array(content.text.utf8)
    let edits = content.marks.compactMap { mark -> (range: Range<Int>, text: String)? in
      guard mark.range.lowerBound >= 0, mark.range.upperBound <= text.count, !mark.range.isEmpty
      else { return nil }
      switch mark.kind {
      case .picture(_, let description, _, _):
        return (mark.range, description.isEmpty ? "" : "[\(description)]")
      // It has the place of words.
      case .remotePicture(let picture): return (mark.range, picture.description)
      case .link(let number):
        guard content.links.indices.contains(number) else { return nil }
        let said = content.described(mark.range, of: text)
        // Of a picture of which nothing is said nothing is left.
        if said.isEmpty { return nil }
        let target = content.links[number].target
        if isSame(said, target) { return nil }
        // Behind the last line of it.
        var end = mark.range.upperBound
        while end > mark.range.lowerBound, text[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        return (end..<end, " <\(target)>")
      default: return nil
      }
    }
    return edits.enumerated()
      .sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
      .map(\.element)
  }

  /// Whether a text is what a link leads to, as people write that.
  private static func isSame(_ said: String, _ target: String) -> Bool {
    func bare(_ text: String) -> Substring {
      var text = text.lowercased()[...]
      text = text.drop { $0.isWhitespace || $0 == "<" }
      while let last = text.last, last.isWhitespace || last == ">" || last == "/" {
        text.removeLast()
      }
      for prefix in ["https://", "http://", "mailto:", "tel:"] where text.hasPrefix(prefix) {
        text = text.dropFirst(prefix.count)
      }
      return text.hasPrefix("www.") ? text.dropFirst(4) : text
    }
    return bare(said) == bare(target)
  }

  /// How many columns a text takes.
  fileprivate static func width(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// How many columns a character takes, near enough: two where it is as wide as it is high.
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}

extension MarkedText {
  /// A plain text that can be written on: with the marks of quotations, each paragraph in one line, and no line end behind the last.
  public var editableText: String {
    let text = PlainText(self, keepsSignatures: true).text(asQuotation: false, columns: .max)
    return String(text.dropLast())
  }
}

extension PlainText.Line {
  fileprivate var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// The lines that it is broken into.
  fileprivate func pieces(columns: Int) -> [String] {
    if isFixed || PlainText.width(first) + PlainText.width(text) <= columns {
      return [first + text]
    }
    var pieces: [String] = []
    var piece = first
    var width = PlainText.width(first)
    var isAtStart = true
    func end() {
      pieces.append(piece)
      piece = later
      width = PlainText.width(later)
      isAtStart = true
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let wordWidth = PlainText.width(word)
      if !isAtStart {
        if width + 1 + wordWidth > columns {
          end()
        } else {
          piece += " "
          width += 1
        }
      }
      isAtStart = false
      // Where the script has no spaces a line may end behind any letter.
      if width + wordWidth > columns,
        word.unicodeScalars.contains(where: { PlainText.width($0) == 2 })
      {
        for character in word {
          let wide = PlainText.width(String(character))
          if width + wide > columns { end() }
          isAtStart = false
          piece.append(character)
          width += wide
        }
      } else {
        piece += word
        width += wordWidth
      }
    }
    return pieces + [piece]
  }
}

extension MarkedText.Kind {
  /// Whether it is of whole lines and says how they are written.
  fileprivate var isOfLines: Bool {
    switch self {
    case .preformatted, .signature, .quotation, .item, .table, .rule: true
    default: false
    }
  }
}
