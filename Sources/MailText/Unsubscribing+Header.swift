extension Unsubscribing {
  /// How long an address may be that is offered, in bytes.
  private static let maximumLength = 2_000

  /// Nil when the header tells of none that can be used.
  init?(header: HeaderBlock) {
    var mail: MarkedText.Link?
    var page: MarkedText.Link?
    for value in header.values("list-unsubscribe").prefix(4) {
      for target in MessageDetails.bracketed(in: value).prefix(16)
      where target.count <= Self.maximumLength {
        // A long one is folded, which is no part of it.
        let target = target.filter { $0 > 0x20 }
        guard target.allSatisfy({ $0 < 0x7F }) else { continue }
        let text = String(decoding: target, as: UTF8.self)
        let scheme = text.prefix { $0 != ":" }.lowercased()
        switch scheme {
        case "mailto": if mail == nil { mail = Self.mail(text) }
        case "https": if page?.target.hasPrefix("https") != true { page = Self.page(text) ?? page }
        case "http": if page == nil { page = Self.page(text) }
        default: break
        }
      }
    }
    guard mail != nil || page != nil else { return nil }
    self.init(
      mail: mail, page: page,
      isOneClick: page?.target.lowercased().hasPrefix("https:") == true
        && Self.isOneClick(header),
      sender: header.value("from").flatMap { Correspondent.list(in: $0, limit: 1).first?.title }
        ?? "")
  }

  /// Whether a request by itself is offered, by whom a signature has to name. Whether the signature holds is not known here: that would
  /// be asked of the signer's name server. What the server that received the mail found counts, where it says so.
  private static func isOneClick(_ header: HeaderBlock) -> Bool {
    let offers = header.values("list-unsubscribe-post")
    guard offers.count == 1, offers[0].elementsEqual(request.utf8) else { return false }
    let isSigned = header.values("dkim-signature").prefix(maximumSignatures).contains { value in
      let names = signedFields(of: value)
      return names.contains("list-unsubscribe") && names.contains("list-unsubscribe-post")
    }
    return isSigned && !AuthenticationResults(header: header).hasFailedSignature
  }

  /// More than any mail has.
  private static let maximumSignatures = 16

  /// The fields that a DKIM-Signature is of (RFC 6376, section 3.5), in lower case.
  private static func signedFields(of signature: [UInt8]) -> Set<String> {
    let tags = String(decoding: signature, as: UTF8.self).lowercased().filter { $0 > " " }
      .split(separator: ";")
    guard let names = tags.first(where: { $0.hasPrefix("h=") }) else { return [] }
    return Set(names.dropFirst(2).split(separator: ":").map(String.init))
  }

  /// Its address, subject and text alone: what else composers take from such a link, files of this
  /// computer among it, is not for a stranger to say.
  private static func mail(_ text: String) -> MarkedText.Link? {
    let rest = text.dropFirst("mailto:".count)
    let address = String(rest.prefix { $0 != "?" })
    guard let shown = unescaped(address), shown.contains("@"), !shown.contains(","),
      !shown.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
    else { return nil }
    let fields = rest.dropFirst(address.count + 1).split(separator: "&").filter { field in
      ["subject", "body"].contains(field.prefix { $0 != "=" }.lowercased())
    }
    let query = fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    return .init(target: "mailto:" + address + query, shown: DisplayText.safe(shown))
  }

  private static func page(_ text: String) -> MarkedText.Link? {
    guard let link = MarkedText.Link(href: text), link.target.hasPrefix("http") else { return nil }
    // What stands before the host is there to be taken for it.
    let authority = text.split(separator: "/", maxSplits: 2).dropFirst().first ?? ""
    return authority.contains("@") || text.contains("\\") ? nil : link
  }

  /// Without its escapes (`%40`); nil when they are no text.
  private static func unescaped(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, let high = hexValue(rest[rest.startIndex]),
          let low = hexValue(rest[rest.startIndex + 1])
        else { return nil }
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
