import Accounts
import Foundation
import Glibc
import MailModel
import TestWaiting
import Testing

/// Servers that were restored from a backup, under the same UIDVALIDITY: they give UIDs to messages that others had.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct RestoredServerSynchroniserTests {
  let old = (0..<20).map { "old\($0)" }.sorted()
  /// They came after the backup.
  let later = (0..<6).map { "later\($0)" }
  /// They came after the server was restored.
  let other = (0..<6).map { "other\($0)" }

  /// An account whose server was restored, and then got `other` messages.
  private func desk(other: some Sequence<String>) async throws -> Desk {
    let desk = try Desk()
    try desk.server.deliver(old)
    try await desk.sync()
    try await desk.server.backUp()
    try desk.server.deliver(later)
    try await desk.sync()
    try await desk.server.restore()
    try desk.server.deliver(Array(other))
    return desk
  }

  @Test func whatGotTheUIDOfAnArchivedMessageStaysAndComes() async throws {
    let desk = try await desk(other: other)
    for name in later { try desk.move(name) }
    #expect(try await desk.sync().restored == [desk.id("INBOX")])
    for _ in 0..<2 {
      desk.expect(["INBOX": old + other, "Archive": later])
      #expect(try await desk.sync() == SyncResult())
    }
  }

  @Test func whatGotTheUIDOfADeletedMessageStaysAndComes() async throws {
    let desk = try await desk(other: other)
    for name in later { try desk.delete(name, in: "INBOX") }
    #expect(try await desk.sync().restored == [desk.id("INBOX")])
    desk.expect(["INBOX": old + other])
  }

  @Test func whatGotTheUIDOfALostFileStaysThoughThePersonAgrees() async throws {
    let desk = try await desk(other: other)
    try desk.lose(later)
    let missing = try #require(try await desk.sync().missing)
    #expect(missing.total == 6)
    #expect(try await desk.sync(.deleteOnServer(missing)).restored == [desk.id("INBOX")])
    desk.expect(["INBOX": old + other])
  }

  /// The messages that came after the backup are here alone now, and nobody has deleted them.
  @Test func whatTheServerLostIsSentAgain() async throws {
    let desk = try await desk(other: other.prefix(2))
    #expect(try await desk.sync().restored == [desk.id("INBOX")])
    for _ in 0..<2 {
      desk.expect(["INBOX": old + later + other.prefix(2)])
      #expect(try await desk.sync() == SyncResult())
    }
  }

  /// The next UID is above the old one again then.
  @Test(arguments: [0, 1])
  func aRestoreIsNoticedAlsoAfterMoreCameThanBefore(_ removed: Int) async throws {
    let many = (0..<9).map { "other\($0)" }
    let desk = try await desk(other: many)
    // Another client has removed the one that got the highest UID that was known.
    for name in many[5..<(5 + removed)] { unlink(try desk.server.file(name)) }
    let left = many[..<5] + many[(5 + removed)...]
    #expect(try await desk.sync().restored == [desk.id("INBOX")])
    for _ in 0..<2 {
      desk.expect(["INBOX": old + later + left])
      #expect(try await desk.sync() == SyncResult())
    }
  }

  /// The next UID of such a folder is what it was.
  @Test func whatWasMovedSinceTheBackupComesAgainInAFolderThatGotNothingSince() async throws {
    let desk = try Desk()
    try desk.server.deliver(old)
    try desk.server.deliver(["one", "two"], to: "Lists")
    try await desk.sync()
    try await desk.server.backUp()
    try desk.server.deliver(later)
    try desk.move("one", from: "Lists")
    // mbsync forgets the message in the run after that which removes it.
    for _ in 0..<2 { #expect(try await desk.sync() == SyncResult()) }
    try await desk.server.restore()
    #expect(try await desk.sync().restored.isSuperset(of: [desk.id("INBOX"), desk.id("Lists")]))
    for _ in 0..<2 {
      desk.expect(["INBOX": old + later, "Lists": ["one", "two"], "Archive": ["one"]])
      #expect(try await desk.sync() == SyncResult())
    }
  }

  /// After the restore all messages are what they were, and then the UID of a removed one is given to another message.
  @Test func aMessageThatGetsTheUIDOfARemovedOneIsNoSignOfAnotherRestore() async throws {
    let desk = try Desk()
    try desk.server.deliver(old)
    try await desk.sync()
    try await desk.server.backUp()
    try desk.server.deliver(["removed"])
    try await desk.sync()
    try desk.delete("removed", in: "INBOX")
    for _ in 0..<2 { try await desk.sync() }
    try await desk.server.restore()
    try await desk.sync()
    try desk.server.deliver(["new"])
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": old + ["new"]])
  }

  /// Another computer noticed it first, and sent what the server had lost: each next UID is what it was.
  @Test func whatIsInAFolderAgainComesAlsoAfterAnotherComputerHasMendedTheRest() async throws {
    let desk = try Desk()
    try desk.server.deliver(old)
    try desk.server.deliver(["one", "two", "three"], to: "Lists")
    try await desk.sync()
    try await desk.server.backUp()
    try desk.move("one", from: "Lists")
    for _ in 0..<2 { #expect(try await desk.sync() == SyncResult()) }
    try await desk.server.restore()
    try desk.server.deliver(["one"], to: "Archive")
    #expect(try await desk.sync().restored.contains(desk.id("Lists")))
    for _ in 0..<2 {
      desk.expect(["INBOX": old, "Lists": ["one", "two", "three"], "Archive": ["one"]])
      #expect(try await desk.sync() == SyncResult())
    }
  }

  /// No other folder shows that the server was restored: it may be that it does not reach the mail of this one. A handful goes to the
  /// local trash, and comes again where the server still has it. Of more the person is asked.
  @Test func whatWasMovedToAFolderThatIsShownEmptyStaysOnTheServer() async throws {
    for count in [3, 8] {
      let desk = try Desk()
      let moved = Array(old.prefix(count))
      try desk.server.deliver(old)
      desk.server.make("Lists")
      try await desk.sync()
      try await desk.server.backUp()
      for name in moved { try desk.move(name, to: "Lists") }
      try await desk.sync()
      #expect(desk.server.mail("Lists") == moved)
      try await desk.server.restore()
      let results = [try await desk.sync(), try await desk.sync()]
      #expect(desk.server.mail() == old)
      if count == 3 {
        #expect(results.map(\.lost) == [[desk.id("Lists"): 3], [:]])
        desk.expect(["INBOX": old])
      } else {
        #expect(results.map { $0.gone?.total } == [8, 8])
        #expect(results.map(\.waiting) == [8, 8])
        #expect(desk.mail("Lists") == moved)
      }
    }
  }

  /// A server may write headers anew. The Message-ID tells then, if one message alone has it.
  @Test func aMessageWhoseHeaderTheServerWroteAnewLeaves() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try change("one", on: desk.server) { "X-Scanned: yes\n" + $0 }
    try desk.move("one")
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": ["two"], "Archive": ["one"]])
  }

  @Test(arguments: ["", "Message-ID: <same@example.com>\n"])
  func aMessageWithoutAnIDOfItsOwnIsToldByItsHeader(_ id: String) async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    for name in ["one", "two"] {
      try change(name, on: desk.server) {
        $0.replacing("Message-ID: <\(name)@example.com>\n", with: id)
      }
    }
    try await desk.sync()
    // Another message has its UID now, with as little of an ID.
    try change("two", on: desk.server) { $0.replacing("Subject: two", with: "Subject: three") }
    try desk.move("two")
    #expect(try await desk.sync().restored == [desk.id("INBOX")])
    desk.expect(["INBOX": ["one", "three"], "Archive": ["two"]])
    try desk.move("one")
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": ["three"], "Archive": ["one", "two"]])
  }

  /// Writes a message of the server's inbox anew, and has the server forget what it knew of it.
  private func change(
    _ name: String, on server: Dovecot, _ change: (String) -> String
  ) throws {
    let file = try server.file(name)
    let text = change(try String(contentsOfFile: file, encoding: .utf8))
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    for cache in try FileManager.default.contentsOfDirectory(atPath: server.path("INBOX"))
    where cache.hasPrefix("dovecot.index") {
      unlink("\(server.path("INBOX"))/\(cache)")
    }
  }
}
