internal import Foundation
public import MailModel
internal import MailText

/// Asks a server whether it lets a person in, and which folders there are.
public enum Trial {
  /// Why a server was of no use.
  public enum Problem: ExplainedError, Hashable {
    /// curl is not installed.
    case noProgram
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
    /// Anything else, in the server's or the program's own words.
    case other(String)

    public var sentence: Sentence {
      switch self {
      case .noProgram:
        Sentence(msgid("The server cannot be asked: curl is missing. Install curl."))
      case .noHost(let host):
        Sentence(msgid("There is no server %1$s. Check its name."), host)
      case .unreachable(let host):
        Sentence(
          msgid("%1$s does not answer. Check its name, the port and your network."), host)
      case .wrongPassword:
        Sentence(msgid("The server did not take the name or the password. Check both."))
      case .needsAppPassword(let link?):
        Sentence(
          msgid("The server wants a password that is made for programs. Make one at %1$s"), link)
      case .needsAppPassword(nil):
        Sentence(
          msgid("The server wants a password that is made for programs. Make one on its website."))
      case .onlyOAuth:
        Sentence(
          msgid(
            "The server lets nobody in by password, only by OAuth, which is not supported yet."))
      case .certificate(_, let fingerprint):
        Sentence(
          msgid(
            "Nobody vouches for the server. Accept its certificate only if it has this fingerprint: %1$s"
          ), fingerprint)
      case .badCertificate(let words):
        Sentence(
          msgid("The server’s certificate is of another host or out of date: %1$s"), words)
      case .noEncryption:
        Sentence(
          msgid("The server offers no encryption there. Check the port and the security."))
      case .other(let words):
        Sentence(msgid("The account does not work: %1$s"), words)
      }
    }
  }

  /// Logs in at an account's server and asks for its folders.
  ///
  /// One login and no more, unless the server has no way in but an old one, or so many folders that
  /// curl refuses to hear of all. Then only the outermost and those that are for something are told.
  public static func folders(
    of account: Account, password: String
  ) async throws(Problem) -> [ServerFolder] {
    guard account.imap.isSound else { throw .noEncryption }
    guard !password.isEmpty, !password.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw .wrongPassword
    }
    // What comes behind the first is an extra: the first that fails ends the rest.
    let all = [#"LIST "" "*""#, "NAMESPACE", #"LIST "" "*" RETURN (SPECIAL-USE)"#]
    var login = Curl.Login(user: account.user, password: password)
    var answer = try await Curl.ask(account.imap, all, login, account.certificate)
    if answer.first?.status == Curl.loginDenied, !answer.triedLogin, !answer.forbidsPasswords {
      login.takesAnyMechanism = true
      answer = try await Curl.ask(account.imap, all, login, account.certificate)
    }
    if answer.first?.words.contains(tooMuch) == true {
      // curl 7.88 with its later mends gives up at 300 kB, and counts what it has read once more for
      // each line: that is some 130 folders, or 500 in pieces.
      let few = [#"LIST "" "%""#, "NAMESPACE", #"LIST (SPECIAL-USE) "" "*""#]
      for (requests, isInPieces) in [(all, true), (few, false), (few, true)]
      where answer.first?.status != 0 {
        answer = try await Curl.ask(
          account.imap, requests, login, account.certificate, inPieces: isInPieces)
      }
    }
    guard answer.first?.status == 0 else {
      throw try await problem(answer, account, hiding: password)
    }
    return FolderListing(answer.lines).folders
  }

  /// How curl says that it hears no more of a server.
  private static let tooMuch = "Too large"

  private static func problem(
    _ answer: Curl.Answer, _ account: Account, hiding password: String
  ) async throws(Problem) -> Problem {
    let host = DisplayText.safe(account.imap.host)
    guard let first = answer.first else { return .other("curl") }
    let words = hide(
      password, in: DisplayText.safe(answer.refusal ?? first.words, limit: 200), of: account)
    switch first.status {
    case 56 where first.words.contains(tooMuch): return .other(words)
    case 5, 6: return .noHost(host)
    case 7, 28, 52, 56: return .unreachable(host)
    case 35: return answer.lines.isEmpty ? .noEncryption : .other(words)
    case 64: return .noEncryption
    case 60: return try await certificate(of: account, saying: words)
    case Curl.loginDenied:
      let provider = Provider.serving(account.imap.host)
      if provider?.needsOAuth == true || answer.forbidsPasswords { return .onlyOAuth }
      if let provider, provider.hasAppPasswords { return .needsAppPassword(provider.link) }
      if answer.wantsAppPassword { return .needsAppPassword(provider?.link) }
      return answer.hasOtherReason ? .other(words) : .wrongPassword
    default: return .other(words)
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
    of account: Account, saying words: String
  ) async throws(Problem) -> Problem {
    let found = try await Curl.ask(account.imap, ["NOOP"], nil, nil, showingCertificate: true)
    guard let pem = found.certificate, let fingerprint = fingerprint(of: pem) else {
      return .badCertificate(words)
    }
    // Whatever else is wrong with it than that nobody vouches for it stays so.
    let pinned = try await Curl.ask(account.imap, ["NOOP"], nil, pem)
    guard let first = pinned.first, first.status == 0 else {
      return .badCertificate(
        DisplayText.safe(pinned.first?.words ?? words, limit: 200))
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
