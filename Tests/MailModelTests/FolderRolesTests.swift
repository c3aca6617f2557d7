import TemporaryMailboxes
import Testing

@testable import MailModel

@Suite struct FolderRolesTests {
  private func roles(_ folders: [String], chosen: FolderRoles.Choice = [:]) -> FolderRoles {
    FolderRoles(folders.map { FolderID($0) }, chosen: chosen)
  }

  @Test(arguments: [
    ([""], Role.archive, nil),
    (["", ".Archives"], .archive, ".Archives"),
    (["", ".Archives", ".archive"], .archive, ".archive"),
    (["", ".Papierkorb", ".Archiv"], .trash, ".Papierkorb"),
    (["", ".Deleted Items"], .trash, ".Deleted Items"),
    (["", ".[Gmail].Bin"], .trash, ".[Gmail].Bin"),
    (["INBOX", "[Gmail]/Trash", "[Gmail]/All Mail"], .trash, "[Gmail]/Trash"),
    (["", ".Gel&APY-schte Elemente"], .trash, ".Gel&APY-schte Elemente"),
    (["", ".Entw&APw-rfe"], .drafts, ".Entw&APw-rfe"),
    (["", ".Sent Mail", ".Spam", ".Snoozed"], .sent, ".Sent Mail"),
    (["", ".Sent Mail", ".Spam", ".Snoozed"], .junk, ".Spam"),
    (["", ".Sent Mail", ".Spam", ".Snoozed"], .snoozed, ".Snoozed"),
    // All Mail is a label of Gmail's that every message has.
    (["INBOX", "[Gmail]/All Mail"], .archive, nil),
    // A folder of a list is not the archive of the mailbox, nor one of a project its trash.
    (["", "Lists/Archive"], .archive, nil),
    (["", ".Projects.bin"], .trash, nil),
    (["", ".INBOX.Lists.Trash"], .trash, nil),
    (["INBOX", "INBOX/[Gmail]/Trash"], .trash, nil),
    (["Archive", "Lists"], .archive, "Archive"),
  ])
  func usualNamesCountWhereServersHaveThem(folders: [String], role: Role, expected: String?) {
    let roles = roles(folders)
    for folder in folders where !folder.contains("Lists/") {
      #expect(roles.folder(role, for: FolderID(folder))?.path.description == expected)
    }
    if let expected { #expect(roles.role(of: FolderID(expected)) == role) }
  }

  @Test func whatTheArchiveHoldsIsInIt() {
    let roles = roles(["", ".Archive", ".Archive.2025", ".Archived stuff", ".Lists.Archive.2025"])
    for (folder, isWithin) in [
      (".Archive", true), (".Archive.2025", true), (".Archive.2025.03", true), ("", false),
      (".Archived stuff", false), (".Lists.Archive.2025", false),
    ] { #expect(roles.isWithin(.archive, FolderID(folder)) == isWithin, "\(folder)") }
    #expect(roles.role(of: FolderID(".Archive.2025")) == nil)
    #expect(!roles.isWithin(.trash, .inbox))
  }

  @Test func trashAndJunkAreOutOfSight() {
    let all = ["", ".Trash", ".Trash.a", ".Junk", ".Archive", ".Sent"]
    #expect(roles(all).outOfSight == Set([".Trash", ".Trash.a", ".Junk"].map { FolderID($0) }))
    #expect(roles([""]).outOfSight.isEmpty)
  }

  @Test func eachAccountHasItsOwn() {
    let roles = roles([
      "home/INBOX", "shop", "shop/.Trash", "shop/.INBOX.Archive", "work/INBOX", "work/INBOX/Sent",
      "work/Lists/gtk", "work/Trash", "Trash",
    ])
    #expect(roles.inboxes.map(\.path.description) == ["home/INBOX", "shop", "work/INBOX"])
    for (near, inbox, trash) in [
      ("work/INBOX", "work/INBOX", "work/Trash"), ("work/Lists/gtk", "work/INBOX", "work/Trash"),
      ("home/INBOX", "home/INBOX", nil), ("shop", "shop", "shop/.Trash"),
      ("shop/.INBOX.Archive", "shop", "shop/.Trash"), ("Trash", nil, "Trash"),
    ] as [(String, String?, String?)] {
      #expect(roles.inbox(of: FolderID(near))?.path.description == inbox, "\(near)")
      #expect(roles.folder(.trash, for: FolderID(near))?.path.description == trash, "\(near)")
    }
    #expect(
      roles.folder(.archive, for: FolderID("shop"))?.path.description == "shop/.INBOX.Archive")
    #expect(roles.folder(.sent, for: FolderID("work/Trash"))?.path.description == "work/INBOX/Sent")
    #expect(roles.folder(.archive, for: FolderID("work/INBOX")) == nil)
  }

  @Test func whatThePersonChoseComesBeforeNames() {
    let folders = ["", ".Archive", ".Done", ".Trash"]
    let chosen: FolderRoles.Choice = [.inbox: [.archive: FolderID(".Done")]]
    let some = roles(folders, chosen: chosen)
    #expect(some.folder(.archive, for: .inbox) == FolderID(".Done"))
    #expect(some.role(of: FolderID(".Archive")) == nil)
    #expect(some.folder(.trash, for: .inbox) == FolderID(".Trash"))
    // One that vanished is asked for again, and no other is guessed.
    let gone = roles(["", ".Archive", ".Trash"], chosen: chosen)
    #expect(gone.folder(.archive, for: .inbox) == nil)
    #expect(gone.role(of: FolderID(".Archive")) == nil)
    // Nor does one of another account serve this one.
    let other = roles(
      ["INBOX", "shop", "shop/.Done"],
      chosen: [FolderID("INBOX"): [.archive: FolderID("shop/.Done")]])
    #expect(other.folder(.archive, for: FolderID("INBOX")) == nil)
    #expect(other.role(of: FolderID("shop/.Done")) == nil)
    // A folder is for one thing.
    let both = roles(folders, chosen: [.inbox: [.archive: FolderID(".Trash")]])
    #expect(both.folder(.archive, for: .inbox) == FolderID(".Trash"))
    #expect(both.folder(.trash, for: .inbox) == nil)
  }

  @Test func aStoreMayHaveItsOwn() {
    let fixed = [Role.archive: FolderID("Archive"), .trash: FolderID("Trash")]
    let roles = FolderRoles([.inbox], fixed: fixed)
    #expect(roles.folder(.archive, for: .inbox) == FolderID("Archive"))
    #expect(roles.role(of: FolderID("Trash")) == .trash)
    #expect(roles.folder(.inbox, for: FolderID("Archive")) == .inbox)
  }
}
