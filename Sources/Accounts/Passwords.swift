public import MailModel
internal import Subprocess

/// The passwords of accounts, kept by the desktop's Secret Service and by nobody else.
///
/// `secret-tool` speaks to it, as it does for mbsync. A password goes there through a pipe, never in
/// an argument, which others can see.
public struct Passwords: Sendable {
  /// What passwords are stored under, the program's own name: an application ID.
  let service: String

  public init(service: String) { self.service = service }

  /// Why a password could not be kept, read or forgotten.
  public enum Problem: AccountProblem, Hashable {
    /// `secret-tool` is not installed.
    case noProgram
    /// The Secret Service is not there, is locked, or refuses; its words are in the text.
    case refused(String)

    public var sentence: Sentence {
      switch self {
      case .noProgram:
        Sentence(
          msgid("The password cannot be kept: secret-tool is missing. Install libsecret-tools."))
      case .refused(let words):
        Sentence(
          msgid("The keyring did not take the password. Unlock it and try again. %1$s"), words)
      }
    }
  }

  /// Keeps a password in place of the one before.
  public func save(_ password: String, of account: Account) async throws(Problem) {
    _ = try await run(
      ["store", "--label=Dunnock: \(account.name)"] + attributes(of: account), saying: password)
  }

  /// The password of an account; nil where none is kept.
  public func password(of account: Account) async throws(Problem) -> String? {
    let answer = try await run(["lookup"] + attributes(of: account), saying: "")
    return answer.isEmpty ? nil : answer
  }

  /// Forgets the password of an account.
  public func remove(of account: Account) async throws(Problem) {
    _ = try await run(["clear"] + attributes(of: account), saying: "")
  }

  /// What a password is found by: the words behind `secret-tool lookup`, none of which a shell would read in another way.
  func attributes(of account: Account) -> [String] {
    ["service", service, "account", account.id.uuidString]
  }

  private func run(_ words: [String], saying input: String) async throws(Problem) -> String {
    do {
      let result = try await Subprocess.run(
        .name("secret-tool"), arguments: Arguments(words), input: .string(input),
        output: .string(limit: 65_536), error: .string(limit: 65_536))
      let complaint = result.standardError.trimmed
      // A lookup that finds nothing ends with 1 and says nothing.
      guard result.terminationStatus.isSuccess || complaint.isEmpty else {
        throw Problem.refused(complaint)
      }
      return result.standardOutput
    } catch let problem as Problem {
      throw problem
    } catch {
      throw .noProgram
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
