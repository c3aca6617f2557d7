internal import FileSystem
internal import MailServers
internal import MailText

extension MailConnection {
  /// Logs in at an account's server: once and no more, unless the server has no way in but an old one.
  static func loggedIn(
    at account: Account, _ password: String,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> MailConnection {
    func connection(byAnyWay: Bool) throws(Failure) -> MailConnection {
      try MailConnection(
        to: account.imap,
        as: .init(user: account.user, proof: .password(password, byAnyWay: byAnyWay)),
        trusting: account.certificate, isCancelled: isCancelled)
    }
    do throws(Failure) { return try connection(byAnyWay: false) } catch {
      guard error.reason == .denied, !error.triedLogin, !error.forbidsPasswords else { throw error }
      return try connection(byAnyWay: true)
    }
  }

  /// Logs in at an account's server and does something there, on a thread of its own.
  static func asking<Value: Sendable>(
    _ account: Account, _ password: String,
    _ ask: @escaping @Sendable (MailConnection) throws(Failure) -> Value
  ) async throws(SyncProblem) -> Value {
    try await onOwnThread("server") { isCancelled in
      Result { () throws(Failure) in
        try ask(.loggedIn(at: account, password, isCancelled: isCancelled))
      }
    }.mapError { SyncProblem($0, of: account) }.get()
  }
}

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

extension SyncProblem {
  /// What it means that there is no connection.
  init(_ failure: MailConnection.Failure, of account: Account) {
    let host = account.imap.host
    let words = DisplayText.safe(failure.refusal ?? failure.words, limit: 200)
    self =
      switch failure.reason {
      case .noHost, .unreachable: .offline(host)
      case .noEncryption, .certificate: .certificate(host)
      case .denied: failure.hasOtherReason ? .other(words) : .wrongPassword
      case .cancelled: .cancelled
      case .tooMuch, .other: .other(words)
      }
  }
}
