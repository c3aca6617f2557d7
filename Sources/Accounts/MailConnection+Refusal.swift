internal import FileSystem
package import MailServers
internal import MailText

extension MailConnection {
  /// Why nobody was logged in, or something went wrong then.
  package enum LoginFailure: Error {
    /// `shown` is what the server may say again.
    case server(Failure, shown: String)
    case signIn(SignIn.Problem)
  }

  /// Logs in at an account's server, once and no more unless the server has no way in but an old one.
  private static func loggedIn(
    at account: Account, _ server: MailServer, _ language: Language, _ proof: Login.Proof,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(Failure) -> MailConnection {
    func connection(by proof: Login.Proof) throws(Failure) -> MailConnection {
      try MailConnection(
        to: server, as: .init(user: account.user, proof: proof),
        trusting: account.certificate, speaking: language, isCancelled: isCancelled)
    }
    do throws(Failure) { return try connection(by: proof) } catch {
      guard case .password(let password, _) = proof, error.reason == .denied, !error.triedLogin,
        !error.forbidsPasswords, !error.offersTokensAlone
      else { throw error }
      return try connection(by: .password(password, byAnyWay: true))
    }
  }

  /// Logs in at an account's server and does something there, on a thread of its own. Where somebody else signs in, they are
  /// asked now, and once more if the server does not take their answer.
  ///
  /// - Parameters:
  ///   - server: Nil: the one that its mail comes from.
  ///   - isCancelled: Ends what the connection does, as long as it lives; nil: it lives as long as the question.
  package static func loggedIn<Value: Sendable>(
    at account: Account, _ password: String, to server: MailServer? = nil,
    speaking language: Language = .imap, until isCancelled: (@Sendable () -> Bool)? = nil,
    _ ask: @escaping @Sendable (MailConnection) throws(Failure) -> Value
  ) async throws(LoginFailure) -> Value {
    var isRefused = false
    while true {
      let proof: Login.Proof
      do throws(SignIn.Problem) {
        proof = try await account.proof(password, isRefused: isRefused)
      } catch { throw .signIn(error) }
      let result = await onOwnThread("server") { isGone in
        Result { () throws(Failure) in
          try ask(
            .loggedIn(
              at: account, server ?? account.imap, language, proof, isCancelled ?? isGone))
        }
      }
      switch result {
      case .success(let value): return value
      case .failure(let failure):
        guard let signIn = account.signIn, failure.reason == .denied, !failure.hasOtherReason else {
          throw .server(failure, shown: proof.words)
        }
        if isRefused { throw .signIn(signIn.refusal) }
        isRefused = true
      }
    }
  }

  /// The same for a run.
  static func asking<Value: Sendable>(
    _ account: Account, _ password: String, until isCancelled: (@Sendable () -> Bool)? = nil,
    _ ask: @escaping @Sendable (MailConnection) throws(Failure) -> Value
  ) async throws(SyncProblem) -> Value {
    do throws(LoginFailure) {
      return try await loggedIn(at: account, password, until: isCancelled, ask)
    } catch {
      throw SyncProblem(error, of: account)
    }
  }
}

extension MailConnection.Login.Proof {
  /// What goes to the server.
  fileprivate var words: String {
    switch self {
    case .password(let words, _), .token(let words): words
    }
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
    if strangeReply != nil { return true }
    guard let code = refusal?.uppercased(), code.hasPrefix("[") else { return false }
    return [
      "[UNAVAILABLE]", "[CONTACTADMIN]", "[LIMIT]", "[INUSE]", "[EXPIRED]", "[SERVERBUG]",
      "[AUTHORIZATIONFAILED]", "[PRIVACYREQUIRED]",
    ].contains(where: code.hasPrefix)
  }
}

extension SyncProblem {
  /// What it means that nobody is logged in.
  package init(
    _ failure: MailConnection.LoginFailure, of account: Account, at host: String? = nil
  ) {
    switch failure {
    case .signIn(.unreachable(let name)): self = Task.isCancelled ? .cancelled : .offline(name)
    case .signIn(.keyring(let problem)): self = .keyring(problem)
    case .signIn(let problem): self = .signIn(problem)
    case .server(let failure, _): self.init(failure, at: host ?? account.imap.host)
    }
  }

  /// What it means that there is no connection.
  private init(_ failure: MailConnection.Failure, at host: String) {
    let strangeReply = failure.reason == .denied ? failure.strangeReply : nil
    let words = DisplayText.safe(
      strangeReply ?? failure.refusal ?? failure.reply?.words ?? failure.words, limit: 200)
    self =
      switch failure.reason {
      case .noHost, .unreachable: .offline(host)
      case .noEncryption: .noEncryption
      case .certificate: .certificate(host)
      case .denied: failure.hasOtherReason ? .other(words) : .wrongPassword
      case .cancelled: .cancelled
      case .tooManyFolders: .tooManyFolders(host)
      case .tooMuch: .tooMuchData(host)
      case .declined, .other: .other(words)
      }
  }
}
