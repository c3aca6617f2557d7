/// What the server that received a message found out about where it is from (RFC 8601).
///
/// Only what stands in the part of the header that this server wrote counts: what stands below may have
/// come with the message.
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
    var server: String?
    var results: [Result] = []
    var length = 0
    for value in Self.fields(of: header) {
      length += value.count
      guard length <= Self.maximumLength else { break }
      let parts = Self.parts(of: value)
      // Several fields of one server say together what it found.
      guard let first = parts.first else { continue }
      let hasServer = !first.plain.contains("=")
      let name = hasServer ? first.plain.split(separator: " ").first.map(String.init) ?? "" : ""
      if let server, server != name { break }
      server = name
      results += parts.dropFirst(hasServer ? 1 : 0).compactMap(Self.result)
    }
    let isFromList = header.value("list-id") != nil || header.value("list-post") != nil
    func all(_ method: String) -> [String] {
      results.filter { $0.method == method }.map(\.result)
    }
    let signatures = all("dkim")
    hasFailedSignature = !signatures.isEmpty && !signatures.contains("pass")
    if let dmarc = results.first(where: { $0.method == "dmarc" }),
      ["fail", "pass", "bestguesspass"].contains(dmarc.result)
    {
      // A list changes what its members write, and who asks for nothing else lets it pass.
      hasFailed = dmarc.result == "fail" && !(isFromList && dmarc.isNoPolicy)
    } else {
      hasFailed =
        !isFromList && ["fail", "softfail", "hardfail"].contains(all("spf").first)
        && !signatures.isEmpty
        && signatures.allSatisfy { ["fail", "hardfail"].contains($0) }
    }
    let isOfDMARC = results.contains { $0.method == "dmarc" && $0.result != "none" }
    let methods: Set = isOfDMARC ? ["dmarc"] : ["spf", "dkim"]
    for one in results
    where methods.contains(one.method) && ["pass", "bestguesspass"].contains(one.result) {
      confirmedDomains.formUnion(one.domains)
    }
  }

  /// The fields that the receiving server wrote: those above the first Received field of another one.
  private static func fields(of header: HeaderBlock) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var receiver: String?
    for field in header.all(limit: 500) {
      switch field.name.lowercased() {
      case "authentication-results": found.append(field.value)
      case "received":
        guard let host = host(in: field.value) else { continue }
        if let receiver, receiver != host { return found }
        receiver = host
      default: break
      }
    }
    return found
  }

  /// Whose server wrote a Received field; nil when it does not say or names only itself.
  private static func host(in received: [UInt8]) -> String? {
    let words = plain(Array(received.prefix(2_000))).plain.split(separator: " ")
    guard let by = words.firstIndex(of: "by"), by + 1 < words.endIndex else { return nil }
    let host = words[by + 1]
    guard host.contains("."), host.contains(where: \.isLetter), !host.contains(":"),
      !host.hasSuffix(".local"), !host.hasSuffix(".internal"), !host.hasPrefix("localhost")
    else { return nil }
    return HostName.registered(String(host))
  }

  /// A text in lower case without its comments, and those.
  private typealias Plain = (plain: String, comments: String)

  private static func plain(_ value: [UInt8]) -> Plain {
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
