internal import Foundation
internal import Glibc
internal import MailServers

/// A connection to an account's server for mbsync, logged in already: mbsync is told no password, and nothing of certificates.
///
/// mbsync starts a program for it and speaks with that; see ``run(_:)``. What the program is to know, and why it could not, lie in a folder
/// of their own.
public struct Tunnel: Sendable {
  /// What the program is to know.
  private struct Order: Codable {
    let account: Account
    /// What its password is stored under.
    let service: String
    /// The account's folders, to find out whether the server was restored from a backup.
    let known: [RestoreCheck.KnownFolder]
  }

  /// The first word of the program's, before the folder.
  public static let command = "imap-tunnel"

  /// The program: it stands beside the one that runs, or where people find it.
  static let program: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(readlink("/proc/self/exe", &path, path.count - 1), 0)
    let own = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = own.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    return ["\(folder)/dunnock", "\(folder)/../../bin/dunnock"]
      .first { access($0, X_OK) == 0 } ?? "dunnock"
  }()

  private let folder: String
  /// The record of the messages that mbsync has asked the server for.
  var fetches: FetchRecord { FetchRecord(in: folder) }
  private var order: String { "\(folder)/tunnel" }
  private var trouble: String { "\(folder)/tunnel-problem" }
  private var beginning: String { "\(folder)/tunnel-begun" }

  /// - Parameter folder: What no two runs use at once.
  init(in folder: String) { self.folder = folder }

  /// Says what the program is to know when it is started next.
  func prepare(
    for account: Account, service: String, knowing known: [RestoreCheck.KnownFolder] = []
  ) throws(SyncProblem) {
    let order = Order(account: account, service: service, known: known)
    let text = String(decoding: (try? JSONEncoder().encode(order)) ?? Data(), as: UTF8.self)
    try SyncConfiguration.write(text, to: self.order)
    for file in [trouble, beginning] { unlink(file) }
  }

  /// What a shell is to run for it.
  func line(for program: String) -> String {
    [program, Self.command, folder].map {
      "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }.joined(separator: " ")
  }

  /// Why there was no connection the last time, since it was prepared; nil where there was one.
  var problem: SyncProblem? {
    guard let data = FileManager.default.contents(atPath: trouble) else { return nil }
    return try? JSONDecoder().decode(SyncProblem.self, from: data)
  }

  /// Why mbsync could not start the program since it was prepared; nil where it has, or ended before it would.
  ///
  /// - Parameters:
  ///   - lines: What mbsync said.
  ///   - profiles: The folder of AppArmor's profiles.
  func hindrance(
    _ lines: [String], _ program: String, of account: Account, in places: AccountPlaces,
    profiles: String
  ) -> SyncProblem? {
    if access(beginning, F_OK) == 0 { return nil }
    let isCut = SyncProblem(lines, of: account) == .offline(account.imap.host)
    guard access("\(profiles)/mbsync", F_OK) == 0 else { return isCut ? .noTunnel(program) : nil }
    // It may not even read what it is told.
    guard isCut || lines.contains(where: { $0.hasSuffix(": Permission denied") }) else {
      return nil
    }
    return .forbidden(
      [places.mail, places.state].map { "owner \"\($0)/{,**}\" rwkl, " }.joined()
        + "/{,usr/}bin/{,ba,da}sh ix, \"\(program)\" ux,")
  }

  /// Connects, and hands on between standard input and output what is said: what the program does that mbsync starts.
  ///
  /// - Returns: The exit status: 0, or 1 after a line on standard error.
  public static func run(_ folder: String) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let tunnel = Tunnel(in: folder)
    close(open(tunnel.beginning, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    do throws(SyncProblem) {
      try await tunnel.connect()
      return 0
    } catch {
      try? JSONEncoder().encode(error).write(to: URL(filePath: tunnel.trouble))
      let line = "tunnel: \(error)\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
      return 1
    }
  }

  private func connect() async throws(SyncProblem) {
    guard let data = FileManager.default.contents(atPath: order),
      let order = try? JSONDecoder().decode(Order.self, from: data)
    else { throw .other("tunnel") }
    let password: String?
    do throws(Passwords.Problem) {
      password = try await Passwords(service: order.service).password(of: order.account)
    } catch { throw .keyring(error) }
    guard let password else { throw .noPassword }
    let fetches = fetches
    let restored = try await MailConnection.asking(order.account, password) {
      connection throws(MailConnection.Failure) -> String? in
      var check = RestoreCheck(order.known)
      var writer = FetchRecord.Writer(fetches)
      var restored: String?
      try connection.relay(from: STDIN_FILENO, to: STDOUT_FILENO) {
        line throws(MailConnection.Failure) in
        switch line {
        case .command(let words):
          check.take(command: words)
          writer.take(command: words, in: check.selected)
        case .response(let words):
          switch check.take(answer: words) {
          case .restored(let folder): restored = folder.name
          case .grown(let folder, let more):
            if try folder.isRestored(asking: connection, removed: more) { restored = folder.name }
          case nil: break
          }
        }
        // mbsync would take messages for others.
        return restored == nil
      }
      return restored
    }
    if let restored { throw .restored(restored) }
  }
}
