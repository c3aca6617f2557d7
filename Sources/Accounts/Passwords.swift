internal import Foundation
public import MailModel
internal import MailText
internal import Subprocess

/// The passwords of accounts, kept by the desktop's Secret Service and by nobody else.
///
/// `secret-tool` speaks to it, as it does for mbsync. A password goes there through a pipe, never in
/// an argument, which others can see.
public struct Passwords: Sendable {
  /// What passwords are stored under, the program's own name: an application ID.
  let service: String
  /// The folders that `secret-tool` is looked for in; nil for those of this program.
  private let path: String?

  public init(service: String) { self.init(service: service, path: nil) }

  package init(service: String, path: String?) { (self.service, self.path) = (service, path) }

  /// Why a password could not be kept, read or forgotten.
  public enum Problem: ExplainedError, Codable, Hashable {
    /// `secret-tool` is not installed.
    case noProgram
    /// No Secret Service is there.
    case noService
    /// It is locked, and nobody unlocked it.
    case locked
    /// It was asked to keep nothing.
    case empty
    /// Anything else, in its own words.
    case refused(String)

    public var sentence: Sentence {
      switch self {
      case .noProgram:
        Sentence(
          msgid(
            "The keyring cannot be used because secret-tool is missing. Install libsecret-tools."))
      case .noService:
        Sentence(
          msgid(
            "No keyring for passwords was found. Install gnome-keyring, or log in to a desktop session."
          )
        )
      case .locked: Sentence(msgid("The keyring is locked. Unlock it and try again."))
      case .empty: Sentence(msgid("Enter a password."))
      case .refused(let words):
        Sentence(msgid("The keyring refused the password: %1$s"), words)
      }
    }
  }

  /// Keeps a password in place of the one before.
  public func save(_ password: String, of account: Account) async throws(Problem) {
    guard !password.isEmpty else { throw .empty }
    let words = ["store", "--label=Dunnock: \(account.name)"] + attributes(of: account)
    guard try await run(words, saying: password) != nil else { throw .locked }
  }

  /// The password of an account; nil where none is kept, and empty where somebody else signs in.
  public func password(of account: Account) async throws(Problem) -> String? {
    account.signIn == nil ? try await kept(of: account) : ""
  }

  /// What is kept of an account.
  func kept(of account: Account) async throws(Problem) -> String? {
    let answer = try await run(["lookup"] + attributes(of: account))
    if let answer, !answer.isEmpty { return answer }
    if try await isLocked(account) { throw .locked }
    return nil
  }

  /// Forgets the password of an account.
  public func remove(of account: Account) async throws(Problem) {
    // Nothing of it is there, nor need a keyring be.
    if case .gnome = account.signIn { return }
    if try await run(["clear"] + attributes(of: account)) == nil, try await isLocked(account) {
      throw .locked
    }
  }

  /// Whether a password is there that cannot be had: to look it up tells that from none by nothing.
  private func isLocked(_ account: Account) async throws(Problem) -> Bool {
    do throws(Problem) {
      _ = try await run(["search"] + attributes(of: account))
      return false
    } catch .locked {
      return true
    }
  }

  /// What a password is found by: the words behind `secret-tool lookup`.
  private func attributes(of account: Account) -> [String] {
    ["service", service, "account", account.id.uuidString]
  }

  /// - Returns: What it says; nil where it says no in no words, as of what it has not.
  private func run(_ words: [String], saying input: String = "") async throws(Problem) -> String? {
    let timeout = Self.hasScreen ? Self.timeout.screen : Self.timeout.none
    // Its words are to be read here.
    var environment = Environment.withoutDebugLog.updating(["LC_ALL": "C.UTF-8"])
    if let path { environment = environment.updating(["PATH": path]) }
    let answers = AsyncStream<Result<String?, Problem>>.makeStream()
    let asking = Task {
      answers.continuation.yield(await Self.answer(to: words, saying: input, environment))
    }
    let waiting = Task {
      try await Task.sleep(for: timeout)
      answers.continuation.yield(.failure(.locked))
    }
    defer {
      asking.cancel()
      waiting.cancel()
    }
    for await answer in answers.stream {
      switch answer {
      case .success(let text): debugLog("keyring answered, found: \(text?.isEmpty == false)")
      case .failure(let problem): debugLog("keyring failed, \(problem.kind)")
      }
      return try answer.get()
    }
    // Who asked has been cancelled.
    throw .locked
  }

  private static func answer(
    to words: [String], saying input: String, _ environment: Environment
  ) async -> Result<String?, Problem> {
    do {
      let result = try await Subprocess.run(
        .name("secret-tool"), arguments: Arguments(words), environment: environment,
        input: .string(input), output: .string(limit: 65_536), error: .string(limit: 65_536))
      let complaint = DisplayText.safe(result.standardError, limit: 200)
      let problem = Problem(complaint: complaint)
      // A search ends well, and tells of what is locked.
      if problem == .locked { return .failure(.locked) }
      if result.terminationStatus.isSuccess { return .success(result.standardOutput) }
      if complaint.isEmpty { return .success(nil) }
      return .failure(problem ?? .refused(complaint))
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return .failure(.noProgram)
    } catch {
      return .failure(.refused(DisplayText.safe(error.localizedDescription, limit: 200)))
    }
  }

  /// Whether somebody can be asked to unlock the keyring.
  private static var hasScreen: Bool {
    let variables = ProcessInfo.processInfo.environment
    return ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(variables[$0] ?? "").isEmpty }
  }

  /// How long it may take.
  private static let timeout = (screen: Duration.seconds(120), none: Duration.seconds(20))
}

extension Passwords.Problem {
  /// What `secret-tool`, or the shell that was to run it, complains of; nil where that is not known.
  init?(complaint: String) {
    func says(_ words: String...) -> Bool { words.contains(where: complaint.contains) }
    // One that is yet to be made, and whose making was called off, is as good as locked.
    if says("locked", "does not exist at path", "dismissed") {
      self = .locked
    } else if says("not provided", "autolaunch", "not connect", "ServiceUnknown", "No such file") {
      self = .noService
    } else if says("not found") {
      self = .noProgram
    } else {
      return nil
    }
  }
}
