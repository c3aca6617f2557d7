import Accounts
import Foundation
import Glibc
import MailServers
import MailSpool
import MailWriting
import Synchronization
import TemporaryMailboxes
import TestPrograms
import Testing

/// An SMTP server of a test's own on this computer, and an account that sends by it.
final class Post {
  let directory: String
  let places: AccountPlaces
  var account: Account
  /// What the server's settings are, but for the port.
  var settings: [String: any Sendable]
  let port: UInt16
  private var server: TestProgram
  private let events = Mutex<[OutboxEvent]>([])
  /// How long the answer to a whole mail may take, in seconds: longer than any machine needs, where that is not tested.
  var timeout = 3_600.0
  /// What a provider has given, where that is not in the keyring.
  var tokens: String?

  /// Whether there is a server to start; says so where there is none.
  static let isInstalled: Bool = {
    let look = try? TestProgram.run("/usr/bin/python3", "-c", "import aiosmtpd")
    if look?.status != 0 { print("Without python3-aiosmtpd, tests of sending are skipped.") }
    return look?.status == 0
  }()

  /// - Parameter disk: What all that is kept here is on, where that is a disk of its own.
  init(_ settings: [String: any Sendable] = [:], disk: SmallDisk? = nil) throws {
    directory = try TemporaryMaildir.makeDirectory()
    let here = disk?.path ?? directory
    places = AccountPlaces(
      accounts: "\(directory)/accounts", state: "\(here)/state", mail: "\(here)/mail")
    self.settings = settings
    mkdir("\(directory)/bin", 0o755)
    mkdir("\(directory)/server", 0o755)
    (server, port) = try Self.start(settings, in: "\(directory)/server")
    account = Account(
      name: "Work", address: "ada@example.org",
      imap: MailServer(host: "127.0.0.1", port: 1, security: .none),
      smtp: MailServer(host: "127.0.0.1", port: port, security: .none), user: "ada",
      directory: "Work")
    for folder in ["INBOX", "Sent"] {
      for part in ["cur", "new", "tmp"] {
        try FileManager.default.createDirectory(
          atPath: "\(places.mail)/Work/\(folder)/\(part)", withIntermediateDirectories: true)
      }
    }
    keyring("[ \"$1\" = lookup ] && printf secret")
    try keep()
  }

  deinit {
    stop()
    TemporaryMaildir.remove(directory)
  }

  private static func start(
    _ settings: [String: any Sendable], in folder: String
  ) throws -> (TestProgram, UInt16) {
    let script = URL(filePath: #filePath).deletingLastPathComponent().path + "/smtp_server.py"
    let json = try JSONSerialization.data(withJSONObject: settings)
    let server = try TestProgram([
      "/usr/bin/python3", script, folder, String(decoding: json, as: UTF8.self),
    ])
    let port = try #require(UInt16(server.firstLine()))
    return (server, port)
  }

  func stop() {
    server.kill()
    server.ending()
  }

  /// Starts it again at the same port.
  func startAgain(_ settings: [String: any Sendable]) throws {
    stop()
    var settings = settings
    settings["port"] = Int(port)
    (server, _) = try Self.start(settings, in: "\(directory)/server")
  }

  /// Keeps the account as it is now.
  func keep() throws { try AccountFiles(places).save(account) }

  /// What stands for `secret-tool`.
  func keyring(_ script: String) {
    let path = "\(directory)/bin/secret-tool"
    try? "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o755)
  }

  var passwords: Passwords {
    Passwords(service: "dunnock.test", path: "\(directory)/bin:/usr/bin:/bin")
  }

  /// A new one each time, as another program has it.
  func outbox() -> Outbox {
    Outbox(
      places, timeout: timeout,
      password: { [passwords, tokens] account throws(Passwords.Problem) in
        if let tokens { return tokens }
        return try await passwords.password(of: account)
      },
      telling: { [events = Weak(self)] event in
        events.post?.events.withLock { $0.append(event) }
      })
  }

  private final class Weak: @unchecked Sendable {
    weak let post: Post?
    init(_ post: Post) { self.post = post }
  }

  /// What was told of as sent.
  var sent: [OutboxEntry] {
    events.withLock { $0.compactMap { if case .sent(let entry) = $0 { entry } else { nil } } }
  }

  func mail(_ change: (inout OutgoingMail) -> Void = { _ in }) -> OutgoingMail {
    var mail = OutgoingMail(
      account: account.id, from: .init(name: "Ada", address: "ada@example.org"),
      to: [.init(name: "B", address: "b@example.com")], subject: "Grüße", text: ".dot\nText\n")
    change(&mail)
    return mail
  }

  /// Another version of a mail.
  func mail(_ mail: OutgoingMail, _ change: (inout OutgoingMail) -> Void) -> OutgoingMail {
    var mail = mail
    change(&mail)
    return mail
  }

  /// Attaches a file of some size.
  func attachment(_ size: Int, name: String = "file") throws -> OutgoingMail.Attachment {
    let path = "\(directory)/\(name)"
    try Data(repeating: 0x61, count: size).write(to: URL(filePath: path))
    return .init(path: path, name: name, type: "application/octet-stream", size: Int64(size))
  }

  /// Sends a mail at once; returns what it has come to.
  @discardableResult
  func send(_ change: (inout OutgoingMail) -> Void = { _ in }) async throws -> OutboxEntry.State? {
    let mail = mail(change)
    let outbox = outbox()
    try await outbox.add(mail)
    return await outbox.send(mail.id)
  }

  /// Sends a mail to a server that hangs, with a time-out that runs out there; returns what it has come to.
  func sendUntilItHangs() async throws -> OutboxEntry.State? {
    let mail = mail()
    try await outbox().add(mail)
    let usual = timeout
    defer { timeout = usual }
    timeout = 0.5
    while true {
      let state = await outbox().send(mail.id)
      if taken.count == 1 || heard.contains("HANGS") { return state }
      // On a slow machine it ran out before that.
      timeout *= 2
    }
  }

  struct Taken: Decodable {
    let from: String
    let to: [String]
  }

  /// What the server has taken, the first first.
  var taken: [(envelope: Taken, text: String)] {
    (0...).lazy.map { "\(self.directory)/server/\($0)" }.prefix { access("\($0).eml", F_OK) == 0 }
      .compactMap { path in
        guard let text = FileManager.default.contents(atPath: "\(path).eml"),
          let json = FileManager.default.contents(atPath: "\(path).json"),
          let envelope = try? JSONDecoder().decode(Taken.self, from: json)
        else { return nil }
        return (envelope, String(decoding: text, as: UTF8.self))
      }
  }

  /// What the server heard, a line for each.
  var heard: [String] {
    let data = FileManager.default.contents(atPath: "\(directory)/server/said") ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The copies in the folder for sent mail, by their names.
  var copies: [String: String] {
    var copies: [String: String] = [:]
    for part in ["cur", "new"] {
      let path = "\(places.mail)/Work/Sent/\(part)"
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        copies[name] = FileManager.default.contents(atPath: "\(path)/\(name)").map {
          String(decoding: $0, as: UTF8.self)
        }
      }
    }
    return copies
  }

  /// Whether nothing at all is left in the outbox.
  var isEmpty: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: places.spool)) ?? []
    return names.allSatisfy { name in
      UUID(uuidString: name).flatMap { Spool(places).draft($0) } != nil
    }
  }
}
