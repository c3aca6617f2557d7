import Foundation
import Glibc
import MailModel
import Synchronization
import TestWaiting
import Testing

@testable import Accounts

/// Folders that are renamed and deleted on the server from here.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct FolderChangeSynchroniserTests {
  private func make(_ change: FolderChange, on desk: Desk) async throws {
    try await change.make(on: desk.account, in: desk.places, password: "secret")
  }

  // A server may have all folders of a person below the inbox.
  @Test(arguments: ["", "namespace inbox {\n  prefix = INBOX/\n}"])
  func aFolderIsRenamedThereAndHere(settings: String) async throws {
    let desk = try Desk(settings: settings)
    for name in ["Lists", "Lists/gtk", "a \"b\"", "Taken"] {
      try desk.server.deliver(["one"], to: name)
    }
    try desk.server.deliver(["two"])
    try await desk.sync()
    try await make(.rename("Lists", to: "Bücher & so"), on: desk)
    try await make(.rename("a \"b\"", to: "c\\\"d"), on: desk)
    let result = try await desk.sync()
    #expect(result.trashed == ["Lists", "Lists/gtk", "a \"b\""])
    #expect(desk.mail("B&APw-cher &- so") == ["one"])
    #expect(desk.mail("B&APw-cher &- so/gtk") == ["one"])
    #expect(desk.mail("c\\\"d") == ["one"])
    try await make(.rename("B&APw-cher &- so/gtk", to: "GTK"), on: desk)
    try await desk.sync()
    #expect(desk.mail("B&APw-cher &- so/GTK") == ["one"])
    for (name, problem) in [
      ("Taken", FolderChange.Problem.nameTaken), ("", .badName), (".x", .badName),
      ("x/y", .badName), ("x*", .badName), ("cur", .badName), ("x\ny", .badName),
    ] {
      await #expect(throws: problem) { try await make(.rename("c\\\"d", to: name), on: desk) }
    }
    await #expect(throws: FolderChange.Problem.gone) {
      try await make(.rename("Lists", to: "x"), on: desk)
    }
    await #expect(throws: FolderChange.Problem.badName) {
      try await make(.rename("INBOX", to: "x"), on: desk)
    }
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail() == ["two"])
  }

  @Test func onlyAnEmptyFolderIsDeleted() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"], to: "Full")
    for name in ["Empty", "Above", "Above/below"] { desk.server.make(name) }
    try await desk.sync()
    for name in ["Full", "Above"] {
      await #expect(throws: FolderChange.Problem.notEmpty) {
        try await make(.remove(name), on: desk)
      }
    }
    try await make(.remove("Empty"), on: desk)
    try await make(.remove("Above/below"), on: desk)
    let result = try await desk.sync()
    #expect(result == SyncResult(trashed: ["Above/below", "Empty"]))
    #expect(desk.mail("Full") == ["one"])
    for name in ["Empty", "Above/below"] {
      #expect(access(desk.here(name), F_OK) != 0)
      #expect(access(desk.server.path(name), F_OK) != 0)
    }
    desk.account.imap.port = try Sockets.freePort()
    await #expect(throws: FolderChange.Problem.server(.unreachable("127.0.0.1"))) {
      try await make(.remove("Above"), on: desk)
    }
  }

  @Test func whatComesAsAFolderIsDeletedStays() async throws {
    let desk = try Desk()
    desk.server.make("Empty")
    try await desk.sync()
    let folder = desk.server.path("Empty")
    let isLate = Mutex(true)
    let wire = try BadWire(to: desk.server.port) { said in
      guard said.contains(" RENAME ") || said.contains(" DELETE ") else { return true }
      let comes = isLate.withLock { late in
        defer { late = false }
        return late
      }
      if comes { try? Dovecot.deliver(["late"], in: folder) }
      return true
    }
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    await #expect(throws: FolderChange.Problem.notEmpty) {
      try await make(.remove("Empty"), on: desk)
    }
    #expect(desk.server.mail("Empty") == ["late"])
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.mail("Empty") == ["late"])
  }

  @Test func whatEndsAsAFolderIsDeletedLosesNothing() async throws {
    let desk = try Desk()
    desk.server.make("Empty")
    try await desk.sync()
    let folder = desk.server.path("Empty")
    let port = desk.account.imap.port
    let wire = try BadWire(to: port, ending: ("d6 STATUS", false)) { said in
      if said.contains("d5 RENAME") { try? Dovecot.deliver(["late"], in: folder) }
      return true
    }
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    await #expect(throws: FolderChange.Problem.server(.unreachable("127.0.0.1"))) {
      try await make(.remove("Empty"), on: desk)
    }
    desk.account.imap.port = port
    try await desk.sync()
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(desk.places.mail)/Work")
    let aside = try #require(folders.first { $0.hasPrefix("Empty-deleted-") })
    #expect(desk.mail(aside) == ["late"])
    // It is a folder like any other.
    try await make(.rename(aside, to: "Empty"), on: desk)
    #expect(desk.server.mail("Empty") == ["late"])
  }
}
