internal import FileSystem
public import MailModel
public import MailServers
internal import MailText

/// Who signs in at the servers of an account that has no password in the keyring.
public enum SignIn: Codable, Hashable, Sendable {
  /// GNOME Online Accounts, which knows the account by that; nothing of it is kept here.
  case gnome(id: String)
  /// The person, in the browser. What the provider gave this program then is kept in the keyring under the name of a service.
  case browser(OAuthClient, keyring: String)

  /// Why nobody could sign in.
  public enum Problem: ExplainedError, Codable, Hashable {
    /// The person has to sign in again in the settings of GNOME.
    case attention
    /// GNOME has the account no more, or not for its mail.
    case gone
    /// The provider lets this program in no more until the person signs in again.
    case ended
    /// What the provider gave cannot be read or kept.
    case keyring(Passwords.Problem)
    /// There is no browser.
    case noBrowser
    /// Anything else, in the provider's own words.
    case other(String)
    /// Who is to be asked does not answer; its name is in the text.
    case unreachable(String)

    public var sentence: Sentence {
      switch self {
      case .attention: Sentence(msgid("Sign in again in Settings, under Online Accounts."))
      case .gone:
        Sentence(
          msgid(
            "Mail is turned off for this account in Settings, under Online Accounts. Messages on this computer are kept."
          ))
      case .ended:
        Sentence(
          msgid("Your provider asks you to sign in again. Open Preferences and choose “Sign In…”."))
      case .keyring(let problem): problem.sentence
      case .noBrowser: Sentence(msgid("No web browser was found to sign in with. Install one."))
      case .other(let words): Sentence(msgid("Signing in failed: %1$s"), words)
      case .unreachable(let name):
        Sentence(msgid("%1$s cannot be reached. Check your network connection."), name)
      }
    }
  }
}

extension SignIn {
  var isSound: Bool {
    switch self {
    case .gnome(let id): !id.isEmpty && !id.hasControls
    case .browser(let client, let keyring): client.host != nil && !keyring.isEmpty
    }
  }

  /// Why what a server was given last does not do.
  var refusal: Problem { if case .gnome = self { .attention } else { .ended } }

  /// Has the person sign in in the browser.
  ///
  /// - Parameters:
  ///   - words: What the browser shows at the end.
  ///   - open: Shows a page in the browser; false where there is none.
  /// - Returns: What is to be kept in the keyring.
  public static func tokens(
    of client: OAuthClient, for address: String, saying words: String,
    opening open: @Sendable (_ page: String) async -> Bool
  ) async throws(Problem) -> String {
    let host = client.host ?? ""
    let way: BrowserSignIn
    do throws(OAuthClient.Failure) { way = try BrowserSignIn(client, for: address) } catch {
      throw Problem(error, host)
    }
    guard await open(way.page) else { throw .noBrowser }
    return try await onOwnThread("sign-in") { isCancelled in
      Result { () throws(OAuthClient.Failure) in
        try way.tokens(saying: words, isCancelled: isCancelled).kept
      }
    }.mapError { Problem($0, host) }.get()
  }
}

extension SignIn.Problem {
  /// What it means that a host gave no tokens.
  fileprivate init(_ failure: OAuthClient.Failure, _ host: String) {
    self =
      switch failure {
      case .refused: .ended
      case .unreachable, .cancelled: .unreachable(host)
      case .other(let words): .other(DisplayText.safe(words, limit: 200))
      }
  }
}

extension Account {
  /// What its server is shown.
  ///
  /// - Parameters:
  ///   - password: What was read of the keyring, typed, or given by a provider and not kept yet.
  ///   - isRefused: Whether the server did not take what was answered last.
  func proof(
    _ password: String, isRefused: Bool
  ) async throws(SignIn.Problem) -> MailConnection.Login.Proof {
    switch signIn {
    case nil: return .password(password, byAnyWay: false)
    case .browser(let client, let service):
      let keyring = Passwords(service: service)
      var given = password
      do throws(Passwords.Problem) {
        if given.isEmpty { given = try await keyring.kept(of: self) ?? "" }
      } catch { throw .keyring(error) }
      guard let last = OAuthClient.Tokens(kept: given) else { throw .ended }
      if !isRefused, last.isFresh { return .token(last.access) }
      let tokens = try await onOwnThread("sign-in") { isCancelled in
        Result { () throws(OAuthClient.Failure) in
          try client.tokens(after: last, isCancelled: isCancelled)
        }
      }.mapError { SignIn.Problem($0, client.host ?? "") }.get()
      do throws(Passwords.Problem) {
        if password.isEmpty { try await keyring.save(tokens.kept, of: self) }
      } catch { throw .keyring(error) }
      return .token(tokens.access)
    case .gnome(let id):
      return try await onOwnThread("online") { _ in
        Result { () throws(OnlineAccounts.Failure) in
          try OnlineAccounts.proof(of: id, isRefused: isRefused)
        }
      }.mapError { (failure) -> SignIn.Problem in
        switch failure {
        case .gone: .gone
        case .attention: .attention
        case .unreachable: .unreachable("GNOME Online Accounts")
        }
      }.get()
    }
  }
}

extension OnlineAccount {
  /// Those of the person's that can be accounts here.
  public static func offered() async -> [OnlineAccount] {
    await onOwnThread("online") { _ in
      OnlineAccounts.all().filter {
        MailAddress($0.address) != nil && $0.account(name: $0.id, directory: $0.id).isSound
      }
    }
  }

  /// An account of it here.
  public func account(name: String, directory: String) -> Account {
    Account(
      name: name, address: address, imap: imap, smtp: smtp, user: user, signIn: .gnome(id: id),
      directory: directory)
  }
}
