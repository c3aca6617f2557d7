import Accounts
import Foundation
import Glibc
import MailModel
import TestWaiting
import Testing

@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct SynchroniserTests {
  @Test func newMailComesAndGoes() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    let result = try await desk.sync()
    #expect(result == SyncResult())
    #expect(desk.mail() == ["one", "two"])
    // What another client does comes here.
    unlink(try desk.server.file("one"))
    try desk.server.deliver(["three"])
    for lost in [[desk.id("INBOX"): 1], [:]] {
      #expect(try await desk.sync().lost == lost)
      #expect(desk.mail() == ["three", "two"])
      #expect(desk.server.mail() == ["three", "two"])
    }
  }

  /// As isync 1.4 and 1.5 say it.
  @Test(arguments: [
    "Warning: message 2 from far side is too big after conversion; skipping.",
    "Error: message 2 from far side is too big after conversion; skipping.",
  ])
  func whatCannotBeFetchedIsTold(words: String) async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    desk.program(
      "mbsync",
      """
      [ "$1" = --version ] || echo '\(words)' >&2
      exec /usr/bin/mbsync "$@"
      """)
    let result = try await desk.sync()
    #expect(desk.mail() == ["one"])
    #expect(result.skipped == 1)
    #expect(result.told { String($0) }.map(\.text).contains { $0.contains("cannot be fetched") })
  }

  @Test func anArchivedMessageIsArchivedOnTheServer() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try desk.move("one")
    let result = try await desk.sync()
    #expect(result == SyncResult())
    #expect(desk.server.mail() == ["two"])
    #expect(desk.server.mail("Archive") == ["one"])
    #expect(desk.mail("Archive") == ["one"])
    // And back.
    try desk.move("one", from: "Archive", to: "INBOX")
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == ["one", "two"])
    #expect(desk.server.mail("Archive") == [])
  }

  @Test func anArchivedMessageIsSentOnceAndDeletedOnce() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"], size: 20_000)
    try await desk.sync()
    try desk.move("one")
    let wire = try BadWire(to: desk.server.port)
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail("Archive") == ["one"])
    let sent = wire.sent
    #expect(sent.matches(of: /\d+ APPEND ./).count == 1)
    #expect(sent.matches(of: /\d+ UID STORE .*\\Deleted/).count == 1)
    // Of the message that goes its header is compared, and nothing is fetched.
    #expect(!sent.contains(/UID FETCH .*BODY\.PEEK\[\]/))
    #expect(!sent.contains(/UID FETCH .*,.*BODY\.PEEK\[HEADER\]/))
    // And what is at rest asks for no mail.
    #expect(try await desk.sync() == SyncResult())
    #expect(!wire.sent.dropFirst(sent.count).contains(/\d+ (APPEND|UID STORE|UID FETCH .*BODY)/))
  }

  @Test func aMessageMovedTwiceAndOneDeletedAreExplained() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two", "three"])
    try await desk.sync()
    try desk.move("one")
    try desk.move("one", from: "Archive", to: "INBOX")
    try desk.move("two")
    try desk.delete("two", in: "Archive")
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == ["one", "three"])
    #expect(desk.server.mail("Archive") == [])
  }

  @Test func missingMailIsAskedFor() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two", "three"])
    try await desk.sync()
    try desk.lose(["one", "two", "three"])
    try desk.server.deliver(["four"])
    let result = try await desk.sync()
    #expect(result.missing?.counts == [desk.id("INBOX"): 3])
    #expect(desk.server.mail() == ["four", "one", "three", "two"])
    // New mail comes nevertheless.
    #expect(desk.mail() == ["four"])
    #expect(try await desk.sync().missing?.total == 3)
    let again = try await desk.sync(.fetchAgain)
    #expect(again.missing == nil)
    #expect(desk.mail() == ["four", "one", "three", "two"])
    #expect(desk.server.mail() == ["four", "one", "three", "two"])
    #expect(try await desk.sync() == SyncResult())
  }

  @Test func whatThePersonAgreesToGoesFromTheServerToo() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two", "three", "four"])
    try await desk.sync()
    try desk.lose(["one", "two"])
    let missing = try #require(try await desk.sync().missing)
    try desk.lose(["three"])
    // What was not agreed to is asked for.
    let more = try #require(try await desk.sync(.deleteOnServer(missing)).missing)
    #expect(more.total == 1)
    #expect(desk.server.mail() == ["four", "three"])
    // And nothing else goes than that.
    try desk.lose(["four"])
    #expect(try await desk.sync(.deleteOnServer(missing)).missing?.total == 2)
    #expect(desk.server.mail() == ["four", "three"])
    #expect(try await desk.sync(.fetchAgain) == SyncResult())
    try desk.lose(["three"])
    #expect(try await desk.sync().missing == more)
    #expect(try await desk.sync(.deleteOnServer(more)) == SyncResult())
    #expect(desk.server.mail() == ["four"])
    #expect(desk.mail() == ["four"])
  }

  @Test func aMailboxThatIsGoneAsAWholeIsAskedFor() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try FileManager.default.removeItem(atPath: "\(desk.places.mail)/Work")
    #expect(try await desk.sync().missing?.counts == [desk.id("INBOX"): 2])
    #expect(access("\(desk.places.mail)/Work", F_OK) != 0)
    #expect(try await desk.sync(.fetchAgain) == SyncResult())
    #expect(desk.mail() == ["one", "two"])
    #expect(desk.server.mail() == ["one", "two"])
  }

  @Test func withoutWhatWasSeenTheJournalKnowsWhatWasMoved() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try desk.move("one")
    try FileManager.default.removeItem(atPath: desk.places.state)
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == ["two"])
    #expect(desk.server.mail("Archive") == ["one"])
  }

  @Test func withoutWhatWasSeenMissingMailIsAskedFor() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try desk.lose(["one"])
    try FileManager.default.removeItem(atPath: desk.places.state)
    #expect(try await desk.sync().missing?.counts == [desk.id("INBOX"): 1])
    #expect(desk.server.mail() == ["one", "two"])
  }

  @Test func whatTheServerDoesNotTakeStaysWhereItWas() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    // Nothing can be written there.
    let archive = desk.server.path("Archive")
    try FileManager.default.removeItem(atPath: archive)
    try "".write(toFile: archive, atomically: false, encoding: .utf8)
    try desk.move("one")
    try desk.server.deliver(["three"])
    let result = try await desk.sync()
    #expect(result.waiting == 1)
    #expect(result.warnings.contains { $0.contains("Archive") })
    #expect(desk.server.mail() == ["one", "three", "two"])
    // New mail of other folders comes nevertheless.
    #expect(desk.mail() == ["three", "two"])
    unlink(archive)
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == ["three", "two"])
    #expect(desk.server.mail("Archive") == ["one"])
  }

  @Test func whatIsOnItsWayHoldsItsOldPlaceAndNothingElse() async throws {
    let desk = try Desk()
    desk.server.make("Private")
    try desk.server.deliver(["one", "two"])
    desk.account.leftOut = ["Private"]
    try await desk.sync()
    #expect(access(desk.here("Private"), F_OK) != 0)
    try desk.move("one", to: "Private")
    try desk.move("two")
    for _ in 0..<2 {
      #expect(try await desk.sync() == SyncResult(waiting: 1))
      #expect(desk.server.mail() == ["one"])
      #expect(desk.server.mail("Archive") == ["two"])
    }
    desk.account.leftOut = []
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == [])
    #expect(desk.server.mail("Private") == ["one"])
    #expect(desk.server.mail("Archive") == ["two"])
  }

  @Test func foldersOfAnyNameComeAndGo() async throws {
    let desk = try Desk()
    let names = ["Entw&APw-rfe", "Lists/gtk", "a b", "100%", "Lists/x/y"]
    for name in names { try desk.server.deliver(["one"], to: name) }
    try desk.server.deliver(["out"], to: "\"quoted\"")
    try desk.server.deliver(["out"], to: "back\\slash")
    desk.account.leftOut = ["\"quoted\"", "back\\slash"]
    #expect(try await desk.sync() == SyncResult())
    for name in names { #expect(desk.mail(name) == ["one"], "\(name)") }
    #expect(desk.mail("\"quoted\"") == [])
    #expect(desk.mail("back\\slash") == [])
    // What is renamed on the other side is so here.
    rename(desk.server.path("a b"), desk.server.path("other"))
    try await desk.sync()
    #expect(desk.mail("other") == ["one"])
    #expect(desk.server.mail("other") == ["one"])
    #expect(desk.mail("a b") == [])
    #expect(Mail.names(in: "\(desk.trash)/a b") == ["one"])
  }

  @Test func foldersOfEncodedNamesKeepThem() async throws {
    let desk = try Desk()
    let names = ["Entw&APw-rfe", "Entw&APw-rfe/x&AOk-", "R&-D"]
    for name in names + ["&ANw-ber"] { try desk.server.deliver(["one", "two"], to: name) }
    desk.account.leftOut = ["&ANw-ber"]
    for _ in 0..<2 {
      let result = try await desk.sync()
      #expect(result == SyncResult())
    }
    // Nothing of other names is on either side.
    let folders = ["Archive", "Entw&APw-rfe", "INBOX", "R&-D"]
    let there = try FileManager.default.contentsOfDirectory(atPath: "\(desk.places.mail)/Work")
    #expect(there.sorted() == folders)
    let inbox = try FileManager.default.contentsOfDirectory(atPath: desk.server.path("INBOX"))
    #expect(inbox.filter { $0.contains("&-") } == [".R&-D"])
    for name in names { #expect(desk.mail(name) == ["one", "two"], "\(name)") }
    // Moved into one, out of one, and gone from one behind Dunnock's back.
    try desk.move("one", from: "R&-D", to: "Entw&APw-rfe")
    try desk.move("one", from: "Entw&APw-rfe/x&AOk-", to: "INBOX")
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail("R&-D") == ["two"])
    #expect(desk.server.mail("Entw&APw-rfe") == ["one", "one", "two"])
    #expect(desk.server.mail() == ["one"])
    try desk.lose(["two"], in: "R&-D")
    #expect(try await desk.sync().missing?.counts == [desk.id("R&-D"): 1])
    #expect(desk.server.mail("R&-D") == ["two"])
  }

  @Test func aServerThatExpungesAllAtOnceKeepsWhatIsMarked() async throws {
    // Without UIDPLUS.
    let desk = try Desk(settings: "imap_capability = IMAP4rev1 LITERAL+ NAMESPACE")
    try desk.server.deliver(["one", "two", "three", "four"])
    try await desk.sync()
    // What another client has marked would go too.
    try desk.server.mark("two", "T")
    try desk.move("one")
    for _ in 0..<2 {
      #expect(try await desk.sync() == SyncResult(marked: 1))
      #expect(desk.server.mail() == ["four", "one", "three", "two"])
      #expect(desk.server.mail("Archive") == ["one"])
      #expect(desk.mail() == ["four", "three", "two"])
    }
    #expect(try desk.server.file("one").hasSuffix("T"))
    // So does what the person agrees to, which is asked about once.
    try desk.lose(["three"])
    let missing = try #require(try await desk.sync().missing)
    #expect(try await desk.sync(.deleteOnServer(missing)) == SyncResult(marked: 2))
    #expect(try await desk.sync() == SyncResult(marked: 1))
    #expect(try desk.server.file("three").hasSuffix("T"))
    try desk.server.command("EXPUNGE")
    #expect(try await desk.sync().lost == [desk.id("INBOX"): 1])
    #expect(desk.mail() == ["four"])
    #expect(desk.server.mail() == ["four"])
  }

  @Test func aPipeAmongMailHoldsNothingUp() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"], to: "Lists")
    try desk.server.deliver(["one"])
    try await desk.sync()
    mkfifo("\(desk.here("Lists"))/cur/pipe", 0o600)
    try desk.server.deliver(["two"])
    let result = try await desk.sync()
    #expect(result.warnings.contains { $0.contains("Lists") })
    #expect(desk.mail() == ["one", "two"])
  }

  @Test func whatOthersTookOnBeforeItsOldFolderHeardOfItIsNotMissing() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"], to: "Archive")
    desk.server.make("Lists")
    try await desk.sync()
    let pipe = "\(desk.here("Archive"))/cur/pipe"
    // The folder is left alone, so that the server keeps the message there while it comes and goes elsewhere.
    mkfifo(pipe, 0o600)
    try desk.move("one", from: "Archive", to: "Lists")
    try await desk.sync()
    #expect(desk.server.mail("Lists") == ["one"])
    unlink(try desk.server.file("one", in: "Lists"))
    try await desk.sync()
    #expect(desk.mail("Lists") == [])
    unlink(pipe)
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail("Archive") == [])
  }

  @Test func whatCameUnseenWaitsForEveryRun() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    desk.server.make("Lists")
    try await desk.sync()
    try desk.server.deliver(["two"])
    try desk.fetchByHand()
    mkfifo("\(desk.here("Lists"))/cur/pipe", 0o600)
    try desk.move("two", to: "Lists")
    for _ in 0..<3 { #expect(try await desk.sync().waiting == 1) }
    #expect(desk.server.mail() == ["one", "two"])
  }

  @Test func nothingIsAskedOrDeletedWhileTheRecordCannotBeRead() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    try await desk.sync()
    try desk.move("one")
    desk.hasNoRecord = true
    #expect(await desk.problem() == .noRecord)
    #expect(desk.server.mail() == ["one"])
    desk.hasNoRecord = false
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == [])
  }

  @Test func whatACutRunDeletedHereAsOnTheServerIsNotAskedFor() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two", "three"], to: "Archive")
    try await desk.sync()
    // Such a run leaves no word of it.
    try desk.lose(["one", "two"], in: "Archive")
    unlink(try desk.server.file("one", in: "Archive"))
    #expect(try await desk.sync().missing?.counts == [desk.id("Archive"): 1])
    #expect(desk.server.mail("Archive") == ["three", "two"])
    unlink(try desk.server.file("two", in: "Archive"))
    #expect(try await desk.sync() == SyncResult())
  }

  @Test func whatMbsyncForgotToSendIsSent() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"], to: "Archive")
    try await desk.sync()
    unlink(try desk.server.file("one", in: "Archive"))
    // So it stands after a run that was cut short as it began to send, and another one after it.
    let file = "\(desk.here("Archive"))/.mbsyncstate"
    let number = try #require(
      Mail.file("one", in: desk.here("Archive")).firstMatch(of: /,U=(\d+)/)?.1)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let changed = text.replacing(
      try Regex("\n[0-9]+ \(number) "), with: "\n0 \(number) ", maxReplacements: 1)
    #expect(changed != text)
    try changed.write(toFile: file, atomically: true, encoding: .utf8)
    for _ in 0..<2 { #expect(try await desk.sync() == SyncResult()) }
    #expect(desk.server.mail("Archive") == ["one", "two"])
    #expect(desk.mail("Archive") == ["one", "two"])
  }

  @Test func aNumberThatTwoFilesHaveIsTakenFromTheNewer() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    try await desk.sync()
    let known = try Mail.file("one", in: desk.here())
    let number = known[try #require(known.range(of: ",U=")).lowerBound...]
    for name in ["stranger\(number)", "far,U=4711:2,S"] {
      let text = Mail.text(name.hasPrefix("far") ? "far" : "two")
      try text.write(
        toFile: "\(desk.here())/cur/\(name)", atomically: false, encoding: .utf8)
    }
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == ["far", "one", "two"])
    #expect(access(known, F_OK) == 0)
  }

  @Test func aRenumberedFolderIsRecognised() async throws {
    let desk = try Desk()
    try desk.server.deliver((0..<20).map { "m\($0)" })
    try await desk.sync()
    for file in ["dovecot-uidlist", "dovecot.index.log", "dovecot.index", "dovecot.index.cache"] {
      unlink("\(desk.server.path("INBOX"))/\(file)")
    }
    let names = (0..<20).map { "m\($0)" }.sorted()
    _ = await desk.problem()
    #expect(desk.server.mail() == names)
    #expect(desk.mail() == names)
  }

  @Test(arguments: [false, true])
  func aRenumberedFolderFromWhichAllWasMovedIsSynchronisedAgain(_ isRemoved: Bool) async throws {
    let desk = try Desk()
    let names = (0..<3).map { "m\($0)" }
    try desk.server.deliver(names, to: "Lists")
    try await desk.sync()
    for name in names { try desk.move(name, from: "Lists") }
    if isRemoved { try await desk.sync() }
    await desk.server.settle()
    Dovecot.waitForOtherNumbers()
    for file in ["dovecot-uidlist", "dovecot.index.log", "dovecot.index", "dovecot.index.cache"] {
      unlink("\(desk.server.path("Lists"))/\(file)")
    }
    try desk.server.deliver(["new"], to: "Lists")
    for _ in 0..<2 {
      #expect(try await desk.sync() == SyncResult())
      desk.expect(["Lists": ["new"], "Archive": names])
    }
  }

  @Test func anotherFolderOfTheSameNameIsLeftAlone() async throws {
    let desk = try Desk()
    try desk.server.deliver((0..<30).map { "old\($0)" }, to: "Lists")
    try desk.server.deliver(["one"])
    try await desk.sync()
    try FileManager.default.removeItem(atPath: desk.server.path("Lists"))
    Dovecot.waitForOtherNumbers()
    try desk.server.deliver((0..<30).map { "other\($0)" }, to: "Lists")
    try desk.server.deliver(["two"])
    #expect(await desk.problem() == .renumbered("Lists"))
    #expect(desk.mail("Lists").count == 30)
    #expect(desk.server.mail("Lists").count == 30)
    #expect(desk.mail() == ["one", "two"])
  }

  @Test func aChangedConfigurationIsWrittenAnew() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    try await desk.sync()
    let state = "\(desk.places.state)/\(desk.account.id.uuidString)"
    let file = "\(state)/mbsyncrc"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("# Written by Dunnock"))
    #expect(!text.contains("secret\n"))
    try "nonsense".write(toFile: file, atomically: false, encoding: .utf8)
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try await desk.sync() == SyncResult())
  }

  @Test func twoRunsAtOnceTakeTurns() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    let (synchroniser, account) = (desk.synchroniser, desk.account)
    try await withThrowingTaskGroup(of: SyncResult.self) { group in
      for _ in 0..<3 { group.addTask { try await synchroniser.run(account) } }
      for try await result in group { #expect(result == SyncResult()) }
    }
    #expect(desk.mail() == ["one", "two"])
  }
}
