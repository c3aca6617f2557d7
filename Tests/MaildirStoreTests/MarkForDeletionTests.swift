import MailModel
import TemporaryMailboxes
import Testing

@testable import MaildirStore

/// The flag T, which makes synchronisers destroy a message on both sides.
@Suite struct MarkForDeletionTests {
  private let archive = FolderID(".Archive")

  private func make(_ plan: MessageChange?, in store: Maildir) async throws -> MessageChange {
    let plan = try #require(plan)
    let made = try #require(await store.carryOut([plan]).results.first).get()
    return try #require(made.change.message)
  }

  @Test func noMoveTakesItAlong() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a,U=3:2,FST")
    let store = try Maildir(path: mail.path)
    let made = try await make(store.plan(.move(to: archive), of: MessageRef("1.a")), in: store)
    #expect(mail.files().allSatisfy { $0.hasPrefix(".Archive/cur/") && $0.hasSuffix(":2,FS") })
    let there = try #require(made.after)
    let undone = try await make(store.plan(undoing: made, of: there), in: store)
    #expect(mail.files().allSatisfy { $0.hasPrefix("cur/") && $0.hasSuffix(":2,FS") })
    let back = try #require(undone.after)
    _ = try await make(store.plan(undoing: undone, of: back), in: store)
    #expect(mail.files().allSatisfy { $0.hasPrefix(".Archive/cur/") && $0.hasSuffix(":2,FS") })
  }

  @Test func nothingSetsIt() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,S")
    mail.add("2.b:2,ST")
    let store = try Maildir(path: mail.path)
    #expect(
      try await store.plan(.flags(adding: .trashed, removing: []), of: MessageRef("1.a")) == nil)
    // Taking it away is not taken back.
    let kept = try await make(
      store.plan(.flags(adding: [], removing: .trashed), of: MessageRef("2.b")), in: store)
    #expect(mail.files() == ["cur/1.a:2,S", "cur/2.b:2,S"])
    #expect(!Change.message(kept).isUndoable)
    _ = try await make(store.plan(undoing: kept, of: MessageRef("2.b")), in: store)
    #expect(mail.files() == ["cur/1.a:2,S", "cur/2.b:2,S"])
    let created = try await store.plan(
      creating: Array("Subject: s\n\nt\n".utf8), in: archive, flags: MessageFlags("ST"))
    #expect(created.flagsAfter == .seen)
  }

  @Test func otherFlagsOfAMarkedMessageChangeAsEver() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a:2,T")
    let store = try Maildir(path: mail.path)
    let starred = try await make(
      store.plan(.flags(adding: .flagged, removing: []), of: MessageRef("1.a")), in: store)
    #expect(mail.files() == ["cur/1.a:2,FT"])
    _ = try await make(store.plan(undoing: starred, of: MessageRef("1.a")), in: store)
    #expect(mail.files() == ["cur/1.a:2,T"])
    #expect(try await store.message(MessageRef("1.a")).isMarkedForDeletion)
  }

  /// Another program marks it between the plan and the move.
  @Test func aMarkThatComesBeforeTheMoveIsLeftBehind() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,S")
    let store = try Maildir(path: mail.path)
    let plan = try await store.plan(.move(to: archive), of: MessageRef("1.a"))
    try mail.rename("cur/1.a:2,S", to: "cur/1.a:2,RST")
    _ = try await make(plan, in: store)
    #expect(mail.files().allSatisfy { $0.hasSuffix(":2,RS") })
  }
}
