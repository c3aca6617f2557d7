import FileStore
import FileSystem
import Glibc
import MailModel
import MaildirStore
import TemporaryMailboxes
import Testing

@testable import StoreOpening

@Suite struct ForeignMailTests {
  private static let mbox = "From ann@x.org Mon Jan  1 00:00:00 2018\nSubject: s\n\nbody\n"
  private static let message = "Received: by x\nFrom: ann@x.org\nSubject: s\n\nbody\n"

  private let files: TemporaryFiles

  init() throws { files = try TemporaryFiles() }

  /// Writes files, and folders where a name ends in a slash.
  private func add(_ names: [String], _ text: String = mbox) {
    for name in names {
      if name.hasSuffix("/") {
        files.addFolder(String(name.dropLast()))
      } else {
        files.add(name, text)
      }
    }
  }

  private func expect(
    _ form: ForeignMail?, at path: String = "", _ location: SourceLocation = #_sourceLocation
  ) async {
    let path = files.path + path
    do throws(StoreError) {
      let store = try await openStore(at: path)
      #expect(form == nil && store is FileFolder, sourceLocation: location)
    } catch {
      #expect(error == form.map { .foreignMail($0, path) }, sourceLocation: location)
    }
  }

  @Test func aFolderOfMailboxesIsNone() async {
    add(["inbox", "sent", "lists/"])
    add(["drafts", "spam"], "")
    add(["aliases"], "alias ann ann@x.org\n")
    await expect(.mbox)
    await expect(.mbox, at: "/inbox")
    symlink("inbox", files.path + "/link")
    await expect(.mbox, at: "/link")
  }

  @Test func anMboxAloneMayBeAllTheMail() async {
    add(["inbox"])
    await expect(.mbox)
  }

  @Test(arguments: [["1", "2", "10"], ["17"], [".mh_sequences"], [".mh_sequences", "notes.txt"]])
  func numberedMessagesAreMH(names: [String]) async {
    add(names, Self.message)
    await expect(.mh)
  }

  @Test func theTopOfMHIsToldByItsFolders() async {
    add(["context"], "Current-Folder: inbox\n")
    add(["inbox/", "inbox/.mh_sequences", "sent/", "sent/.mh_sequences", "drafts/"], "")
    await expect(.mh)
  }

  @Test func thunderbirdIsToldByItsSummaries() async {
    add(["Inbox", "Trash"], Self.mbox)
    add(["Inbox.msf", "Trash.msf", "Archives.msf", "msgFilterRules.dat", "popstate.dat"])
    add(["Inbox.sbd/", "Archives.sbd/", "Archives"], "")
    await expect(.thunderbird)
    add(["Inbox.sbd/Lists", "Inbox.sbd/Lists.msf"], "")
    await expect(.thunderbird, at: "/Inbox.sbd")
  }

  @Test func theMailOfAProfileIsToldByItsFolders() async {
    add(["Local Folders/", "Local Folders/Trash.msf", "pop.x.org/", "pop.x.org/Inbox.msf"], "")
    await expect(.thunderbird)
  }

  @Test func aProfileIsToldByItsPreferences() async {
    add(["prefs.js", "places.sqlite", "key4.db", "storage/", "extensions/"], "x")
    await expect(nil)
    add(["Mail/", "ImapMail/"])
    await expect(.thunderbird)
  }

  @Test func theTopOfMHWithoutSequencesIsToldByItsNumbers() async {
    add(["inbox/", "inbox/1", "inbox/2", "sent/", "sent/1", "sent/notes", "drafts/"], "")
    await expect(nil)
    add(["sent/2"], "")
    await expect(.mh)
  }

  @Test func ordinaryFoldersAreOpened() async {
    add(["old-mail", "saved.eml"])
    add(
      ["1", "2018", "notes.txt", "report.pdf", "From here.txt", "saved.msg", "kept.msf"],
      "words: 3\n")
    add(["backup/", "backup/Inbox.msf", "Holiday/", "Projects/", "Letters/"])
    add(["3"], Self.message)
    await expect(nil)
  }

  @Test func savedMessagesAreFiles() async {
    add(["invoice.eml", "ticket.eml"], Self.message)
    await expect(nil)
  }

  @Test func foldersAloneAreOpenedUnlessMostHoldMail() async {
    add(["backup/", "backup/Inbox.msf", "Holiday/", "Letters/", "Letters/1"], Self.message)
    await expect(nil)
  }

  @Test func aMaildirAmongThemIsOpened() async throws {
    add(["inbox", "sent", ".mh_sequences", "cur/", "new/", "tmp/"])
    #expect(try await openStore(at: files.path) is Maildir)
  }

  @Test func whatIsNoFileIsNotOpened() async {
    mkfifo("\(files.path)/1", 0o600)
    symlink("/dev/zero", "\(files.path)/2")
    await expect(nil)
  }

  @Test func onlyTheBeginningOfSomeFilesIsRead() throws {
    let text = Self.mbox + String(repeating: "line\n", count: 5_000)
    add((0..<200).map { "list-\($0)" }, text)
    let before = try bytesRead()
    #expect(ForeignMail(folder: ByteName(files.path)) == .mbox)
    // A page more for the reading of the counter itself.
    #expect(try bytesRead() - before <= 20 * 4_096 + 4_096)
  }
}
