/// One hop of a message as the server that took it says (RFC 5321, section 4.4).
struct ReceivedField {
  /// The registered domain of the server that wrote the field; nil if it does not say or names only itself.
  let organization: String?
  /// Whether one server of the organization handed the message to another, so that what stands above and below are theirs alone.
  ///
  /// A client may choose the name that it says of itself, which may hold any word, but neither the protocol nor its address.
  let isInternal: Bool

  init(_ value: [UInt8]) {
    let value = Array(value.prefix(2_000))
    let (plain, comments) = AuthenticationResults.plain(value)
    let words = plain.split(whereSeparator: \.isWhitespace)
    organization = words.firstIndex(of: "by").flatMap { by in
      words.indices.contains(by + 1) ? Self.organization(of: String(words[by + 1])) : nil
    }
    // The date is behind the last semicolon.
    let end = value.lastIndex(of: UInt8(ascii: ";")) ?? value.endIndex
    let addresses = Self.addresses(in: String(decoding: value[..<end], as: UTF8.self))
    let protocolName = words.lastIndex(of: "with").flatMap { with in
      words.indices.contains(with + 1) ? words[with + 1] : nil
    }
    isInternal =
      words.first == "by"
      || addresses.allSatisfy(Self.isPrivate)
        && (!Self.addresses(in: comments).isEmpty || protocolName?.hasPrefix("lmtp") == true)
  }

  private static func organization(of host: String) -> String? {
    guard host.contains("."), host.contains(where: \.isLetter), !host.contains(":"),
      !host.hasSuffix(".local"), !host.hasSuffix(".internal"), !host.hasPrefix("localhost")
    else { return nil }
    return HostName.registered(host)
  }

  /// The addresses in a text, with brackets or without.
  private static func addresses(in text: String) -> [String] {
    text.lowercased().replacing("ipv6:", with: " ").utf8
      .split { hexValue($0) == nil && !":.".utf8.contains($0) }
      .map { String(Substring($0)) }
      .filter { address in
        address.contains("::") || address.count { $0 == ":" } > 2 || levels(of: address) != nil
      }
  }

  /// The numbers of an address of version 4; nil for any other text.
  private static func levels(of address: String) -> [UInt8]? {
    let levels = address.split(separator: ".", omittingEmptySubsequences: false)
      .compactMap { UInt8($0) }
    return levels.count == 4 && address.count { $0 == "." } == 3 ? levels : nil
  }

  /// Whether an address is of this computer or of a network without strangers (RFC 1918, RFC 4193).
  private static func isPrivate(_ address: String) -> Bool {
    guard let levels = levels(of: address) else {
      return address == "::1" || ["fe80:", "fc", "fd"].contains { address.hasPrefix($0) }
    }
    return switch levels[0] {
    case 10, 127: true
    case 172: (16...31).contains(levels[1])
    case 192: levels[1] == 168
    default: false
    }
  }
}
