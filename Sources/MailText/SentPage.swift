internal import CDunnockGMime

/// The pages of a message as whoever sent it made them.
package struct SentPage: Sendable {
  /// HTML, at most 4 MiB of it; pictures from the internet are asked for by ``remoteScheme``, and those that are not there are no
  /// pictures, but have an attribute ``leftOut``.
  package let html: String
  /// Where it leads, each judged by its text as in the reader.
  package let links: [MarkedText.Link]
  /// As wide as it is laid out in any case, px; 0 where it is laid out in the room that it gets.
  package let width: Int
  /// Whether it says of what colour anything is, so that it is as it was sent on white alone.
  package let hasColors: Bool

  /// What the addresses of pictures from the internet begin with.
  package static let remoteScheme = "dunnock-remote:"
  /// What a picture has in place of `src` that is not there.
  package static let leftOut = "dunnock-src"

  /// One that is empty.
  package init() { (html, links, width, hasColors) = ("", [], 0, false) }

  /// - Parameters:
  ///   - message: The whole mail. It takes as long as to read its text, on whatever thread.
  ///   - loaded: The addresses of the pictures from the internet that are there.
  ///   - isCancelled: Looked at from time to time.
  /// - Returns: Nil when it has no page, or the reading is cancelled.
  package init?(
    of message: [UInt8], loaded: Set<String> = [], isCancelled: @escaping () -> Bool = { false }
  ) {
    let reader = BodyReader(message: message, isCancelled: isCancelled)
    guard let source = reader.page() else { return nil }
    let budget = TextBudget(bytes: BodyReader.maximumHTML, lines: .max)
    links =
      MarkedText.read(html: source, within: budget, isCancelled: isCancelled).text.links
    html = Self.withPictures(source, loaded: loaded.contains)
    width = Self.fixedWidth(of: source)
    hasColors = Self.hasColors(source)
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

  /// Where the picture is fetched from that a page asks for by such an address; nil for what is never fetched.
  package static func remotePicture(at address: String) -> String? {
    HTMLPicture.address(String(address.dropFirst(remoteScheme.count)), base: nil)
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
          page +=
            text.kind == .html
            ? SentPage.withParts(shown, parts.places(for: text)) : Self.preformatted(shown)
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
