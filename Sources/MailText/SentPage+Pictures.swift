extension SentPage {
  /// Has the pictures of a page that are parts of the mail by their location be asked for by `cid:`.
  static func withParts(_ html: String, _ places: PicturePlaces) -> String {
    guard !places.names.isEmpty else { return html }
    var base: String?
    return rewriting(html) { name, value, tag in
      if base == nil, name == "href", tag == "base" { base = value }
      guard name == "src" || name == "background",
        let picture = places.name(of: value, base: base)
      else { return nil }
      return (name, "cid:" + percentEncoded(picture))
    }
  }

  /// Has the pictures of the internet be asked for by ``remoteScheme`` that are there, and leaves out all others, and what would be asked
  /// for in their place.
  static func withPictures(_ html: String, loaded: (String) -> Bool) -> String {
    rewriting(html) { name, value, _ in
      if name == "srcset" { return ("dunnock-srcset", value) }
      guard name == "src" || name == "background" else { return nil }
      let start = value.prefix(8).lowercased()
      let isWhole = start.hasPrefix("http://") || start.hasPrefix("https://")
      guard isWhole || start.hasPrefix("//") else { return nil }
      guard let address = HTMLPicture.address(value, base: nil), loaded(address) else {
        return ("dunnock-" + name, value)
      }
      return (name, remoteScheme + (isWhole ? "" : "https:") + value)
    }
  }

  /// The page with other attributes.
  ///
  /// - Parameter change: Gives what an attribute is instead, by its name and that of its tag in small letters; nil as a rule. A value is
  ///   plain text.
  private static func rewriting(
    _ html: String, _ change: (_ name: String, _ value: String, _ tag: String) -> (String, String)?
  ) -> String {
    let source = Array(html.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count + 4_096)
    var done = 0
    for tag in tags(in: source) where source[tag].contains(UInt8(ascii: "=")) {
      let tagName = name(of: tag, in: source)
      for attribute in attributes(of: tag, in: source) {
        let name = String(decoding: source[attribute.name], as: UTF8.self).lowercased()
        guard watched.contains(name) else { continue }
        let value = text(source[attribute.value])
        guard let (newName, newValue) = change(name, value, tagName) else { continue }
        if newName != name {
          result += source[done..<attribute.name.lowerBound] + newName.utf8
          done = attribute.name.upperBound
        }
        if newValue != value {
          // What is only put before it leaves all else as it was written.
          let kept = newValue.hasSuffix(value)
          result += source[done..<attribute.value.lowerBound]
          result += (kept ? String(newValue.dropLast(value.count)) : newValue).utf8
          done = kept ? attribute.value.lowerBound : attribute.value.upperBound
        }
      }
    }
    return String(decoding: result + source[done...], as: UTF8.self)
  }

  private static let watched: Set = ["src", "srcset", "background", "href"]

  private static func text(_ value: ArraySlice<UInt8>) -> String {
    guard value.contains(UInt8(ascii: "&")) else { return String(decoding: value, as: UTF8.self) }
    let bytes = Array(value)
    var (text, place, start) = ("", 0, 0)
    while let next = bytes[place...].firstIndex(of: UInt8(ascii: "&")) {
      place = next + 1
      guard let reference = HTMLReference.decoded(bytes, at: next) else { continue }
      text += String(decoding: bytes[start..<next], as: UTF8.self) + reference.text
      (place, start) = (reference.end, reference.end)
    }
    return text + String(decoding: bytes[start...], as: UTF8.self)
  }

  private static func percentEncoded(_ name: String) -> String {
    name.utf8.reduce(into: "") { encoded, byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-._@".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      encoded +=
        isPlain
        ? String(Unicode.Scalar(byte)) : "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
  }
}
