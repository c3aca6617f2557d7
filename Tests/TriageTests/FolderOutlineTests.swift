import FileSystem
import MailModel
import Testing

@testable import Triage

@Suite struct FolderOutlineTests {
  private func lines(_ paths: [String]) -> [String] {
    let folders = paths.map { FolderID(path: ByteName($0)) }
    return FolderOutline(folders, FolderRoles(folders)).entries.map { entry in
      let title = entry.title.isEmpty ? "*" : entry.title
      return String(repeating: ".", count: entry.depth) + title + entry.distinction
        + (entry.folder == nil ? "/" : "")
    }
  }

  @Test(arguments: [
    ([""], ["*"]),
    (
      ["", ".Archive", ".Lists.gtk", ".Lists", ".Trash"],
      ["*", "Archive", "Trash", "Lists", ".gtk"]
    ),
    (["", ".Lists.gtk", ".Lists.dev.a"], ["*", "Lists/", ".gtk", ".dev/", "..a"]),
    (["", ".INBOX.Archive", ".INBOX.Archive.2025", ".Sent"], ["*", "Sent", "Archive", ".2025"]),
    (
      ["INBOX", "[Gmail]/All Mail", "[Gmail]/Bin", "[Gmail]/Drafts"],
      ["*", "Drafts", "Bin", "[Gmail]/", ".All Mail"]
    ),
    (
      ["", ".Trash", ".Junk", ".Archive", ".Sent", ".Drafts", ".Snoozed", ".A", ".Z"],
      ["*", "Snoozed", "Drafts", "Sent", "Archive", "Junk", "Trash", "A", "Z"]
    ),
    (
      ["work/.Sent", "work", "work/.INBOX.Trash", "home/INBOX", "home/INBOX/Sent"],
      ["work", ".Sent", ".Trash", "home/", ".*", ".Sent"]
    ),
    (["INBOX", "INBOX/Sub", "Sent"], ["*", ".Sub", "Sent"]),
    (["home/Sent", "home/INBOX", "work/INBOX"], ["home/", ".*", ".Sent", "work/", ".*"]),
    (["", ".a.b", "a/b"], ["*", "a/", ".b (.a.b)", ".b (a/b)"]),
    (["", "INBOX"], ["*", "* (INBOX)"]),
    (["", ".Entw&APw-rfe"], ["*", "Entwürfe"]),
    ([], []),
  ])
  func foldersNest(paths: [String], expected: [String]) { #expect(lines(paths) == expected) }

  @Test func rolesAreKnown() {
    let paths = ["", ".Archiv", ".[Gmail].Bin", ".Sent", ".Archive.2019"]
    let folders = paths.map { FolderID(path: ByteName($0)) }
    let entries = FolderOutline(folders, FolderRoles(folders)).entries
    let roles = Dictionary(entries.map { ($0.name, $0.role) }) { first, _ in first }
    #expect(
      roles == [
        "Inbox": .inbox, "Archiv": .archive, "[Gmail]/Bin": .trash, "Sent": .sent, "Archive": nil,
        "Archive/2019": nil,
      ])
  }

  @Test func everyFolderIsThereOnce() {
    let paths = (0..<500).map { ".l\($0 % 7).m\($0 % 31).n\($0)" } + ["", "INBOX", ".INBOX.x"]
    let folders = paths.map { FolderID(path: ByteName($0)) }
    let entries = FolderOutline(folders, FolderRoles(folders)).entries
    #expect(Set(entries.compactMap(\.folder)) == Set(folders))
    #expect(entries.compactMap(\.folder).count == folders.count)
    #expect(Set(entries.map(\.name)).count == entries.count)
  }
}
