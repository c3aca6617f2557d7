import Accounts
import Foundation
import TestWaiting
import Testing

/// Messages of which a server once sends a part, or nothing.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct PartialFetchSynchroniserTests {
  private let names = (0..<6).map { "m\($0)" }

  @Test func aMessageThatCameInPartStaysWholeOnTheServerWhenItIsMoved() async throws {
    let desk = try Desk()
    try desk.server.deliver(names)
    try await desk.sync()
    for name in names.prefix(2) { try desk.server.replace(name, size: 4_000) }
    for name in names.prefix(3) { try desk.move(name) }
    let inbox = desk.id("INBOX")
    #expect(try await desk.sync() == SyncResult(differing: [inbox: 2]))
    for _ in 0..<2 {
      desk.expect([
        "INBOX": names.filter { $0 != "m2" }, "Archive": Array(names.prefix(3)),
      ])
      for name in names.prefix(2) {
        let file = try Mail.file(name, in: desk.here())
        #expect(try String(contentsOfFile: file, encoding: .utf8).utf8.count > 4_000)
      }
      #expect(try await desk.sync() == SyncResult())
    }
    // What came whole leaves.
    try desk.move("m0", to: "Lists")
    #expect(try await desk.sync() == SyncResult())
    #expect(!desk.server.mail().contains("m0"))
  }

  @Test(arguments: [false, true])
  func aBodyIsComparedOnlyIfItsSizeDiffers(_ isMisreported: Bool) async throws {
    let desk = try Desk()
    try desk.server.deliver(names)
    try await desk.sync()
    for name in names.prefix(3) { try desk.move(name) }
    let text = Mail.text("m0")
    let size = text.utf8.count + text.count { $0 == "\n" }
    let wire = try BadWire(
      to: desk.account.imap.port,
      changing: ("RFC822.SIZE \(size)", "RFC822.SIZE \(isMisreported ? size - 1 : size)"))
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": Array(names.dropFirst(3)), "Archive": Array(names.prefix(3))])
    #expect(wire.sent.contains("RFC822.SIZE"))
    #expect(wire.sent.contains("BODY.PEEK[TEXT]") == isMisreported)
  }

  @Test func aMessageThatDidNotComeOnceComesInTheNextRun() async throws {
    let desk = try Desk()
    try desk.server.deliver(["old"])
    try await desk.sync()
    try desk.server.deliver(["first", "second"])
    let port = desk.account.imap.port
    // The answer is that all is well, without a message.
    let wire = try BadWire(to: port, rewording: ("UID FETCH 2 (", "UID FETCH 9 ("))
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.mail().count == 2)
    // While it does not come, that is told.
    #expect(try await desk.sync().skipped == 1)
    desk.account.imap.port = port
    for _ in 0..<2 {
      #expect(try await desk.sync() == SyncResult())
      desk.expect(["INBOX": ["old", "first", "second"]])
    }
  }

  @Test func aMessageThatCannotBeFetchedIsToldEachTime() async throws {
    let desk = try Desk()
    try desk.server.deliver(["old"])
    let file = try desk.server.file("old")
    try Data().write(to: URL(filePath: file))
    for _ in 0..<3 { #expect(try await desk.sync().skipped == 1) }
    await desk.server.settle()
    try desk.server.deliver(["new"])
    #expect(try await desk.sync().skipped == 1)
    #expect(desk.mail() == ["new"])
  }
}
