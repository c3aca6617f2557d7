internal import FileSystem
internal import Foundation
public import MailModel
internal import MailServers
internal import MailText

/// Asks a server whether it lets a person in, and which folders there are.
public enum AccountCheck {
  /// Why a server was of no use.
  public enum Problem: ExplainedError, Hashable {
    /// There is no such host; its name is in the text.
    case noHost(String)
    /// The host does not answer there.
    case unreachable(String)
    case wrongPassword
    /// The server wants a password made for programs; where one is made is in the text.
    case needsAppPassword(String?)
    /// The server lets nobody in by password.
    case onlyOAuth
    /// Nobody vouches for the server: its certificate as PEM, and the SHA-256 of it in
    /// hexadecimal digits by which the person can tell it.
    case certificate(pem: String, fingerprint: String)
    /// The certificate is of another host or out of date, and cannot be accepted; what is wrong with
    /// it is in the text.
    case badCertificate(String)
    /// The server cannot be asked without others reading along.
    case noEncryption
    /// Who signs in for the person could not.
    case signIn(SignIn.Problem)
    /// The server sent more than a mailbox can need.
    case excess(SyncProblem)
    /// Anything else, in the server's or the program's own words.
    case other(String)

    public var sentence: Sentence {
      switch self {
      case .noHost(let host):
        Sentence(msgid("The server %1$s was not found. Check its name."), host)
      case .unreachable(let host):
        Sentence(
          msgid("%1$s does not respond. Check its name, the port and your network connection."),
          host)
      case .wrongPassword:
        Sentence(msgid("The server did not accept the username and password."))
      case .needsAppPassword(let link?):
        Sentence(
          msgid("The server needs an app password. Create one at %1$s"), link)
      case .needsAppPassword(nil):
        Sentence(
          msgid("The server needs an app password. Create one on its website."))
      case .onlyOAuth:
        Sentence(
          msgid(
            "Dunnock cannot log in to this server yet: it does not accept passwords.")
        )
      case .certificate(_, let fingerprint):
        Sentence(
          msgid(
            "The server’s certificate is not trusted. Accept it only if its fingerprint is %1$s"
          ), fingerprint)
      case .badCertificate(let words):
        Sentence(
          msgid("The server’s certificate has expired or is for another host: %1$s"), words)
      case .noEncryption:
        Sentence(
          msgid("The server offers no encryption on this port. Check the port and the encryption."))
      case .signIn(let problem): problem.sentence
      case .excess(let problem): problem.sentence
      case .other(let words):
        Sentence(msgid("The account does not work: %1$s"), words)
      }
    }
  }

  /// Logs in at an account's server and asks for its folders: one login and no more, unless the server has no way in but an old one.
  public static func folders(
    of account: Account, password: String
  ) async throws(Problem) -> [ServerFolder] {
    try await asking(account, password) { connection throws(MailConnection.Failure) in
      try FolderListing.of(connection).folders
    }
  }

  /// Logs in at an account's server and asks it something, on a thread of its own.
  static func asking<Value: Sendable>(
    _ account: Account, _ password: String,
    _ ask: @escaping @Sendable (MailConnection) throws(MailConnection.Failure) -> Value
  ) async throws(Problem) -> Value {
    guard account.imap.isSound else { throw .noEncryption }
    guard account.signIn != nil || !password.isEmpty && !password.hasControls else {
      throw .wrongPassword
    }
    do throws(MailConnection.LoginFailure) {
      let value = try await MailConnection.loggedIn(at: account, password, ask)
      debugLog("account check done")
      return value
    } catch {
      let problem: Problem =
        switch error {
        case .signIn(let problem): .signIn(problem)
        case .server(let failure, let shown):
          await onOwnThread("account check") {
            self.problem(failure, account, hiding: shown, $0)
          }
        }
      debugLog("account check failed, \(problem.kind)")
      throw problem
    }
  }

  private static func problem(
    _ failure: MailConnection.Failure, _ account: Account, hiding password: String,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> Problem {
    let host = DisplayText.safe(account.imap.host)
    let words = hide(
      password, in: DisplayText.safe(failure.refusal ?? failure.words, limit: 200), of: account)
    switch failure.reason {
    case .noHost: return .noHost(host)
    case .unreachable, .cancelled: return .unreachable(host)
    case .noEncryption: return .noEncryption
    case .certificate: return certificate(of: account, saying: words, isCancelled)
    case .denied:
      let provider = Provider.serving(account.imap.host)
      if provider?.needsOAuth == true || failure.forbidsPasswords { return .onlyOAuth }
      if let provider, provider.hasAppPasswords { return .needsAppPassword(provider.link) }
      if failure.wantsAppPassword { return .needsAppPassword(provider?.link) }
      return failure.hasOtherReason ? .other(words) : .wrongPassword
    case .tooManyFolders: return .excess(.tooManyFolders(host))
    case .tooMuch: return .excess(.tooMuchData(host))
    case .declined, .other: return .other(words)
    }
  }

  /// A hostile server may repeat what it was told.
  private static func hide(_ password: String, in words: String, of account: Account) -> String {
    let secrets = [password, "\0\(account.user)\0\(password)"]
    let forms = secrets + secrets.map { Data($0.utf8).base64EncodedString() }
    return forms.reduce(words) { $0.replacingOccurrences(of: $1, with: "…") }
  }

  /// What is wrong with a certificate that was not taken, told without sending anything there.
  private static func certificate(
    of account: Account, saying words: String, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> Problem {
    guard let pem = MailConnection.certificate(of: account.imap, isCancelled: isCancelled),
      let fingerprint = fingerprint(of: pem)
    else { return .badCertificate(words) }
    // Whatever else is wrong with it than that nobody vouches for it stays so.
    do throws(MailConnection.Failure) {
      _ = try MailConnection(to: account.imap, as: nil, trusting: pem, isCancelled: isCancelled)
    } catch {
      return .badCertificate(DisplayText.safe(error.words, limit: 200))
    }
    return .certificate(pem: pem, fingerprint: fingerprint)
  }

  /// The SHA-256 of a certificate, in pairs of digits as other programs show it.
  static func fingerprint(of pem: String) -> String? {
    let body = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
    guard let bytes = Data(base64Encoded: body) else { return nil }
    return Digest.sha256(Array(bytes))
  }
}
