import Accounts
import Foundation
import Glibc
import MailModel
import TestWaiting
import Testing

/// Mail that the server shows no more, which is here.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct GoneMailSynchroniserTests {
  @Test func anInboxThatTheServerShowsEmptyIsAskedFor() async throws {
    let desk = try Desk()
    let names = (0..<8).map { "m\($0)" }
    try desk.server.deliver(names)
    try desk.server.deliver(["one", "two"], to: "Lists")
    try await desk.sync()
    // Once falsely.
    try desk.server.hideInbox(true)
    unlink(try desk.server.file("one", in: "Lists"))
    try desk.server.deliver(["three"], to: "Lists")
    let counts = [desk.id("INBOX"): GoneMail.Count(gone: 8, known: 8)]
    for _ in 0..<2 {
      let result = try await desk.sync()
      #expect(result.gone?.counts == counts, "\(result)")
      // Nothing shows that it may be gone: with the mark of a deletion it would be taken for one.
      #expect(desk.mail() == names)
      #expect(Mail.files(in: desk.here()).allSatisfy { $0.hasSuffix(",") })
    }
    // The others go on.
    #expect(desk.mail("Lists") == ["three", "two"])
    try desk.server.hideInbox(false)
    for _ in 0..<2 {
      #expect(try await desk.sync() == SyncResult())
      #expect(desk.mail() == names)
      #expect(desk.server.mail() == names)
      #expect(Mail.files(in: desk.server.path("INBOX")).allSatisfy { !$0.hasSuffix("T") })
    }
    // And once because somebody deleted all of it.
    try desk.server.command("STORE 1:* +FLAGS.SILENT (\\Deleted)")
    try desk.server.command("EXPUNGE")
    let gone = try #require(try await desk.sync().gone)
    #expect(gone.counts == counts)
    #expect(try await desk.sync(.deleteHere(gone)).lost == [desk.id("INBOX"): 8])
    #expect(desk.mail() == [])
    #expect(desk.mail(lost) == names + ["one"])
    #expect(desk.server.files.keys.sorted() == ["Lists"])
  }

  @Test func muchOfAFolderIsAskedForAndAgreedToByItself() async throws {
    let desk = try Desk()
    let names = (0..<30).map { "m\($0)" }
    try desk.server.deliver(names)
    try desk.server.deliver(["one", "two", "three", "four"], to: "Lists")
    try await desk.sync()
    for name in names.prefix(25) { unlink(try desk.server.file(name)) }
    try desk.server.deliver(["new"])
    for file in Mail.files(in: desk.server.path("Lists")) { unlink(file) }
    let gone = try #require(try await desk.sync().gone)
    #expect(gone.counts == [desk.id("INBOX"): .init(gone: 25, known: 31)])
    #expect(gone.messages.count == 25)
    // New mail comes, and few messages go without a question.
    #expect(desk.mail() == (names + ["new"]).sorted())
    #expect(desk.mail("Lists") == [])
    // What was not agreed to is looked at by itself: the last that is gone leaves the inbox empty.
    for name in names.suffix(5) + ["new"] { unlink(try desk.server.file(name)) }
    let more = try #require(try await desk.sync(.deleteHere(gone)).gone)
    #expect(more.counts == [desk.id("INBOX"): .init(gone: 6, known: 31)])
    #expect(desk.mail() == (names.suffix(5) + ["new"]).sorted())
    #expect(try await desk.sync(.deleteHere(more)).lost == [desk.id("INBOX"): 6])
    #expect(desk.mail() == [])
    #expect(desk.mail(lost).count == 35)
  }

  @Test func whatAPhoneMovedIsNotAskedFor() async throws {
    let desk = try Desk()
    let names = (0..<30).map { "m\($0)" }
    try desk.server.deliver(names)
    try await desk.sync()
    try desk.server.command("MOVE 1:30 Archive")
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.mail() == [])
    #expect(desk.mail("Archive") == names.sorted())
    #expect(desk.server.mail("Archive") == names.sorted())
  }

  @Test func whatAnotherClientMarksStaysUntilItIsExpunged() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two", "three"])
    try await desk.sync()
    try desk.server.mark("one", "T")
    for _ in 0..<2 {
      #expect(try await desk.sync() == SyncResult())
      #expect(desk.mail() == ["one", "three", "two"])
    }
    try desk.server.mark("one", "")
    #expect(try await desk.sync() == SyncResult())
    #expect(Mail.files(in: desk.here()).allSatisfy { $0.hasSuffix(",") })
    try desk.server.mark("one", "T")
    try await desk.sync()
    try desk.server.command("EXPUNGE")
    #expect(try await desk.sync().lost == [desk.id("INBOX"): 1])
    #expect(desk.mail() == ["three", "two"])
    // Its mark does not count any more.
    #expect(try Mail.file("one", in: desk.here(lost)).hasSuffix(":2,"))
    #expect(desk.server.mail() == ["three", "two"])
  }

  // As on a phone, where an inbox is cleared every day.
  @Test func littleThatLeavesTheInboxEmptyGoesToTheLocalTrashWithoutAQuestion() async throws {
    let desk = try Desk()
    let names = (0..<5).map { "m\($0)" }
    var trash: [String] = []
    for count in [1, 5] {
      try desk.server.deliver(Array(names.prefix(count)))
      try await desk.sync()
      #expect(desk.mail().count == count)
      try desk.server.command("STORE 1:* +FLAGS.SILENT (\\Deleted)")
      try desk.server.command("EXPUNGE")
      trash += names.prefix(count)
      #expect(try await desk.sync().lost == [desk.id("INBOX"): count])
      for _ in 0..<2 {
        #expect(desk.mail() == [])
        #expect(desk.mail(lost) == trash.sorted())
        #expect(Mail.files(in: desk.here(lost)).allSatisfy { $0.hasSuffix(",") })
        #expect(try await desk.sync() == SyncResult())
      }
    }
    // It is never sent.
    #expect(desk.server.files == [:])
  }

  private let lost = "Trash/Lost on Server"

  @Test(arguments: [1, 2, 4])
  func whatTheServerShowsAgainComesAgain(_ syncs: Int) async throws {
    let desk = try Desk()
    let names = (0..<5).map { "m\($0)" }
    try desk.server.deliver(names)
    try await desk.sync()
    try desk.server.hideInbox(true)
    for sync in 0..<syncs {
      #expect(try await desk.sync().lost == (sync == 0 ? [desk.id("INBOX"): 5] : [:]))
    }
    #expect(desk.mail(lost) == names)
    try desk.server.hideInbox(false)
    for _ in 0..<2 {
      #expect(try await desk.sync() == SyncResult())
      desk.expect(["INBOX": names])
    }
  }

  @Test func oneStepOfTheJournalTakesBackWhatARunMovedToTheLocalTrash() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try desk.server.deliver(["three"], to: "Lists")
    try await desk.sync()
    for (name, folder) in [("one", "INBOX"), ("two", "INBOX"), ("three", "Lists")] {
      unlink(try desk.server.file(name, in: folder))
    }
    let result = try await desk.sync()
    #expect(result.lost == [desk.id("INBOX"): 2, desk.id("Lists"): 1])
    let number = try #require(result.lostStep)
    let step = try #require(try desk.journal.step(number))
    let changes = step.entries.compactMap(\.change.message)
    #expect(
      Set(changes.compactMap(\.before?.folder)) == [desk.id("INBOX"), desk.id("Lists")])
    #expect(changes.count == 3)
    #expect(changes.allSatisfy { $0.after?.folder == desk.id(lost) })
    #expect(try desk.journal.departed(below: FolderID("Work")).isEmpty)
  }

  @Test func whatIsInAnotherFolderWasMovedHoweverLittleItIs() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try desk.server.deliver(["three"], to: "Lists")
    try await desk.sync()
    try desk.server.move("one", to: "Lists")
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": ["two"], "Lists": ["one", "three"]])
  }

  @Test func whatWasMovedToAFolderThatCouldNotBeFetchedIsOnlyThereOnceItCan() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try desk.server.deliver(["three"], to: "Lists")
    try await desk.sync()
    try desk.server.move("one", to: "Lists")
    let pipe = "\(desk.here("Lists"))/cur/pipe"
    mkfifo(pipe, 0o600)
    #expect(try await desk.sync().lost == [desk.id("INBOX"): 1])
    #expect(desk.mail(lost) == ["one"])
    unlink(pipe)
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": ["two"], "Lists": ["one", "three"]])
  }

  /// A message may be in what was not fetched.
  @Test func nothingIsTakenForLostInARunThatFailed() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    unlink(try desk.server.file("one"))
    desk.program("mbsync", "/usr/bin/mbsync \"$@\"\necho 'Something went wrong' >&2\nexit 1")
    for _ in 0..<2 {
      #expect(await desk.problem() != nil)
      #expect(desk.mail() == ["one", "two"])
    }
    unlink("\(desk.directory)/bin/mbsync")
    #expect(try await desk.sync().lost == [desk.id("INBOX"): 1])
    #expect(desk.mail() == ["two"])
    #expect(desk.mail(lost) == ["one"])
  }
}
