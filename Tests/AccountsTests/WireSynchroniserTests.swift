import Accounts
import Foundation
import Glibc
import MailModel
import Synchronization
import TestWaiting
import Testing

/// Connections that end, and programs that are stopped or killed, at any moment of a run.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct WireSynchroniserTests {
  /// A desk with mail on both sides, of which some was filed here and some is new on the server.
  private func busyDesk() async throws -> (desk: Desk, end: [String: [String]]) {
    let desk = try Desk()
    let names = (0..<20).map { "m\($0)" }
    try desk.server.deliver(names, size: 3_000)
    try await desk.sync()
    for name in names.prefix(8) { try desk.move(name) }
    try desk.server.mark("m1", "F")
    let new = (0..<30).map { "n\($0)" }
    try desk.server.deliver(new, size: 3_000)
    return (desk, ["INBOX": names.dropFirst(8) + new, "Archive": Array(names.prefix(8))])
  }

  @Test func aWireThatIsAlwaysCutAfterAWhileBringsAllInTheEnd() async throws {
    let (desk, end) = try await busyDesk()
    let port = desk.account.imap.port
    let wire = try BadWire(to: port, limit: 30_000)
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    var runs = 0
    while let problem = await desk.problem() {
      #expect([.offline("127.0.0.1"), .hanging].contains(problem))
      runs += 1
      try #require(runs < 40)
    }
    #expect(runs > 1)
    let result = try await desk.sync()
    #expect(result == SyncResult())
    desk.expect(end)
  }

  @Test func aTunnelThatIsKilledAtAnyCommandLosesNothing() async throws {
    let (desk, end) = try await busyDesk()
    try await atEachCommand(of: desk) { id in
      for process in processes(with: Tunnel.command, id) { kill(process, SIGKILL) }
      return true
    }
    let result = try await desk.sync()
    #expect(result == SyncResult())
    desk.expect(end)
  }

  @Test func aComputerThatSleptLosesNothingThoughItsConnectionIsGone() async throws {
    let (desk, end) = try await busyDesk()
    try await atEachCommand(of: desk) { id in
      for process in processes(with: id) { kill(process, SIGSTOP) }
      return false
    } wake: { id in
      for process in processes(with: id) { kill(process, SIGCONT) }
    }
    let result = try await desk.sync()
    #expect(result == SyncResult())
    desk.expect(end)
  }

  /// Has something befall a run at its first command, another one at its second, and so on until one has no more of them.
  ///
  /// - Parameters:
  ///   - befall: Gets to know the account's id, and answers whether the connection goes on.
  ///   - wake: Called once the connection was cut for that.
  private func atEachCommand(
    of desk: Desk, _ befall: @escaping @Sendable (_ id: String) -> Bool,
    wake: @escaping @Sendable (_ id: String) -> Void = { _ in }
  ) async throws {
    let port = desk.account.imap.port
    defer { desk.account.imap.port = port }
    let id = desk.account.id.uuidString
    for step in 1... {
      let said = Mutex(0)
      let wire = try BadWire(to: port) { _ in
        let count = said.withLock {
          $0 += 1
          return $0
        }
        return count == step ? befall(id) : true
      } telling: {
        wake(id)
      }
      defer { wire.stop() }
      desk.account.imap.port = wire.port
      let problem = await desk.problem()
      #expect([.offline("127.0.0.1"), .hanging, nil].contains(problem), "\(step)")
      if said.withLock({ $0 }) < step { break }
    }
  }
}
