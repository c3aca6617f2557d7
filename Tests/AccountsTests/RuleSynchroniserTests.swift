import Accounts
import Glibc
import MailModel
import MaildirStore
import TestWaiting
import Testing
import Triage

/// What rules do to the mail of an account, and what its server and other clients make of that.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct RuleSynchroniserTests {
  @Test func whatAnotherClientPutsBackStaysAndNothingGoesInCircles() async throws {
    let desk = try Desk()
    try desk.server.deliver(["old"])
    desk.server.make("Archive")
    try await desk.sync()
    let session = TriageSession(
      store: try Maildir(path: desk.places.mail), journal: desk.journal,
      rulesIn: "\(desk.directory)/rules", allowsChanges: true)
    let rule = Rule.ID(inbox: desk.id("INBOX"), likeness: .sender("a@example.com"))
    try await session.keep(.archive, for: rule, at: Int64(time(nil)))
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    #expect(await session.followRules(at: Int64(time(nil))))
    #expect(desk.mail() == ["old"] && desk.mail("Archive") == ["one", "two"])
    // A run that goes on before the server knows brings nothing that is filed again.
    try desk.fetchByHand()
    #expect(await !session.followRules(at: Int64(time(nil))))
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": ["old"], "Archive": ["one", "two"]])
    let file = try desk.server.file("one", in: "Archive")
    rename(file, "\(desk.server.path("INBOX"))/cur/\(time(nil)).back.host:2,")
    for _ in 0..<2 {
      try await desk.sync()
      #expect(await !session.followRules(at: Int64(time(nil))))
    }
    desk.expect(["INBOX": ["old", "one"], "Archive": ["two"]])
    // Taken back here it is there too, and stays.
    let step = try #require(await session.rules().all.first?.last?.step)
    try await session.undo(step: step)
    for _ in 0..<2 {
      try await desk.sync()
      #expect(await !session.followRules(at: Int64(time(nil))))
    }
    desk.expect(["INBOX": ["old", "one", "two"]])
  }
}
