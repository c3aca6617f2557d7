/// A Received field, which a server adds when it receives a message from a client or from another server (RFC 5321, section 4.4).
struct ReceivedField {
  /// The registered domain of the server that wrote the field; nil if the field names no server, or gives only a local name or an address.
  let organization: String?
  /// Whether the message came from the same organization as the server, so that the organization also wrote the fields right below.
  ///
  /// The name after `from` does not count: a client chooses that name, and it may be any word. A client can choose neither the protocol nor
  /// its own address. A field without `from` counts as internal.
  let isInternal: Bool

  init(_ value: [UInt8]) {
    let value = Array(value.prefix(2_000))
    let parts = AuthenticationResults.parts(of: value) ?? []
    let words = parts.flatMap { $0.plain.split(whereSeparator: \.isWhitespace) }
    organization = words.firstIndex(of: "by").flatMap { by in
      words.indices.contains(by + 1) ? Self.organization(of: String(words[by + 1])) : nil
    }
    // The date follows the last semicolon.
    let end = value.lastIndex(of: UInt8(ascii: ";")) ?? value.endIndex
    let addresses = Self.addresses(in: String(decoding: value[..<end], as: UTF8.self))
    let protocolName = words.lastIndex(of: "with").flatMap { with in
      words.indices.contains(with + 1) ? words[with + 1] : nil
    }
    isInternal =
      words.first == "by"
      || addresses.allSatisfy(Self.isPrivate)
        && (parts.contains { !Self.addresses(in: $0.comments).isEmpty }
          || protocolName?.hasPrefix("lmtp") == true)
  }

  private static func organization(of host: String) -> String? {
    guard host.contains("."), host.contains(where: \.isLetter), !host.contains(":"),
      !host.hasSuffix(".local"), !host.hasSuffix(".internal"), !host.hasPrefix("localhost")
    else { return nil }
    return HostName.registered(host)
  }

  /// Returns the IP addresses in a text, with or without brackets around them.
  private static func addresses(in text: String) -> [String] {
    text.lowercased().replacing("ipv6:", with: " ").utf8
      .split { hexValue($0) == nil && !":.".utf8.contains($0) }
      .map { String(Substring($0)) }
      .filter { address in
        address.contains("::") || address.count { $0 == ":" } > 2 || levels(of: address) != nil
      }
  }

  /// Returns the four numbers of an IPv4 address; nil for any other text.
  private static func levels(of address: String) -> [UInt8]? {
    let levels = address.split(separator: ".", omittingEmptySubsequences: false)
      .compactMap { UInt8($0) }
    return levels.count == 4 && address.count { $0 == "." } == 3 ? levels : nil
  }

  /// Whether an IP address is a loopback address, or of a private network (RFC 1918, RFC 4193) or link (IPv6 only).
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
