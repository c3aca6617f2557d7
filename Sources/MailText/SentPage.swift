internal import CDunnockGMime

/// The pages of a message as whoever sent it made them.
package struct SentPage: Sendable {
  /// HTML, at most 4 MiB of it; pictures from the internet are asked for by ``remoteScheme``.
  package let html: String
  /// Where it leads, each judged by its text as in the reader.
  package let links: [MarkedText.Link]

  /// What the addresses of pictures from the internet begin with.
  package static let remoteScheme = "dunnock-remote:"

  /// - Parameters:
  ///   - message: The whole mail. It takes as long as to read its text, on whatever thread.
  ///   - isCancelled: Looked at from time to time.
  /// - Returns: Nil when it has no page, or the reading is cancelled.
  package init?(of message: [UInt8], isCancelled: @escaping () -> Bool = { false }) {
    let reader = BodyReader(message: message, isCancelled: isCancelled)
    guard let source = reader.page() else { return nil }
    let budget = TextBudget(bytes: BodyReader.maximumHTML, lines: .max)
    links =
      MarkedText.read(html: source, within: budget, isCancelled: isCancelled).text.links
    html = Self.withRemotePictures(source)
    if isCancelled() { return nil }
  }

  /// What is known of where a target of the page leads, with the worst of the texts that lead there.
  ///
  /// - Parameter label: The text that was pointed at, where that is known.
  /// - Returns: Nil for what is never opened.
  package func link(to target: String, labelled label: String? = nil) -> MarkedText.Link? {
    guard let link = MarkedText.Link(href: target, text: label) else { return nil }
    if link.pretended != nil { return link }
    return links.first { $0.target == link.target && $0.pretended != nil } ?? link
  }

  /// What an address `cid:` names.
  package static func contentID(of address: String) -> String {
    String(
      decoding: MarkedText.Link.percentDecoded(Array(address.utf8).dropFirst("cid:".utf8.count)),
      as: UTF8.self)
  }

  /// Puts ``remoteScheme`` before each address of the internet that an attribute `src` or `background` of a tag has.
  static func withRemotePictures(_ html: String) -> String {
    let source = Array(html.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count + 4_096)
    var (isTag, place) = (false, 0)
    func comes(_ word: String, at place: Int) -> Bool {
      let bytes = word.utf8
      return place + bytes.count <= source.count
        && zip(source[place...], bytes).allSatisfy { $0 | 0x20 == $1 || $0 == $1 }
    }
    while place < source.count {
      let byte = source[place]
      if byte == UInt8(ascii: "<") { isTag = true }
      if byte == UInt8(ascii: ">") { isTag = false }
      result.append(byte)
      place += 1
      guard isTag, byte <= 0x20 || byte == UInt8(ascii: "/"),
        let name = ["src", "background"].first(where: { comes($0, at: place) })
      else { continue }
      var start = place + name.utf8.count
      while start < source.count, "= \t\r\n\"'".utf8.contains(source[start]) { start += 1 }
      guard source[place..<start].contains(UInt8(ascii: "=")) else { continue }
      result += source[place..<start]
      place = start
      if comes("http://", at: start) || comes("https://", at: start) {
        result += remoteScheme.utf8
      } else if comes("//", at: start) {
        result += (remoteScheme + "https:").utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension BodyReader {
  /// What a page is made of: those of the message itself below one another, with the plain texts between them.
  fileprivate func page() -> String? {
    let opened = open()
    guard let root = opened.root else { return nil }
    let parts = MimeParts(of: root, preferring: .html)
    return withExtendedLifetime(opened.message) {
      var (page, depth, hasPage) = ("", 0, false)
      for piece in parts.pieces {
        switch piece {
        case .beginOfEnclosure: depth += 1
        case .endOfEnclosure: depth -= 1
        case .text(let text):
          let room = Self.maximumHTML - page.utf8.count
          guard depth == 0, room > 0 else { continue }
          let shown = text.part.text(limit: room).text
          hasPage = hasPage || text.kind == .html
          page += text.kind == .html ? shown : Self.preformatted(shown)
        }
      }
      return hasPage && !reader.hasFailed ? page : nil
    }
  }

  private static func preformatted(_ text: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return "<pre style=\"white-space: pre-wrap\">\n\(escaped)</pre>"
  }
}
