internal import CGMime

/// Takes an opened message apart, leaving its content in the file until it is wanted.
package struct BodyReader {
  private let descriptor: Int32
  private let size: Int

  private static let maximumAttachments = 100
  private static let maximumCorrespondents = 200
  /// How many fields of one name are shown: there should be one, and a second is a forger's.
  private static let maximumFields = 4

  private struct Content {
    var plain: [String] = []
    var html: String?
    var isCut = false
    var attachments: [MessageBody.Attachment] = []
    var moreAttachments = 0
  }

  package init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  /// Nil when the file cannot be read.
  package func read() -> MessageBody? {
    guard
      let bytes = FileContent.prefix(
        of: descriptor, length: min(size, HeaderBlock.maximumLength + 1))
    else { return nil }
    let header = HeaderBlock(bytes, isWhole: bytes.count >= size)
    var content = Content()
    if size > MessageBody.maximumSize || header.bodyStart == nil {
      content.isCut = true
    } else if header.contentType == nil && header.value("content-type") != nil
      || !collect(&content, from: header.start), let start = header.bodyStart
    {
      // What GMime does not take for a message is shown as the text it is.
      let length = min(size, MessageBody.maximumText + start)
      let all = FileContent.prefix(of: descriptor, length: length) ?? bytes
      content.plain = [Charset.unnamed(Array(all.dropFirst(start)))]
      content.isCut = length < size
    }
    let hasPlain = content.plain.contains { $0.contains { !$0.isWhitespace } }
    let text = hasPlain ? content.plain.joined(separator: "\n") : content.html ?? ""
    return MessageBody(
      headers: shownHeaders(header), text: DisplayText.safeLines(withPlainLineEnds(text)),
      isFromHTML: !hasPlain && content.html != nil, isCut: content.isCut,
      attachments: content.attachments, moreAttachments: content.moreAttachments)
  }

  private func withPlainLineEnds(_ text: String) -> String {
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

  /// False when GMime finds no message.
  private func collect(_ content: inout Content, from start: Int) -> Bool {
    _ = MimeLibrary.isReady
    guard
      let stream = MimeObject(
        owning: g_mime_stream_fs_new_with_bounds(descriptor, gint64(start), gint64(size)))
    else { return false }
    // The descriptor is closed by its opener.
    g_mime_stream_fs_set_owner(stream.typed(), 0)
    guard let parser = MimeObject(owning: g_mime_parser_new_with_stream(stream.typed())) else {
      return false
    }
    g_mime_parser_set_persist_stream(parser.typed(), 1)
    guard
      let message = MimeObject(owning: g_mime_parser_construct_message(parser.typed(), nil)),
      let root = g_mime_message_get_mime_part(message.typed())
    else { return false }
    collect(&content, root: root, depth: 0)
    return true
  }

  private func collect(
    _ content: inout Content, root: UnsafeMutablePointer<GMimeObject>, depth: Int
  ) {
    var room = MessageBody.maximumText - content.plain.reduce(0) { $0 + $1.utf8.count }
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
        guard let kind = part.textKind, kind == .plain || content.html == nil else {
          if part.textKind == nil { note(part.attachment, in: &content) }
          break
        }
        guard room > 0 else {
          content.isCut = true
          break
        }
        let (text, isCut) = part.text(limit: room)
        content.isCut = content.isCut || isCut
        switch kind {
        case .plain:
          content.plain.append(text)
          room -= text.utf8.count
        case .html:
          content.html = HTMLText.text(text, limit: room)
        }
      }
      return true
    }
  }

  private func note(_ attachment: MessageBody.Attachment, in content: inout Content) {
    if content.attachments.count < BodyReader.maximumAttachments {
      content.attachments.append(attachment)
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
    let name =
      EncodedWords.decoded(raw).split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(
        String.init) ?? ""
    var type = ""
    if let contentType = g_mime_object_get_content_type(object),
      let mime = g_mime_content_type_get_mime_type(contentType)
    {
      type = DisplayText.safe(String(cString: mime))
      g_free(mime)
    }
    return .init(name: DisplayText.safe(name), type: type)
  }
}
