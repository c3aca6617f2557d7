/// What the server that received a message found out about where it is from (RFC 8601).
///
/// A server writes its fields above those that came with the message, so only what stands above the Received field of the first server that
/// took the message from a stranger is certain. Results confirm a sender only there. A sender may put a field with any name of a server
/// below, and a server that writes no results, or fewer, need not remove it. A server that writes its results below its own Received
/// field therefore confirms nobody, unless it repeats them above in `ARC-Authentication-Results` (RFC 8617), as Gmail does.
///
/// Results against a sender count also below, up to the first Received field of another organization: nobody forges those.
///
/// The address in a Received field is assumed to be that of the client. A server behind a proxy that hides this address behind a private
/// one takes strangers for servers of its own; it cannot judge SPF either.
struct AuthenticationResults {
  /// How much of all the fields is looked at, in bytes.
  private static let maximumLength = 16 << 10

  /// Whether it is not from where it says that it is: DMARC says so, or, where nothing is said of that,
  /// both SPF and DKIM do.
  private(set) var hasFailed = false
  /// Whether signatures were looked at (DKIM), and none held.
  private(set) var hasFailedSignature = false
  /// The registered domains that the message is from: that of its From field where DMARC passed, else those of SPF and DKIM.
  private var confirmedDomains: Set<String> = []

  /// Whether the server found that the message is from a host. Without results this is false.
  func confirm(host: String) -> Bool {
    !host.isEmpty && !hasFailed && confirmedDomains.contains(HostName.registered(host))
  }

  init(header: HeaderBlock) {
    let fields = Fields(header)
    let certain = Self.parts(of: fields.certain).flatMap(\.results)
    var likely: [Result] = []
    // Several fields of one server say together what it found.
    let groups = Self.parts(of: fields.likely)
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
      // A list changes what its members write, and who asks for nothing else lets it pass.
      return dmarc.result == "fail" && !(isFromList && dmarc.isNoPolicy)
    }
    let signatures = all("dkim")
    return !isFromList && ["fail", "softfail", "hardfail"].contains(all("spf").first)
      && !signatures.isEmpty
      && signatures.allSatisfy { ["fail", "hardfail"].contains($0) }
  }

  /// The fields with results in the part of a header that the receiving servers wrote.
  private struct Fields {
    /// Those above the Received field of the server that took the message from a stranger.
    var certain: [[UInt8]] = []
    /// Those above the first Received field of another organization.
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

  /// A text in lower case without its comments, and those.
  typealias Plain = (plain: String, comments: String)

  static func plain(_ value: [UInt8]) -> Plain {
    var (plain, comments): ([UInt8], [UInt8]) = ([], [])
    var depth = 0
    var isQuoted = false
    for byte in value {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "(") where !isQuoted: depth += 1
      case UInt8(ascii: ")") where !isQuoted && depth > 0: depth -= 1
      default: if depth > 0 { comments.append(byte) } else { plain.append(byte) }
      }
    }
    return (
      String(decoding: plain, as: UTF8.self).lowercased().trimmingSpace,
      String(decoding: comments, as: UTF8.self).lowercased()
    )
  }

  /// What fields say, each with the name of its server, which is empty where it has none.
  private static func parts(of fields: [[UInt8]]) -> [(server: String, results: [Result])] {
    var length = 0
    return fields.prefix {
      length += $0.count
      return length <= maximumLength
    }.compactMap { value in
      let parts = parts(of: value)
      guard let first = parts.first else { return nil }
      let hasServer = !first.plain.contains("=")
      let name = hasServer ? first.plain.split(separator: " ").first.map(String.init) ?? "" : ""
      return (name, parts.dropFirst(hasServer ? 1 : 0).compactMap(result))
    }
  }

  private static func parts(of value: [UInt8]) -> [Plain] {
    var parts: [[UInt8]] = [[]]
    var depth = 0
    for byte in value {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth = max(0, depth - 1) }
      if byte == UInt8(ascii: ";"), depth == 0 {
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    return parts.map(plain)
  }

  private struct Result {
    let method: String
    let result: String
    /// Whether the owner of the domain asks for nothing when the method fails.
    let isNoPolicy: Bool
    /// The registered domains that the result is about.
    let domains: [String]
  }

  /// The properties that name the domain that a method is about (RFC 8601, section 2.7, and RFC 7489, section 11).
  private static let domainProperties = [
    "dmarc": ["header.from"], "dkim": ["header.d", "header.i"], "spf": ["smtp.mailfrom"],
  ]

  private static func result(_ part: Plain) -> Result? {
    let words = part.plain.split(separator: " ").joined(separator: " ")
      .replacing(" = ", with: "=").split(separator: " ")
    guard let word = words.first, let equals = word.firstIndex(of: "=") else { return nil }
    let method = word[..<equals].prefix { $0 != "/" }
    let isNoPolicy =
      part.comments.contains("p=none") || words.contains { $0.hasSuffix("policy=none") }
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
