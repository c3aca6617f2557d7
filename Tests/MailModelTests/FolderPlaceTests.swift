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
  func newFoldersAreWrittenAsTheOthersAre(folders: [String], near: String, expected: String) {
    let all = folders.map { FolderID($0) }
    let place = NewFolder.place("Trash", for: FolderID(near), among: all)
    #expect(place.path.description == expected)
    #expect(!all.contains(place))
  }

  @Test func newFoldersAreEncoded() {
    let place = NewFolder.place("Entwürfe & mehr", for: .inbox, among: [.inbox])
    #expect(place.path == ByteName(".Entw&APw-rfe &- mehr"))
    #expect(place.description == "Entwürfe & mehr")
  }
}
