import CDunnockGtk
import GtkBridge
import MailText

/// Puts a text into a text view with its looks, links, pictures, figures and folds: a piece at once and another each frame, so that none
/// takes long.
final class TextFilling {
  /// What is shown; also what the text view has not got yet.
  private(set) var content = MarkedText()
  /// What of it stands where in the text view.
  private(set) var folded = FoldedText()
  let pictures: TextPictures

  private let inSight: TextInSight
  private let typography: Typography
  private let links: LinkButtons
  private let foldLines: FoldLines
  private let figures: TextFigures
  private let tables: TableWidths
  private(set) var runs = ParagraphRuns([], of: [], isRightToLeft: false)
  private var isFeeding = false
  /// Whether the text view has got a piece that no frame has shown yet.
  private var isFed = false
  private var tell: (Range<Int>) -> Void = { _ in }

  /// - Parameter layer: What lies over the text, for what stands in it.
  init(
    into inSight: TextInSight, _ typography: Typography, _ links: LinkButtons, in layer: PlacedLayer
  ) {
    self.inSight = inSight
    self.typography = typography
    self.links = links
    pictures = TextPictures(of: inSight.view)
    figures = TextFigures(of: inSight.view, typography)
    tables = TableWidths(for: inSight.view)
    foldLines = FoldLines(in: layer)
    foldLines.onPress { [weak self] in self?.toggle($0) }
  }

  /// - Parameter tell: Called when the text view has got a stretch of the text, in bytes.
  func onPut(_ tell: @escaping (Range<Int>) -> Void) { self.tell = tell }

  /// How many characters the widest line of preformatted text has, as far as that is to fit.
  var preformattedColumns: Int { runs.preformattedColumns }

  /// Takes a text to be fed; one that goes on behind the one before it leaves that as it is.
  ///
  /// - Parameter isQuotedElsewhere: Whether what it quotes below an answer can be seen anyway, so that all of that is folded.
  func take(_ content: MarkedText, isQuotedElsewhere: Bool) {
    let goesOn = content.text.utf8.starts(with: self.content.text.utf8)
    if !goesOn || self.content.text.isEmpty { empty() }
    self.content = content
    folded.show(content, goesOn: goesOn, isQuotedElsewhere: isQuotedElsewhere)
    runs = ParagraphRuns(
      content.marks, of: folded.offsets.bytes, isRightToLeft: inSight.view.isRightToLeft)
  }

  /// Empties the text view.
  func clear() {
    content = MarkedText()
    folded = FoldedText()
    runs = ParagraphRuns([], of: [], isRightToLeft: false)
    empty()
  }

  /// Gives the text view a piece of what it has not got yet, and each frame another.
  func feed() {
    feedPiece()
    isFed = true
    guard !isFeeding, !folded.isComplete else { return }
    isFeeding = true
    onEachFrame(of: inSight.view) { [weak self] _ in
      guard let self else { return false }
      if isFed { isFed = false } else { feedPiece() }
      isFeeding = !folded.isComplete
      return isFeeding
    }
  }

  /// Has a stretch of the text, in bytes, stand in the text view, whatever it is folded into.
  ///
  /// - Returns: Where, in characters of the buffer.
  func reveal(_ range: Range<Int>) -> Range<Int>? {
    if let fold = folded.closedFold(at: range.lowerBound) { toggle(fold) }
    while folded.place(of: range.upperBound) == nil || folded.place(of: range.lowerBound) == nil,
      !folded.isComplete
    {
      feedPiece()
    }
    return place(of: range)
  }

  /// Where a stretch of the text, in bytes, stands, in characters of the buffer; nil where it does not.
  func place(of range: Range<Int>) -> Range<Int>? {
    let offsets = folded.offsets
    let count =
      offsets.characters(before: range.upperBound) - offsets.characters(before: range.lowerBound)
    return folded.place(of: range.lowerBound).map { $0..<$0 + count }
  }

  /// The link of a byte of the text, by its number.
  func link(at byte: Int) -> Int? {
    for number in runs.marks(in: byte..<byte + 1).reversed() {
      if case .link(let link) = content.marks[number].kind { return link }
    }
    return nil
  }

  /// Selects from a place, in characters of the buffer, to another.
  func select(_ start: Int, _ end: Int) {
    var (from, to) = (typography.iterator(at: start), typography.iterator(at: end))
    gtk_text_buffer_select_range(buffer, &to, &from)
  }

  /// Paints what lies beneath the text.
  func paint(on snapshot: OpaquePointer) { figures.paint(on: snapshot) }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
    gtk_text_view_get_buffer(inSight.view.cast())
  }

  private func empty() {
    gtk_text_buffer_set_text(buffer, "", 0)
    removeParts(in: 0..<Int.max)
    tables.clear()
    foldLines.clear()
  }

  private func removeParts(in range: Range<Int>) {
    links.remove(in: range)
    figures.remove(in: range)
    pictures.remove(in: range)
  }

  /// Opens a fold or closes it.
  private func toggle(_ fold: Int) {
    guard folded.folds.indices.contains(fold) else { return }
    if folded.folds[fold].isOpen {
      let range = folded.folds[fold].range
      let place = folded.close(fold)
      removeParts(in: range)
      var (start, end) = (
        typography.iterator(at: place.lowerBound), typography.iterator(at: place.upperBound)
      )
      gtk_text_buffer_delete(buffer, &start, &end)
    } else {
      folded.open(fold)
      feed()
    }
    foldLines.show(folded.folds[fold], fold)
  }

  private func feedPiece() {
    var left = Self.pieceSize
    // What is left at the end would seldom hold a whole paragraph.
    while left > Self.pieceSize / 4, let piece = folded.next(left) {
      switch piece {
      case .text(let range, let place):
        left -= range.count
        insert(range, at: place)
      case .line(let fold, let place):
        left -= Self.pieceSize / 64
        insertLine(of: fold, at: place)
      }
    }
    inSight.layOut()
  }

  private func insertLine(of fold: Int, at place: Int) {
    keepingSelection(at: place) {
      var iterator = typography.iterator(at: place)
      gtk_text_buffer_insert(buffer, &iterator, FoldedText.line, -1)
      typography.apply(.line, from: place, to: place + FoldedText.line.utf8.count)
    }
    let range = folded.folds[fold].range
    let isAtRight = runs.isRightToLeft(range)
    foldLines.add(folded.folds[fold], fold) { [weak self] width in
      guard let self, let place = folded.line(ofFold: fold) else { return nil }
      let line = inSight.line(at: place)
      let x = isAtRight ? gtk_widget_get_width(inSight.view) - width : 0
      return GdkRectangle(x: x, y: line.lowerBound, width: width, height: Int32(line.count))
    }
  }

  private func insert(_ range: Range<Int>, at place: Int) {
    let offsets = folded.offsets
    let base = place - offsets.characters(before: range.lowerBound)
    let numbers = runs.marks(in: range)
    let isInside = { (mark: MarkedText.Mark) in range.contains(mark.range.lowerBound) }
    keepingSelection(at: place) {
      insertText(range, at: place, pictures: numbers.filter { isInside(content.marks[$0]) })
      let to = { (byte: Int) in base + offsets.characters(before: byte) }
      typography.apply(.text, from: place, to: to(range.upperBound))
      let (runs, figures) = runs.runs(in: range, numbers)
      for run in runs {
        var paragraph = run.paragraph
        if let table = run.table { paragraph.row?.widths = columns(ofTable: table) }
        typography.apply(paragraph, from: to(run.range.lowerBound), to: to(run.range.upperBound))
      }
      for figure in figures {
        self.figures.add(
          figure, at: to(figure.range.lowerBound)..<to(figure.range.upperBound))
      }
      for number in numbers {
        guard let name = name(content.marks[number].kind) else { continue }
        for marked in withoutPictures(content.marks[number].range.clamped(to: range)) {
          typography.apply(name, from: to(marked.lowerBound), to: to(marked.upperBound))
        }
      }
      let gaps = self.runs.gaps(in: range, runs)
      for gap in gaps {
        typography.apply(.gap, from: to(gap.lowerBound), to: to(gap.upperBound))
      }
      for line in self.runs.partings(in: range, runs, gaps) {
        typography.apply(.parting, from: to(line.lowerBound), to: to(line.upperBound))
      }
    }
    for number in numbers {
      guard case .link(let link) = content.marks[number].kind, isInside(content.marks[number])
      else { continue }
      links.add(link, at: content.marks[number].range.clamped(to: 0..<offsets.bytes.count))
    }
    tell(range)
  }

  private func columns(ofTable number: Int) -> [Int] {
    let table = content.marks[number]
    let bold = runs.marks(in: table.range).lazy.map { [content] in content.marks[$0] }.filter {
      $0.kind == .bold
    }.map(\.range)
    let pictured = runs.marks(in: table.range).map { content.marks[$0] }.filter {
      $0.kind.remotePicture != nil
    }.map { ($0.range.lowerBound, pictures.widthInTable($0.kind)) }
    return tables.widths(
      of: number, table, in: folded.offsets.bytes, bold: Array(bold), pictures: pictured)
  }

  private func insertText(_ range: Range<Int>, at place: Int, pictures numbers: [Int]) {
    var iterator = typography.iterator(at: place)
    let bytes = folded.offsets.bytes
    func put(_ part: Range<Int>) {
      let text = String(decoding: bytes[part], as: UTF8.self)
      gtk_text_buffer_insert(buffer, &iterator, text, Int32(text.utf8.count))
    }
    var start = range.lowerBound
    for number in numbers {
      let mark = content.marks[number]
      guard mark.kind.pictureName != nil, mark.range.lowerBound >= start,
        mark.range.upperBound <= range.upperBound,
        folded.offsets.bytes[mark.range].elementsEqual("\u{FFFC}".utf8),
        let picture = pictures.make(
          mark.kind, isInTable: isInTable(mark.range), at: mark.range.lowerBound)
      else { continue }
      put(start..<mark.range.lowerBound)
      if let anchor = gtk_text_buffer_create_child_anchor(buffer, &iterator) {
        gtk_text_view_add_child_at_anchor(inSight.view.cast(), picture, anchor)
      }
      start = mark.range.upperBound
    }
    put(start..<range.upperBound)
  }

  /// Does what puts text at a place, in characters, and has the selection be what it was.
  private func keepingSelection(at place: Int, _ insert: () -> Void) {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    let isSelected = gtk_text_buffer_get_selection_bounds(buffer, &start, &end) != 0
    let old = [start, end].map { iterator in
      var iterator = iterator
      return Int(gtk_text_iter_get_offset(&iterator))
    }
    let length = gtk_text_buffer_get_char_count(buffer)
    insert()
    let count = Int(gtk_text_buffer_get_char_count(buffer) - length)
    // Marks at the place would move along with it.
    guard isSelected || place == 0 else { return }
    select(old[0] > place ? old[0] + count : old[0], old[1] > place ? old[1] + count : old[1])
  }

  private func name(_ kind: MarkedText.Kind) -> Typography.Name? {
    switch kind {
    case .bold: .bold
    case .italic: .italic
    case .underlined: .underlined
    case .struck: .struck
    case .monospace: .monospace
    case .small: .small
    case .link(let number): content.link(number).map { $0.pretended == nil ? .link : .doubtful }
    default: nil
    }
  }

  /// How much text the text view is given a frame, in bytes: a paragraph of a body is shorter.
  private static let pieceSize = 32 << 10
}
