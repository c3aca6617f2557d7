internal import CDunnockGMime

/// The pages of a message as whoever sent it made them.
package struct SentPage: Sendable {
  /// HTML, at most 4 MiB of it; pictures from the internet are asked for by ``remoteScheme``.
  package let html: String
  /// Where it leads, each judged by its text as in the reader.
  package let links: [MarkedText.Link]
  /// As wide as it is laid out in any case, px; 0 where it is laid out in the room that it gets.
  package let width: Int

  /// What the addresses of pictures from the internet begin with.
  package static let remoteScheme = "dunnock-remote:"

  /// One that is empty.
  package init() { (html, links, width) = ("", [], 0) }

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
    width = Self.fixedWidth(of: source)
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

  /// Puts ``remoteScheme`` before each address of the internet that an attribute `src` or `background` has.
  static func withRemotePictures(_ html: String) -> String {
    let source = Array(html.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count + 4_096)
    var done = 0
    for tag in tags(in: source) {
      var place = tag.lowerBound
      while place < tag.upperBound {
        place += 1
        guard source[place - 1] <= 0x20 || source[place - 1] == UInt8(ascii: "/"),
          let name = ["src", "background"].first(where: { source.says($0, at: place) })
        else { continue }
        let end = place + name.utf8.count
        let start = source[end...].firstIndex { !"= \t\r\n\"'".utf8.contains($0) } ?? end
        guard source[end..<start].contains(UInt8(ascii: "=")) else { continue }
        let isWhole = source.says("http://", at: start) || source.says("https://", at: start)
        guard isWhole || source.says("//", at: start) else { continue }
        result += source[done..<start]
        result += (remoteScheme + (isWhole ? "" : "https:")).utf8
        done = start
      }
    }
    result += source[done...]
    return String(decoding: result, as: UTF8.self)
  }

  /// As wide as the page makes itself whatever room there is, px; 0 where it takes what it gets, or says how it does with little.
  static func fixedWidth(of html: String) -> Int {
    let source = Array(html.utf8.prefix(maximumLaidOut))
    let text = String(decoding: source, as: UTF8.self).lowercased()
    let dense = text.filter { $0 != " " }
    guard !dense.contains("@media") || !dense.contains("width:100%!important") else { return 0 }
    return tags(in: source).reduce(0) { widest, tag in
      let words = String(decoding: source[tag], as: UTF8.self).lowercased()
      guard !words.contains("max-width"), !words.contains("100%") else { return widest }
      let widths = words.split(separator: "width").dropFirst().compactMap { rest -> Int? in
        let value = rest.drop { "=: \"'".contains($0) }
        let digits = value.prefix(while: \.isNumber)
        guard rest.first.map({ "=: ".contains($0) }) == true,
          !value.dropFirst(digits.count).hasPrefix("%")
        else { return nil }
        return Int(digits)
      }
      return max(widest, widths.filter { $0 <= widestLaidOut }.max() ?? 0)
    }
  }

  /// Where the tags of a page are, without those in comments, which mail programs of old are told things by.
  private static func tags(in source: [UInt8]) -> [Range<Int>] {
    var (found, place): ([Range<Int>], Int) = ([], 0)
    while let start = source[place...].firstIndex(of: UInt8(ascii: "<")) {
      var end = source[start...].firstIndex(of: UInt8(ascii: ">")) ?? source.endIndex
      if source.says("<!--", at: start) {
        while end < source.endIndex, !source.says("--", at: max(start + 4, end - 2)) {
          end = source[(end + 1)...].firstIndex(of: UInt8(ascii: ">")) ?? source.endIndex
        }
      } else {
        found.append(start..<end)
      }
      place = min(end + 1, source.endIndex)
    }
    return found
  }

  /// How much of a page tells its width, in bytes, and what is taken for one, px.
  private static let maximumLaidOut = 256 << 10
  private static let widestLaidOut = 1_000
}

extension [UInt8] {
  /// Whether a word of small letters begins at a place, whatever the case.
  fileprivate func says(_ word: String, at place: Int) -> Bool {
    place + word.utf8.count <= count
      && zip(self[place...], word.utf8).allSatisfy {
        $0 == $1 || (0x61...0x7A).contains($1) && $0 | 0x20 == $1
      }
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
