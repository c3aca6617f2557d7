/// The results of the receiving servers' checks of the origin of a message (RFC 8601).
///
/// A server adds its fields above the fields that came with the message. One server took the message from a client outside its
/// organization. Only the results above the Received field of this server are certain, and only certain results can confirm a sender.
/// Below that field, the sender can have added a field in the name of any server, and a server that writes no results, or fewer, need not
/// remove such a field. If a server writes its results below its own Received field, these results confirm nobody, unless the server
/// repeats them above that field in `ARC-Authentication-Results` (RFC 8617), as Gmail does.
///
/// Results against a sender also count below, up to the first Received field of another organization: no sender forges such results.
///
/// The address in a Received field is assumed to be the address of the client. If a proxy replaces this address by a private address, an
/// outside client is taken for a server of the organization. A server behind such a proxy cannot check SPF either.
struct AuthenticationResults {
  /// The most bytes of all fields together that are read.
  private static let maximumLength = 16 << 10

  /// Whether the message is not from the sender in its From field: DMARC failed, or, if DMARC neither passed nor failed, both SPF and DKIM
  /// failed.
  private(set) var hasFailed = false
  /// Whether there are DKIM results, and none of them is "pass".
  private(set) var hasFailedSignature = false
  /// The confirmed registered domains: the domain of the From field if DMARC passed. If there is no DMARC result, the domains that passed
  /// SPF or DKIM.
  private var confirmedDomains: Set<String> = []

  /// Whether the results confirm that the message is from a host. False if there are no results.
  func confirm(host: String) -> Bool {
    !host.isEmpty && !hasFailed && confirmedDomains.contains(HostName.registered(host))
  }

  init(header: HeaderBlock) {
    let fields = Fields(header)
    let certain = Self.results(in: fields.certain).flatMap(\.results)
    var likely: [Result] = []
    // One server may write its results in several fields. Only the first server counts.
    let groups = Self.results(in: fields.likely)
    for group in groups.prefix(while: { $0.server == groups[0].server }) {
      likely += group.results
    }
    let isFromList = header.value("list-id") != nil || header.value("list-post") != nil
    hasFailed =
      Self.haveFailed(certain, isFromList: isFromList)
      || Self.haveFailed(likely, isFromList: isFromList)
    hasFailedSignature = [certain, likely].contains { results in
      let signatures = results.filter { $0.method == "dkim" }
      return !signatures.isEmpty && !signatures.contains { $0.result == "pass" }
    }
    let isOfDMARC = certain.contains { $0.method == "dmarc" && $0.result != "none" }
    let methods: Set = isOfDMARC ? ["dmarc"] : ["spf", "dkim"]
    for one in certain
    where methods.contains(one.method) && ["pass", "bestguesspass"].contains(one.result) {
      confirmedDomains.formUnion(one.domains)
    }
  }

  private static func haveFailed(_ results: [Result], isFromList: Bool) -> Bool {
    func all(_ method: String) -> [String] {
      results.filter { $0.method == method }.map(\.result)
    }
    if let dmarc = results.first(where: { $0.method == "dmarc" }),
      ["fail", "pass", "bestguesspass"].contains(dmarc.result)
    {
      // A mailing list changes messages, so that DMARC fails. With the policy "none", the owner asks for no action then.
      return dmarc.result == "fail" && !(isFromList && dmarc.isNoPolicy)
    }
    let signatures = all("dkim")
    return !isFromList && ["fail", "softfail", "hardfail"].contains(all("spf").first)
      && !signatures.isEmpty
      && signatures.allSatisfy { ["fail", "hardfail"].contains($0) }
  }

  /// The fields with results in the part of a header that the receiving servers have written.
  private struct Fields {
    /// The fields above the Received field of the server that took the message from a client outside its organization.
    var certain: [[UInt8]] = []
    /// The fields above the first Received field of another organization.
    var likely: [[UInt8]] = []

    init(_ header: HeaderBlock) {
      var receiver: String?
      var isCertain = true
      var above: [[UInt8]] = []
      for field in header.all(limit: 500) {
        switch field.name.lowercased() {
        case "authentication-results":
          likely.append(field.value)
          if isCertain { above.append(field.value) }
        case "arc-authentication-results":
          // Which instance of them it is comes first.
          guard isCertain, let end = field.value.firstIndex(of: UInt8(ascii: ";")) else { break }
          above.append(Array(field.value[(end + 1)...]))
        case "received":
          let hop = ReceivedField(field.value)
          if isCertain, !hop.isInternal { (certain, isCertain) = (above, false) }
          guard let organization = hop.organization else { continue }
          if let receiver, receiver != organization { return }
          receiver = organization
        default: break
        }
      }
    }
  }

  /// A part of a field in lower case: the text, in which a quoted string is a single word, and the text of the comments.
  typealias Part = (plain: String, comments: String)

  /// Splits a field at its semicolons (RFC 8601, section 2.2). Returns nil if a comment or a quoted string has no end: whoever wrote such a
  /// text into the field may have hidden the results behind it.
  static func parts(of value: [UInt8]) -> [Part]? {
    var parts: [(plain: [UInt8], comments: [UInt8])] = [([], [])]
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for byte in value {
      let isLiteral = isQuoted || isEscaped
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped && (isQuoted || depth > 0):
        isEscaped = true
        continue
      case UInt8(ascii: "\"") where !isEscaped && depth == 0: isQuoted.toggle()
      case UInt8(ascii: "(") where !isLiteral:
        depth += 1
        parts[parts.count - 1].comments.append(UInt8(ascii: " "))
      case UInt8(ascii: ")") where !isLiteral && depth > 0: depth -= 1
      case UInt8(ascii: ";") where !isLiteral && depth == 0: parts.append(([], []))
      case _ where depth > 0: parts[parts.count - 1].comments.append(byte)
      default:
        let isSeparator = isLiteral && " \t\r\n=".utf8.contains(byte)
        parts[parts.count - 1].plain.append(isSeparator ? UInt8(ascii: "_") : byte)
      }
      isEscaped = false
    }
    guard depth == 0, !isQuoted, !isEscaped else { return nil }
    return parts.map {
      (
        String(decoding: $0.plain, as: UTF8.self).lowercased().trimmingSpace,
        String(decoding: $0.comments, as: UTF8.self).lowercased()
      )
    }
  }

  /// Returns the results in each field, with the name of the server that wrote the field; the name is empty if the field has none.
  private static func results(in fields: [[UInt8]]) -> [(server: String, results: [Result])] {
    var length = 0
    return fields.prefix {
      length += $0.count
      return length <= maximumLength
    }.compactMap { value in
      guard let parts = parts(of: value), let first = parts.first else { return nil }
      let hasServer = !first.plain.contains("=")
      let name = hasServer ? first.plain.split(separator: " ").first.map(String.init) ?? "" : ""
      return (name, parts.dropFirst(hasServer ? 1 : 0).compactMap(result))
    }
  }

  private struct Result {
    let method: String
    let result: String
    /// Whether the owner of the domain has published the policy "none": receivers need do nothing if the method fails.
    let isNoPolicy: Bool
    /// The registered domains that the result is about.
    let domains: [String]
  }

  /// The properties that contain the checked domain, for each method (RFC 8601, section 2.7, and RFC 7489, section 11).
  private static let domainProperties = [
    "dmarc": ["header.from"], "dkim": ["header.d", "header.i"], "spf": ["smtp.mailfrom"],
  ]

  private static func result(_ part: Part) -> Result? {
    let words = part.plain.split(separator: " ").joined(separator: " ")
      .replacing(" = ", with: "=").split(separator: " ")
    guard let word = words.first, let equals = word.firstIndex(of: "=") else { return nil }
    let method = word[..<equals].prefix { $0 != "/" }
    let isNoPolicy =
      part.comments.split { !$0.isLetter && $0 != "=" }.contains("p=none")
      || words.contains { $0.hasSuffix("policy=none") }
      || words.contains("policy.dmarc=none")
    let domains = (domainProperties[String(method)] ?? []).compactMap { property in
      words.first { $0.hasPrefix(property + "=") }.flatMap {
        $0.dropFirst(property.count + 1).split(separator: "@").last
      }.map { HostName.registered(String($0)) }
    }
    return Result(
      method: String(method), result: String(word[equals...].dropFirst()), isNoPolicy: isNoPolicy,
      domains: domains)
  }
}
