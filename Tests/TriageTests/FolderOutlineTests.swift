import MailStore
import Testing

@testable import Triage

@Suite struct FolderOutlineTests {
  private func lines(_ paths: [String]) -> [String] {
    FolderOutline(paths.map { FolderID(path: ByteName($0)) }).entries.map { entry in
      let title = entry.title.isEmpty ? "*" : entry.title
      return String(repeating: ".", count: entry.depth) + title + entry.distinction
        + (entry.folder == nil ? "/" : "")
    }
  }

  @Test(arguments: [
    ([""], ["*"]),
    (
      ["", ".Archive", ".Lists.gtk", ".Lists", ".Trash"],
      ["*", "Archive", "Lists", ".gtk", "Trash"]
    ),
    (["", ".Lists.gtk", ".Lists.dev.a"], ["*", "Lists/", ".gtk", ".dev/", "..a"]),
    (["", ".INBOX.Archive", ".Sent"], ["*", ".Archive", "Sent"]),
    (["INBOX", "INBOX/Sub", "Sent"], ["*", ".Sub", "Sent"]),
    (["home/Sent", "home/INBOX", "work/INBOX"], ["home/", ".*", ".Sent", "work/", ".*"]),
    (["", ".a.b", "a/b"], ["*", "a/", ".b (.a.b)", ".b (a/b)"]),
    (["", "INBOX"], ["*", "* (INBOX)"]),
    (["", ".Entw&APw-rfe"], ["*", "Entwürfe"]),
    ([], []),
  ])
  func foldersNest(paths: [String], expected: [String]) { #expect(lines(paths) == expected) }

  @Test func purposesAreKnown() {
    let paths = ["", ".Archiv", ".[Gmail].Bin", ".Sent", ".Archive.2019"]
    let entries = FolderOutline(paths.map { FolderID(path: ByteName($0)) }).entries
    let purposes = Dictionary(entries.map { ($0.name, $0.purpose) }) { first, _ in first }
    #expect(
      purposes == [
        "Inbox": .inbox, "Archiv": .archive, "[Gmail]": .other, "[Gmail]/Bin": .trash,
        "Sent": .other, "Archive": .other, "Archive/2019": .other,
      ])
  }

  @Test func everyFolderIsThereOnce() {
    let paths = (0..<500).map { ".l\($0 % 7).m\($0 % 31).n\($0)" } + ["", "INBOX", ".INBOX.x"]
    let folders = paths.map { FolderID(path: ByteName($0)) }
    let entries = FolderOutline(folders).entries
    #expect(Set(entries.compactMap(\.folder)) == Set(folders))
    #expect(entries.compactMap(\.folder).count == folders.count)
    #expect(Set(entries.map(\.name)).count == entries.count)
  }
}
