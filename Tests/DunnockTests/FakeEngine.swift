import Accounts
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import MailServers
import Synchronization
import TriageJournal
import XCTest

@testable import AccountSetup
@testable import Dunnock

/// Answers in place of servers, keyring and programs, as a test has it; and remembers what was asked.
final class FakeEngine: Sendable {
  struct Script: Sendable {
    var suggestion: ServerSuggestion? = ServerSuggestion(
      imap: MailServer(host: "imap.example.org", port: 993, security: .tls))
    var check: Result<[ServerFolder], AccountCheck.Problem> = .success([
      ServerFolder(name: "INBOX"), ServerFolder(name: "Archive", role: .archive),
      ServerFolder(name: "All Mail", isAllMail: true),
    ])
    var changeProblem: FolderChange.Problem?
    var changes: [FolderChange] = []
    var keyring: Passwords.Problem?
    var results: [Result<SyncResult, SyncProblem>] = []
    var progress: SyncProgress?
    /// Whether a run goes on until it is cancelled or this is false again.
    var isHeld = false
    /// Whether the server and the keyring do not answer before they are asked no more, or this is false again.
    var isSilent = false
    var missing: [NeededProgram] = []
    var online: [OnlineAccount] = []
    var signIns = 0
    var signIn: Result<String, SignIn.Problem> = .failure(.noBrowser)

    var tried: [Account] = []
    var triedPasswords: [String] = []
    var passwords: [UUID: String] = [:]
    var runs: [(account: Account, decision: MissingDecision)] = []
    var cancelled = 0
    var departures: [MessageRef: MessageRef?] = [:]
    var asksAfter: [MessageRef] = []
    /// Who listens to servers, the last last.
    var listeners: [AsyncStream<InboxNews>.Continuation] = []
  }

  let script = Mutex(Script())

  /// Changes what is answered from now on.
  func set(_ change: (inout sending Script) -> Void) { script.withLock { change(&$0) } }

  func get<Value: Sendable>(_ part: (Script) -> Value) -> Value { script.withLock { part($0) } }

  var engine: AccountEngine {
    AccountEngine(
      suggestion: { _ in self.get(\.suggestion) },
      folders: { (account, password) async throws(AccountCheck.Problem) in
        let result = self.script.withLock { script in
          script.tried.append(account)
          script.triedPasswords.append(password)
          return script.check
        }
        guard await self.hasAnswered() else { throw .other("cancelled") }
        return try result.get()
      },
      change: { (change, account, _) async throws(FolderChange.Problem) in
        if let problem = self.script.withLock({ script in
          script.changes.append(change)
          return script.changeProblem
        }) {
          throw problem
        }
      },
      password: { (account) async throws(Passwords.Problem) in
        self.get { $0.passwords[account.id] }
      },
      keep: { (password, account) async throws(Passwords.Problem) in
        if let problem = self.get(\.keyring) { throw problem }
        // What is on its way to the keyring gets there.
        _ = await self.hasAnswered()
        self.script.withLock { $0.passwords[account.id] = password }
      },
      forget: { (account) async throws(Passwords.Problem) in
        if let problem = self.get(\.keyring) { throw problem }
        self.script.withLock { $0.passwords[account.id] = nil }
      },
      synchronise: { (account, decision, departures, tell) async throws(SyncProblem) in
        self.script.withLock { $0.runs.append((account, decision)) }
        if let progress = self.get(\.progress) { tell(progress) }
        while self.get(\.isHeld), !Task.isCancelled {
          try? await Task.sleep(for: .milliseconds(5))
        }
        if Task.isCancelled {
          self.script.withLock { $0.cancelled += 1 }
          throw .cancelled
        }
        let asked = self.get(\.asksAfter)
        if !asked.isEmpty {
          let found = try await departures.ask { (record) throws(JournalProblem) in
            try record.departures(of: asked)
          }
          self.script.withLock { $0.departures = found }
        }
        let result = self.script.withLock { script in
          script.results.isEmpty ? .success(SyncResult()) : script.results.removeFirst()
        }
        return try result.get()
      },
      news: { _ in
        let (stream, continuation) = AsyncStream.makeStream(of: InboxNews.self)
        self.script.withLock { $0.listeners.append(continuation) }
        return stream
      },
      // In one step, as the desktop's trash does: a message that is filed meanwhile does not stop it.
      trash: { path in
        try FileManager.default.moveItem(
          atPath: path, toPath: path + "/../../trashed-" + UUID().uuidString)
      },
      online: { self.get(\.online) },
      signIn: { (_, _, _) async throws(SignIn.Problem) in
        self.script.withLock { $0.signIns += 1 }
        _ = await self.hasAnswered()
        return try self.get(\.signIn).get()
      },
      missingPrograms: { self.get(\.missing) })
  }

  private func hasAnswered() async -> Bool {
    while get(\.isSilent), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
    if Task.isCancelled { script.withLock { $0.cancelled += 1 } }
    return !Task.isCancelled
  }

  var runCount: Int { self.get(\.runs.count) }
}

/// Accounts, their mail and what fetches it, in a folder of its own for the length of a test.
@MainActor
final class AccountStand {
  let fake = FakeEngine()
  let root = NSTemporaryDirectory() + "dunnock-accounts-" + UUID().uuidString
  let settings = Settings.withoutHint()
  let mailboxes = Mailboxes()
  let places: AccountPlaces
  let fetching: MailFetching

  /// - Parameters:
  ///   - delay: Seconds until the mail of the accounts is opened without a window. By default no test takes so long, as an open mailbox is
  ///     not freed with its window.
  ///   - pause: Waits before it is looked again whether an account is missing.
  init(delay: Double = 86_400, pause: @escaping () async -> Void = {}) {
    MainLoop.adoptMainActor()
    places = AccountPlaces(
      accounts: root + "/config", state: root + "/state", mail: root + "/mail")
    fetching = MailFetching(
      settings, mailboxes, places: places, engine: fake.engine, delay: delay,
      pause: pause)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func account(_ name: String = "Work") -> Account {
    Account(
      name: name, address: "me@example.org",
      imap: MailServer(host: "127.0.0.1", port: 1143, security: .none), directory: name)
  }

  /// Keeps an account with a password, "secret" unless told, and waits until it is kept.
  func keep(_ account: Account, password: String? = "secret") {
    var isKept = false
    Task {
      try await fetching.keep(account, password: password)
      isKept = true
    }
    pump("the account") { isKept }
  }

  /// Puts a message into a folder of an account, as synchronising does.
  func deliver(_ subject: String, to account: Account, folder: String = "INBOX") throws {
    let path = "\(places.mail)/\(account.directory)/\(folder)"
    for part in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: path + "/" + part, withIntermediateDirectories: true)
    }
    let text =
      "From: Ada <ada@example.org>\nSubject: \(subject)\nDate: Mon, 21 Sep 2026 12:00:00 +0000\n\nText.\n"
    try text.write(
      toFile: "\(path)/cur/\(UUID().uuidString):2,", atomically: false, encoding: .utf8)
  }

  /// A window on the accounts' mail.
  func withWindow(_ body: (MailWindow) throws -> Void) throws {
    try DunnockTests.withWindow(
      on: .path(places.mail), allowsChanges: true, settings: settings, fetching: fetching,
      mailboxes: mailboxes, body)
  }
}
