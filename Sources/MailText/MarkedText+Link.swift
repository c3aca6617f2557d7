internal import CDunnockGio

extension MarkedText.Link {
  /// The longest target, in bytes. Newsletters count their readers by links of up to some 4 KiB.
  static let maximumLength = 8 << 10
  /// How much of a target is shown, in characters.
  private static let maximumShown = 300

  /// The link to what `href` names; nil when it is not of the schemes that are opened.
  ///
  /// - Parameters:
  ///   - text: The text of the link as it is shown; nil when it is the target itself.
  ///   - base: What a target without a scheme is relative to.
  package init?(href: String, text: String? = nil, base: String? = nil) {
    guard let address = Self.cleaned(href) else { return nil }
    guard let colon = Self.schemeEnd(address) else {
      // What is relative names no place of its own.
      guard let base, !address.isEmpty, let resolved = Self.resolved(address, against: base) else {
        return nil
      }
      self.init(href: resolved, text: text)
      return
    }
    let rest = address[(colon + 1)...]
    switch String(decoding: address[..<colon], as: UTF8.self).lowercased() {
    case "http": self.init(web: "http", rest, text: text)
    case "https": self.init(web: "https", rest, text: text)
    case "mailto": self.init(mail: rest, text: text)
    case "tel": self.init(telephone: rest)
    default: return nil
    }
  }

  /// The link as a text of it says something of its target.
  func named(by text: String) -> MarkedText.Link {
    .init(href: target, text: text) ?? self
  }

  // MARK: The kinds

  private init?(web scheme: String, _ rest: ArraySlice<UInt8>, text: String?) {
    guard rest.starts(with: "//".utf8) else { return nil }
    let place = rest.dropFirst(2)
    // A reverse slash is a slash to browsers and a letter to others: neither is to name the host alone.
    let end = place.firstIndex { "/?#\\".utf8.contains($0) } ?? place.endIndex
    let authority = place[..<end]
    let hostStart =
      authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    let user = authority[..<max(authority.startIndex, hostStart - 1)]
    var host = authority[hostStart...]
    var port = ""
    if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
      let digits = host[(colon + 1)...]
      guard digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      if !digits.isEmpty { port = ":" + String(decoding: digits, as: UTF8.self) }
      host = host[..<colon]
    }
    guard let name = HostName(Array(host)) else { return nil }
    var path = Array(place[end...])
    if path.first == UInt8(ascii: "\\") { path[0] = UInt8(ascii: "/") }
    if path.first.map({ $0 != UInt8(ascii: "/") }) ?? true { path.insert(UInt8(ascii: "/"), at: 0) }
    let encoded = Self.percentEncoded(path)
    let named = Self.percentEncoded(Array(user))
    let target =
      "\(scheme)://" + (user.isEmpty ? "" : named + "@") + name.ascii + port
      + (place[end...].isEmpty ? "" : encoded)
    guard target.utf8.count <= Self.maximumLength else { return nil }
    // Who is named before the host is nobody's business but the host's.
    let shown = "\(scheme)://" + name.shown + port + (place[end...].isEmpty ? "" : encoded)
    let pretended =
      NamedPlaces(in: String(decoding: Self.percentDecoded(user), as: UTF8.self)).host(
        besides: name)
      ?? text.flatMap { NamedPlaces(in: $0).host(besides: name) } ?? name.disguise
    self.init(
      target: target, shown: DisplayText.safe(shown, limit: Self.maximumShown), pretended: pretended
    )
  }

  private init?(mail rest: ArraySlice<UInt8>, text: String?) {
    let target = "mailto:" + Self.percentEncoded(Array(rest))
    guard target.utf8.count <= Self.maximumLength else { return nil }
    let shown = String(decoding: Self.percentDecoded(rest), as: UTF8.self)
    let addresses = String(
      decoding: Self.percentDecoded(rest.prefix { $0 != UInt8(ascii: "?") }), as: UTF8.self
    ).lowercased().split { $0.isWhitespace || ",;<>".contains($0) }.map(String.init)
    let pretended =
      addresses.isEmpty ? nil : text.flatMap { NamedPlaces(in: $0).address(besides: addresses) }
    self.init(
      target: target, shown: DisplayText.safe("mailto:" + shown, limit: Self.maximumShown),
      pretended: pretended)
  }

  private init?(telephone rest: ArraySlice<UInt8>) {
    let number = String(decoding: Self.percentDecoded(rest), as: UTF8.self)
    let kept = number.unicodeScalars.filter { !$0.isSpace }
    guard (1...100).contains(kept.count), kept.contains(where: { ("0"..."9").contains($0) }),
      kept.allSatisfy({
        "+-.()*#,;=/".unicodeScalars.contains($0) || ($0.isASCII && $0.properties.isAlphabetic)
          || ("0"..."9").contains($0)
      })
    else { return nil }
    let plain = kept.map(String.init).joined()
    self.init(target: "tel:" + plain.replacing("#", with: "%23"), shown: "tel:" + plain)
  }

  // MARK: Reading

  /// Without the blanks around it, and without the line ends and tabs that browsers pass over within it; nil
  /// when it holds other control characters or is too long.
  private static func cleaned(_ href: String) -> [UInt8]? {
    guard href.utf8.count <= maximumLength else { return nil }
    var bytes = href.utf8.drop { $0 <= 0x20 }.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes.contains { $0 < 0x20 || $0 == 0x7F } ? nil : bytes
  }

  /// Where the scheme ends (RFC 3986, section 3.1).
  private static func schemeEnd(_ address: [UInt8]) -> Int? {
    guard let first = address.first, (0x61...0x7A).contains(first | 0x20),
      let end = address.firstIndex(where: {
        !((0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0)
          || "+-.".utf8.contains($0))
      }), address[end] == UInt8(ascii: ":")
    else { return nil }
    return end
  }

  private static func resolved(_ address: [UInt8], against base: String) -> String? {
    // Only a place of the web is the base of another.
    guard let base = MarkedText.Link(href: base), base.target.hasPrefix("http"),
      let resolved = g_uri_resolve_relative(
        base.target, percentEncoded(address), G_URI_FLAGS_ENCODED, nil)
    else { return nil }
    defer { g_free(resolved) }
    let text = String(cString: resolved)
    return schemeEnd(Array(text.utf8)) == nil ? nil : text
  }

  /// What a URI may not hold as it is becomes `%` and two digits; what is encoded stays so.
  private static func percentEncoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if isOfAddress[Int(byte)] {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let isOfAddress = (0...255 as ClosedRange<UInt8>).map { byte in
    (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
      {
        result.append(UInt8(high << 4 | low))
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
