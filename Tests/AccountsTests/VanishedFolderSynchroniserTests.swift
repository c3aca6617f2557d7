import Accounts
import Foundation
import Glibc
import MailModel
import TestWaiting
import Testing

/// Folders that were renamed or deleted on the server.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct VanishedFolderSynchroniserTests {
  private func exists(_ folder: String, _ desk: Desk) -> Bool {
    access(desk.here(folder), F_OK) == 0
  }

  @Test func aRenamedFolderIsHereOnce() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"], to: "Lists")
    try desk.server.deliver(["three"], to: "Lists/gtk")
    try desk.server.deliver(["four"])
    try await desk.sync()
    // What went up from here has another header there.
    try desk.move("four", to: "Lists")
    try await desk.sync()
    try desk.server.command("RENAME Lists Renamed")
    #expect(try await desk.sync() == SyncResult(trashed: ["Lists", "Lists/gtk"]))
    #expect(desk.mail("Renamed") == ["four", "one", "two"])
    #expect(desk.mail("Renamed/gtk") == ["three"])
    #expect(!exists("Lists", desk))
    #expect(Mail.names(in: "\(desk.trash)/Lists") == ["four", "one", "two"])
    #expect(Mail.names(in: "\(desk.trash)/gtk") == ["three"])
    #expect(try await desk.sync() == SyncResult())
    #expect(access(desk.server.path("Lists"), F_OK) != 0)
    #expect(desk.server.mail("Renamed") == ["four", "one", "two"])
    // A folder of its name is a new one.
    try desk.server.deliver(["five"], to: "Lists")
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.mail("Lists") == ["five"])
  }

  @Test func whatWasMovedOutOfAFolderThatIsAwayForARunIsNotDoubled() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one", "two"], to: "Lists")
    try await desk.sync()
    for name in ["one", "two"] { try desk.move(name, from: "Lists") }
    let (place, away) = (desk.server.path("Lists"), "\(desk.directory)/away")
    rename(place, away)
    for _ in 0..<2 { #expect(try await desk.sync().vanished == ["Lists"]) }
    rename(away, place)
    for _ in 0..<2 {
      #expect(try await desk.sync() == SyncResult())
      desk.expect(["Archive": ["one", "two"]])
    }
  }

  @Test func mailThatIsNowhereElseStays() async throws {
    let desk = try Desk()
    for name in ["Lists", "Marked", "Deleted", "Empty", "Old"] {
      try desk.server.deliver(["one \(name)"], to: name)
    }
    try desk.server.deliver(["two"])
    try await desk.sync()
    for name in ["Lists", "Marked", "Old"] { try desk.server.command("RENAME \(name) New\(name)") }
    try desk.server.command("DELETE Deleted")
    try desk.move("one Empty", from: "Empty")
    try desk.server.command("DELETE Empty")
    // What was put there, and what was marked, that the server has never heard of.
    try desk.move("two", to: "Lists")
    let file = try Mail.file("one Marked", in: desk.here("Marked"))
    rename(file, file.replacing("/new/", with: "/cur/").split(separator: ":")[0] + ":2,F")
    // An older one says that it knows nothing of its own.
    let first = try await desk.sync()
    // What was moved out of Empty is to be removed there, if the folder is there again.
    #expect(first.vanished == ["Deleted", "Empty", "Lists", "Marked"])
    #expect(first.trashed == ["Old"])
    #expect(first.warnings == [])
    for _ in 0..<2 {
      let again = try await desk.sync()
      #expect(again == SyncResult(vanished: ["Deleted", "Empty", "Lists", "Marked"], waiting: 2))
    }
    #expect(desk.mail("Lists") == ["one Lists", "two"])
    #expect(desk.mail("Deleted") == ["one Deleted"])
    for name in ["Lists", "Deleted", "Marked", "Empty"] {
      #expect(access(desk.server.path(name), F_OK) != 0)
    }
    #expect(desk.server.mail("NewLists") == ["one Lists"])
    #expect(desk.server.mail() == ["two"])
    #expect(desk.server.mail("Archive") == ["one Empty"])
    // When nothing is left that is nowhere else, the folder goes.
    try desk.move("two", from: "Lists", to: "Archive")
    try await desk.sync()
    #expect(exists("Lists", desk))
    desk.pace.listing = .zero
    #expect(try await desk.sync().trashed == ["Empty", "Lists"])
    #expect(desk.server.mail("Archive") == ["one Empty", "two"])
    #expect(desk.server.mail() == [])
  }
}
