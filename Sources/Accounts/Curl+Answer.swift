extension Curl {
  /// What came of asking.
  struct Answer {
    /// How it ended for each request that was made: curl's status and words.
    let outcomes: [(status: Int, words: String)]
    /// What the server said, line by line without line ends.
    let lines: [[UInt8]]
    /// Whether name and password went there, by curl's own lines.
    let triedLogin: Bool
    /// The server's certificate as PEM, where that was asked for.
    let certificate: String?

    var first: (status: Int, words: String)? { outcomes.first }

    /// - Parameters:
    ///   - statuses: What was asked for by `write-out`.
    ///   - traffic: What goes to and fro: `< ` stands before what the server says.
    init(statuses: [UInt8], traffic: [UInt8]) {
      let text = String(decoding: statuses, as: UTF8.self)
      outcomes = text.split(whereSeparator: \.isNewline).compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 1)
        return parts.first.flatMap { Int($0) }.map {
          ($0, parts.dropFirst().first.map(String.init) ?? "")
        }
      }
      var lines: [[UInt8]] = []
      var triedLogin = false
      var isCut = false
      for line in traffic.split(separator: 0x0A) {
        if line.starts(with: "* Excessive".utf8) {
          isCut = true
        } else if line.starts(with: "< ".utf8) {
          defer { isCut = false }
          // Of a line that is too long only the beginning is left.
          if isCut { continue }
          lines.append(Array(line.last == 0x0D ? line.dropFirst(2).dropLast() : line.dropFirst(2)))
        } else if line.starts(with: "> ".utf8) {
          let words = line.dropFirst(2).split(separator: 0x20, maxSplits: 2)
          let verb = words.dropFirst().first.map { String(decoding: $0, as: UTF8.self) } ?? ""
          if ["AUTHENTICATE", "LOGIN"].contains(verb.uppercased()) { triedLogin = true }
        }
      }
      self.lines = lines
      self.triedLogin = triedLogin
      let begin = "-----BEGIN CERTIFICATE-----"
      let end = "-----END CERTIFICATE-----"
      certificate = text.range(of: begin).flatMap { start in
        text[start.lowerBound...].range(of: end).map {
          String(text[start.lowerBound..<$0.upperBound]) + "\n"
        }
      }
    }

    /// The last line by which the server refused something, without its number.
    var refusal: String? {
      for line in lines.reversed() {
        let words = line.split(separator: 0x20, maxSplits: 2).map {
          String(decoding: $0, as: UTF8.self)
        }
        guard words.count == 3, words[0] != "*", ["NO", "BAD"].contains(words[1].uppercased())
        else { continue }
        return words[2]
      }
      return nil
    }

    /// What the server said last of what it can do, in capitals.
    private var capabilities: Set<String> {
      for line in lines.reversed() {
        let text = String(decoding: line, as: UTF8.self).uppercased()
        if text.hasPrefix("* CAPABILITY ") {
          return Set(text.split(separator: " ").dropFirst(2).map(String.init))
        }
      }
      return []
    }

    /// Whether it says that no password would do.
    var forbidsPasswords: Bool {
      let all = capabilities
      let ways = all.filter { $0.hasPrefix("AUTH=") }
      let tokens = ["AUTH=XOAUTH2", "AUTH=OAUTHBEARER", "AUTH=XOAUTH", "AUTH=GSSAPI"]
      guard all.contains("LOGINDISABLED") || !ways.isEmpty && ways.isSubset(of: tokens) else {
        return false
      }
      return !ways.contains("AUTH=PLAIN") && !ways.contains("AUTH=LOGIN")
    }

    /// Whether it says that another password is wanted.
    var wantsAppPassword: Bool {
      let words = refusal?.lowercased() ?? ""
      return [
        "application-specific", "app-specific", "application specific", "app password",
        "application password", "authorization code", "device password",
      ].contains(where: words.contains)
    }

    /// Whether it refused for another reason than name and password.
    var hasOtherReason: Bool {
      guard let code = refusal?.uppercased(), code.hasPrefix("[") else { return false }
      return [
        "[UNAVAILABLE]", "[CONTACTADMIN]", "[LIMIT]", "[INUSE]", "[EXPIRED]", "[SERVERBUG]",
        "[AUTHORIZATIONFAILED]", "[PRIVACYREQUIRED]",
      ].contains(where: code.hasPrefix)
    }
  }
}
