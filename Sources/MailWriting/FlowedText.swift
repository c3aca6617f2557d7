/// A text as `format=flowed` has it (RFC 3676, `DelSp=no`): each paragraph in lines that end with a space, joined again by who reads it.
enum FlowedText {
  /// The longest line, in characters without its end, where words allow.
  private static let width = 78
  /// Where a signature begins.
  private static let separator = "-- "

  /// - Parameter text: Lines ended by `\n`, `\r\n` or `\r`; a paragraph is one line, and quoted lines begin with `>`.
  /// - Returns: Lines ended by `\n`.
  static func encoded(_ text: String) -> String {
    var lines = lines(of: text)
    // What ends with a line end has no line behind it.
    if lines.last?.isEmpty == true { lines.removeLast() }
    var result = ""
    for line in lines {
      let (depth, content) = unquoted(line)
      for piece in pieces(of: content, depth) { result += piece + "\n" }
    }
    return result
  }

  private static func lines(of text: String) -> [Substring.UnicodeScalarView] {
    var lines: [Substring.UnicodeScalarView] = []
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    var index = start
    while index < scalars.endIndex {
      let scalar = scalars[index]
      var next = scalars.index(after: index)
      if scalar == "\n" || scalar == "\r" {
        lines.append(scalars[start..<index])
        if scalar == "\r", next < scalars.endIndex, scalars[next] == "\n" {
          next = scalars.index(after: next)
        }
        start = next
      }
      index = next
    }
    lines.append(scalars[start...])
    return lines
  }

  /// How deep a line is quoted, and what is quoted: `> > text` and `>> text` are the same.
  private static func unquoted(
    _ line: Substring.UnicodeScalarView
  ) -> (depth: Int, content: Substring.UnicodeScalarView) {
    var (depth, rest) = (0, line)
    while rest.first == ">" {
      depth += 1
      rest.removeFirst()
      if rest.first == " " { rest.removeFirst() }
    }
    return (depth, rest)
  }

  /// The lines of a paragraph.
  private static func pieces(
    of content: Substring.UnicodeScalarView, _ depth: Int
  ) -> [String] {
    let marks = String(repeating: ">", count: depth)
    var content = content.filter { $0 != "\0" }.map { $0 }[...]
    if content.elementsEqual(separator.unicodeScalars) {
      return [depth == 0 ? separator : marks + " " + separator]
    }
    // A space at the end would have the next paragraph be of this one.
    while content.last == " " { content.removeLast() }
    var pieces: [String] = []
    var line: [Unicode.Scalar] = []
    func end() {
      let isStuffed =
        depth > 0 ? !line.isEmpty : line.first == " " || line.first == ">" || isEnvelope(line)
      var text = marks + (isStuffed ? " " : "")
      text.unicodeScalars.append(contentsOf: line)
      pieces.append(text)
      line = []
    }
    for word in words(of: content) {
      let visible = word.count - word.reversed().prefix { $0 == " " }.count
      // A space more for what stuffs it, and one for the end of the line.
      let isFull = line.count + visible + depth + 2 > width
      if isFull, !line.isEmpty, !line.elementsEqual(separator.unicodeScalars) { end() }
      line += word
    }
    end()
    return pieces
  }

  /// Each with the spaces behind it; those before the first are of it.
  private static func words(of content: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>]
  {
    var words: [ArraySlice<Unicode.Scalar>] = []
    var rest = content
    while !rest.isEmpty {
      let blank = words.isEmpty ? rest.prefix { $0 == " " }.count : 0
      let letters = rest.dropFirst(blank).prefix { $0 != " " }.count
      let spaces = rest.dropFirst(blank + letters).prefix { $0 == " " }.count
      words.append(rest.prefix(blank + letters + spaces))
      rest = rest.dropFirst(blank + letters + spaces)
    }
    return words
  }

  /// Whether programs that keep mail in one file would take it for the beginning of another.
  private static func isEnvelope(_ line: [Unicode.Scalar]) -> Bool {
    line.starts(with: "From ".unicodeScalars)
  }
}
