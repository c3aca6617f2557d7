/// What a page calls pictures of the same mail that have a Content-Location (RFC 2557).
struct PicturePlaces {
  /// The location of the page; nil where it has none.
  var base: String?
  /// What each picture is asked for by, by its place.
  var names: [String: String] = [:]

  /// What a picture is asked for by.
  ///
  /// - Parameters:
  ///   - source: What the page says.
  ///   - base: What the page says that this is relative to.
  /// - Returns: Nil for what is no part of the mail.
  func name(of source: String, base: String?) -> String? {
    guard !names.isEmpty else { return nil }
    for base in [base, self.base, nil] {
      if let name = names[Self.place(of: source, base: base)] { return name }
    }
    return nil
  }

  /// One way to write a location, whole where it can be.
  static func place(of location: String, base: String?) -> String {
    let location = location.trimmingSpace
    return MarkedText.Link(href: location, base: base)?.target ?? location
  }
}
