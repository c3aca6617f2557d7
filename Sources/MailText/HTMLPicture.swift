internal import Glibc

/// What stands in a page for a picture that is not fetched.
enum HTMLPicture {
  /// Lines and gaps are as narrow; px.
  static let narrowest = 8
  /// Px.
  static let widest = 10_000
  /// How many of a page have a place in its text.
  static let most = 100

  /// Where a picture of the internet is fetched from, which is by https whatever the page says; nil for what is none, and for one that a name
  /// or a password goes along with.
  static func address(_ source: String, base: String?) -> String? {
    let source = source.trimmingPrefix(while: \.isWhitespace)
    guard
      let link = MarkedText.Link(
        href: source.hasPrefix("//") ? "https:" + source : String(source), base: base),
      let start = link.target.firstRange(of: "://"), link.target.hasPrefix("http")
    else { return nil }
    var rest = link.target[start.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    if rest[..<end].contains("@") { return nil }
    if link.target.hasPrefix("http:"), rest[..<end].hasSuffix(":80") {
      rest.removeSubrange(rest.index(end, offsetBy: -3)..<end)
    }
    return "https://" + rest
  }

  /// Whether an address is one of the internet.
  static func isFetched(_ source: UnsafePointer<UInt8>) -> Bool {
    let source = UnsafeRawPointer(source).assumingMemoryBound(to: CChar.self)
    func begins(_ start: String) -> Bool { strncasecmp(source, start, start.utf8.count) == 0 }
    return begins("http:") || begins("https:") || begins("//")
  }

  /// Whether a description tells people anything: it is neither a file's name nor what every picture is.
  static func saysSomething(_ description: String) -> Bool {
    let text = description.lowercased()
    guard text.contains(where: { $0.isLetter || $0.isNumber }), !text.hasPrefix("http"),
      !["image", "img", "picture", "photo", "spacer", "pixel", "icon", "blank"].contains(text)
    else { return false }
    let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp"]
    return text.contains(" ") || !endings.contains(where: text.hasSuffix)
  }
}
