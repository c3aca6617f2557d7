internal import CGMime

/// The beginning of a message's text for a row.
enum Preview {
  /// The longest preview, in Unicode scalars.
  static let maximumLength = 200
  /// How much of a file is read to find its text, in bytes.
  static let maximumRead = 256 << 10
  /// How much of a text is worked on, in bytes: enough to pass over a quotation.
  private static let maximumText = 16 << 10

  /// The preview of a message from its first bytes; empty when they hold no text.
  static func text(_ bytes: [UInt8], header: HeaderBlock) -> String {
    guard let bodyStart = header.bodyStart, bodyStart < bytes.count else { return "" }
    if let plain = simpleBody(bytes[bodyStart...], header: header) { return line(of: plain) }
    return mimeText(bytes[bodyStart...], header: header).map(line(of:)) ?? ""
  }

  /// The body when it needs no MIME: plain text in no encoding.
  private static func simpleBody(_ body: ArraySlice<UInt8>, header: HeaderBlock) -> String? {
    guard header.value("content-type") == nil else { return nil }
    if let encoding = header.value("content-transfer-encoding") {
      let name = String(decoding: encoding, as: UTF8.self).lowercased()
      guard name.hasPrefix("7bit") || name.hasPrefix("8bit") || name == "binary" else { return nil }
    }
    return Charset.unnamed(Array(body.prefix(maximumText)))
  }

  /// Lets GMime take the body apart behind a header of the two fields that matter.
  private static func mimeText(_ body: ArraySlice<UInt8>, header: HeaderBlock) -> String? {
    _ = MimeLibrary.isReady
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 256)
    bytes += "MIME-Version: 1.0\n".utf8
    if let type = header.value("content-type") {
      bytes += Array("Content-Type: ".utf8) + type + [0x0A]
    }
    if let encoding = header.value("content-transfer-encoding") {
      bytes += Array("Content-Transfer-Encoding: ".utf8) + encoding + [0x0A]
    }
    bytes.append(0x0A)
    bytes += body
    guard
      let stream = MimeObject(
        owning: bytes.withUnsafeBytes { bytes in
          g_mime_stream_mem_new_with_buffer(bytes.baseAddress, bytes.count)
        }), let parser = MimeObject(owning: g_mime_parser_new_with_stream(stream.typed())),
      let message = MimeObject(
        owning: g_mime_parser_construct_message(parser.typed(), nil)),
      let root = g_mime_message_get_mime_part(message.typed())
    else { return nil }
    return firstText(of: root, depth: 0)
  }

  /// The first plain text that says something, else the first HTML that does, else what a message
  /// inside says.
  private static func firstText(
    of root: UnsafeMutablePointer<GMimeObject>, depth: Int
  ) -> String? {
    var plain: String?
    var html: String?
    var inner: UnsafeMutablePointer<GMimeMessagePart>?
    var examined = 0
    MimeWalk.leaves(of: root) { leaf in
      switch leaf {
      case .message(let part): if inner == nil { inner = part }
      case .part(let part):
        guard let kind = part.textKind else { break }
        examined += 1
        let text = part.text(limit: maximumText * (kind == .html ? 4 : 1)).text
        switch kind {
        case .plain: if saysSomething(text) { plain = text }
        case .html:
          if html == nil {
            let reduced = HTMLText.text(text, limit: maximumText)
            if saysSomething(reduced) { html = reduced }
          }
        }
      }
      return plain == nil && examined < 8
    }
    if let found = plain ?? html { return found }
    guard depth < 4, let inner, let message = g_mime_message_part_get_message(inner),
      let innerRoot = g_mime_message_get_mime_part(message)
    else { return nil }
    return firstText(of: innerRoot, depth: depth + 1)
  }

  private static func saysSomething(_ text: String) -> Bool {
    text.unicodeScalars.contains { !$0.properties.isWhitespace }
  }

  /// One line of at most 200 characters: what the writer wrote, without quotations and signature
  /// unless there is nothing else.
  static func line(of text: String) -> String {
    let own = joined(ownLines(of: text))
    return own.isEmpty ? joined(text.split(whereSeparator: \.isNewline)) : own
  }

  private static func ownLines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
      if line == "-- " || line == "--" { break }
      if line.hasPrefix(">") {
        // The line before a quotation says who is quoted.
        if let last = lines.last, last.hasSuffix(":") { lines.removeLast() }
        continue
      }
      lines.append(line)
      if lines.count > 60 { break }
    }
    return lines
  }

  private static func joined(_ lines: [Substring]) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var needsSpace = false
    collecting: for line in lines {
      for scalar in line.unicodeScalars {
        if scalar.properties.isWhitespace {
          needsSpace = true
          continue
        }
        if needsSpace, count > 0 {
          result.append(" ")
          count += 1
        }
        needsSpace = false
        result.append(scalar)
        count += 1
        // What is filtered out below must not leave a preview empty.
        if count > maximumLength * 4 { break collecting }
      }
      needsSpace = true
    }
    return String(result).shownPrefix(scalars: maximumLength)
  }
}

extension String {
  /// The beginning, safe to show, of at most that many scalars and splitting no character.
  fileprivate func shownPrefix(scalars limit: Int) -> String {
    let safe = DisplayText.safe(self, limit: limit * 4)
    guard safe.unicodeScalars.count > limit else { return safe }
    var result = ""
    var left = limit - 1
    for character in safe {
      left -= character.unicodeScalars.count
      if left < 0 { break }
      result.append(character)
    }
    return result + "…"
  }
}
