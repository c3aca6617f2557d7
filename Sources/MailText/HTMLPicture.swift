internal import Glibc

/// What stands in a page for a picture that is not fetched.
enum HTMLPicture {
  /// Lines and gaps are as narrow; px.
  static let narrowest = 8

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
