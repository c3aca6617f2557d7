import Foundation
import Glibc
import TemporaryMailboxes
import TestPrograms

/// GNOME Online Accounts, played on the session bus that tests have of their own. One at a time.
final class Gnome {
  struct Account: Codable {
    var id = "account_1"
    var provider = "Google"
    var address = "u@x.org"
    var host: String
    var user = "u"
    var security = "none"
    var token: String?
    var password: String?
    /// What the server takes once the provider was asked.
    var anew: String?
    var attention = false
    var mail = true
  }

  private let directory: String
  private let program: TestProgram

  /// Whether what plays it is installed, with its parts.
  static let isInstalled: Bool = {
    let look = try? TestProgram.run("/usr/bin/python3", "-c", "from gi.repository import Gio")
    if look?.status != 0 { print("Without python3-gi, tests of online accounts are skipped.") }
    return look?.status == 0
  }()

  init(_ accounts: [Account]) throws {
    directory = try TemporaryMaildir.makeDirectory()
    try Self.write(accounts, to: directory)
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    program = try TestProgram([
      "/usr/bin/python3", "-B", tests.appending(path: "Desktop/online_accounts.py").path,
      "\(directory)/accounts",
    ])
    _ = program.firstLine()
  }

  deinit {
    program.kill()
    program.ending()
    TemporaryMaildir.remove(directory)
  }

  /// What is known of the accounts, as JSON.
  var file: String { "\(directory)/accounts" }

  /// Has it know others from now on.
  func know(_ accounts: [Account]) throws { try Self.write(accounts, to: directory) }

  private static func write(_ accounts: [Account], to directory: String) throws {
    try JSONEncoder().encode(accounts).write(
      to: URL(filePath: "\(directory)/accounts"), options: .atomic)
  }

  /// How often it was asked something.
  func calls(of method: String) -> Int {
    let log = (try? String(contentsOfFile: "\(file).log", encoding: .utf8)) ?? ""
    return log.split(separator: "\n").count { $0.hasPrefix("\(method) ") }
  }
}
