internal import CDunnockGMime

/// Takes an opened message apart, leaving its content in the file until it is wanted.
package struct BodyReader {
  let reader: FileReader
  let size: Int

  private static let maximumAttachments = 100
  private static let maximumCorrespondents = 200
  /// How many fields of one name are shown: there should be one, and a second is a forger's.
  private static let maximumFields = 4
  /// How much of a page of HTML is looked at, whatever the budget, in bytes: what is cut from a page may
  /// change what stands before it, by closing a tag.
  static let maximumHTML = 4 << 20

  /// How far the end of a header is looked for, in bytes.
  private static let maximumHeader = 1 << 20

  struct Text {
    var content = MarkedText()
    /// What of the budget it takes.
    var used = TextBudget(bytes: 0, lines: 0)
    /// Whether it goes on for a larger budget, and whether it does for none.
    var hasMore = false
    var isCut = false
    var isFromHTML = false
    var hasPage = false
    /// In what other ways it can be read; with those in which it was.
    var choices: TextChoice = []
    /// How plain text in it is encrypted or signed.
    var protection: Protection?

    /// What is to stand before another piece.
    var separator: String {
      content.text.isEmpty ? "" : content.text.hasSuffix("\n") ? "\n" : "\n\n"
    }
  }

  /// What GMime makes of a message.
  struct Opened {
    let header: HeaderBlock
    /// Where the body starts; nil when the header has no end that can be found.
    let bodyStart: Int?
    /// Nil when GMime finds no message, and what of the file it was given.
    var message: MimeObject?
    var extent: MimeExtent?

    /// The outermost part.
    var root: MimeParts.Object? {
      message.flatMap { g_mime_message_get_mime_part($0.typed()) }
    }
  }

  /// - Parameter isCancelled: Looked at for each piece of 64 KiB that is read.
  package init(descriptor: Int32, size: Int, isCancelled: @escaping () -> Bool = { false }) {
    self.size = size
    reader = FileReader(
      descriptor: descriptor, size: min(size, MessageBody.maximumSize), isCancelled: isCancelled)
  }

  /// - Parameter message: The whole of one that lies within another.
  init(message: [UInt8], isCancelled: @escaping () -> Bool) {
    size = message.count
    reader = FileReader(
      .memory(message), size: min(size, MessageBody.maximumSize), isCancelled: isCancelled)
  }

  /// Nil when the file cannot be read, or the reading is cancelled.
  package func read(
    as choice: TextChoice = [], within budget: TextBudget = .portion
  ) -> MessageBody? {
    let opened = open()
    let (text, parts) = text(of: opened, as: choice, placesPictures: true, within: budget)
    let body = withExtendedLifetime(opened.message) { self.body(of: opened, parts, text) }
    return reader.hasFailed ? nil : body
  }

  /// Takes an opened message apart and reads its text.
  func text(
    of opened: Opened, as choice: TextChoice = [], placesPictures: Bool = false,
    within budget: TextBudget
  ) -> (text: Text, parts: MimeParts?) {
    var text = Text()
    text.isCut = size > reader.size || opened.bodyStart == nil || opened.extent?.isCut == true
    var parts: MimeParts?
    if let root = opened.root {
      let prefersPlain = !choice.isDisjoint(with: [.plainText, .forEditing])
      let found = MimeParts(of: root, preferring: prefersPlain ? .plain : nil)
      take(found, as: choice, placesPictures, to: &text, budget)
      if found.hasPlainTextAndPage { text.choices.insert(.plainText) }
      text.hasPage = text.hasPage || found.hasPlainTextAndPage
      parts = found
    } else if let start = opened.bodyStart {
      // What GMime does not take for a message is shown as the text it is.
      let limit = Self.maximumSource(budget)
      let plain = reader.bytes(in: start..<(start + limit))
      let isCut = start + limit < reader.size
      let piece = Charset.text(ofPart: plain, charset: nil, isCut: isCut)
      let (shown, isShort) = MarkedText.plain(Self.withPlainLineEnds(piece), within: budget)
      append((shown, isShort), isCut: isCut, to: &text)
    }
    return (text, parts)
  }

  /// What is attached beside the text that is shown.
  func attachments(
    of parts: MimeParts, beside text: Text, _ invitation: Invitation?
  ) -> [MessageBody.Attachment] {
    let pictures = text.content.marks.compactMap { mark -> String? in
      if case .picture(let contentID, _, _, _) = mark.kind { contentID } else { nil }
    }
    return parts.attachments(
      limit: Self.maximumAttachments, pictures: Set(pictures), invitation: invitation?.part)
  }

  private func body(of opened: Opened, _ parts: MimeParts?, _ text: Text) -> MessageBody {
    let header = opened.header
    let addressing = Addressing(header: header)
    let invitation = parts?.invitation
    let results = AuthenticationResults(header: header)
    let bounce = parts.flatMap { Bounce(reports: $0.reports, subject: $0.returnedSubject) }
    return MessageBody(
      headers: shownHeaders(header), addressing: addressing,
      doubts: SenderDoubt.all(results, from: addressing.from),
      isSenderConfirmed: results.confirm(host: addressing.from.first?.host ?? ""),
      unsubscribing: Unsubscribing(header: header), invitation: invitation,
      bounce: bounce, content: text.content, hasMoreText: text.hasMore, isFromHTML: text.isFromHTML,
      hasPage: text.hasPage, choices: text.choices,
      isCut: text.isCut, protection: protection(of: parts, text),
      attachments: parts.map { attachments(of: $0, beside: text, invitation) } ?? [],
      moreAttachments: max(0, (parts?.listed.count ?? 0) - Self.maximumAttachments),
      moreParts: opened.extent?.moreParts ?? 0)
  }

  private func protection(of parts: MimeParts?, _ text: Text) -> Protection? {
    text.protection?.isEncrypted == true ? text.protection : parts?.protection ?? text.protection
  }

  func open() -> Opened {
    reader.turnReturns(false)
    let bytes = reader.bytes(in: 0..<(HeaderBlock.maximumLength + 1))
    let header = HeaderBlock(bytes, isWhole: bytes.count >= reader.size)
    var bodyStart = header.bodyStart
    if bodyStart == nil, reader.size > HeaderBlock.maximumLength {
      // What is shown of it comes from its beginning, but it does not hide the body.
      let more = reader.bytes(in: 0..<(Self.maximumHeader + 1))
      bodyStart =
        HeaderBlock(more, isWhole: more.count >= reader.size, limit: Self.maximumHeader).bodyStart
    }
    var opened = Opened(header: header, bodyStart: bodyStart)
    let isBroken = header.contentType == nil && header.value("content-type") != nil
    guard let bodyStart, !isBroken else { return opened }
    // GMime knows lines by their LF.
    reader.turnReturns(header.endsLinesInReturns)
    let extent = MimeExtent(of: reader, from: header.start)
    // A header of more than GMime may keep is left out, and what describes the body with it.
    guard extent.end >= bodyStart else { return opened }
    opened.extent = extent
    opened.message = message(from: header.start, to: extent.end)
    return opened
  }

  /// How much of a text is worked on for a budget: four bytes may say one, and some say nothing.
  static func maximumSource(_ budget: TextBudget) -> Int {
    4 * budget.bytes + 2 * Charset.judgedLength
  }

  /// Takes what is read, one piece below the other.
  private func take(
    _ parts: MimeParts, as choice: TextChoice, _ placesPictures: Bool, to text: inout Text,
    _ budget: TextBudget
  ) {
    var htmlRoom = Self.maximumHTML
    /// The mails within the mail that are being read, and where their text begins.
    var open: [(title: String, start: Int?)] = []
    for piece in parts.pieces {
      let left = budget - (text.used + TextBudget(of: text.separator))
      switch piece {
      case .beginOfEnclosure(let title, let head):
        open.append((title, nil))
        guard let head, !text.hasMore, !choice.contains(.forEditing) else { continue }
        let shown = MarkedText.head(of: head, within: left)
        let start = append(shown, isCut: false, to: &text)
        for index in open.indices where open[index].start == nil { open[index].start = start }
      case .endOfEnclosure:
        guard let (title, start) = open.popLast() else { continue }
        close(title, from: start, in: &text, budget)
      case .text where choice.contains(.forEditing) && !open.isEmpty: continue
      case .text(let part):
        guard htmlRoom > 0, !text.hasMore else {
          text.isCut = text.isCut || htmlRoom <= 0
          continue
        }
        var start: Int?
        switch part.kind {
        case .html:
          // How much of a page is read must not depend on the budget.
          let page = part.part.text(limit: htmlRoom)
          htmlRoom -= page.text.utf8.count
          text.isCut = text.isCut || page.isCut
          var (shown, isCut) = MarkedText.read(
            html: page.text, placesPictures: placesPictures, of: parts.places(for: part),
            within: left,
            isCancelled: reader.isCancelled)
          if let openPGP = OpenPGPText(shown.text) {
            if open.isEmpty { text.protection = openPGP.protection }
            shown.remove(openPGP.armour)
          }
          start = append((shown, isCut), isCut: false, to: &text)
          text.isFromHTML = true
          text.hasPage = text.hasPage || open.isEmpty
        case .plain where choice.contains(.forEditing):
          let piece = part.part.text(limit: Self.maximumSource(left))
          let typed = TypedText.decoded(
            Self.withPlainLineEnds(piece.text), isFlowed: part.isFlowed,
            deletesSpace: part.deletesSpaces)
          let size = TextBudget(of: typed)
          append(
            (MarkedText(typed), size.bytes > left.bytes || size.lines > left.lines),
            isCut: piece.isCut, to: &text)
        case .plain:
          let piece = part.part.text(limit: Self.maximumSource(left))
          let written = Self.withPlainLineEnds(piece.text)
          let openPGP = OpenPGPText(written)
          if open.isEmpty { text.protection = openPGP?.protection ?? text.protection }
          let plain = choice.contains(.asWritten) ? written : openPGP?.text ?? written
          let (shown, isCut) = MarkedText.read(
            plain: plain,
            isFlowed: part.isFlowed && !choice.contains(.asWritten),
            deletesSpace: part.deletesSpaces, isAsWritten: choice.contains(.asWritten),
            // Without its armour a text may be too short for that.
            isBegun: piece.isCut
              && (openPGP == nil || plain.utf8.count >= 2 * MarkedText.judgedLength), within: left)
          start = append((shown, isCut), isCut: piece.isCut, to: &text)
          if shown.joinsLines || openPGP != nil || choice.contains(.asWritten) {
            text.choices.insert(.asWritten)
          }
        }
        for index in open.indices where open[index].start == nil { open[index].start = start }
      }
    }
    text.content.sortMarks()
  }

  /// Puts a piece below what is there, a blank line between them.
  ///
  /// - Parameter isCut: Whether there is more of the piece than was looked at.
  /// - Returns: Where it begins; nil when it says nothing.
  @discardableResult
  private func append(
    _ piece: (text: MarkedText, isCut: Bool), isCut: Bool, to text: inout Text
  ) -> Int? {
    defer { text.hasMore = text.hasMore || piece.isCut || isCut }
    guard !piece.text.text.isEmpty else { return nil }
    let separator = text.separator
    let start = text.content.text.utf8.count + separator.utf8.count
    text.content.text += separator
    text.content.append(piece.text)
    text.used = text.used + TextBudget(of: separator) + TextBudget(of: piece.text.text)
    return start
  }

  /// Marks what was read of a mail within the mail.
  private func close(
    _ title: String, from start: Int?, in text: inout Text, _ budget: TextBudget
  ) {
    guard let start else { return }
    if !text.content.text.hasSuffix("\n") {
      let left = budget - text.used
      if !text.hasMore, left.bytes > 0, left.lines > 0 {
        text.content.text += "\n"
        text.used = text.used + TextBudget(bytes: 1, lines: 1)
      } else {
        text.hasMore = true
      }
    }
    let range = start..<text.content.text.utf8.count
    text.content.marks.append(.init(range, .enclosure(title: title)))
  }

  static func withPlainLineEnds(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var wasReturn = false
    for byte in text.utf8 {
      if byte == 0x0D {
        result.append(0x0A)
      } else if byte != 0x0A || !wasReturn {
        result.append(byte)
      }
      wasReturn = byte == 0x0D
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func shownHeaders(_ header: HeaderBlock) -> [MessageBody.Header] {
    let fields: [(String, StaticString, Bool)] = [
      ("From", "from", true), ("To", "to", true), ("Cc", "cc", true), ("Date", "date", false),
      ("Subject", "subject", false),
    ]
    return fields.compactMap { title, name, isAddress in
      guard let value = header.value(name) else { return nil }
      let shown =
        isAddress
        ? correspondents(header.values(name))
        : DisplayText.safe(EncodedWords.decoded(value))
      return shown.isEmpty ? nil : .init(name: title, value: shown)
    }
  }

  private func correspondents(_ values: [[UInt8]]) -> String {
    values.prefix(BodyReader.maximumFields)
      .flatMap { Correspondent.list(in: $0, limit: BodyReader.maximumCorrespondents) }
      .prefix(BodyReader.maximumCorrespondents)
      .map { one in
        if one.name.isEmpty { return one.address }
        return one.address.isEmpty ? one.name : "\(one.name) <\(one.address)>"
      }.joined(separator: ", ")
  }

  /// Nil when GMime finds no message.
  private func message(from start: Int, to end: Int) -> MimeObject? {
    _ = MimeLibrary.isReady
    guard let stream = ReaderStream.make(reader, start..<max(start, end)),
      let parser = MimeObject(owning: g_mime_parser_new_with_stream(stream.typed()))
    else { return nil }
    g_mime_parser_set_persist_stream(parser.typed(), 1)
    return MimeObject(owning: g_mime_parser_construct_message(parser.typed(), nil))
  }

}
