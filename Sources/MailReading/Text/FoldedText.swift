import MailText

/// Which stretches of a text are folded away, and where what is left of it stands in the buffer of a text view.
///
/// A stretch that can be folded has a line of its own in the buffer, `line`, before it.
nonisolated struct FoldedText: Sendable {
  struct Fold: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case quotation
      case enclosure(title: String)
    }

    let kind: Kind
    /// In bytes of the text; whole lines.
    fileprivate(set) var range: Range<Int>
    fileprivate(set) var isOpen: Bool
    /// How much of it stands in the buffer, in bytes.
    fileprivate(set) var shown = 0
  }

  /// A piece of what the buffer is still to get.
  enum Piece: Equatable {
    /// Bytes of the text, and where in the buffer they belong.
    case text(Range<Int>, at: Int)
    /// The line of a fold.
    case line(fold: Int, at: Int)
  }

  private(set) var offsets = CharacterOffsets("")
  /// In their order; none lies within another.
  private(set) var folds: [Fold] = []
  /// Up to where the text has been dealt with, in bytes.
  private(set) var reached = 0

  /// What stands in the buffer for the line of a fold.
  static let line = " \n"
  private static let lineLength = 2

  init() {}

  /// Has a text be shown; `goesOn` where the one before it is its beginning, which then stays as it is.
  ///
  /// - Parameter isQuotedElsewhere: Whether what it quotes below an answer can be seen anyway, so that a short quotation is folded too.
  mutating func show(_ content: MarkedText, goesOn: Bool, isQuotedElsewhere: Bool = false) {
    offsets = CharacterOffsets(content.text)
    if !goesOn { (folds, reached) = ([], 0) }
    let found = Self.folds(of: content, offsets, isQuotedElsewhere)
    if let last = folds.indices.last, folds[last].range.upperBound == reached,
      let longer = found.first(where: { $0.range.lowerBound == folds[last].range.lowerBound })
    {
      folds[last].range = longer.range
      reached = max(reached, longer.range.upperBound)
    }
    folds += found.filter { $0.range.lowerBound >= reached }
  }

  /// Whether the buffer has all that is to be seen.
  var isComplete: Bool {
    reached >= offsets.bytes.count && !folds.contains { $0.isOpen && $0.shown < $0.range.count }
  }

  /// The next piece, of at most so many bytes, ended behind a line where there is one and never within a character; the buffer counts
  /// as having it from now on.
  mutating func next(_ size: Int) -> Piece? {
    if let index = folds.firstIndex(where: {
      $0.isOpen && $0.shown < $0.range.count && $0.range.lowerBound < reached
    }) {
      let start = folds[index].range.lowerBound + folds[index].shown
      let piece = piece(from: start, to: folds[index].range.upperBound, size)
      let place =
        place(ofFold: index) + Self.lineLength
        + offsets.characters(before: start)
        - offsets.characters(before: folds[index].range.lowerBound)
      folds[index].shown += piece.count
      return .text(piece, at: place)
    }
    guard reached < offsets.bytes.count else { return nil }
    let place = length
    let index = folds.firstIndex { $0.range.lowerBound >= reached }
    if let index, folds[index].range.lowerBound == reached {
      reached = folds[index].range.upperBound
      return .line(fold: index, at: place)
    }
    let end = index.map { folds[$0].range.lowerBound } ?? offsets.bytes.count
    let piece = piece(from: reached, to: end, size)
    reached = piece.upperBound
    return .text(piece, at: place)
  }

  /// Opens a fold, whose text ``next(_:)`` then gives.
  mutating func open(_ fold: Int) { folds[fold].isOpen = true }

  /// Closes a fold.
  ///
  /// - Returns: What is to be taken out of the buffer, in characters.
  mutating func close(_ fold: Int) -> Range<Int> {
    let start = place(ofFold: fold) + Self.lineLength
    let count = shownCharacters(folds[fold])
    folds[fold].isOpen = false
    folds[fold].shown = 0
    return start..<start + count
  }

  /// The closed fold that a byte lies in.
  func closedFold(at byte: Int) -> Int? {
    folds.firstIndex { !$0.isOpen && $0.range.contains(byte) }
  }

  /// Where the line of a fold stands, in characters of the buffer; nil until it does.
  func line(ofFold fold: Int) -> Int? {
    folds[fold].range.lowerBound < reached ? place(ofFold: fold) : nil
  }

  /// Where a byte of the text stands, in characters of the buffer; nil when the buffer has not got it.
  func place(of byte: Int) -> Int? {
    guard byte <= reached else { return nil }
    var place = offsets.characters(before: byte)
    for fold in folds {
      guard fold.range.lowerBound <= byte, fold.range.lowerBound < reached else { break }
      place += Self.lineLength
      if fold.range.contains(byte) {
        return byte < fold.range.lowerBound + fold.shown ? place : nil
      }
      place -= characters(in: fold.range) - shownCharacters(fold)
    }
    return place
  }

  /// The byte of the text that stands at a place of the buffer, in characters; nil for the line of a fold and behind the end.
  func byte(at place: Int) -> Int? {
    var hidden = 0
    for (index, fold) in folds.enumerated() {
      guard fold.range.lowerBound < reached else { break }
      let line = self.place(ofFold: index)
      if place < line { break }
      if place < line + Self.lineLength { return nil }
      hidden -= Self.lineLength
      let shown = shownCharacters(fold)
      if place < line + Self.lineLength + shown { break }
      hidden += characters(in: fold.range) - shown
    }
    let byte = offsets.byte(ofCharacter: place + hidden)
    return byte < reached ? byte : nil
  }

  /// How long the buffer is, in characters.
  private var length: Int { place(ofFold: folds.count, orByte: reached) }

  private func place(ofFold fold: Int) -> Int {
    place(ofFold: fold, orByte: folds[fold].range.lowerBound)
  }

  /// Where a byte stands behind the first folds.
  private func place(ofFold count: Int, orByte byte: Int) -> Int {
    folds.prefix(count).lazy.filter { $0.range.lowerBound < reached }.reduce(
      offsets.characters(before: byte)
    ) { $0 + Self.lineLength - characters(in: $1.range) + shownCharacters($1) }
  }

  private func characters(in range: Range<Int>) -> Int {
    offsets.characters(before: range.upperBound) - offsets.characters(before: range.lowerBound)
  }

  private func shownCharacters(_ fold: Fold) -> Int {
    characters(in: fold.range.lowerBound..<fold.range.lowerBound + fold.shown)
  }

  private func piece(from start: Int, to end: Int, _ size: Int) -> Range<Int> {
    guard end - start > size else { return start..<end }
    let bytes = offsets.bytes
    // Text that is put behind others of its paragraph has all of that laid out anew.
    if let line = bytes[start..<start + size].lastIndex(of: UInt8(ascii: "\n")) {
      return start..<line + 1
    }
    var stop = start + size
    while stop > start + 1, bytes[stop] & 0xC0 == 0x80 { stop -= 1 }
    return start..<stop
  }
}

nonisolated extension FoldedText {
  /// What of a text can be folded, and what is at first: enclosures, and a long quotation that ends the message below an answer to it, or
  /// any of more than a line where it stands elsewhere.
  private static func folds(
    of content: MarkedText, _ offsets: CharacterOffsets, _ isQuotedElsewhere: Bool
  ) -> [Fold] {
    let bytes = offsets.bytes
    var folds: [Fold] = []
    var end = 0
    var hasOwnText = false
    let quoted =
      content.marks.lazy.filter { $0.kind == .quotation }.map(\.range.upperBound).max() ?? 0
    for mark in content.marks where mark.range.lowerBound >= end && folds.count < maximum {
      let range = mark.range.clamped(to: 0..<bytes.count)
      switch mark.kind {
      case .enclosure(let title) where !range.isEmpty:
        folds.append(Fold(kind: .enclosure(title: title), range: range, isOpen: false))
      case .quotation:
        hasOwnText = hasOwnText || holdsAnswer(bytes[end..<range.lowerBound])
        let paragraphs = bytes[range].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        let lines = max(paragraphs, range.count / lineLengthOfText)
        // Of very many short ones it is asked of the last alone.
        let isLast =
          hasOwnText && (lines > longest || mark.range.upperBound >= quoted)
          && isTail(range.upperBound, of: content, bytes)
        if lines > longest || (isQuotedElsewhere && isLast && lines > 1) {
          folds.append(Fold(kind: .quotation, range: range, isOpen: !isLast))
        }
      default: continue
      }
      end = max(end, range.upperBound)
    }
    return folds
  }

  /// Whether there is more than the line that says who wrote what is quoted.
  private static func holdsAnswer(_ bytes: ArraySlice<UInt8>) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { !isBlank($0) }
    return lines.count > 1 || lines.last.map { $0.last != UInt8(ascii: ":") } ?? false
  }

  /// Whether nothing stands from a byte on but a signature.
  private static func isTail(_ start: Int, of content: MarkedText, _ bytes: [UInt8]) -> Bool {
    var start = start
    for mark in content.marks where mark.kind == .signature && mark.range.upperBound > start {
      guard isBlank(bytes[start..<max(start, min(mark.range.lowerBound, bytes.count))]) else {
        return false
      }
      start = min(mark.range.upperBound, bytes.count)
    }
    return isBlank(bytes[start...])
  }

  private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
  }

  /// How many lines a quotation may have without a fold, and how long one is, in bytes.
  private static let longest = 8
  private static let lineLengthOfText = 75
  /// Each has a widget.
  private static let maximum = 200
}
