import FileSystem
import TemporaryMailboxes
import Testing

@testable import MailModel

@Suite struct FolderPlaceTests {
  @Test(arguments: [
    // Below the inbox, as servers with a prefix have it.
    (["INBOX/Archive", "INBOX/Sent"], Role.archive, "INBOX/Archive"),
    ([".INBOX.Archive"], .archive, ".INBOX.Archive"),
    ([".INBOX.Archive", ".Archives"], .archive, ".Archives"),
    ([".[Gmail].Papierkorb"], .trash, ".[Gmail].Papierkorb"),
    (["[Google Mail]/Bin"], .trash, "[Google Mail]/Bin"),
    (["Deleted Messages"], .trash, "Deleted Messages"),
    ([".Ge&APY-ffnet", ".&BBAEQARFBDgEMg-"], .archive, ".&BBAEQARFBDgEMg-"),
  ])
  func usualPlacesAreFound(folders: [String], role: Role, expected: String) {
    let all = [FolderID.inbox] + folders.map { FolderID($0) }
    let roles = FolderRoles(all)
    for folder in all {
      #expect(roles.folder(role, for: folder)?.path.description == expected)
    }
  }

  @Test(arguments: [
    ([""], "", ".Trash"),
    (["", ".Sent"], ".Sent", ".Trash"),
    (["", "Sent"], "", "Trash"),
    (["", ".INBOX.Sent", ".INBOX.Drafts"], "", ".INBOX.Trash"),
    (["", "INBOX/Sent"], "", "INBOX/Trash"),
    (["INBOX"], "INBOX", "Trash"),
    (["INBOX", "Sent"], "INBOX", "Trash"),
    (["INBOX", "INBOX/Sent"], "INBOX/Sent", "INBOX/Trash"),
    (["INBOX", "INBOX/.Sent"], "INBOX", "INBOX/.Trash"),
    (["a/INBOX", "a/INBOX/.Sent", "b/INBOX"], "a/INBOX", "a/INBOX/.Trash"),
    (["a/INBOX", "a/INBOX/.Sent", "b/INBOX"], "b/INBOX", "b/Trash"),
    (["a/INBOX", "a/Lists/gtk", "b/INBOX"], "a/Lists/gtk", "a/Trash"),
    (["a/b/INBOX"], "a/b/INBOX", "a/b/Trash"),
    (["Lists"], "Lists", "Trash"),
    // Each account has its own, wherever its inbox is.
    (["", ".Trash", "blog", "blog/.Sent"], "blog", "blog/.Trash"),
    (["", ".Sent", "blog", "blog/.Sent"], "blog/.Sent", "blog/.Trash"),
    (["", ".Sent", "blog", "blog/.Sent"], "", ".Trash"),
    (["blog", "blog/.Sent", "home/INBOX", "news", "news/.Sent"], "news", "news/.Trash"),
    (["blog", "blog/.Sent", "home/INBOX", "news", "news/.Sent"], "home/INBOX", "home/Trash"),
    (["blog", "blog/.INBOX.Sent", "Old"], "blog", "blog/.INBOX.Trash"),
    (["blog", "blog/.Sent", "Old"], "Old", "Trash"),
  ])
  func newFoldersAreWrittenAsTheOthersAre(folders: [String], near: String, expected: String) throws
  {
    let all = folders.map { FolderID($0) }
    let place = try NewFolder.place("Trash", for: FolderID(near), among: all)
    #expect(place.path.description == expected)
    #expect(!all.contains(place))
  }

  @Test(arguments: [
    (["INBOX"], "INBOX", "inbox/bills", "INBOX/bills"),
    (["INBOX", "Sent"], "Sent", "Inbox/Bills/Old", "INBOX/Bills/Old"),
    (["INBOX", "INBOX/Sent"], "INBOX", "Inbox/Bills", "INBOX/Bills"),
    (["a/INBOX", "a/Sent", "b/INBOX"], "a/Sent", "a/inbox/Bills", "a/INBOX/Bills"),
    (["a/INBOX", "a/INBOX/.Sent"], "a/INBOX", "iNBOX/Bills", "a/INBOX/.Bills"),
    ([""], "", "Inbox/Bills", ".Bills"),
    (["", ".INBOX.Sent"], "", "Inbox/Bills", ".INBOX.Bills"),
    (["INBOX", "Sent"], "INBOX", "inbox", "INBOX"),
    (["", ".Sent"], "", "Inbox", ""),
    (["INBOX", "Sent"], "INBOX", "Inboxes/Bills", "Inboxes/Bills"),
    (["Lists"], "Lists", "Inbox/Bills", "Inbox/Bills"),
  ])
  func aFirstLevelOfInboxIsTheInbox(
    folders: [String], near: String, name: String, expected: String
  ) throws {
    let place = try NewFolder.place(name, for: FolderID(near), among: folders.map { FolderID($0) })
    #expect(place.path.description == expected)
  }

  @Test func newFoldersAreEncoded() throws {
    let place = try NewFolder.place("Entwürfe & mehr", for: .inbox, among: [.inbox])
    #expect(place.path == ByteName(".Entw&APw-rfe &- mehr"))
    #expect(place.description == "Entwürfe & mehr")
  }

  @Test(arguments: [
    (["", ".Sent"], ".Lists.gtk"), (["", "Sent"], "Lists/gtk"), (["INBOX"], "Lists/gtk"),
    (["", ".INBOX.Sent"], ".INBOX.Lists.gtk"), (["INBOX", "INBOX/Sent"], "INBOX/Lists/gtk"),
  ])
  func levelsAreWrittenAsTheStoreDoes(folders: [String], expected: String) throws {
    let all = folders.map { FolderID($0) }
    let place = try NewFolder.place("Lists/gtk", for: all[0], among: all)
    #expect(place.path.description == expected)
    #expect(place.components.suffix(2) == ["Lists", "gtk"])
  }

  @Test(arguments: [
    "", "/", "a/", "/a", "a//b", ".", "..", "../a", "a/..", ".a", "a/.b", "cur", "a/new", "tmp",
    " a", "a ", "a/ b", "a\nb", "a\u{202E}b", "a\0b",
  ])
  func whatLeadsElsewhereIsNoName(name: String) {
    for all in [[""], ["", "Sent"], ["INBOX"]].map({ $0.map { FolderID($0) } }) {
      #expect(throws: StoreError.unusableName(name)) {
        try NewFolder.place(name, for: all[0], among: all)
      }
    }
  }

  @Test(arguments: ["New", "work/New"]) func theNameOfTheAccountMayStandBefore(name: String) throws
  {
    let all = ["home/INBOX", "work/INBOX", "work/B"].map { FolderID($0) }
    #expect(try NewFolder.place(name, for: all[2], among: all) == FolderID("work/New"))
  }

  @Test func aDotIsALevelToAMaildirPlusPlus() throws {
    #expect(throws: StoreError.unusableName("x.org")) {
      try NewFolder.place("x.org", for: .inbox, among: [.inbox])
    }
    let all = [FolderID("INBOX"), FolderID("Sent")]
    #expect(try NewFolder.place("x.org", for: all[0], among: all) == FolderID("x.org"))
  }
}
