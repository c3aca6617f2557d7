import Glibc
import SeededNumbers
import Testing

@testable import MailStore

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

  // MARK: Generated trees

  /// An account as it is made, and what is expected of it.
  private struct Account {
    var inbox: String
    var folders: Set<String> = []
    var roles: [Role: String] = [:]
  }

  /// The ways in which servers and programs write an account: its inbox, and how a folder of it is
  /// written that stands beside the inbox, below it or in `[Gmail]`.
  private static let layouts: [(inbox: String, beside: String, below: String, gmail: String)] = [
    ("INBOX", "", "INBOX/", "[Gmail]/"), ("Inbox", "", "Inbox/", "[Google Mail]/"),
    ("INBOX", "", "INBOX/.", "[Gmail]/"), ("", ".", ".INBOX.", ".[Gmail]."),
  ]

  private static let names: [Role: [String]] = [
    .archive: ["Archive", "Archiv", "&BBAEQARFBDgEMg-"], .trash: ["Trash", "bin", "Ko&AWE-"],
    .drafts: ["Drafts", "Entw&APw-rfe"], .sent: ["Sent", "Sent Items"], .junk: ["Junk", "Spam"],
    .snoozed: ["Snoozed"],
  ]

  private func account(in directory: String, _ numbers: inout SeededNumbers) -> Account {
    let layout = Self.layouts.randomElement(using: &numbers) ?? Self.layouts[0]
    var account = Account(inbox: directory + layout.inbox)
    if layout.inbox.isEmpty { account.inbox = String(directory.dropLast()) }
    account.folders.insert(account.inbox)
    for (role, names) in Self.names where Bool.random(using: &numbers) {
      let place = [layout.beside, layout.below, layout.gmail].randomElement(using: &numbers) ?? ""
      let folder = directory + place + (names.randomElement(using: &numbers) ?? "")
      account.folders.insert(folder)
      account.roles[role] = folder
    }
    // What goes by a usual name elsewhere, and what has no usual name.
    for deep in ["Projects", "Lists", "Old"] where Bool.random(using: &numbers) {
      let name = Self.names.values.joined().randomElement(using: &numbers) ?? ""
      let separator = layout.beside == "." ? "." : "/"
      account.folders.insert(directory + layout.beside + deep + separator + name)
      account.folders.insert(directory + layout.beside + deep)
    }
    // What makes the directory of an account an inbox.
    if layout.inbox.isEmpty { account.folders.insert(directory + ".Plain") }
    return account
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func generatedTreesHaveTheirRoles(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let directories = Bool.random(using: &numbers) ? [""] : ["work/", "home/", "b/"]
    let accounts = directories.map { account(in: $0, &numbers) }
    let mail = try TemporaryMaildir(
      folders: accounts.flatMap(\.folders).filter { !$0.isEmpty },
      isMaildir: accounts.contains { $0.inbox.isEmpty })
    // Links are no folders, whatever their names.
    let elsewhere = try TemporaryMaildir()
    for directory in directories {
      for name in [".Snooze", "Snooze"] {
        symlink(elsewhere.path, "\(mail.path)/\(directory)\(name)")
      }
    }
    let store = try Maildir(path: mail.path)
    let folders = try await store.folders()
    #expect(Set(folders.map(\.path.description)) == Set(accounts.flatMap(\.folders)))
    let roles = FolderRoles(folders.shuffled(using: &numbers))
    #expect(Set(roles.inboxes.map(\.path.description)) == Set(accounts.map(\.inbox)))
    for account in accounts {
      for folder in account.folders {
        #expect(roles.inbox(of: FolderID(folder))?.path.description == account.inbox)
        for role in Role.allCases where role != .inbox {
          let found = roles.folder(role, for: FolderID(folder))
          #expect(found?.path.description == account.roles[role], "\(role) of \(folder)")
        }
        let expected =
          folder == account.inbox ? .inbox : account.roles.first { $0.value == folder }?.key
        #expect(roles.role(of: FolderID(folder)) == expected, "\(folder)")
      }
    }
  }
}
