import Glibc
import MailModel
import SeededRandom
import TemporaryMailboxes
import Testing

@testable import MaildirStore

@Suite struct GeneratedTreesTests {
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
