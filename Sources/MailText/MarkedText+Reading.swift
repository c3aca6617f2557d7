extension MarkedText {
  /// How much of a plain text tells how it is written, in bytes: within it nothing is decided by what is
  /// behind.
  static let judgedLength = 64 << 10

  /// A plain text as paragraphs, quotations and what is to stay as it is written.
  ///
  /// - Parameters:
  ///   - isFlowed: Whether it is of `format=flowed` (RFC 3676).
  ///   - deletesSpace: Whether it is of `delsp=yes`.
  ///   - isAsWritten: Whether no lines are put together.
  ///   - isBegun: Whether the text goes on behind what is given, which is then twice ``judgedLength`` at
  ///     least. What is decided by that is left out.
  static func read(
    plain text: String, isFlowed: Bool = false, deletesSpace: Bool = false,
    isAsWritten: Bool = false, isBegun: Bool = false,
    within budget: TextBudget
  ) -> (text: MarkedText, isCut: Bool) {
    var reader = PlainReader(
      text, isFlowed: isFlowed, deletesSpace: deletesSpace, isAsWritten: isAsWritten,
      isBegun: isBegun, within: budget)
    return reader.read()
  }

  /// A page of HTML as it is read, without what it hides.
  ///
  /// - Parameters:
  ///   - placesPictures: Whether pictures of the internet have a place in the text; else there is what is said of them.
  ///   - places: What it calls pictures of the mail.
  static func read(
    html: String, placesPictures: Bool = false, of places: PicturePlaces = PicturePlaces(),
    within budget: TextBudget,
    isCancelled: @escaping () -> Bool = { false }
  ) -> (text: MarkedText, isCut: Bool) {
    HTMLReader.read(
      html, placesPictures: placesPictures, of: places, within: budget, isCancelled: isCancelled)
  }

  /// The text with what is said of pictures of the internet in their places.
  public var described: String {
    let bytes = Array(text.utf8)
    return described(bytes.indices, of: bytes)
  }

  /// The same of a stretch of it, in bytes.
  ///
  /// - Parameter text: All of the text.
  package func described(_ range: Range<Int>, of text: [UInt8]) -> String {
    var (bytes, start): ([UInt8], Int) = ([], range.lowerBound)
    for mark in marks {
      guard case .remotePicture(let picture) = mark.kind, mark.range.lowerBound >= start,
        mark.range.upperBound <= range.upperBound
      else { continue }
      bytes += text[start..<mark.range.lowerBound] + picture.description.utf8
      start = mark.range.upperBound
    }
    return String(decoding: bytes + text[start..<range.upperBound], as: UTF8.self)
  }

  /// Puts another text behind this.
  mutating func append(_ other: MarkedText) {
    let start = text.utf8.count
    let first = links.count
    text += other.text
    links += other.links
    picturesLeftOut += other.picturesLeftOut
    joinsLines = joinsLines || other.joinsLines
    marks += other.marks.map { mark in
      var kind = mark.kind
      if case .link(let number) = kind { kind = .link(first + number) }
      return Mark((mark.range.lowerBound + start)..<(mark.range.upperBound + start), kind)
    }
  }
}
