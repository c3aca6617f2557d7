internal import CXml
internal import Glibc

/// Reads a page of HTML to a marked text, from the events of libxml2's parser: no tree is made, nothing is
/// fetched and nothing is run.
///
/// Left out is what the page hides. White space is as browsers have it. Tables that place things are
/// flattened, each cell a block; those of short cells keep their columns.
final class HTMLReader {
  /// How deep elements are told apart; those beyond begin anew, without what is around them. The parser looks
  /// through all that are open for each end tag that ends none.
  private static let maximumDepth = 256
  /// How deep quotations and lists are told apart.
  private static let maximumNesting = 8
  /// How much of a link's text tells what it names, in bytes.
  private static let maximumLinkText = 400
  private static let isReady: Void = xmlInitParser()

  private struct Frame {
    let element: HTMLElement
    /// That of what is around.
    let style: HTMLFlow.Style
    var isRaw = false
    var list: List?
    /// The link that the element is.
    var link: MarkedText.Link?
    var isBuffered = false
  }

  private struct List {
    let isOrdered: Bool
    var next = 1
    var step = 1
    var type: UInt8 = 0x31
  }

  private let showsHidden: Bool
  private let isCancelled: () -> Bool
  private var flow: HTMLFlow
  private var context: htmlParserCtxtPtr?
  private var style = HTMLFlow.Style()
  private var frames: [Frame] = []
  private var lists: [Int] = []
  private var raw = 0
  private var sheet = HTMLSheet()
  private var sheetText: [UInt8] = []
  private var base: String?
  private var linkText: [UInt8] = []
  private var table: HTMLTable?
  private var styles = 0
  private var blocks = 0
  private var events = 0
  private var isAfterPre = false

  private init(budget: TextBudget, showsHidden: Bool, isCancelled: @escaping () -> Bool) {
    flow = HTMLFlow(budget: budget)
    self.showsHidden = showsHidden
    self.isCancelled = isCancelled
  }

  /// The text of a page, and whether it was cut.
  ///
  /// - Parameters:
  ///   - cutsLines: Whether what is cut may end within a line though there are others.
  ///   - isCancelled: Looked at now and then; when it is true the text ends.
  static func read(
    _ html: String, within budget: TextBudget, cutsLines: Bool = false,
    isCancelled: @escaping () -> Bool = { false }
  ) -> (text: MarkedText, isCut: Bool) {
    _ = isReady
    var bytes = Array(html.utf8)
    if bytes.contains(0) { bytes.removeAll { $0 == 0 } }
    HTMLTags.hideConditions(in: &bytes)
    let pieces = HTMLTags.pieces(of: bytes)
    // A page whose every part looks hidden is a page whose hidden part was never closed.
    for showsHidden in [false, true] {
      let reader = HTMLReader(
        budget: budget, showsHidden: showsHidden, isCancelled: isCancelled)
      for piece in pieces where !reader.flow.isFull && !isCancelled() { reader.parse(bytes[piece]) }
      if showsHidden || !reader.flow.isEmpty || isCancelled() {
        return reader.flow.finished(cutsLines: cutsLines)
      }
    }
    return (MarkedText(), false)
  }

  // MARK: The parser

  private func parse(_ html: ArraySlice<UInt8>) {
    guard let context = htmlNewParserCtxt() else { return }
    defer {
      htmlFreeParserCtxt(context)
      self.context = nil
    }
    self.context = context
    var handlers = htmlSAXHandler()
    handlers.startElement = { reader, name, attributes in
      guard let name else { return }
      HTMLReader.of(reader)?.start(name, HTMLAttributes(attributes))
    }
    handlers.endElement = { reader, _ in HTMLReader.of(reader)?.end() }
    handlers.characters = { reader, text, count in
      HTMLReader.of(reader)?.take(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    handlers.ignorableWhitespace = handlers.characters
    handlers.cdataBlock = handlers.characters
    context.pointee.sax.pointee = handlers
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    let options =
      HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_RECOVER.rawValue
      | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NOIMPLIED.rawValue
      | HTML_PARSE_NODEFDTD.rawValue
    // Text outside of all elements would be put into paragraphs that nobody wrote.
    let page = "<body>".utf8 + html
    page.withUnsafeBytes { bytes in
      _ = htmlCtxtReadMemory(
        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: bytes.count), nil, "UTF-8", Int32(options))
    }
    closeAll()
  }

  private static func of(_ reader: UnsafeMutableRawPointer?) -> HTMLReader? {
    reader.map { Unmanaged<HTMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stopIfDone() {
    events += 1
    if flow.isFull || (events & 0xFF == 0 && isCancelled()) { xmlStopParser(context) }
  }

  /// Has the parser forget all elements but the first and the last.
  private func forgetDepth() {
    guard let context, context.pointee.nameNr > Self.maximumDepth,
      let names = context.pointee.nameTab
    else { return }
    names[1] = names[Int(context.pointee.nameNr) - 1]
    context.pointee.nameNr = 2
    closeAll()
    frames = [Frame(element: HTMLElement.named("body"), style: HTMLFlow.Style())]
  }

  /// Ends all that is open.
  private func closeAll() {
    while !frames.isEmpty { end() }
    dissolveTable()
    raw = 0
    lists = []
    setStyle(HTMLFlow.Style())
    flow.breakLine()
  }

  // MARK: Events

  private func start(_ name: UnsafePointer<UInt8>, _ attributes: HTMLAttributes) {
    forgetDepth()
    stopIfDone()
    let element = HTMLElement.named(name)
    frames.append(Frame(element: element, style: style))
    switch element.role {
    case .raw, .sheet:
      frames[frames.count - 1].isRaw = true
      raw += 1
      return
    case .base:
      if base == nil, let href = attributes["href"] { base = String(cString: href) }
      return
    default: break
    }
    guard raw == 0 else { return }
    var own = style
    own.letters.formUnion(element.letters)
    let declarations = attributes["style"].map { text in
      HTMLDeclarations(UnsafeBufferPointer(start: text, count: strlen(text)))
    }
    if hides(element, attributes, declarations) { own.isHidden = true }
    guard !own.isHidden else { return setStyle(own) }
    if let declarations { apply(declarations, to: &own) }
    act(on: element, attributes, declarations, &own)
    setStyle(own)
  }

  private func end() {
    guard let frame = frames.popLast() else { return }
    if frame.isRaw {
      raw -= 1
      if case .sheet = frame.element.role {
        sheet.take(sheetText)
        sheetText = []
      }
      return
    }
    if lists.last == frames.count { lists.removeLast() }
    guard raw == 0 else { return }
    if !style.isHidden { leave(frame) }
    setStyle(frame.style)
    stopIfDone()
  }

  private func take(_ text: UnsafeBufferPointer<UInt8>) {
    var text = text
    guard raw == 0 else {
      if case .sheet? = frames.last?.element.role,
        sheetText.count + text.count <= HTMLSheet.maximumLength
      {
        sheetText += text
      }
      return
    }
    guard !style.isHidden, !style.isTiny || showsHidden else { return }
    if isAfterPre {
      isAfterPre = false
      if text.first == 0x0A { text = UnsafeBufferPointer(rebasing: text.dropFirst()) }
    }
    if style.link != nil, linkText.count < Self.maximumLinkText {
      linkText += text.prefix(Self.maximumLinkText - linkText.count)
    }
    if table != nil {
      if table?.take(text, style) == true { return }
      dissolveTable()
    }
    flow.take(text, style)
    stopIfDone()
  }

  private func take(_ text: String) {
    var text = text
    text.withUTF8 { take($0) }
  }

  // MARK: Styles

  private func setStyle(_ new: HTMLFlow.Style) {
    style = new
    styles += 1
    style.version = styles
  }

  private func hides(
    _ element: HTMLElement, _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?
  ) -> Bool {
    guard !showsHidden else { return false }
    if declarations?.hides == true || attributes.has("hidden") { return true }
    guard !sheet.isEmpty, declarations?.displays != true else { return false }
    let names = attributes["class"].map { String(cString: $0) } ?? ""
    return sheet.hides(
      element: element.name, class: names.prefix(500).split(whereSeparator: \.isWhitespace),
      name: attributes["id"].map { String(cString: $0) })
  }

  private func apply(_ declarations: HTMLDeclarations, to style: inout HTMLFlow.Style) {
    if let isTiny = declarations.isTiny { style.isTiny = isTiny }
    func set(_ letter: HTMLFlow.Letters, _ isSet: Bool?) {
      guard let isSet else { return }
      if isSet { style.letters.insert(letter) } else { style.letters.remove(letter) }
    }
    set(.bold, declarations.isBold)
    set(.italic, declarations.isItalic)
    if declarations.isUnderlined { set(.underlined, true) }
    if declarations.isStruck { set(.struck, true) }
    if let keeps = declarations.keepsSpaces { style.keepsSpaces = keeps }
  }

  private func open(_ kind: MarkedText.Kind, in style: inout HTMLFlow.Style) {
    blocks += 1
    style.blocks.append(.init(id: blocks, kind: kind))
  }

  // MARK: Elements

  private func act(
    on element: HTMLElement, _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?,
    _ own: inout HTMLFlow.Style
  ) {
    switch element.role {
    case .inline, .raw, .sheet, .base: return
    case .link: beginLink(attributes, &own)
    case .picture: show(attributes)
    case .quoted: take("“")
    case .option: take(" ")
    case .lineEnd:
      if table != nil { table?.breakLine() } else { flow.endLine() }
    case .row:
      if let table, table.isFull { endTable(goesOn: true) }
      table?.beginRow()
      breakLine()
    case .cell, .headingCell:
      if case .headingCell = element.role { own.letters.insert(.bold) }
      if table != nil, attributes.number("rowspan") ?? 1 > 1 { dissolveTable() }
      if table?.beginCell(span: max(1, attributes.number("colspan") ?? 1)) == false {
        dissolveTable()
      }
      if table == nil { flow.breakLine() }
    case .table:
      dissolveTable()
      flow.breakLine()
      if frames.count < Self.maximumDepth / 2 {
        table = HTMLTable()
        frames[frames.count - 1].isBuffered = true
      }
    case .block, .term, .definition, .caption:
      breakLine()
      center(attributes, declarations, &own)
      quote(element, attributes, declarations, &own)
    case .center:
      breakLine()
      blocks += 1
      own.centering = blocks
    case .paragraph:
      breakParagraph()
      center(attributes, declarations, &own)
      quote(element, attributes, declarations, &own)
    case .heading(let level):
      dissolveTable()
      flow.breakParagraph()
      center(attributes, declarations, &own)
      open(.heading(level), in: &own)
    case .preformatted:
      dissolveTable()
      flow.breakParagraph()
      quote(element, attributes, declarations, &own)
      open(.preformatted, in: &own)
      own.keepsSpaces = true
      isAfterPre = true
    case .quotation:
      dissolveTable()
      flow.breakLine()
      // An indentation is made of it as well, as by GMail.
      let isQuotation = declarations?.hasNoBorder != true || attributes.value("type", is: "cite")
      if isQuotation { openQuotation(&own) }
    case .list(let isOrdered):
      dissolveTable()
      lists.isEmpty ? flow.breakParagraph() : flow.breakLine()
      lists.append(frames.count - 1)
      frames[frames.count - 1].list = list(isOrdered, attributes)
    case .item:
      dissolveTable()
      flow.breakLine()
      open(.item(depth: min(max(lists.count, 1), Self.maximumNesting)), in: &own)
      flow.begin(item: marker(attributes) + "\t")
    case .line:
      dissolveTable()
      flow.breakLine()
      var rule = own
      open(.rule, in: &rule)
      (rule.letters, rule.link) = ([], nil)
      setStyle(rule)
      flow.take("—", style)
      flow.breakLine()
    }
  }

  private func leave(_ frame: Frame) {
    switch frame.element.role {
    case .link: endLink(frame)
    case .quoted: take("”")
    case .option: take(" ")
    case .table:
      if frame.isBuffered { endTable(goesOn: false) }
      flow.breakLine()
    case .cell, .headingCell: if table == nil { flow.breakLine() }
    case .block, .term, .definition, .caption, .center, .item, .quotation, .row: breakLine()
    case .paragraph: breakParagraph()
    case .heading, .preformatted:
      isAfterPre = false
      flow.breakParagraph()
    case .list: lists.isEmpty ? flow.breakParagraph() : flow.breakLine()
    case .inline, .lineEnd, .line, .picture, .base, .sheet, .raw: break
    }
  }

  private func breakLine() {
    if table != nil { table?.breakLine() } else { flow.breakLine() }
  }

  private func breakParagraph() {
    if table != nil { table?.breakLine() } else { flow.breakParagraph() }
  }

  private func center(
    _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?, _ own: inout HTMLFlow.Style
  ) {
    let isCentered =
      declarations?.isCentered ?? attributes["align"].map { strcasecmp($0, "center") == 0 }
    guard let isCentered else { return }
    if isCentered { blocks += 1 }
    own.centering = isCentered ? blocks : nil
  }

  /// Outlook puts a line beside what it quotes, and other programs name a signature.
  private func quote(
    _ element: HTMLElement, _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?,
    _ own: inout HTMLFlow.Style
  ) {
    if declarations?.hasBorderAtItsLeft == true, declarations?.hasNoBorder == true {
      dissolveTable()
      openQuotation(&own)
    }
    guard let name = attributes["class"],
      strstr(name, "gmail_signature") != nil || strstr(name, "moz-signature") != nil,
      !own.blocks.contains(where: { $0.kind == .signature })
    else { return }
    dissolveTable()
    open(.signature, in: &own)
  }

  private func openQuotation(_ own: inout HTMLFlow.Style) {
    if own.blocks.count(where: { $0.kind == .quotation }) < Self.maximumNesting {
      open(.quotation, in: &own)
    }
  }

  // MARK: Lists

  private func list(_ isOrdered: Bool, _ attributes: HTMLAttributes) -> List {
    var list = List(isOrdered: isOrdered)
    if let start = attributes.number("start") { list.next = start }
    // Without a beginning it is the number of its items, which are not counted before they are there.
    if attributes.has("reversed"), attributes.number("start") != nil { list.step = -1 }
    if let type = attributes["type"], "aAiI".utf8.contains(type[0]), type[1] == 0 {
      list.type = type[0]
    }
    return list
  }

  private func marker(_ attributes: HTMLAttributes) -> String {
    guard let frame = lists.last, frames.indices.contains(frame), let list = frames[frame].list,
      list.isOrdered
    else { return "•" }
    let number = attributes.number("value") ?? list.next
    frames[frame].list?.next = number &+ list.step
    return HTMLList.text(of: number, as: list.type) + "."
  }

  // MARK: Links and pictures

  private func beginLink(_ attributes: HTMLAttributes, _ own: inout HTMLFlow.Style) {
    guard let href = attributes["href"],
      let link = MarkedText.Link(href: String(cString: href), base: base)
    else { return }
    linkText = []
    own.link = flow.beginLink(link)
    frames[frames.count - 1].link = link
  }

  private func endLink(_ frame: Frame) {
    guard let link = frame.link, let number = style.link else { return }
    let mayName = linkText.contains { ".@".utf8.contains($0) }
    flow.endLink(
      number, as: mayName ? link.named(by: String(decoding: linkText, as: UTF8.self)) : link)
  }

  private func show(_ attributes: HTMLAttributes) {
    // What is not to be seen counts who opens a mail.
    let sides = [attributes.number("width"), attributes.number("height")].compactMap(\.self)
    guard !sides.contains(where: { $0 <= 2 }), !style.isTiny || attributes["src"] != nil else {
      return
    }
    let description = DisplayText.safe(
      attributes["alt"].map { String(cString: $0) } ?? "", limit: 300)
    if let source = attributes["src"].map({ String(cString: $0) }),
      source.prefix(4).lowercased() == "cid:", source.utf8.count <= 1_000
    {
      let id = MarkedText.Link.percentDecoded(Array(source.utf8)[4...])
      dissolveTable()
      flow.take(
        "\u{FFFC}",
        as: .picture(contentID: String(decoding: id, as: UTF8.self), description: description),
        style)
    } else if HTMLPicture.saysSomething(description) {
      var shown = style
      shown.isTiny = false
      setStyle(shown)
      take(" \(description) ")
    }
  }

  // MARK: Tables

  /// The table is none of data: what was kept of it goes where it belongs.
  private func dissolveTable() {
    guard let kept = table else { return }
    table = nil
    for row in kept.rows {
      flow.breakLine()
      for cell in row {
        flow.breakLine()
        for run in cell.runs {
          run.text.withUnsafeBufferPointer { flow.take($0, run.style) }
        }
        if cell.isEnded { flow.breakLine() }
      }
    }
  }

  private func endTable(goesOn: Bool) {
    guard let kept = table else { return }
    guard let columns = kept.columns else { return dissolveTable() }
    table = goesOn ? HTMLTable() : nil
    let around = style
    var lines = style
    lines.centering = nil
    open(.table(columns: columns.starts), in: &lines)
    flow.breakLine()
    for row in kept.rows where row.contains(where: { !$0.runs.isEmpty }) {
      show(row, columns.kept, lines)
      flow.breakLine()
    }
    setStyle(around)
  }

  private func show(_ row: [HTMLTable.Cell], _ columns: [Int], _ lines: HTMLFlow.Style) {
    var column = 0
    var shown = 0
    for cell in row {
      guard let place = columns.firstIndex(where: { $0 >= column && $0 < column + cell.span })
      else {
        column += cell.span
        continue
      }
      while shown < place {
        setStyle(lines)
        flow.tab(style)
        shown += 1
      }
      for run in cell.runs {
        var own = lines
        (own.letters, own.link) = (run.style.letters, run.style.link)
        setStyle(own)
        run.text.withUnsafeBufferPointer { flow.take($0, style) }
      }
      column += cell.span
    }
  }
}
