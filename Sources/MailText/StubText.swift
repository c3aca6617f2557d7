/// A plain text that stands for a page instead of saying what it says.
enum StubText {
  /// How long one may be, in characters, its addresses left out.
  private static let maximumLength = 400
  /// What says that the text is to be read elsewhere, in lower case.
  private static let sayings = [
    "in your browser", "in a browser", "in browser", "web version", "online version",
    "view online", "read online", "html email", "html e-mail", "html mail", "html format",
    "html version", "html message", "support html", "html-e-mail", "html-mail", "html-format",
    "html-version", "im browser", "webversion", "online-version", "online ansehen",
    "dans votre navigateur", "version en ligne", "au format html", "en su navegador",
    "en tu navegador", "versión en línea", "formato html", "nel browser", "nel tuo browser",
    "versione online", "in je browser", "in uw browser", "online versie", "no seu navegador",
    "i din webbläsare", "i webbläsaren", "w przeglądarce", "в браузере", "ブラウザ", "html形式",
    "浏览器", "瀏覽器",
  ]

  /// Whether the beginning of a text is all of such a text, or names pictures that the page has in their
  /// place.
  static func isStub(_ text: String) -> Bool {
    if text.contains("[cid:") || text.contains("[image:") { return true }
    let words = text.split(whereSeparator: \.isWhitespace).filter { !isAddress($0) }
    var length = 0
    for word in words {
      length += word.count + 1
      if length > maximumLength { return false }
    }
    // Nothing but addresses and lines of signs.
    guard words.contains(where: { $0.contains(where: \.isLetter) }) else { return true }
    let joined = words.joined(separator: " ").lowercased()
    return sayings.contains { joined.contains($0) }
  }

  private static func isAddress(_ word: Substring) -> Bool {
    let word = word.drop { "<([".contains($0) }.lowercased()
    return word.hasPrefix("http://") || word.hasPrefix("https://") || word.hasPrefix("www.")
  }
}
