/// Sets a page's text into lines, with white space as browsers have it.
struct HTMLFlow {
  /// How a run of text looks, and within which blocks it stands.
  struct Style {
    var blocks: [Block] = []
    /// The block whose lines are in the middle, if it is one.
    var centering: Int?
    var letters: Letters = []
    /// The number of the link.
    var link: Int?
    /// Whether white space is text.
    var keepsSpaces = false
    /// Whether nothing of it is seen; and whether the letters are too small to be.
    var isHidden = false
    var isTiny = false
    /// Another for each style that differs from the one before.
    var version = 0
  }

  struct Block {
    let id: Int
    let kind: MarkedText.Kind
  }

  struct Letters: OptionSet {
    let rawValue: UInt8
    static let bold = Letters(rawValue: 1)
    static let italic = Letters(rawValue: 2)
    static let underlined = Letters(rawValue: 4)
    static let struck = Letters(rawValue: 8)
    static let monospace = Letters(rawValue: 16)
    static let small = Letters(rawValue: 32)

    static let kinds: [(Letters, MarkedText.Kind)] = [
      (.bold, .bold), (.italic, .italic), (.underlined, .underlined), (.struck, .struck),
      (.monospace, .monospace), (.small, .small),
    ]
  }

  /// How many line ends in a row stay, in what keeps its white space and elsewhere.
  private static let maximumLines = (kept: 20, usual: 2)

  private(set) var builder: MarkedText.Builder
  private var pendingLines = 0
  private var pendingSpace = false
  /// Whether nothing stands yet in the line, or a blank at its end.
  private var isAfterBlank = true
  /// What an item of a list begins with.
  private var marker = ""
  private var openBlocks: [(id: Int, mark: Int?)] = []
  private var openLetters: [Int?] = Array(repeating: nil, count: Letters.kinds.count)
  private var openLetterSet: Letters = []
  private var openLink: (link: Int, mark: Int?)?
  /// The style that what is open is of.
  private var version = -1
  /// Whether anything that is seen was taken.
  private(set) var isEmpty = true
  /// Whether that is at most pictures of which nothing is said.
  private(set) var isSilent = true

  init(budget: TextBudget) { builder = MarkedText.Builder(budget: budget) }

  var isFull: Bool { builder.isFull }

  // MARK: What comes

  /// A block begins or ends here.
  mutating func breakLine() { pendingLines = max(pendingLines, 1) }

  /// A block begins or ends here that is set off from others, except as the first of an item.
  mutating func breakParagraph() { pendingLines = max(pendingLines, marker.isEmpty ? 2 : 1) }

  /// A line ends here.
  mutating func endLine() {
    pendingLines += 1
    pendingSpace = false
  }

  /// The next text is the first of an item.
  mutating func begin(item marker: String) { self.marker = marker }

  mutating func space() { pendingSpace = true }

  mutating func beginLink(_ link: MarkedText.Link) -> Int { builder.beginLink(link) }

  /// Text as it stands in the page, character references decoded.
  mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ style: Style) {
    var index = 0
    while index < text.count, !builder.isFull {
      let byte = text[index]
      if byte > 0x20, byte < 0x7F {
        settle(style)
        builder.append(Unicode.Scalar(byte))
        isAfterBlank = false
        index += 1
      } else if byte <= 0x20 {
        takeSpace(Unicode.Scalar(byte), style)
        index += 1
      } else {
        let (scalar, length) = Self.scalar(text, at: index)
        take(scalar, style)
        index += length
      }
    }
  }

  mutating func take(_ text: String, _ style: Style) {
    var text = text
    text.withUTF8 { take($0, style) }
  }

  /// A place between cells of a row.
  mutating func tab(_ style: Style) {
    pendingSpace = false
    settle(style)
    closeLetters(but: [], link: nil)
    version = -1
    builder.append("\t")
    isAfterBlank = true
  }

  /// A scalar with a mark of its own.
  mutating func take(_ scalar: Unicode.Scalar, as kind: MarkedText.Kind, _ style: Style) {
    settle(style)
    let mark = builder.open(kind)
    builder.append(scalar)
    builder.close(mark)
    isAfterBlank = false
  }

  /// A picture of the internet; set off from the text, as the words are that are said of it.
  mutating func take(_ picture: MarkedText.RemotePicture, _ style: Style) {
    let says = !picture.description.isEmpty
    if says { space() }
    let wasSilent = isSilent
    take("\u{FFFC}", as: .remotePicture(picture), style)
    isSilent = wasSilent && !says
    if says { space() }
  }

  mutating func finished() -> (text: MarkedText, isCut: Bool) {
    closeLetters(but: [], link: nil)
    for block in openBlocks.reversed() { builder.close(block.mark) }
    openBlocks.removeAll()
    return builder.finished()
  }

  // MARK: Its setting

  private mutating func takeSpace(_ scalar: Unicode.Scalar, _ style: Style) {
    guard style.keepsSpaces else {
      pendingSpace = true
      return
    }
    switch scalar {
    case "\n": endLine()
    case " ", "\t":
      settle(style)
      builder.append(scalar)
      isAfterBlank = true
    default: break
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ style: Style) {
    switch scalar.value {
    // A no-break space separates words too.
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: takeSpace(" ", style)
    // What newsletters pad with, so that no text of theirs is in a list beside the subject.
    case 0x200B, 0x2060...0x2064, 0xFEFF, 0xAD, 0x34F, 0x180E, 0x115F, 0x1160, 0x3164: break
    // What ``DisplayText/Filter`` leaves out is no word that a blank may follow.
    case 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: break
    case 0x200C...0x200F, 0x61C:
      if pendingLines == 0, !pendingSpace, !isAfterBlank { builder.append(scalar) }
    case 0x80...0x9F:
      // Numbers below 160 are windows-1252 by the HTML standard, section 13.2.5.80.
      settle(style)
      builder.append(Charset.unnamed([UInt8(scalar.value)]))
      isAfterBlank = false
    default:
      settle(style)
      builder.append(scalar)
      isAfterBlank = false
    }
  }

  /// Puts what must stand before a text of a style.
  private mutating func settle(_ style: Style) {
    guard
      pendingLines > 0 || pendingSpace || version != style.version || isEmpty || isSilent
    else { return }
    if pendingLines > 0 || isEmpty {
      beginLine(style)
    } else {
      if version != style.version { closeLetters(but: style.letters, link: style.link) }
      if pendingSpace, !isAfterBlank { builder.append(" ") }
    }
    pendingSpace = false
    open(style)
    version = style.version
    (isEmpty, isSilent) = (false, false)
  }

  private mutating func beginLine(_ style: Style) {
    let most = style.keepsSpaces ? Self.maximumLines.kept : Self.maximumLines.usual
    let lines = isEmpty ? 0 : min(pendingLines, most)
    closeLetters(but: [], link: nil)
    if lines > 0 { builder.endLine() }
    var wanted = style.blocks
    if let centering = style.centering { wanted.append(Block(id: centering, kind: .centered)) }
    let common = zip(openBlocks, wanted).prefix { $0.id == $1.id }.count
    while openBlocks.count > common { builder.close(openBlocks.removeLast().mark) }
    if lines > 1 { for _ in 1..<lines { builder.endLine() } }
    for block in wanted[common...] { openBlocks.append((block.id, builder.open(block.kind))) }
    if !marker.isEmpty {
      builder.append(marker)
      marker = ""
    }
    (pendingLines, isAfterBlank) = (0, true)
  }

  private mutating func closeLetters(but letters: Letters, link: Int?) {
    for index in Letters.kinds.indices.reversed() {
      let letter = Letters.kinds[index].0
      guard openLetterSet.contains(letter), !letters.contains(letter) else { continue }
      builder.close(openLetters[index])
      openLetterSet.remove(letter)
    }
    if let open = openLink, open.link != link {
      builder.close(open.mark)
      openLink = nil
    }
  }

  private mutating func open(_ style: Style) {
    if let link = style.link, openLink == nil { openLink = (link, builder.open(.link(link))) }
    guard style.letters != openLetterSet else { return }
    for (index, (letter, kind)) in Letters.kinds.enumerated()
    where style.letters.contains(letter) && !openLetterSet.contains(letter) {
      openLetters[index] = builder.open(kind)
      openLetterSet.insert(letter)
    }
  }

  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (Unicode.Scalar, Int) {
    let lead = text[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    guard length > 1, index + length <= text.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for next in 1..<length { value = value << 6 | UInt32(text[index + next]) & 0x3F }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
