/// The text of a plain text part as its writer typed it: quoted lines begin with `>`, and each paragraph is one line if the part is of
/// `format=flowed` (RFC 3676).
enum TypedText {
  private static let mark = UInt8(ascii: ">")

  /// - Parameters:
  ///   - text: Lines ended by `\n`.
  ///   - deletesSpace: Whether the part is of `delsp=yes`.
  /// - Returns: The same text without the line end behind the last line.
  static func decoded(_ text: String, isFlowed: Bool, deletesSpace: Bool) -> String {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard isFlowed else {
      return String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
    }
    var paragraphs: [[UInt8]] = []
    /// How deep the paragraph is quoted that the next line goes on with.
    var openDepth: Int?
    for line in lines {
      let marks = line.prefix { $0 == mark }
      var content = line.dropFirst(marks.count)
      if content.first == 0x20 { content.removeFirst() }
      let isSignature = content.elementsEqual("-- ".utf8)
      if openDepth != marks.count || isSignature {
        let prefix = Array(marks) + (marks.isEmpty || content.isEmpty ? [] : [0x20])
        paragraphs.append(prefix)
      }
      let flows = content.last == 0x20 && !isSignature
      paragraphs[paragraphs.count - 1] += flows && deletesSpace ? content.dropLast() : content
      openDepth = flows ? marks.count : nil
    }
    return String(decoding: Array(paragraphs.joined(separator: [0x0A])), as: UTF8.self)
  }
}
