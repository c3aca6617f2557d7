import FileSystem
import MailText
import SeededRandom
import TemporaryMailboxes
import Testing

@testable import MailModel

@Suite struct NameTests {
  @Test func flagsAreSortedLettersEachOnce() {
    #expect(MessageFlags("zSaFSa").letters == "FSaz")
    #expect(MessageFlags("S,1 :é").letters == "S")
    #expect(MessageFlags("").isUnread && !MessageFlags("S").isUnread)
    #expect(MessageFlags("F").isStarred && !MessageFlags("f").isStarred)
  }

  @Test(arguments: [
    ("", "Inbox"), ("INBOX", "Inbox"), (".Archive", "Archive"), (".Lists.gtk", "Lists/gtk"),
    ("Lists/gtk", "Lists/gtk"), ("Entw&APw-rfe", "Entwürfe"), (".Entw&APw-rfe", "Entwürfe"),
    ("AT&-T", "AT&T"), ("&ZeVnLIqe-", "日本語"), ("&2D3cJg-", "🐦"), ("broken&xyz", "broken&xyz"),
    ("Größe", "Größe"), ("&AAo-", "&AAo-"),
    ("a\nb%0A", "a%0Ab%250A"), (" ", "“ ”"), ("&IC4-x", "&IC4-x"),
    ("..Archive", "Archive"),
  ])
  func foldersAreNamedForPeople(path: String, name: String) {
    #expect(FolderID(path).description == name)
  }

  @Test func bytesThatAreNoTextStandInNames() {
    let latin = FolderID(path: ByteName(Array("caf".utf8) + [0xE9]))
    let other = FolderID(path: ByteName(Array("caf".utf8) + [0xEA]))
    #expect([latin, other].map(\.description) == ["caf%E9", "caf%EA"])
    #expect(FolderID(path: ByteName([0x2E, 0xFF, 0x2E, 0x61])).components == ["%FF", "a"])
  }

  @Test func foldersThatWouldLookTheSameAreToldApart() {
    let alike = [
      "", "INBOX", ".Lists.gtk", "Lists/gtk", "Größe", "Gr&APYA3w-e", ".Größe", "Trash", "Trash ",
      "a&IAs-b", "ab", "Sent",
    ].map { FolderID($0) }
    let names = alike.distinctNames()
    #expect(Set(names.values).count == alike.count)
    #expect(names[FolderID("Sent")] == "Sent")
    #expect(names[.inbox] == "Inbox")
    #expect(names[FolderID(".Lists.gtk")] == "Lists/gtk (.Lists.gtk)")
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func anyFolderHasANameOfItsOwnThatIsSafeToShow(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let alphabet = Array("&.-/ aA%E9,Igu".utf8) + [0xFF, 0xC3, 0xA9, 0x0A, 0xCC, 0x81]
    let folders = Set(
      (0..<20).map { _ in
        FolderID(
          path: ByteName(
            (0..<Int.random(in: 1...6, using: &numbers)).map { _ in
              alphabet.randomElement(using: &numbers) ?? 0x61
            }))
      })
    let names = folders.distinctNames()
    #expect(Set(names.values).count == folders.count)
    #expect(names.values.allSatisfy { !$0.isEmpty && DisplayText.safe($0) == $0 })
    #expect(!names.values.contains { $0.contains("\u{FFFD}") })
  }
}
