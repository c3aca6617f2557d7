internal import MailServers

/// What a server said when it let nobody in.
extension MailConnection.Failure {
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
