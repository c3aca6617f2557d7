import Foundation
import TestWaiting
import Testing

@testable import Accounts

struct FetchCommandTests {
  @Test func tellsWhatItWroteAndHowItEnded() async throws {
    let (output, isSuccess) = try await FetchCommand("echo one; echo two >&2; exit 3").run()
    #expect(output.split(separator: "\n").sorted() == ["one", "two"])
    #expect(!isSuccess)
    #expect(try await FetchCommand("true").run().isSuccess)
  }

  @Test func hasNothingToReadFrom() async throws {
    #expect(try await FetchCommand("cat; echo end").run().output == "end\n")
  }

  @Test func keepsOnlyTheEndOfVeryMuch() async throws {
    let (output, _) = try await FetchCommand("yes | head -c 20000000; echo last").run()
    #expect(output.utf8.count <= 64 << 10)
    #expect(output.hasSuffix("last\n"))
  }

  @Test func isEndedWithAllThatItHasBegun() async throws {
    let mark = NSTemporaryDirectory() + "dunnock-command-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: mark) }
    // The shell waits for a child of its own, which writes down which process it is.
    let line = "sh -c 'echo $$ > \(mark); while :; do sleep 1; done'; true"
    let task = Task { try await FetchCommand(line).run() }
    var child: Int32?
    try await until("the child to write its number") {
      child = (try? String(contentsOfFile: mark, encoding: .utf8)).flatMap {
        $0.hasSuffix("\n") ? Int32($0.filter(\.isNumber)) : nil
      }
      return child != nil
    }
    task.cancel()
    await #expect(throws: SyncProblem.cancelled) { try await task.value }
    let process = try #require(child)
    // Whoever adopts it reaps it some time.
    try await until("the child to end") { kill(process, 0) != 0 || isZombie(process) }
  }

  private func isZombie(_ process: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.contains(") Z ") ?? true
  }

  @Test func whatIsMissingIsInstalledAsTheSystemDoesThat() throws {
    let folder = NSTemporaryDirectory() + "dunnock-programs-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(NeededProgram.missing(in: [folder]) == [.mbsync, .secretTool])
    #expect(NeededProgram.installing([.mbsync], in: [folder]) == nil)
    for (manager, command) in [
      ("pacman", "sudo pacman -S isync libsecret"), ("dnf", "sudo dnf install isync libsecret"),
      ("apt", "sudo apt install isync libsecret-tools"),
    ] {
      try makeProgram(manager, in: folder)
      #expect(NeededProgram.installing([.mbsync, .secretTool], in: [folder]) == command)
    }
    try makeProgram("mbsync", in: folder)
    #expect(NeededProgram.missing(in: [folder]) == [.secretTool])
  }

  private func makeProgram(_ name: String, in folder: String) throws {
    #expect(
      FileManager.default.createFile(
        atPath: "\(folder)/\(name)", contents: nil, attributes: [.posixPermissions: 0o755]))
  }
}
