public import MailModel

/// Asks a server whether it lets a person in, and which folders there are.
public enum Trial {
  /// Why a server was of no use.
  public enum Problem: AccountProblem, Hashable {
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
    /// The certificate is of another host or out of date, and cannot be accepted.
    case badCertificate(String)
    /// The server cannot be asked without others reading along.
    case noEncryption
    /// Anything else, in the server's or the program's own words.
    case other(String)

    public var sentence: Sentence { Sentence(msgid("The account does not work.")) }
  }

  /// Logs in at an account's server and asks for its folders.
  public static func folders(
    of account: Account, password: String
  ) async throws(Problem) -> [ServerFolder] {
    throw .noProgram
  }
}
