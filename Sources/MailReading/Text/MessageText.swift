import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// The text of a message in one widget without a scroller of its own, so that several can stand below each other.
package final class MessageText {
  /// What holds the text, a GtkOverlay.
  package let widget: Widget = gtk_overlay_new()

  /// What is shown; also what the text view has not got yet.
  package private(set) var content = MarkedText()

  private let context: ReadingContext
  private let body: Widget = ReadingTextView.make() ?? gtk_text_view_new()
  private let inSight: TextInSight
  private let layer = PlacedLayer()
  private let typography: Typography
  private let figures: TextFigures
  private let tables: TableWidths
  private let pictures: TextPictures
  private let pointer: LinkPointer
  private let menu: TextMenu
  private var links: LinkButtons
  private var foldLines: FoldLines
  private var folded = FoldedText()
  private var runs = ParagraphRuns([], of: [], isRightToLeft: false)
  private var search = TextSearch()
  /// Whether what messages quote below their answers can be seen anyway, so that all of that is folded.
  private var isQuotedElsewhere = false
  private var zoom = 1.0
  /// How many characters the widest line of preformatted text has, as far as that is to fit.
  private var longestLine = 1
  private var isFeeding = false
  /// Whether the text view has got a piece that no frame has shown yet.
  private var isFed = false
  private var isRestyling = false
  /// Whether the widget is there no more.
  private var isGone = false
  private var tellMeasure: (Double) -> Void = { _ in }
  private var tellMoreLinks: (Bool) -> Void = { _ in }
  private var performOnPicture: (String, AttachmentCard.Wish) -> Void = { _, _ in }

  package init(_ context: ReadingContext = ReadingContext()) {
    self.context = context
    inSight = TextInSight(body)
    typography = Typography(of: body)
    figures = TextFigures(of: body, typography)
    tables = TableWidths(for: body)
    pictures = TextPictures(of: body)
    pointer = LinkPointer(on: body)
    menu = TextMenu(on: widget, text: body)
    links = LinkButtons(in: layer)
    foldLines = FoldLines(in: layer)
    prepareBody()
    gtk_overlay_set_child(widget.opaque, inSight.widget)
    gtk_overlay_add_overlay(widget.opaque, layer.widget)
    layer.onResize { [weak self] in self?.restyleSoon() }
    inSight.onMove { [weak self] in self?.layer.placeAgain() }
    followLinks()
    foldLines.onPress { [weak self] in self?.toggle($0) }
  }

  /// Shows a text. One that goes on behind the one on show leaves the place and the selection as they are.
  package func show(_ content: MarkedText) {
    let content = content.withGapsInTables
    let goesOn = content.text.utf8.starts(with: self.content.text.utf8)
    if !goesOn || self.content.text.isEmpty { empty() }
    self.content = content
    folded.show(content, goesOn: goesOn, isQuotedElsewhere: isQuotedElsewhere)
    runs = ParagraphRuns(
      content.marks, of: folded.offsets.bytes, isRightToLeft: body.isRightToLeft)
    let longest = runs.preformattedColumns
    if longest != longestLine {
      longestLine = longest
      restyle()
    }
    search.look(in: folded.offsets)
    feed()
  }

  /// Has short quotations below an answer be folded too, in the texts that are shown from now on.
  package func foldShortQuotations(_ isQuotedElsewhere: Bool) {
    self.isQuotedElsewhere = isQuotedElsewhere
  }

  /// Shows nothing.
  package func clear() {
    menu.remove()
    content = MarkedText()
    folded = FoldedText()
    runs = ParagraphRuns([], of: [], isRightToLeft: false)
    empty()
  }

  /// Gives the text the focus, so that keys scroll it.
  package func grabFocus() { gtk_widget_grab_focus(body) }

  /// - Parameter tell: Called with the width, px, at which the text is comfortable to read, whenever that is another.
  package func onMeasure(_ tell: @escaping (Double) -> Void) {
    tellMeasure = tell
    tell(typography.measure)
  }

  /// - Parameter tell: Called with whether there are links that the focus does not reach yet.
  package func onMoreLinks(_ tell: @escaping (Bool) -> Void) { tellMoreLinks = tell }

  /// - Parameter perform: Called for what somebody wants done with a picture, by its Content-ID.
  package func onPicture(_ perform: @escaping (String, AttachmentCard.Wish) -> Void) {
    performOnPicture = perform
  }

  /// Has the focus reach the links that follow those that it reaches.
  package func addLinks() {
    links.addMore()
    tellMoreLinks(links.hasMore)
  }

  /// Sets where the bytes of the pictures come from that the message holds, by their Content-ID; nil for one that it does not hold.
  package func usePictures(from source: ((String) async -> [UInt8]?)?) { pictures.use(source) }

  /// Shows the text this large; 1 is the size that the desktop has.
  package func setZoom(_ zoom: Double) {
    self.zoom = zoom
    restyle()
  }

  // MARK: Searching

  /// Marks what the text holds of a phrase, whatever the case and the accents, and goes to the first of it from the place on.
  ///
  /// - Returns: Which one is gone to, from 1, and how many there are; at most 1,000 are looked for.
  package func find(_ phrase: String) -> (current: Int, count: Int) {
    typography.remove(.found)
    typography.remove(.current)
    search.find(phrase)
    highlight(0..<folded.offsets.bytes.count)
    return search.hits.isEmpty ? (0, 0) : go(to: search.first())
  }

  /// Goes to the next or the previous of what was found, at the end to the other end.
  package func findNext(_ isForward: Bool) -> (current: Int, count: Int) {
    search.hits.isEmpty ? (0, 0) : go(to: search.step(isForward))
  }

  /// Marks nothing any more; what was gone to stays selected.
  package func endFinding() {
    typography.remove(.found)
    typography.remove(.current)
    search.find("")
  }

  private func go(to number: Int) -> (current: Int, count: Int) {
    let hit = search.hits[number]
    if let fold = folded.closedFold(at: hit.lowerBound) { toggle(fold) }
    while folded.place(of: hit.upperBound) == nil || folded.place(of: hit.lowerBound) == nil,
      !folded.isComplete
    {
      feedPiece()
    }
    if let start = folded.place(of: hit.lowerBound) {
      let end = start + characters(in: hit)
      typography.remove(.current)
      typography.apply(.current, from: start, to: end)
      select(start, end)
      inSight.bring(start)
    }
    return (number + 1, search.hits.count)
  }

  private func highlight(_ range: Range<Int>) {
    for hit in search.hits(in: range) {
      guard let start = folded.place(of: hit.lowerBound) else { continue }
      typography.apply(.found, from: start, to: start + characters(in: hit))
    }
  }

  // MARK: Links

  private func followLinks() {
    pointer.onFind { [weak self] x, y in self?.link(at: x, y) }
    pointer.onFindPicture { [weak self] x, y in self?.pictures.id(at: x, y) != nil }
    pointer.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .pointed(let number): context.target.show(number.flatMap(link))
      case .pressed(let number): if let link = link(number) { context.host?.follow(link) }
      case .askedForMenu(let x, let y):
        let (left, top) = inSight.place(ofPoint: x, y)
        showMenu(
          self.link(at: x, y), GdkRectangle(x: left, y: top, width: 1, height: 1),
          picture: pictures.id(at: x, y))
      }
    }
    links.onMake { [weak self] number, range in self?.describe(number, range) }
    links.onPlace { [weak self] range in
      guard let self, let start = folded.place(of: range.lowerBound) else { return nil }
      // To find where it stands in a line takes as long as to lay that out, but for those that are drawn.
      let line = inSight.line(at: start)
      guard line.overlaps(inSight.rows) else {
        return GdkRectangle(x: 0, y: line.lowerBound, width: 1, height: 1)
      }
      return inSight.rectangle(start..<start + characters(in: range))
    }
    links.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .focused(let number, let range):
        context.target.show(number.flatMap(link))
        if let range, let place = folded.place(of: range.lowerBound) { inSight.bring(place) }
      case .pressed(let number): if let link = link(number) { context.host?.follow(link) }
      }
    }
    menu.onKey { [weak self] in
      guard let self else { return }
      if let number = links.focused, let room = links.room(of: number) {
        showMenu(number, room)
      } else {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
        let offset = Int(gtk_text_iter_get_offset(&place))
        showMenu(
          nil, inSight.rectangle(offset..<offset) ?? GdkRectangle(x: 0, y: 0, width: 1, height: 1))
      }
    }
  }

  private func link(_ number: Int) -> MarkedText.Link? {
    content.links.indices.contains(number) ? content.links[number] : nil
  }

  private func showMenu(_ number: Int?, _ room: GdkRectangle, picture id: String? = nil) {
    let link = number.flatMap(link)
    let picture = id.map { id in
      { @MainActor [weak self] (wish: AttachmentCard.Wish) in self?.performOnPicture(id, wish) ?? ()
      }
    }
    menu.show(at: room, for: link, picture: picture) { [context] in
      if let link { context.host?.follow(link) }
    }
  }

  /// The link whose text is at a place of the text view, px.
  private func link(at x: Double, _ y: Double) -> Int? {
    var place = GtkTextIter()
    let (left, top) = inSight.place(ofPoint: x, y)
    guard gtk_text_view_get_iter_at_position(body.cast(), &place, nil, left, top) != 0,
      let byte = folded.byte(at: Int(gtk_text_iter_get_offset(&place)))
    else { return nil }
    for number in runs.marks(in: byte..<byte + 1).reversed() {
      if case .link(let link) = content.marks[number].kind { return link }
    }
    return nil
  }

  // MARK: Folds

  /// Opens a fold or closes it.
  private func toggle(_ fold: Int) {
    guard folded.folds.indices.contains(fold) else { return }
    if folded.folds[fold].isOpen {
      let range = folded.folds[fold].range
      let place = folded.close(fold)
      links.remove(in: range)
      figures.remove(in: range)
      pictures.remove(in: range)
      var (start, end) = (
        typography.iterator(at: place.lowerBound), typography.iterator(at: place.upperBound)
      )
      gtk_text_buffer_delete(buffer, &start, &end)
    } else {
      folded.open(fold)
      feed()
    }
    foldLines.show(folded.folds[fold], fold)
    layer.placeAgain()
  }

  // MARK: Feeding

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
    gtk_text_view_get_buffer(body.cast())
  }

  private func empty() {
    gtk_text_buffer_set_text(buffer, "", 0)
    let all = 0..<Int.max
    links.remove(in: all)
    figures.remove(in: all)
    pictures.remove(in: all)
    tables.clear()
    foldLines.clear()
    pointer.forget()
    inSight.forget()
    search.find("")
    tellMoreLinks(false)
  }

  /// Gives the text view a piece of what it has not got yet, and each frame another, so that none takes long.
  private func feed() {
    feedPiece()
    isFed = true
    guard !isFeeding, !folded.isComplete else { return }
    isFeeding = true
    onEachFrame(of: body) { [weak self] _ in
      guard let self else { return false }
      if isFed { isFed = false } else { feedPiece() }
      isFeeding = !folded.isComplete
      return isFeeding
    }
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
    tellMoreLinks(links.hasMore)
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
      let x = isAtRight ? gtk_widget_get_width(body) - width : 0
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
        let marked = content.marks[number].range.clamped(to: range)
        typography.apply(name, from: to(marked.lowerBound), to: to(marked.upperBound))
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
    highlight(range)
  }

  private func columns(ofTable number: Int) -> [Int] {
    let table = content.marks[number]
    let bold = runs.marks(in: table.range).lazy.map { [content] in content.marks[$0] }.filter {
      $0.kind == .bold
    }.map(\.range)
    return tables.widths(of: number, table, in: folded.offsets.bytes, bold: Array(bold))
  }

  /// What a link is, and its text, at a place in bytes.
  private func describe(_ number: Int, _ range: Range<Int>) -> (MarkedText.Link, text: String)? {
    guard let link = link(number) else { return nil }
    let text = String(
      decoding: folded.offsets.bytes[range].prefix(Self.longestLabel), as: UTF8.self)
    return (link, text.replacing("\n", with: " "))
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
      guard case .picture(let id, let description) = mark.kind, mark.range.lowerBound >= start,
        mark.range.upperBound <= range.upperBound,
        folded.offsets.bytes[mark.range].elementsEqual("\u{FFFC}".utf8),
        let picture = pictures.make(id, description, at: mark.range.lowerBound)
      else { continue }
      put(start..<mark.range.lowerBound)
      if let anchor = gtk_text_buffer_create_child_anchor(buffer, &iterator) {
        gtk_text_view_add_child_at_anchor(body.cast(), picture, anchor)
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

  private func select(_ start: Int, _ end: Int) {
    var (from, to) = (typography.iterator(at: start), typography.iterator(at: end))
    gtk_text_buffer_select_range(buffer, &to, &from)
  }

  private func name(_ kind: MarkedText.Kind) -> Typography.Name? {
    switch kind {
    case .bold: .bold
    case .italic: .italic
    case .underlined: .underlined
    case .struck: .struck
    case .monospace: .monospace
    case .small: .small
    case .link(let number): link(number).map { $0.pretended == nil ? .link : .doubtful }
    default: nil
    }
  }

  private func characters(in range: Range<Int>) -> Int {
    folded.offsets.characters(before: range.upperBound)
      - folded.offsets.characters(before: range.lowerBound)
  }

  // MARK: Looks

  private func restyleSoon() {
    guard !isRestyling else { return }
    isRestyling = true
    whenIdle { [weak self] in
      guard let self else { return }
      isRestyling = false
      restyle()
      // GTK keeps to the height that the text had at another width, or at none: it found the new one when it was too late to ask for it.
      if !isGone { gtk_widget_queue_resize(body) }
    }
  }

  private func restyle() {
    guard !isGone else { return }
    let width = Double(gtk_widget_get_width(body) / Self.step * Self.step)
    pictures.fit(width: Int(gtk_widget_get_width(body)), zoom: zoom)
    guard typography.follow(zoom: zoom, width: width, columns: longestLine) else { return }
    tellMeasure(typography.measure)
    gtk_widget_queue_draw(body)
    layer.placeAgain()
  }

  private func prepareBody() {
    ReadingTextView.setOwner(self, of: body)
    body.addClasses("message-text")
    body.setSpokenLabel(tr("Message text"))
    gtk_text_view_set_editable(body.cast(), 0)
    gtk_text_view_set_cursor_visible(body.cast(), 0)
    gtk_text_view_set_accepts_tab(body.cast(), 0)
    gtk_text_view_set_wrap_mode(body.cast(), GTK_WRAP_WORD_CHAR)
    // Else the text would take Ctrl+Z from the mail.
    gtk_text_buffer_set_enable_undo(buffer, 0)
    Signal.connect(body, "destroy") { [weak self] in self?.isGone = true }
    Signal.connect(body, "map") { [weak self] in self?.restyle() }
  }

  /// How much text the text view is given a frame, in bytes: a paragraph of a body is shorter.
  private static let pieceSize = 32 << 10
  /// How long what is said of a link is, in bytes.
  private static let longestLabel = 300
  /// How coarsely the looks follow the width, px.
  private static let step: Int32 = 8
}

extension MessageText: ReadingTextView.Owner {
  package func paint(on snapshot: OpaquePointer) { figures.paint(on: snapshot) }

  package func lookChanged() { restyleSoon() }
}
