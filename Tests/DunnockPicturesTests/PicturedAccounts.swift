import Accounts
import Foundation
import GtkBridge
import MailModel
import MailServers

@testable import AccountSetup
@testable import Dunnock

/// What servers, keyring and programs answer about accounts in a picture.
struct PicturedAnswers: Sendable {
  /// What comes of fetching.
  enum Run: Sendable {
    case ended(SyncResult = SyncResult())
    case failed(SyncProblem)
    /// It goes on until it is cancelled.
    case under(way: SyncProgress)
  }

  var suggestion: ServerSuggestion? = ServerSuggestion(
    imap: MailServer(host: "imap.example.org", port: 993, security: .tls))
  var check: Result<[ServerFolder], AccountCheck.Problem> = .success([])
  var missing: [NeededProgram] = []
  /// By the names of accounts; of others a run ends well.
  var runs: [String: Run] = [:]

  fileprivate var engine: AccountEngine {
    AccountEngine(
      suggestion: { _ in suggestion },
      folders: { (_, _) async throws(AccountCheck.Problem) in try check.get() },
      change: { (_, _, _) async throws(FolderChange.Problem) in },
      password: { (_) async throws(Passwords.Problem) in "" },
      keep: { (_, _) async throws(Passwords.Problem) in },
      forget: { (_) async throws(Passwords.Problem) in },
      synchronise: { (account, _, _, tell) async throws(SyncProblem) in
        switch runs[account.name] ?? .ended() {
        case .ended(let result): return result
        case .failed(let problem): throw problem
        case .under(let progress):
          tell(progress)
          while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
          throw .cancelled
        }
      }, news: { _ in AsyncStream { $0.finish() } }, trash: { _ in },
      missingPrograms: { missing })
  }
}

/// Accounts with some mail, always the same, in a folder that is gone with this object.
@MainActor
final class PicturedAccounts {
  let fetching: MailFetching
  let mailboxes = Mailboxes()
  let places: AccountPlaces
  private let root = NSTemporaryDirectory() + "dunnock-" + UUID().uuidString

  init(_ answers: PicturedAnswers = PicturedAnswers()) {
    MainLoop.adoptMainActor()
    // The window shows the last name.
    places = AccountPlaces(
      accounts: root + "/config", state: root + "/state", mail: root + "/Mail")
    fetching = MailFetching(
      Settings(), mailboxes, places: places, engine: answers.engine, clock: { Self.now })
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  static func account(_ name: String, address: String) -> Account {
    Account(
      name: name, address: address,
      imap: MailServer(host: "127.0.0.1", port: 993, security: .tls), directory: name)
  }

  /// A name as long as people's own.
  static let (work, home) = (
    account(
      "Philharmonische Gesellschaft", address: "a.dvorak@philharmonische-gesellschaft.example"),
    account("Home", address: "antonin@example.org")
  )

  /// Adds both accounts with their mail, and has it fetched.
  func add() throws {
    for (account, letters) in [
      (
        Self.work,
        [
          ("Clara Schumann <clara@example.org>", "Die Generalprobe am Donnerstagnachmittag", "", 0),
          ("Ada Lovelace <ada@example.org>", "The programme, with a drawing", "FS", 2),
        ]
      ),
      (
        Self.home,
        [
          ("Ben Okri <ben@example.org>", "A walk on Sunday", "", 1),
          ("Shop <news@shop.example>", "Your order is on its way", "S", 3),
        ]
      ),
    ] {
      for folder in ["INBOX", "Archive", "Drafts", "Sent", "Trash"] {
        for part in ["cur", "new", "tmp"] {
          try FileManager.default.createDirectory(
            atPath: "\(places.mail)/\(account.directory)/\(folder)/\(part)",
            withIntermediateDirectories: true)
        }
      }
      for (from, subject, flags, age) in letters {
        let path =
          "\(places.mail)/\(account.directory)/INBOX/cur/\(Self.arrival - age * 86_400).1_1.example:2,\(flags)"
        try """
        From: \(from)
        Subject: \(subject)
        Date: \(10 - age) Jun 2020 10:00:00 +0000
        Message-ID: <\(age)@example.org>

        Shall we walk to the mill on Sunday? There is a kettle, and cake if somebody bakes it.

        """.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(Self.arrival - age * 86_400))],
          ofItemAtPath: path)
      }
      try AccountFiles(places).save(account)
    }
    Task { await fetching.load() }
  }

  /// When the newest mail came, 10:00 UTC.
  private static let arrival = 1_591_783_200

  /// A day at 10:00 in whatever time zone.
  private static let now: Int = {
    let day = DateComponents(year: 2020, month: 6, day: 15, hour: 10)
    return Int(Calendar(identifier: .gregorian).date(from: day)?.timeIntervalSince1970 ?? 0)
  }()
}
