import Accounts
import Foundation
import Glibc
import MailModel
import TestWaiting
import Testing

/// Names of a server's folders that mean something else here.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct FolderSynchroniserTests {
  /// mbsync stops at such a name.
  @Test func aFolderThatAServerTakesForTheInboxKeepsNoneOfTheOthers() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    try await desk.sync()
    for part in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: desk.here("Inbox/Bills/\(part)"), withIntermediateDirectories: true)
    }
    try desk.server.deliver(["two"])
    try desk.server.deliver(["three"], to: "INBOX/Bills")
    for _ in 0..<2 {
      #expect(try await desk.sync().warnings.contains { $0.hasPrefix("Inbox/Bills: ") })
      desk.expect(["INBOX": ["one", "two"], "INBOX/Bills": ["three"]])
    }
  }

  @Test func whatCannotBeAFolderHereIsNamedAndKeepsNoneOfTheOthers() async throws {
    let desk = try Desk()
    let out = (0..<60).map { "Lists/a list that is left out \($0)" }
    let long = Array(repeating: "&BDA-", count: 32).joined(separator: "/")
    let parts = ["new", "Lists/cur", "tmp/x"]
    for name in out + [long] + parts { try desk.server.deliver(["out"], to: name) }
    let names = ["500", "Lists/gtk", "newer"]
    for name in names + ["INBOX"] { try desk.server.deliver(["one"], to: name) }
    desk.account.leftOut = Set(out)
    var unusable = (parts + [long]).sorted()
    #expect(try await desk.sync() == SyncResult(unusable: unusable))
    // And one that comes when the others are known.
    // It is so long that mbsync makes it, and then lists nothing while it is there.
    var late =
      Array(repeating: String(repeating: "late", count: 12), count: 3)
      .joined(separator: "/") + "/"
    late += String(repeating: "e", count: 236 - desk.here(late).utf8.count)
    try desk.server.deliver(["out"], to: late)
    unusable.append(late)
    #expect(try await desk.sync() == SyncResult(unusable: unusable.sorted()))
    for name in names + ["INBOX"] { #expect(desk.mail(name) == ["one"], "\(name)") }
    // What stands for any name in a pattern is one here.
    let signs = ["*", "%", "50%"]
    for name in signs { try desk.server.deliver(["out"], to: name) }
    try desk.server.deliver(["two"], to: "5000")
    try desk.server.deliver(["two"], to: "one*")
    desk.account.leftOut.formUnion(signs)
    try desk.move("one")
    #expect(try await desk.sync() == SyncResult(unusable: unusable.sorted()))
    for name in ["5000", "one*"] { #expect(desk.mail(name) == ["two"], "\(name)") }
    #expect(desk.server.mail("Archive") == ["one"])
    #expect(desk.server.mail() == [])
    for name in out + parts + signs + [long] {
      #expect(access(desk.here(name), F_OK) != 0, "\(name)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.here("Lists")) == ["gtk"])
  }

  @Test func aFolderCalledLikeAPatternThatIsLeftOutLeavesOutNoOther() async throws {
    let desk = try Desk()
    desk.account.leftOut = ["*"]
    try desk.server.deliver(["out"], to: "*")
    try desk.server.deliver(["in"], to: "Lists")
    try await desk.sync()
    #expect(desk.mail("Lists") == ["in"])
    #expect(access(desk.here("*"), F_OK) != 0)
  }

  @Test func aFolderOfManyLevelsKeepsNoneOfTheOthers() async throws {
    let desk = try Desk()
    try await desk.sync()
    let deep = Array(repeating: "a", count: 12).joined(separator: "/")
    try desk.server.deliver(["one"], to: deep)
    // mbsync brings it once, and lists no folder from then on.
    try await desk.sync()
    try desk.server.deliver(["one"])
    try desk.server.deliver(["one"], to: "Lists")
    for _ in 0..<2 { #expect(try await desk.sync() == SyncResult(unusable: [deep])) }
    #expect(desk.mail() == ["one"])
    #expect(desk.mail("Lists") == ["one"])
  }

  @Test func aNameThatLeadsElsewhereKeepsNoFolderFromComing() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    for name in ["Lists/QQ", "Lists/gtk"] { try desk.server.deliver(["one"], to: name) }
    let wire = try BadWire(to: desk.server.port, changing: ("Lists/QQ", "Lists/.."))
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    let result = try await desk.sync()
    #expect(result == SyncResult(unusable: ["Lists/.."]))
    #expect(desk.mail() == ["one"])
    #expect(desk.mail("Lists/gtk") == ["one"])
    try desk.move("one")
    try await desk.sync()
    #expect(desk.server.mail("Archive") == ["one"])
    #expect(desk.server.mail() == [])
  }

  @Test func aFolderWhoseNameCannotBeWrittenHoldsNoneOfTheOthers() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"])
    try await desk.sync()
    // As Latin-1, which is no name of a folder on a server. Something was left undone in it.
    let path = Array(desk.here("caf").utf8) + [0xE9]
    for part in ["", "/cur", "/new", "/tmp"] {
      mkdir((path + Array(part.utf8) + [0]).map { CChar(bitPattern: $0) }, 0o700)
    }
    let journal = (path + Array("/.mbsyncstate.journal".utf8) + [0]).map { CChar(bitPattern: $0) }
    for isUndone in [true, false] {
      if isUndone {
        close(open(journal, O_CREAT | O_WRONLY, 0o600))
      } else {
        unlink(journal)
      }
      try desk.server.deliver([isUndone ? "three" : "four"])
      try desk.move(isUndone ? "one" : "two")
      let result = try await desk.sync()
      #expect(!result.warnings.isEmpty, "\(isUndone)")
      #expect(desk.server.mail("Archive") == (isUndone ? ["one"] : ["one", "two"]))
      #expect(desk.server.mail() == (isUndone ? ["three", "two"] : ["four", "three"]))
      #expect(desk.mail() == desk.server.mail())
    }
  }
}
