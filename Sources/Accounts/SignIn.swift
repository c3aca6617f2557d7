internal import FileSystem
public import MailModel
public import MailServers
internal import MailText

/// Who signs in at the servers of an account that has no password in the keyring.
public enum SignIn: Codable, Hashable, Sendable {
  /// GNOME Online Accounts, which knows the account by that; nothing of it is kept here.
  case gnome(id: String)

  /// Why nobody could sign in.
  public enum Problem: ExplainedError, Codable, Hashable {
    /// The person has to sign in again in the settings of GNOME.
    case attention
    /// GNOME has the account no more, or not for its mail.
    case gone
    /// Who is to be asked does not answer; its name is in the text.
    case unreachable(String)

    public var sentence: Sentence {
      switch self {
      case .attention: Sentence(msgid("Sign in again in Settings, under Online Accounts."))
      case .gone:
        Sentence(
          msgid(
            "Online Accounts in Settings has this account’s mail no more. What is here stays."))
      case .unreachable(let name): Sentence(msgid("%1$s cannot be reached."), name)
      }
    }
  }
}

extension SignIn {
  var isSound: Bool {
    switch self {
    case .gnome(let id): !id.isEmpty && !id.hasControls
    }
  }
}

extension Account {
  /// What its server is shown.
  ///
  /// - Parameters:
  ///   - password: What was read of the keyring or typed.
  ///   - isRefused: Whether the server did not take what was answered last.
  func proof(
    _ password: String, isRefused: Bool
  ) async throws(SignIn.Problem) -> MailConnection.Login.Proof {
    switch signIn {
    case nil: return .password(password, byAnyWay: false)
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
