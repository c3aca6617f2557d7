import FileSystem
import Foundation
import MailServers
import TemporaryMailboxes
import TestPrograms
import Testing

@testable import Accounts

/// mbsync with a connection of the program's, at a real server.
@Suite(.enabled(if: Dovecot.isInstalled)) struct TunnelTests {
  /// The program that mbsync starts: it is built beside the tests.
  static let program: String = {
    let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: "dunnock").path
  }()

  /// - Parameter keyring: What the shell does in place of `secret-tool`; nil: there is none.
  private func run(
    _ keyring: String?, port: UInt16? = nil
  ) throws -> (isSuccess: Bool, problem: SyncProblem?, mail: [String]) {
    let folder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(folder) }
    let dovecot = try Dovecot(in: folder)
    defer { dovecot.stop() }
    try dovecot.deliver(["One", "Two"])
    let account = Account(
      name: "Work", address: "u@x.org",
      imap: MailServer(host: "127.0.0.1", port: port ?? dovecot.port, security: .none), user: "u",
      directory: "Work")
    let state = folder + "/state"
    try PrivateFolder.create(state)
    let tunnel = Tunnel(in: state)
    try tunnel.prepare(for: account, service: "org.example.Test")
    if let keyring {
      try "#!/bin/sh\n\(keyring)\n".write(
        toFile: folder + "/secret-tool", atomically: false, encoding: .utf8)
      chmod(folder + "/secret-tool", 0o755)
    }
    // The shell that starts the program is not looked for there.
    let path = keyring == nil ? folder : "\(folder):/usr/bin:/bin"
    let file = "\(folder)/mbsyncrc"
    let text = """
      SyncState *

      IMAPAccount far
      Tunnel "\(Self.program) \(Tunnel.command) \(state)"

      IMAPStore far
      Account far

      MaildirStore near
      Path "\(folder)/near/"
      Inbox "\(folder)/near/INBOX"

      Channel c
      Far :far:
      Near :near:
      Create Near

      """
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    try PrivateFolder.create("\(folder)/near")
    let run = try TestProgram.run(
      "/usr/bin/mbsync", "-c", file, "c",
      environment: ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 })
    let mail = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/near/INBOX/new")
    return (run.status == 0, tunnel.problem, mail ?? [])
  }

  @Test func mailComesWithoutMbsyncKnowingAPassword() throws {
    let result = try run("printf secret")
    #expect(result.isSuccess)
    #expect(result.problem == nil)
    #expect(result.mail.count == 2)
  }

  @Test func whyThereIsNoConnectionIsKnown() throws {
    for (program, problem) in [
      ("printf wrong", SyncProblem.wrongPassword), ("exit 1", .noPassword),
      (nil, .keyring(.noProgram)),
      ("echo secret-tool: Cannot autolaunch >&2; exit 1", .keyring(.noService)),
    ] as [(String?, SyncProblem)] {
      let result = try run(program)
      #expect(!result.isSuccess)
      #expect(result.problem == problem)
      #expect(result.mail.isEmpty)
    }
    #expect(
      try run("printf secret", port: Sockets.freePort()).problem == .offline("127.0.0.1"))
  }

  // What mbsync or the shell says that it runs, where the system forbids it the file that it is told in, or the program.
  @Test(arguments: [
    "Cannot open config file '/x': Permission denied", "sh: 1: /usr/bin/dunnock: Permission denied",
  ])
  func whatForbidsTheProgramIsNamedWithWhatAllowsIt(words: String) async throws {
    let desk = try Desk()
    desk.program(
      "mbsync",
      """
      [ "$1" = --version ] && exec /usr/bin/mbsync --version
      echo "\(words)" >&2
      echo "IMAP error: unexpected EOF from tunnel" >&2
      exit 1
      """)
    #expect(await desk.problem() == .noTunnel(Tunnel.program))
    desk.profiles = desk.directory
    try Data().write(to: URL(filePath: "\(desk.directory)/mbsync"))
    guard case .forbidden(let rules) = await desk.problem() else {
      Issue.record("not told")
      return
    }
    #expect(rules.hasSuffix(" \"\(Tunnel.program)\" ux,"))
    #expect(rules.contains("owner \"\(desk.places.mail)/{,**}\" rwkl,"))
    #expect(rules.contains("owner \"\(desk.places.state)/{,**}\" rwkl,"))
    // Whatever else goes wrong is told as ever.
    desk.program("mbsync", "exec /usr/bin/mbsync \"$@\"")
    #expect(await desk.problem() == nil)
    desk.account.imap.port = try Sockets.freePort()
    #expect(await desk.problem() == .offline("127.0.0.1"))
  }
}
