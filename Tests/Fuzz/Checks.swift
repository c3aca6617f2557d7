private let names: [StaticString] = [
  "from", "to", "subject", "date", "received", "content-type", "a", "x-y",
]

private func values(_ header: HeaderBlock) -> [[[UInt8]]] { names.map { header.values($0) } }

func checkHeader(_ bytes: [UInt8]) {
  let header = HeaderBlock(bytes, isWhole: true)
  require(
    header.bodyStart != nil || bytes.count > HeaderBlock.maximumLength, "a short header ends")
  let end = header.bodyStart ?? min(bytes.count, HeaderBlock.maximumLength)
  require((header.start...bytes.count).contains(end), "the cut lies within the message")
  for value in values(header).joined() {
    require(!value.contains { $0 == 0x0A || $0 == 0x0D }, "a value is one line")
    let isTrimmed = ![0x20, 0x09].contains(value.first) && ![0x20, 0x09].contains(value.last)
    require(isTrimmed, "a value is trimmed")
  }
  let alone = HeaderBlock(Array(bytes[..<end]), isWhole: true)
  // But for the charset of raw text.
  if values(alone).joined().joined().allSatisfy({ $0 < 0x80 }) {
    require(values(alone) == values(header), "what is behind the cut makes no difference")
  }
  let part = HeaderBlock(Array(bytes[..<(end / 2)]), isWhole: false)
  require(part.bodyStart ?? 0 <= end, "half of a header ends no later")
  if !bytes.contains(0x0D), bytes.count <= HeaderBlock.maximumLength / 2 {
    for lineEnd: [UInt8] in [[0x0D, 0x0A], [0x0D], [0x0D, 0x0D, 0x0A]] {
      let other = Array(
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
          .joined(separator: lineEnd))
      // Two CR in a row before an LF are one end, so that a lone CR before CR LF cannot be told.
      if lineEnd == [0x0D], bytes.contains(0x0A) && other.contains(0x0A) { continue }
      require(
        values(HeaderBlock(other, isWhole: true)) == values(header), "any line end is an end")
    }
  }
}

func checkWords(_ bytes: [UInt8]) {
  var last = 0
  for piece in EncodedWords.pieces(of: bytes) {
    guard case .literal(let range) = piece else { continue }
    require(range.lowerBound >= last && range.upperBound <= bytes.count, "pieces are in order")
    last = range.upperBound
  }
  let text = EncodedWords.decoded(bytes)
  require(text.utf8.count <= EncodedWords.maximumLength, "a decoded text is bounded", text)
  requireSafe(DisplayText.safe(text))
  let quoted = bytes.prefix(300).map { byte in
    let digits = String(byte, radix: 16)
    return (digits.utf8.count == 1 ? "=0" : "=") + digits
  }.joined()
  require(
    EncodedWords.decoded(Array("=?utf-8?q?\(quoted)?=".utf8))
      == String(decoding: bytes.prefix(300), as: UTF8.self), "a whole word comes back", text)
}

func checkHTML(_ bytes: [UInt8]) {
  let html = String(decoding: bytes, as: UTF8.self)
  let budget = TextBudget(bytes: 2_000, lines: 100)
  let text = MarkedText.read(html: html, within: budget).text
  requireSound(text, within: budget)
  require(
    !" \t\n\u{C}\r".utf8.contains(text.text.utf8.first ?? 0x78) || html.contains("pre"),
    "text starts with no blank", text.text)
  if !text.text.utf8.contains(where: { "<&".utf8.contains($0) }), text.marks.isEmpty {
    let again = MarkedText.read(html: text.text, within: budget).text
    require(words(again.text) == words(text.text), "text without markup stays as it is", again.text)
  }
  let short = MarkedText.read(html: html, within: TextBudget(bytes: 100, lines: 10)).text
  require(
    text.text.utf8.starts(with: short.text.utf8), "a shorter text is the beginning of it",
    short.text)
}

private func words(_ text: String) -> [String] {
  text.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map {
    String(decoding: $0, as: UTF8.self)
  }
}

func checkPlain(_ bytes: [UInt8]) {
  let plain = String(decoding: bytes, as: UTF8.self)
  for isFlowed in [false, true] {
    let budget = TextBudget(bytes: 2_000, lines: 100)
    let text = MarkedText.read(plain: plain, isFlowed: isFlowed, within: budget).text
    requireSound(text, within: budget)
    let short = MarkedText.read(
      plain: plain, isFlowed: isFlowed, within: TextBudget(bytes: 100, lines: 10)
    ).text
    require(
      text.text.utf8.starts(with: short.text.utf8), "a shorter text is the beginning of it",
      short.text)
  }
}

private func requireSound(_ text: MarkedText, within budget: TextBudget) {
  let used = TextBudget(of: text.text)
  require(used.bytes <= budget.bytes && used.lines <= budget.lines, "a text is bounded", text.text)
  for scalar in text.text.unicodeScalars {
    let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    require(!isControl || scalar == "\n" || scalar == "\t", "no control is shown", text.text)
  }
  var last = 0
  for mark in text.marks {
    require(
      mark.range.lowerBound >= last && mark.range.upperBound <= used.bytes, "marks are in order")
    last = mark.range.lowerBound
    if case .link(let link) = mark.kind {
      require(text.links.indices.contains(link), "a link is there")
    }
  }
  for link in text.links {
    require(
      ["http://", "https://", "mailto:", "tel:"].contains { link.target.hasPrefix($0) }
        && link.target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a link is harmless",
      link.target)
    requireSafe(link.shown)
  }
}

func checkRow(_ bytes: [UInt8]) {
  let header = HeaderBlock(bytes, isWhole: true)
  let preview = Preview(bytes, header: header, isWhole: true).text
  require(preview.unicodeScalars.count <= Preview.maximumLength, "a preview is bounded", preview)
  requireSafe(preview, limit: Preview.maximumLength)
  for value in header.values("from") + header.values("to") {
    let list = Correspondent.list(in: value, limit: 50)
    require(list.count <= 50, "a list is bounded")
    for one in list {
      requireSafe(one.name)
      requireSafe(one.address)
    }
  }
  let details = MessageDetails(header: header, hasAttachment: nil)
  for text in [details.messageID, details.listID] { requireSafe(text) }
  for part in details.recipients.split(whereSeparator: { $0 == "\n" || $0 == "\t" }) {
    requireSafe(String(part))
  }
  require(details.identifiers.count <= 101, "identifiers are bounded")
  let now: Int64 = 1_700_000_000
  let date = MessageDate.seconds(header: header, fileTime: 0, now: now)
  require((0...now + 86_400).contains(date), "a date is believable", String(date))
}

func checkCalendar(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let invitation = Invitation(calendar: text) else { return }
  requireSafe(invitation.summary, limit: 1_000)
  requireSafe(invitation.location, limit: 1_000)
  for one in invitation.attendees + [invitation.organizer].compactMap(\.self) {
    requireSafe(one.name)
    requireSafe(one.address)
  }
  require(invitation.attendees.count <= 100, "attendees are bounded")
  if let start = invitation.start, let end = invitation.end {
    require(start <= end, "it does not end before it begins")
  }
}

func checkMessage(_ bytes: [UInt8]) {
  let message = EnclosedMessage(bytes)
  guard let body = message.body() else { return require(false, "what is in memory can be read") }
  let length = body.text.utf8.count
  for mark in body.content.marks {
    require((0...length).contains(mark.range.lowerBound), "a mark begins within the text")
    require((0...length).contains(mark.range.upperBound), "a mark ends within the text")
  }
  require(body.attachments.count <= 100, "attachments are bounded")
  for attachment in body.attachments {
    requireSafe(attachment.name)
    let name = attachment.safeFileName
    require(name.utf8.count <= 255 && !name.contains("/"), "a name is one of a file", name)
    require(!".-".contains(name.first ?? "a"), "a name begins with no sign", name)
    require((try? message.bytes(ofPart: attachment.number)) != nil, "what is listed can be had")
  }
  for text in [body.addressing.messageID] + body.addressing.references { requireSafe(text) }
  for text in body.bounce?.recipients ?? [] { requireSafe(text) }
  for link in [body.unsubscribing?.mail, body.unsubscribing?.page].compactMap(\.self) {
    require(link.target.utf8.allSatisfy { (0x21..<0x7F).contains($0) }, "a link is of ASCII")
    requireSafe(link.shown)
  }
}
