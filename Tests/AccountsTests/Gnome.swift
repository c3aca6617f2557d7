import Foundation
import Glibc
import TemporaryMailboxes

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
  private let process = Process()

  /// Whether what plays it is installed, with its parts.
  static let isInstalled: Bool = {
    let look = Process()
    look.executableURL = URL(filePath: "/usr/bin/python3")
    look.arguments = ["-c", "from gi.repository import Gio"]
    look.standardError = FileHandle.nullDevice
    do { try look.run() } catch { return false }
    look.waitUntilExit()
    if look.terminationStatus != 0 {
      print("Without python3-gi, tests of online accounts are skipped.")
    }
    return look.terminationStatus == 0
  }()

  init(_ accounts: [Account]) throws {
    directory = try TemporaryMaildir.makeDirectory()
    try Self.write(accounts, to: directory)
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-B", tests.appending(path: "Desktop/online_accounts.py").path, file,
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
  }

  deinit {
    // Threads of tasks hold back gentler signals, and so does what they start.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
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
