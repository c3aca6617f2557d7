import Accounts
import FileSystem
import Foundation
import Glibc
import MailModel
import TestWaiting
import Testing
import TriageJournal

/// Removals that are interrupted, come late or meet what another client did.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct RemovalSynchroniserTests {
  // MARK: Bad days

  @Test func whatWasFiledBeforeFortyDaysOfflineGoesFromItsOldPlace() async throws {
    let desk = try Desk()
    let names = (0..<300).map { "m\($0)" }.sorted()
    try desk.server.deliver(names)
    try desk.server.deliver(["left"])
    try await desk.sync()
    for name in names { try desk.move(name) }
    for name in names.prefix(5) { try desk.move(name, from: "Archive", to: "Lists") }
    try desk.delete(names[299], in: "Archive")
    let port = desk.account.imap.port
    desk.account.imap.port = try Sockets.freePort()
    #expect(await desk.problem() == .offline("127.0.0.1"))
    try desk.letPass(days: 40)
    #expect(await desk.problem() == .offline("127.0.0.1"))
    try desk.letPass(days: 40)
    desk.account.imap.port = port
    #expect(try await desk.sync() == SyncResult())
    desk.expect([
      "INBOX": ["left"], "Archive": Array(names[5..<299]), "Lists": Array(names[..<5]),
    ])
    // What is done is forgotten when it is old.
    #expect(try await desk.sync() == SyncResult())
    try desk.letPass(days: 40)
    #expect(try desk.journal.departed(below: FolderID("Work")).isEmpty)
  }

  /// What of an account is as it was in a backup.
  enum Restored: CaseIterable { case all, mailAlone, stateAlone }

  @Test(arguments: Restored.allCases)
  func aRestoredBackupLosesNothing(_ restored: Restored) async throws {
    let desk = try Desk()
    let names = (0..<30).map { "m\($0)" }.sorted()
    try desk.server.deliver(names)
    try await desk.sync()
    let (mail, backup) = ("\(desk.places.mail)/Work", "\(desk.directory)/backup")
    try FileManager.default.copyItem(atPath: mail, toPath: backup)
    for name in names.prefix(10) { try desk.move(name) }
    try desk.server.deliver(["new"])
    #expect(try await desk.sync() == SyncResult())
    try desk.move("new", to: "Lists")
    #expect(try await desk.sync() == SyncResult())
    try restore(mail, from: backup, restored)
    if restored == .mailAlone {
      // What is known is not what is here, and nobody noted why.
      let missing = try await desk.sync().missing
      #expect(missing?.counts == [desk.id("Archive"): 10])
      try await desk.sync(.fetchAgain)
      #expect(Set(desk.mail()) == Set(names))
    } else {
      for _ in 0..<2 { #expect(try await desk.sync() == SyncResult()) }
      #expect(desk.mail() == Array(names.dropFirst(10)))
    }
    #expect(desk.server.mail() == Array(names.dropFirst(10)))
    for mail in [desk.mail, desk.server.mail] {
      // Where mail is here and on the server that nothing pairs, mbsync brings both to both.
      let archived = restored == .stateAlone ? Set(mail("Archive")).sorted() : mail("Archive")
      #expect(archived == Array(names.prefix(10)))
      #expect(mail("Lists") == ["new"])
    }
    if restored != .all { return }
    // Nothing that has a number of old is taken for what had it.
    try desk.server.deliver(["other"])
    try await desk.sync()
    try desk.lose(["other"])
    #expect(try await desk.sync().missing?.counts == [desk.id("INBOX"): 1])
    #expect(desk.server.mail().contains("other"))
  }

  /// Puts a backup in the place of an account's mail; what mbsync knows of each folder lies in its Maildir, in files that begin with a dot.
  private func restore(_ mail: String, from backup: String, _ restored: Restored) throws {
    let files = FileManager.default
    if restored == .all {
      try files.removeItem(atPath: mail)
      return try files.moveItem(atPath: backup, toPath: mail)
    }
    for folder in try files.contentsOfDirectory(atPath: backup) {
      let (here, saved) = ("\(mail)/\(folder)", "\(backup)/\(folder)")
      let names = try [here, saved].flatMap { try files.contentsOfDirectory(atPath: $0) }
      for name in Set(names) where name.hasPrefix(".mbsync") == (restored == .stateAlone) {
        try? files.removeItem(atPath: "\(here)/\(name)")
        try? files.copyItem(atPath: "\(saved)/\(name)", toPath: "\(here)/\(name)")
      }
    }
  }

  @Test func aKillAtAnyStepRepeatsAndForgetsNothing() async throws {
    let desk = try Desk()
    let names = (0..<30).map { "m\($0)" }.sorted()
    try desk.server.deliver(names)
    try await desk.sync()
    var rest = names[...]
    for step in 0..<8 {
      let name = rest.removeFirst()
      try desk.move(name)
      if step % 2 == 1 {
        // Marked by another client meanwhile.
        try desk.server.mark(name, "F")
      }
      desk.asksLeft.set(step)
      _ = await desk.problem()
      // It is somewhere on the server at any time.
      #expect(!(desk.server.mail() + desk.server.mail("Archive")).filter { $0 == name }.isEmpty)
      desk.asksLeft.set(.max)
      #expect(try await desk.sync() == SyncResult(), "\(step)")
      for mail in [desk.mail, desk.server.mail] {
        #expect(mail("INBOX") == Array(rest), "\(step)")
        #expect(mail("Archive") == names.filter { !rest.contains($0) }, "\(step)")
      }
    }
  }

  @Test func whatEndsInTheMidstOfARemovalRepeatsAndForgetsNothing() async throws {
    let desk = try Desk()
    let names = (0..<30).map { "m\($0)" }.sorted()
    try desk.server.deliver(names)
    try await desk.sync()
    var rest = names[...]
    // Before it asks and after, before it marks, between that and the end, and after it. mbsync says none of this.
    let steps = [
      ("d1 CAPABILITY", false), (" (FLAGS)\r\n", false), (" (FLAGS)\r\n", true),
      ("UID STORE", false), ("UID STORE", true), ("UID EXPUNGE", false), ("UID EXPUNGE", true),
    ]
    let port = desk.account.imap.port
    for step in steps {
      let name = rest.removeFirst()
      try desk.move(name)
      let wire = try BadWire(to: port, ending: step)
      desk.account.imap.port = wire.port
      #expect(await desk.problem() == .offline("127.0.0.1"), "\(step)")
      desk.account.imap.port = port
      #expect(desk.server.mail("Archive").contains(name))
      let result = try await desk.sync()
      #expect(result == SyncResult(), "\(step)")
      for mail in [desk.mail, desk.server.mail] {
        #expect(mail("INBOX") == Array(rest), "\(step)")
        #expect(mail("Archive") == names.filter { !rest.contains($0) }, "\(step)")
      }
    }
  }

  @Test func aFolderOfOtherNumbersIsLeftAlone() async throws {
    let desk = try Desk()
    desk.server.make("Private")
    try desk.server.deliver(["one", "two"], to: "Lists")
    desk.account.leftOut = ["Private"]
    try await desk.sync()
    try desk.move("one", from: "Lists", to: "Private")
    #expect(try await desk.sync() == SyncResult(waiting: 1))
    // Other mail has its number now.
    try FileManager.default.removeItem(atPath: desk.server.path("Lists"))
    Dovecot.waitForOtherNumbers()
    try desk.server.deliver(["other", "another"], to: "Lists")
    desk.account.leftOut = []
    for _ in 0..<2 {
      _ = await desk.problem()
      #expect(desk.server.mail("Lists").contains("other"))
      #expect(desk.server.mail("Lists").contains("another"))
      #expect(desk.mail("Private") == ["one"])
    }
  }

  // MARK: Another client

  @Test func whatAnotherClientStarredBeforeItWasFiledKeepsItsStar() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try desk.move("one")
    try desk.server.command("STORE 1:2 +FLAGS.SILENT (\\Flagged \\Answered)")
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == ["two"])
    for folder in [desk.here("Archive"), desk.server.path("Archive")] {
      #expect(try Mail.file("one", in: folder).hasSuffix(":2,FRS"))
    }
    // And what it took away is away.
    try desk.move("one", from: "Archive", to: "INBOX")
    try desk.server.mark("one", "RS", in: "Archive")
    #expect(try await desk.sync() == SyncResult())
    for folder in [desk.here(), desk.server.path("INBOX")] {
      #expect(try Mail.file("one", in: folder).hasSuffix(":2,S"))
    }
  }

  @Test func whatAnotherClientMovedBeforeItWasFiledIsWhereItWasFiledAndOnlyThere() async throws {
    let desk = try Desk()
    for folder in ["Projects", "Trash"] { desk.server.make(folder) }
    try desk.server.deliver(["one", "two", "three", "four"])
    try await desk.sync()
    for name in ["one", "two", "three"] { try desk.move(name) }
    try desk.server.mark("one", "F")
    // To another folder, to the same, and to the trash.
    for (name, folder) in [("one", "Projects"), ("two", "Archive"), ("three", "Trash")] {
      try desk.server.move(name, to: folder)
    }
    let result = try await desk.sync()
    #expect(result == SyncResult(reunited: [desk.id("Archive"): 3]))
    for mail in [desk.mail, desk.server.mail] {
      #expect(mail("INBOX") == ["four"])
      #expect(mail("Archive") == ["one", "three", "two"])
      #expect(mail("Projects") == [])
      #expect(mail("Trash") == [])
    }
    for folder in [desk.here("Archive"), desk.server.path("Archive")] {
      #expect(try Mail.file("one", in: folder).hasSuffix(":2,FS"))
    }
    #expect(try await desk.sync() == SyncResult())
  }

  @Test func whatAnotherClientMovedAndComesLaterIsOnlyWhereItWasFiled() async throws {
    let desk = try Desk()
    desk.server.make("Projects")
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try desk.move("one")
    try desk.server.mark("one", "F")
    try desk.server.move("one", to: "Projects")
    // The folder is left alone.
    let pipe = "\(desk.here("Projects"))/cur/pipe"
    mkfifo(pipe, 0o600)
    #expect(try await desk.sync().kept == [desk.id("Archive"): 1])
    #expect(desk.server.mail("Projects") == ["one"])
    unlink(pipe)
    #expect(try await desk.sync() == SyncResult(reunited: [desk.id("Archive"): 1]))
    for mail in [desk.mail, desk.server.mail] {
      #expect(mail("INBOX") == ["two"])
      #expect(mail("Archive") == ["one"])
      #expect(mail("Projects") == [])
    }
    #expect(try Mail.file("one", in: desk.here("Archive")).hasSuffix(":2,FS"))
    // What comes after that is another.
    try desk.server.deliver(["one"], to: "Projects")
    for _ in 0..<2 { #expect(try await desk.sync() == SyncResult()) }
    #expect(desk.server.mail("Projects") == ["one"])
  }

  @Test func whatBecameOfMailIsToldThoughTheRunGoesWrongAfterIt() async throws {
    let desk = try Desk()
    desk.server.make("Projects")
    try desk.server.deliver(["one", "two", "three"])
    try desk.server.deliver(["other"], to: "Lists")
    try await desk.sync()
    for name in ["one", "two"] { try desk.move(name) }
    unlink(try desk.server.file("one"))
    try desk.server.move("two", to: "Projects")
    try FileManager.default.removeItem(atPath: desk.server.path("Lists"))
    Dovecot.waitForOtherNumbers()
    try desk.server.deliver(["another"], to: "Lists")
    for _ in 0..<2 { #expect(await desk.problem() == .renumbered("Lists")) }
    #expect(desk.server.mail("Projects") == [])
    try FileManager.default.removeItem(atPath: desk.here("Lists"))
    let archive = desk.id("Archive")
    #expect(try await desk.sync() == SyncResult(kept: [archive: 1], reunited: [archive: 1]))
    #expect(try await desk.sync() == SyncResult())
  }

  /// As an earlier version of a draft does, whose copy is replaced while mbsync runs.
  @Test func whatIsDeletedInTheRunThatSentItLeavesTheServer() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    try desk.server.deliver(["two"], to: "Drafts")
    try await desk.sync()
    let name = "1700000000.R0123456789abcdef.h"
    let file = "\(desk.here("Drafts"))/cur/\(name):2,"
    try Mail.text("draft").write(toFile: file, atomically: false, encoding: .utf8)
    let change = Change.message(
      MessageChange(
        before: MessageRef(folder: desk.id("Drafts"), key: ByteName(name)), after: nil,
        token: Array("\(name),U=2:2,".utf8) + [0]))
    let noted = try desk.journal.note([(.newStep(of: "delete"), [.init(change: change)])]).joined()
    try desk.journal.finish(noted.map { ($0, .made(change, isDurable: true)) })
    desk.program(
      "mbsync",
      "/usr/bin/mbsync \"$@\"\nstatus=$?\nrm -f \(desk.here("Drafts"))/cur/\(name)*\nexit $status")
    #expect(try await desk.sync() == SyncResult())
    unlink("\(desk.directory)/bin/mbsync")
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": ["one"], "Drafts": ["two"]])
  }

  @Test func oneLoginServesAllRemovalsOfARun() async throws {
    let desk = try Desk()
    let folders = ["INBOX", "Lists", "Projects"]
    for folder in folders { try desk.server.deliver(["one", "two"], to: folder) }
    try await desk.sync()
    let port = desk.account.imap.port
    // The connection is made when the folders are listed. Once it holds, and once it ends until there is something to remove.
    desk.pace.listing = .zero
    for (name, ends, logins) in [("one", 0, 2), ("two", 1, 3)] {
      for folder in folders { try desk.move(name, from: folder) }
      let wire = try BadWire(to: port, ending: ("d5 SELECT", false), times: ends)
      defer { wire.stop() }
      desk.account.imap.port = wire.port
      #expect(try await desk.sync() == SyncResult())
      // One is mbsync's.
      #expect(wire.sent.matches(of: /AUTHENTICATE|\d LOGIN/).count == logins)
      for folder in folders { #expect(!desk.server.mail(folder).contains(name)) }
      try await until("the connections to end") { wire.open == 0 }
    }
  }

  @Test func whatTheServerHasNoOtherCopyOfStaysWhereAnotherClientMovedIt() async throws {
    let desk = try Desk()
    for folder in ["Projects", "Private"] { desk.server.make(folder) }
    try desk.server.deliver(["one", "two"])
    desk.account.leftOut = ["Private"]
    try await desk.sync()
    try desk.move("one", to: "Private")
    try desk.server.move("one", to: "Projects")
    for _ in 0..<2 {
      let result = try await desk.sync()
      #expect(result == SyncResult())
      #expect(desk.server.mail("Projects") == ["one"])
      #expect(desk.mail("Private") == ["one"])
    }
  }

  @Test func whatAnotherClientDeletedBeforeItWasFiledStaysAndIsTold() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try desk.move("one")
    unlink(try desk.server.file("one"))
    let result = try await desk.sync()
    #expect(result == SyncResult(kept: [desk.id("Archive"): 1]))
    for mail in [desk.mail, desk.server.mail] {
      #expect(mail("INBOX") == ["two"])
      #expect(mail("Archive") == ["one"])
    }
    #expect(try await desk.sync() == SyncResult())
  }

  @Test func twoMessagesThatAreAlikeAreTwo() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "one", "two"])
    try await desk.sync()
    for _ in 0..<2 { try desk.move("one") }
    for _ in 0..<2 { unlink(try desk.server.file("one")) }
    #expect(try await desk.sync() == SyncResult(kept: [desk.id("Archive"): 2]))
    #expect(desk.server.mail("Archive") == ["one", "one"])
  }

  @Test func whatWasDeletedForEverStaysDeletedThoughAnotherClientStarredIt() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    try desk.delete("one", in: "INBOX")
    try desk.server.mark("one", "F")
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == ["two"])
  }

  @Test func anAccountOfAnEarlierVersionGoesOnWithoutAQuestion() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    let state = "\(desk.places.state)/\(desk.account.id.uuidString)"
    unlink("\(state)/counts")
    for folder in ["INBOX", "Archive"] {
      try FileManager.default.createDirectory(
        atPath: "\(state)/seen/\(folder)", withIntermediateDirectories: true)
      try "mark\u{0}1 key\u{0}".write(
        toFile: "\(state)/seen/\(folder)/.seen", atomically: false, encoding: .utf8)
    }
    try desk.move("one")
    #expect(try await desk.sync() == SyncResult())
    #expect(access("\(state)/seen", F_OK) != 0)
    #expect(desk.server.mail() == ["two"])
    #expect(desk.server.mail("Archive") == ["one"])
  }
}
