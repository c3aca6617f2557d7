internal import CDunnockGMime

/// What the first bytes of a message tell of its content.
package struct Preview {
  /// The beginning of the text for a row; empty when the bytes hold no text.
  package let text: String
  /// Whether a part is something else than text and its pictures; nil when that may be so further on.
  package let hasAttachment: Bool?
  /// Whether more bytes would not change the text.
  package let isComplete: Bool

  /// The longest preview, in Unicode scalars.
  static let maximumLength = 200
  /// How much of a file is read to find its text, in bytes.
  ///
  /// With ``maximumLines`` this is the budget in time as well, since the work grows as the bytes and
  /// lines do: of 64 kinds of hostile messages of this size (nested, of many parts, fields,
  /// parameters, tags, references, words or addresses) none takes more than 0.1 s.
  package static let maximumRead = 256 << 10
  /// How many lines of a body are handed to GMime: a line can be a field, a third of a part, or be
  /// compared with the boundaries of a thousand levels, at the price of hundreds of its bytes.
  static let maximumLines = 8 << 10
  /// How much of a text is worked on, in bytes: enough to pass over a quotation.
  private static let maximumText = 16 << 10
  /// How much text of a page of HTML is wanted, in bytes.
  private static let maximumReduced = 2 << 10

  /// - Parameter isWhole: Whether the bytes are the whole message.
  package init(_ bytes: [UInt8], header: HeaderBlock, isWhole: Bool) {
    guard let bodyStart = header.bodyStart, bodyStart < bytes.count else {
      (text, hasAttachment, isComplete) = ("", isWhole ? false : nil, isWhole)
      return
    }
    var content = Content(isWhole: isWhole)
    var body = bytes[bodyStart...]
    if header.endsLinesInReturns { Self.turnReturns(in: &body) }
    if !Self.readSimple(&content, body, header: header) {
      Self.read(&content, body, header: header)
    }
    text = (content.standsIn ?? content.plain ?? content.html).map(Self.line) ?? ""
    let isFull = text.unicodeScalars.count >= Self.maximumLength && text.last == "…"
    isComplete =
      isWhole || (content.hasPlainEnded && !content.mayYield)
      || (isFull && (content.plain != nil || !content.isMultipart))
    hasAttachment = content.hasAttachment ? true : isWhole || !content.isMultipart ? false : nil
  }

  private struct Content {
    let isWhole: Bool
    /// The first plain text that says something, and the first HTML that does.
    var plain: String?
    var html: String?
    /// The page that the plain text only stands in for.
    var standsIn: String?
    /// Whether something follows the plain text.
    var hasPlainEnded = false
    /// Whether a page follows it of which more may say more.
    var mayYield = false
    var hasAttachment = false
    var isMultipart = false
  }

  /// Has each CR that no LF follows be one, which is what GMime knows lines by.
  private static func turnReturns(in body: inout ArraySlice<UInt8>) {
    for index in body.indices
    where body[index] == 0x0D && (index + 1 == body.endIndex || body[index + 1] != 0x0A) {
      body[index] = 0x0A
    }
  }

  /// Takes the text of a body that is one part of text in a usual encoding; false for any other.
  private static func readSimple(
    _ content: inout Content, _ body: ArraySlice<UInt8>, header: HeaderBlock
  ) -> Bool {
    var encoding: GMimeContentEncoding?
    if let value = header.value("content-transfer-encoding") {
      switch String(decoding: value, as: UTF8.self).lowercased() {
      case "base64": encoding = GMIME_CONTENT_ENCODING_BASE64
      case "quoted-printable": encoding = GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE
      case let name where name.hasPrefix("7bit") || name.hasPrefix("8bit") || name == "binary":
        break
      default: return false
      }
    }
    var type: SimpleTextType?
    if let named = header.contentType {
      type = SimpleTextType(named)
      if type == nil { return false }
    }
    let limit = maximumText * (type?.kind == .html ? 4 : 1)
    // Three bytes of quoted-printable say one.
    let bytes =
      encoding.map { decoded(body.prefix(3 * limit), from: $0) } ?? Array(body.prefix(limit))
    let text = Charset.text(
      ofPart: Array(bytes.prefix(limit)), charset: type?.charset,
      isCut: !content.isWhole || body.count > limit)
    if type?.kind == .html {
      content.html = story(of: reduced(text).text)
    } else {
      content.plain = text
    }
    return true
  }

  private static func decoded(
    _ body: ArraySlice<UInt8>, from encoding: GMimeContentEncoding
  ) -> [UInt8] {
    var state = GMimeEncoding()
    g_mime_encoding_init_decode(&state, encoding)
    let room = Int(g_mime_encoding_outlen(&state, body.count))
    return body.withUnsafeBytes { encoded in
      [UInt8](unsafeUninitializedCapacity: room) { decoded, count in
        count = Int(
          g_mime_encoding_flush(
            &state, encoded.baseAddress?.assumingMemoryBound(to: CChar.self), encoded.count,
            UnsafeMutableRawPointer(decoded.baseAddress)?.assumingMemoryBound(to: CChar.self)))
      }
    }
  }

  /// Lets GMime take the body apart behind a header of the two fields that matter.
  private static func read(
    _ content: inout Content, _ body: ArraySlice<UInt8>, header: HeaderBlock
  ) {
    _ = MimeLibrary.isReady
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 256)
    bytes += "MIME-Version: 1.0\n".utf8
    if let type = header.contentType {
      bytes += Array("Content-Type: ".utf8) + type + [0x0A]
    }
    if let encoding = header.value("content-transfer-encoding") {
      bytes += Array("Content-Transfer-Encoding: ".utf8) + encoding + [0x0A]
    }
    bytes.append(0x0A)
    bytes += bounded(body)
    guard
      let stream = MimeObject(
        owning: bytes.withUnsafeBytes { bytes in
          g_mime_stream_mem_new_with_buffer(bytes.baseAddress, bytes.count)
        }), let parser = MimeObject(owning: g_mime_parser_new_with_stream(stream.typed())),
      let message = MimeObject(
        owning: g_mime_parser_construct_message(parser.typed(), nil)),
      let root = g_mime_message_get_mime_part(message.typed())
    else { return }
    content.isMultipart = MimeWalk.isA(UnsafeMutableRawPointer(root), g_mime_multipart_get_type())
    read(&content, root, depth: 0)
  }

  /// The body up to its ``maximumLines``th line.
  static func bounded(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var lines = 0
    let end = body.withUnsafeBytes { bytes in
      bytes.firstIndex { byte in
        if byte == UInt8(ascii: "\n") { lines += 1 }
        return lines == maximumLines
      }
    }
    return end.map { body[..<(body.startIndex + $0)] } ?? body
  }

  /// Takes the texts of the leaves, or else what a message inside says.
  private static func read(
    _ content: inout Content, _ root: UnsafeMutablePointer<GMimeObject>, depth: Int
  ) {
    var inner: UnsafeMutablePointer<GMimeMessagePart>?
    var examined = 0
    MimeWalk.leaves(of: root) { leaf in
      let isBehindPlain = content.plain != nil && !content.hasPlainEnded
      content.mayYield = false
      if content.plain != nil { content.hasPlainEnded = true }
      switch leaf {
      case .message(let part):
        content.hasAttachment = true
        if inner == nil { inner = part }
      case .part(let part):
        // Its own fields may not all be there yet.
        content.mayYield =
          isBehindPlain && part.extent.length == 0 && content.plain.map(Self.mayStandIn) == true
        guard let kind = part.textKind else {
          if part.isForPeople { content.hasAttachment = true }
          break
        }
        let isBehind = isBehindPlain && kind == .html && content.plain.map(Self.mayStandIn) == true
        guard content.plain == nil || isBehind, examined < 8 else { break }
        examined += 1
        let text = part.text(
          limit: maximumText * (kind == .html ? 4 : 1), isBegun: !content.isWhole
        ).text
        switch kind {
        case .plain: if saysSomething(text) { content.plain = text }
        case .html:
          guard content.html == nil || isBehind else { break }
          let (page, isCut) = reduced(text)
          if let plain = content.plain {
            content.mayYield = !isCut
            if Substance(of: page).isBetter(than: Substance(of: MarkedText(plain))) {
              content.standsIn = story(of: page)
            }
          } else if saysSomething(page.text) {
            content.html = story(of: page)
          }
        }
      }
      return !content.hasAttachment || (content.plain == nil && examined < 8)
    }
    guard content.plain == nil, content.html == nil, depth < 4, let inner,
      let message = g_mime_message_part_get_message(inner),
      let innerRoot = g_mime_message_get_mime_part(message)
    else { return }
    read(&content, innerRoot, depth: depth + 1)
  }

  /// The beginning of a page as it is read.
  private static func reduced(_ html: String) -> (text: MarkedText, isCut: Bool) {
    MarkedText.read(
      html: html, within: TextBudget(bytes: maximumReduced, lines: maximumReduced))
  }

  /// The text of a page without the lines at its beginning that are links rather than words, such as the one to see it in a browser,
  /// unless there is nothing else.
  private static func story(of page: MarkedText) -> String {
    let links = page.marks.compactMap { mark in
      if case .link = mark.kind { mark.range } else { nil }
    }
    let text = Array(page.text.utf8)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      let words = text[start..<end].count { $0 > 0x20 }
      let named = links.reduce(0) { sum, link in
        let range = link.clamped(to: start..<end)
        return sum + text[range].count { $0 > 0x20 }
      }
      if words > 0, !isPassedOver(named, of: words) { break }
      start = end + 1
    }
    return start < text.count ? String(decoding: text[start...], as: UTF8.self) : page.text
  }

  /// Whether a line at the beginning of a text is passed over for how much of it is a link.
  private static func isPassedOver(_ link: Int, of all: Int) -> Bool {
    all <= maximumLength && 5 * link > 2 * all
  }

  /// Whether a plain text is so short that it may only stand in for a page.
  private static func mayStandIn(_ plain: String) -> Bool { plain.utf8.count <= maximumReduced }

  static func saysSomething(_ text: String) -> Bool {
    text.utf8.contains { (0x21...0x7E).contains($0) }
      || text.unicodeScalars.contains { !$0.isSpace }
  }

  /// One line of at most 200 characters: what the writer wrote, without quotations and signature
  /// unless there is nothing else.
  static func line(of text: String) -> String {
    let bytes = Array((OpenPGPText(BodyReader.withPlainLineEnds(text))?.text ?? text).utf8)
    let own = shown(gathered(bytes, withQuotations: false))
    return own.isEmpty ? shown(gathered(bytes, withQuotations: true)) : own
  }

  /// The lines joined with runs of ASCII white space as one space, until there is enough for a
  /// preview even of four-byte characters with some of them filtered out, or of visible ASCII.
  private static func gathered(_ text: [UInt8], withQuotations: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(maximumLength * 4)
    var lastLine = 0
    var visible = 0
    var visibleBefore = 0
    var index = 0
    while index < text.count, result.count < maximumLength * 8 {
      let end = text[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
      let line = text[index..<end]
      index = end + 1
      if !withQuotations {
        if line.elementsEqual("-- ".utf8) || line.elementsEqual("--".utf8) { break }
        if line.first == UInt8(ascii: ">") {
          // The line before a quotation says who is quoted.
          if result.last == UInt8(ascii: ":") {
            result.removeSubrange(lastLine...)
            visible = visibleBefore
          }
          continue
        }
      }
      let words = line.count { $0 > 0x20 }
      if words == 0 { continue }
      if !withQuotations, lastLine == 0, isPassedOver(addressLength(in: line), of: words) {
        // What the address is for may stand in the line before.
        if result.last == UInt8(ascii: ":") {
          result = []
          visible = 0
        }
        if result.isEmpty { continue }
      }
      // Only now is it sure that the line before introduced no quotation.
      if visible > maximumLength { break }
      lastLine = result.count
      visibleBefore = visible
      if !result.isEmpty { result.append(0x20) }
      for byte in line.prefix(maximumLength * 8) {
        if byte != 0x20 && byte != 0x09 && byte != 0x0C && byte != 0x0B {
          result.append(byte)
          if (0x21...0x7E).contains(byte) { visible += 1 }
        } else if let last = result.last, last != 0x20 {
          result.append(0x20)
        }
      }
      if result.last == 0x20 { result.removeLast() }
    }
    return result
  }

  /// How long the first address of the web in a line is, in bytes.
  private static func addressLength(in line: ArraySlice<UInt8>) -> Int {
    line.split(separator: 0x20).first {
      $0.starts(with: "http".utf8) || $0.starts(with: "<http".utf8)
    }?.count ?? 0
  }

  /// At most ``maximumLength`` scalars, safe to show, splitting no character.
  private static func shown(_ line: [UInt8]) -> String {
    var text = String(decoding: line, as: UTF8.self)
    // In the place of a picture.
    if line.contains(0xEF), text.unicodeScalars.contains("\u{FFFC}") {
      text = text.unicodeScalars.split { $0 == " " || $0 == "\u{FFFC}" }.map(String.init)
        .joined(separator: " ")
    }
    if let plain = DisplayText.plain(text, limit: maximumLength, kept: maximumLength - 1) {
      return plain
    }
    var spaced: [UInt8] = []
    spaced.reserveCapacity(line.count)
    for scalar in text.unicodeScalars {
      if !scalar.isSpace {
        spaced += scalar.utf8
      } else if let last = spaced.last, last != 0x20 {
        spaced.append(0x20)
      }
    }
    if spaced.last == 0x20 { spaced.removeLast() }
    // One character more than the longest preview may have: what is behind it makes no difference.
    let safe = DisplayText.safe(
      String(decoding: spaced, as: UTF8.self), limit: maximumLength + 1)
    guard safe.unicodeScalars.count > maximumLength else { return safe }
    var end = safe.startIndex
    var left = maximumLength - 1
    while end < safe.endIndex {
      let next = safe.index(after: end)
      left -= safe.unicodeScalars.distance(from: end, to: next)
      if left < 0 { break }
      end = next
    }
    return String(safe[..<end]) + "…"
  }
}
