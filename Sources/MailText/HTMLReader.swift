internal import CDunnockXml
internal import Glibc

/// Reads a page of HTML to a marked text, from the events of libxml2's parser: no tree is made, nothing is
/// fetched and nothing is run.
///
/// Left out is what the page hides. White space is as browsers have it. Tables that place things are
/// flattened, each cell a block; those of short cells keep their columns.
final class HTMLReader {
  /// How deep elements are told apart; those beyond begin anew, without what is around them. The parser looks
  /// through all that are open for each end tag that ends none.
  static let maximumDepth = 256
  /// How deep quotations and lists are told apart.
  static let maximumNesting = 8
  private static let isReady: Void = xmlInitParser()

  struct Frame {
    let element: HTMLElement
    /// That of what is around.
    let style: HTMLFlow.Style
    var isRaw = false
    var list: List?
    var isBuffered = false
  }

  struct List {
    let isOrdered: Bool
    var next = 1
    var step = 1
    var type: UInt8 = 0x31
  }

  let showsHidden: Bool
  let placesPictures: Bool
  let places: PicturePlaces
  private let isCancelled: () -> Bool
  var flow: HTMLFlow
  private var context: htmlParserCtxtPtr?
  var style = HTMLFlow.Style()
  var frames: [Frame] = []
  var lists: [Int] = []
  private var raw = 0
  private var sheet = HTMLSheet()
  private var sheetText: [UInt8] = []
  var base: String?
  var table: HTMLTable?
  private var styles = 0
  var blocks = 0
  private var events = 0
  /// Whether some text was left out since the page hides it.
  private var hasHidden = false
  var isAfterPre = false
  /// How many pictures that are worth seeing are not fetched and have no place.
  var picturesLeftOut = 0
  /// How many have one.
  var picturesPlaced = 0

  private init(
    budget: TextBudget, showsHidden: Bool, placesPictures: Bool, places: PicturePlaces,
    isCancelled: @escaping () -> Bool
  ) {
    flow = HTMLFlow(budget: budget)
    self.showsHidden = showsHidden
    // Among what a page hides are those that only tell that it is read.
    self.placesPictures = placesPictures && !showsHidden
    self.places = places
    self.isCancelled = isCancelled
  }

  /// The text of a page, and whether it was cut.
  ///
  /// - Parameters:
  ///   - placesPictures: Whether pictures of the internet have a place in the text; else there is what is said of them.
  ///   - places: What the page calls pictures of the mail.
  ///   - isCancelled: Looked at now and then; when it is true the text ends.
  static func read(
    _ html: String, placesPictures: Bool = false, of places: PicturePlaces = PicturePlaces(),
    within budget: TextBudget,
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
        budget: budget, showsHidden: showsHidden, placesPictures: placesPictures,
        places: places, isCancelled: isCancelled)
      for piece in pieces where !reader.flow.isFull && !isCancelled() { reader.parse(bytes[piece]) }
      if !reader.flow.isSilent || !reader.hasHidden || isCancelled() {
        var read = reader.flow.finished()
        read.text.picturesLeftOut = reader.picturesLeftOut
        return read
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
    // The parser asks for piece after piece, and keeps none: of the whole of a page it would make a copy.
    html.withUnsafeBytes { html in
      var source = Source(html: html)
      _ = withUnsafeMutablePointer(to: &source) { source in
        htmlCtxtReadIO(
          context, { Source.read(into: $1, count: $2, from: $0) }, { _ in 0 }, source, nil, "UTF-8",
          Int32(options))
      }
    }
    closeAll()
  }

  /// What the parser reads.
  private struct Source {
    // Text outside of all elements would be put into paragraphs that nobody wrote.
    private static let beginning: StaticString = "<body>"

    private var beginning = UnsafeRawBufferPointer(
      start: Self.beginning.utf8Start, count: Self.beginning.utf8CodeUnitCount)
    private var html: UnsafeRawBufferPointer

    init(html: UnsafeRawBufferPointer) { self.html = html }

    /// Puts what comes next into a buffer, and says how much that is; 0 at the end.
    static func read(
      into buffer: UnsafeMutablePointer<CChar>?, count: Int32, from source: UnsafeMutableRawPointer?
    ) -> Int32 {
      guard let buffer, count > 0, let source = source?.assumingMemoryBound(to: Source.self) else {
        return 0
      }
      let path = source.pointee.beginning.isEmpty ? \Source.html : \Source.beginning
      let piece = source.pointee[keyPath: path].prefix(Int(count))
      UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)).copyBytes(from: piece)
      source.pointee[keyPath: path] = UnsafeRawBufferPointer(
        rebasing: source.pointee[keyPath: path].dropFirst(piece.count))
      return Int32(piece.count)
    }
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

  func take(_ text: UnsafeBufferPointer<UInt8>) {
    var text = text
    guard raw == 0 else {
      if case .sheet? = frames.last?.element.role,
        sheetText.count + text.count <= HTMLSheet.maximumLength
      {
        sheetText += text
      }
      return
    }
    guard !style.isHidden, !style.isTiny || showsHidden else {
      hasHidden = true
      return
    }
    if isAfterPre {
      isAfterPre = false
      if text.first == 0x0A { text = UnsafeBufferPointer(rebasing: text.dropFirst()) }
    }
    if table != nil {
      if table?.take(text, style) == true { return }
      dissolveTable()
    }
    flow.take(text, style)
    stopIfDone()
  }

  func take(_ text: String) {
    var text = text
    text.withUTF8 { take($0) }
  }

  // MARK: Styles

  func setStyle(_ new: HTMLFlow.Style) {
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

  func open(_ kind: MarkedText.Kind, in style: inout HTMLFlow.Style) {
    blocks += 1
    style.blocks.append(.init(id: blocks, kind: kind))
  }
}
