import Accounts
import Foundation
import Glibc
import MailModel
import Synchronization
import TestWaiting
import Testing

/// Servers that are not as most are.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct ServerSynchroniserTests {
  @Test func namesOfAnySignsKeepNoneOfTheOthers() async throws {
    let desk = try Desk()
    let names = [
      #"a "quoted" name"#, #"back\slash"#, "50%", "100%d", "with space ", "-dash", "#hash",
      "'single'", "$HOME `id`", "{12}", "a(b)c", "&AOk-t&AOk-", "star*",
    ]
    // Dovecot lists these, and opens them for nobody; 2.4 breaks its own line when it says so of one with a line end.
    let closed = ["tab\tbed", "~home"] + (Dovecot.isNew ? [] : ["new\nline"])
    for name in names + closed + ["INBOX"] { try desk.server.deliver([name], to: name) }
    #expect(try await desk.sync().unusable == [])
    for name in names {
      #expect(desk.mail(name) == [name])
      try desk.move(name, from: name)
    }
    #expect(try await desk.sync().unusable == [])
    #expect(Set(desk.server.mail("Archive")) == Set(names))
    #expect(desk.mail("Archive") == desk.server.mail("Archive"))
    #expect(desk.mail() == ["INBOX"])
    #expect(Set(desk.server.files.keys) == Set(closed + ["INBOX", "Archive"]))
  }

  @Test func aNameOfThreeHundredBytesKeepsNoneOfTheOthers() async throws {
    let desk = try Desk(
      settings: Dovecot.isNew
        ? "mail_path = ~/fs\nmailbox_list_layout = fs" : "mail_location = maildir:~/fs:LAYOUT=fs")
    let long = ["a", "b", "c"].map { String(repeating: $0, count: 100) }.joined(separator: "/")
    for name in [long, "Lists"] { try desk.server.command("CREATE \(name)") }
    for _ in 0..<2 { #expect(try await desk.sync() == SyncResult(unusable: [long])) }
    let here = try FileManager.default.contentsOfDirectory(atPath: desk.here(""))
    #expect(Set(here) == ["INBOX", "Archive", "Lists"])
  }

  @Test func ofManyFoldersThoseComeThatAreChosen() async throws {
    let desk = try Desk()
    // More take a minute and longer.
    let isWhole = ProcessInfo.processInfo.environment["DUNNOCK_WHOLE"] != nil
    let names = (0..<(isWhole ? 10_000 : 1_000)).map { "Lists/\($0)" }
    for name in names { desk.server.make(name) }
    try desk.server.deliver(["one"], to: "Lists/7")
    try desk.server.deliver(["two"])
    desk.account.leftOut = Set(names).subtracting(["Lists/7"])
    #expect(try await desk.sync() == SyncResult())
    try desk.move("two", to: "Lists/7")
    #expect(try await desk.sync() == SyncResult())
    for mail in [desk.mail, desk.server.mail] {
      #expect(mail("INBOX") == [])
      #expect(mail("Lists/7") == ["one", "two"])
    }
    let here = try FileManager.default.contentsOfDirectory(atPath: desk.here("Lists"))
    #expect(here == ["7"])
  }

  @Test func numbersThatChangeInARunHaveNoOtherMailRemoved() async throws {
    let desk = try Desk()
    let names = (0..<6).map { "m\($0)" }
    try desk.server.deliver(names, to: "Lists")
    try await desk.sync()
    for name in names.prefix(3) { try desk.move(name, from: "Lists") }
    nonisolated(unsafe) let server = desk.server
    let isDone = Mutex(false)
    let wire = try BadWire(to: desk.account.imap.port) { said in
      guard said.contains(" (FLAGS)\r\n"),
        isDone.withLock({ isDone in
          defer { isDone = true }
          return !isDone
        })
      else { return true }
      // Other mail has these numbers from now on.
      try? FileManager.default.moveItem(atPath: server.path("Lists"), toPath: server.path("Old"))
      Dovecot.waitForOtherNumbers()
      try? server.deliver((0..<6).map { "other\($0)" }, to: "Lists")
      return true
    }
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    for _ in 0..<3 { _ = await desk.problem() }
    #expect(await desk.problem() == .renumbered("Lists"))
    // Nobody's mail is gone, on either side.
    #expect(desk.server.mail("Lists") == (0..<6).map { "other\($0)" })
    #expect(desk.server.mail("Old") == names)
    #expect(desk.mail("Lists") == Array(names.suffix(3)))
    for mail in [desk.mail, desk.server.mail] { #expect(mail("Archive") == Array(names.prefix(3))) }
    #expect(isDone.withLock { $0 })
  }
}
