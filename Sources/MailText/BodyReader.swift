internal import CGMime

/// Takes an opened message apart, leaving its content in the file until it is wanted.
package struct BodyReader {
  private let reader: FileReader
  private let size: Int
  private let isCancelled: () -> Bool

  private static let maximumAttachments = 100
  private static let maximumCorrespondents = 200
  /// How many fields of one name are shown: there should be one, and a second is a forger's.
  private static let maximumFields = 4
  /// How much of a page of HTML is looked at, whatever the budget, in bytes: what is cut from a page may
  /// change what stands before it, by closing a tag.
  private static let maximumHTML = 4 << 20
  /// How much of a text tells whether there is something in it, in bytes.
  private static let maximumSample = 16 << 10

  private typealias Part = UnsafeMutablePointer<GMimePart>

  private struct Content {
    var plain: [Part] = []
    var html: Part?
    var attachments: [MessageBody.Attachment] = []
    var moreAttachments = 0
  }

  private struct Text {
    var text = MarkedText()
    /// Whether it goes on for a larger budget, and whether it does for none.
    var hasMore = false
    var isCut = false
    var isFromHTML = false
  }

  /// - Parameter isCancelled: Looked at for each piece of 64 KiB that is read.
  package init(descriptor: Int32, size: Int, isCancelled: @escaping () -> Bool = { false }) {
    self.size = size
    self.isCancelled = isCancelled
    reader = FileReader(
      descriptor: descriptor, size: min(size, MessageBody.maximumSize), isCancelled: isCancelled)
  }

  /// Nil when the file cannot be read, or the reading is cancelled.
  package func read(within budget: TextBudget = .portion) -> MessageBody? {
    let bytes = reader.bytes(in: 0..<(HeaderBlock.maximumLength + 1))
    let header = HeaderBlock(bytes, isWhole: bytes.count >= reader.size)
    var content = Content()
    var text = Text()
    var moreParts = 0
    if let start = header.bodyStart {
      text.isCut = size > reader.size
      let isBroken = header.contentType == nil && header.value("content-type") != nil
      let extent = isBroken ? nil : MimeExtent(of: reader, from: header.start)
      if let extent, let message = message(from: header.start, to: extent.end),
        let root = g_mime_message_get_mime_part(message.typed())
      {
        withExtendedLifetime(message) {
          collect(&content, root: root, depth: 0)
          take(content, to: &text, budget)
        }
        text.isCut = text.isCut || extent.isCut
        moreParts = extent.moreParts
      } else {
        // What GMime does not take for a message is shown as the text it is.
        let limit = Self.maximumSource(budget)
        let plain = reader.bytes(in: start..<(start + limit))
        text.hasMore = start + limit < reader.size
        let source = Charset.text(ofPart: plain, charset: nil, isCut: text.hasMore)
        let shown = MarkedText.plain(Self.withPlainLineEnds(source), within: budget)
        text.text = shown.text
        text.hasMore = text.hasMore || shown.isCut
      }
    } else {
      text.isCut = true
    }
    guard !reader.hasFailed else { return nil }
    return MessageBody(
      headers: shownHeaders(header), content: text.text, hasMoreText: text.hasMore,
      isFromHTML: text.isFromHTML, isCut: text.isCut, attachments: content.attachments,
      moreAttachments: content.moreAttachments, moreParts: moreParts)
  }

  /// How much of a text is worked on for a budget: four bytes may say one, and some say nothing.
  static func maximumSource(_ budget: TextBudget) -> Int {
    4 * budget.bytes + 2 * Charset.judgedLength
  }

  /// Takes the plain text when it says something and does not only stand in for the HTML, or else the HTML.
  ///
  /// Which of them it is must not depend on the budget.
  private func take(_ content: Content, to text: inout Text, _ budget: TextBudget) {
    let samples = content.plain.map { $0.text(limit: Self.maximumSample).text }
    let saysSomething = samples.contains(where: Preview.saysSomething)
    if let html = content.html {
      let page = html.text(limit: Self.maximumHTML)
      let sample = TextBudget(bytes: Self.maximumSample, lines: Self.maximumSample)
      if !saysSomething
        || MarkedText.isStub(
          plain: samples.joined(separator: "\n"),
          html: MarkedText.read(html: page.text, within: sample, isCancelled: isCancelled).text)
      {
        (text.text, text.hasMore) = MarkedText.read(
          html: page.text, within: budget, isCancelled: isCancelled)
        text.isCut = text.isCut || page.isCut
        text.isFromHTML = true
        return
      }
    }
    for part in content.plain where !text.hasMore { take(part, to: &text, budget) }
  }

  /// Puts a plain part behind what there is.
  private func take(_ part: Part, to text: inout Text, _ budget: TextBudget) {
    var room = budget - TextBudget(of: text.text.text)
    let piece = part.text(limit: Self.maximumSource(room))
    guard !piece.text.isEmpty else { return }
    if !text.text.text.isEmpty {
      guard room.bytes > 0, room.lines > 0 else {
        text.hasMore = true
        return
      }
      text.text.append(MarkedText("\n"))
      room = room - TextBudget(bytes: 1, lines: 1)
    }
    let object = UnsafeMutableRawPointer(part).assumingMemoryBound(to: GMimeObject.self)
    func parameter(_ name: String, is value: String) -> Bool {
      g_mime_object_get_content_type_parameter(object, name)
        .map { String(cString: $0).lowercased() == value } ?? false
    }
    let (read, isCut) = MarkedText.read(
      plain: Self.withPlainLineEnds(piece.text), isFlowed: parameter("format", is: "flowed"),
      deletesSpace: parameter("delsp", is: "yes"), isBegun: piece.isCut, within: room)
    text.text.append(read)
    text.hasMore = isCut
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

  private func collect(
    _ content: inout Content, root: UnsafeMutablePointer<GMimeObject>, depth: Int
  ) {
    MimeWalk.leaves(of: root) { leaf in
      switch leaf {
      case .message(let part):
        note(
          MessageBody.Attachment(name: "", type: "message/rfc822"), in: &content)
        if depth < 4, let inner = g_mime_message_part_get_message(part),
          let innerRoot = g_mime_message_get_mime_part(inner)
        {
          collect(&content, root: innerRoot, depth: depth + 1)
        }
      case .part(let part):
        switch part.textKind {
        case .plain: content.plain.append(part)
        case .html: if content.html == nil { content.html = part }
        case nil: note(part.attachment, in: &content)
        }
      }
      return true
    }
  }

  private func note(
    _ attachment: @autoclosure () -> MessageBody.Attachment, in content: inout Content
  ) {
    if content.attachments.count < BodyReader.maximumAttachments {
      content.attachments.append(attachment())
    } else {
      content.moreAttachments += 1
    }
  }
}

extension UnsafeMutablePointer<GMimePart> {
  fileprivate var attachment: MessageBody.Attachment {
    let object = UnsafeMutableRawPointer(self).assumingMemoryBound(to: GMimeObject.self)
    let raw = g_mime_part_get_filename(self).map { Array(String(cString: $0).utf8) } ?? []
    // Encoded words may hold a path as well.
    let path = Array(EncodedWords.decoded(raw).utf8)
    let name = path.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last ?? []
    var type = ""
    if let contentType = g_mime_object_get_content_type(object),
      let mime = g_mime_content_type_get_mime_type(contentType)
    {
      type = DisplayText.safe(String(cString: mime))
      g_free(mime)
    }
    return .init(name: DisplayText.safe(String(decoding: name, as: UTF8.self)), type: type)
  }
}
