import Foundation
import MailServers
import Testing

@testable import Accounts

/// GLib programs print debug lines on standard output while the variable is set.
struct DebugVariableTests {
  @Test func programsWhoseOutputIsReadDoNotInheritIt() async {
    await #expect(processExitsWith: .success) {
      setenv("G_MESSAGES_DEBUG", "all", 1)
      let (output, _) = try await FetchCommand("echo ${G_MESSAGES_DEBUG-unset}").run()
      precondition(output == "unset\n", output)

      let folder = NSTemporaryDirectory() + "dunnock-keyring-" + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let tool = folder + "/secret-tool"
      try "#!/bin/sh\nprintf %s \"${G_MESSAGES_DEBUG-unset}\"\n".write(
        toFile: tool, atomically: false, encoding: .utf8)
      chmod(tool, 0o755)
      let account = Account(
        name: "Work", address: "ada@example.org",
        imap: MailServer(host: "localhost", port: 143, security: .none), user: "ada",
        directory: "Work")
      let password = try await Passwords(service: "org.example.Test", path: folder)
        .password(of: account)
      precondition(password == "unset", password ?? "none")

      let synchroniser = Synchroniser(
        AccountPlaces(accounts: folder, state: folder, mail: folder),
        Passwords(service: "org.example.Test"), departures: Departures { nil })
      precondition(synchroniser.environment["G_MESSAGES_DEBUG"] == nil)
    }
  }

  @Test func accountsHaveNumbersInTheLog() {
    var numbers = LogNumbers()
    let (one, two) = (UUID(), UUID())
    #expect([one, two, one].map { numbers.number(of: $0) } == [1, 2, 1])
  }
}
