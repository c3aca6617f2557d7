import FileSystem
import Glibc
import MailModel
import MailText
import TemporaryMailboxes
import Testing

@testable import FileStore

/// What a folder of files does beyond what every store does.
@Suite struct FileFolderTests {
  private let files: TemporaryFiles
  private let folder: FileFolder

  init() throws {
    files = try TemporaryFiles()
    folder = try FileFolder(path: files.path)
  }

  private func names(in id: FolderID = .inbox) async throws -> [String] {
    try await folder.messages(in: id).map(\.subject).sorted()
  }

  /// Whether files can be put into the trash here; says why not.
  private var hasTrash: Bool {
    if folder.abilities.contains(.trash) { return true }
    print("Skipped: there is no trash on the file system of \(files.path).")
    return false
  }

  @Test func rowsHaveNameTypeSizeAndDate() async throws {
    files.add("report.txt", "four")
    files.add("picture.png", "\u{89}PNG")
    files.addFolder("Holiday")
    files.addFolder("Archive")
    files.add(".hidden")
    symlink("report.txt", "\(files.path)/link")
    #expect(try await names() == ["Holiday", "link", "picture.png", "report.txt"])
    let report = try await folder.message(MessageRef("report.txt"))
    #expect(report.fileType == "text/plain" && report.size == 4 && report.problem == nil)
    #expect(report.date > 1_600_000_000 && !report.isUnread && report.hasPreview)
    #expect(try await folder.message(MessageRef("picture.png")).fileType == "image/png")
    #expect(try await folder.message(MessageRef("Holiday")).fileType == "inode/directory")
    #expect(try await folder.folders() == [.inbox, FolderID("Archive")])
    #expect(try await folder.unreadCount(in: .inbox) == 0)
  }

  @Test func namesAreBytesAndSafeToShow() async throws {
    files.add(bytes: [0xFF, 0x41], content: [])
    files.add("evil\u{202E}gpj.exe\n")
    let found = try await folder.messages(in: .inbox)
    #expect(found.count == 2)
    for message in found {
      #expect(DisplayText.safe(message.subject) == message.subject)
      let there = try await folder.move(message.id, to: FolderID("Archive"))
      #expect(there.key == message.id.key)
    }
    #expect(try await names(in: FolderID("Archive")).count == 2)
  }

  @Test func aLongTextIsShownWithinABudget() async throws {
    files.add("long.txt", String(repeating: "line\n", count: 15_000))
    let id = MessageRef("long.txt")
    let first = try await folder.body(of: id)
    #expect(first.text == String(repeating: "line\n", count: 10_000) && first.hasMoreText)
    let all = try await folder.body(of: id, within: .portion + .portion)
    #expect(all.text == String(repeating: "line\n", count: 15_000) && !all.hasMoreText)
    #expect(truncate("\(files.path)/long.txt", 3 << 30) == 0)
    let cut = try await folder.body(of: id)
    #expect(cut.text == first.text && cut.hasMoreText && cut.isCut)
  }

  @Test func aReadingThatIsCancelledEnds() async throws {
    files.add("notes.txt", "text")
    let reading = Task { [folder] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await folder.body(of: MessageRef("notes.txt"))
    }
    await #expect(throws: StoreError.other(errno: ECANCELED, doing: .readMessage)) {
      try await reading.value
    }
  }

  @Test func textAndFoldersAreShownAndNothingElseIsOpened() async throws {
    files.add("notes.txt", "first\u{7}\nsecond\n")
    files.addFolder("Holiday")
    files.add("Holiday/b.jpg")
    files.add("Holiday/a.jpg")
    files.add("picture.png", "\u{89}PNG\0")
    files.add("unknown", "words")
    files.add(bytes: Array("paper.pdf".utf8), content: Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3])
    mkfifo("\(files.path)/pipe.txt", 0o600)
    symlink("/etc/passwd", "\(files.path)/link.txt")
    #expect(try await folder.body(of: MessageRef("notes.txt")).text == "first\u{FFFD}\nsecond\n")
    #expect(try await folder.body(of: MessageRef("Holiday")).text == "a.jpg\nb.jpg")
    #expect(try await folder.body(of: MessageRef("unknown")).text == "words")
    for name in ["link.txt", "picture.png", "paper.pdf"] {
      #expect(try await folder.body(of: MessageRef(name)).text == "")
    }
    let pipe = MessageRef("pipe.txt")
    #expect(try await folder.message(pipe).problem == .notARegularFile)
    #expect(try await folder.body(of: pipe).text == "")
    await #expect(throws: StoreError.notAMessage) {
      try await folder.plan(.move(to: FolderID("Archive")), of: pipe)
    }
  }

  @Test func nothingIsReplacedInTheArchive() async throws {
    files.addFolder("Archive")
    files.add("Archive/report.tar.gz", "old")
    files.add("report.tar.gz", "new")
    files.add("Archive/.rc", "old")
    let archive = FolderID("Archive")
    let there = try await folder.move(MessageRef("report.tar.gz"), to: archive)
    #expect(there.key == ByteName("report (2).tar.gz"))
    #expect(files.text(of: "Archive/report.tar.gz") == "old")
    #expect(files.text(of: "Archive/report (2).tar.gz") == "new")
  }

  @Test func whatHasTheNameOfTheArchiveIsShownAndSaidToBeNoFolder() async throws {
    files.add("Archive", "no folder")
    files.add("a.txt", "stays")
    #expect(try await names() == ["Archive", "a.txt"])
    await #expect(throws: StoreError.noSuchFolder(folder.root.description + "/Archive")) {
      try await folder.move(MessageRef("a.txt"), to: FolderID("Archive"))
    }
    #expect(files.text(of: "a.txt") == "stays" && files.text(of: "Archive") == "no folder")
  }

  @Test func anUndoneFileHasItsOwnNameAgain() async throws {
    files.addFolder("Archive")
    files.add("Archive/a.txt", "old")
    files.add("a.txt", "new")
    let archive = FolderID("Archive")
    let plan = try #require(try await folder.plan(.move(to: archive), of: MessageRef("a.txt")))
    let made = try #require(await folder.carryOut([plan]).results.first).get().change
    let there = try #require(made.after)
    let back = try await folder.plan(undoing: made, of: there)
    #expect(back.after == MessageRef("a.txt"))
    // Meanwhile another program has put another file there.
    files.add("a.txt", "other")
    let refused = await folder.carryOut([back])
    #expect(throws: StoreError.nameTaken) { try refused.results[0].get() }
    let second = try await folder.plan(undoing: made, of: there)
    #expect(second.after == MessageRef("a (2).txt"))
    _ = try await #require(folder.carryOut([second]).results.first).get()
    #expect(files.text(of: "a.txt") == "other" && files.text(of: "a (2).txt") == "new")
    #expect(files.text(of: "Archive/a.txt") == "old")
  }

  @Test func theTrashIsTheDesktops() async throws {
    guard hasTrash else { return }
    let trash = FolderID("Trash")
    files.add("a b%.txt", "first")
    let first = try await folder.move(MessageRef("a b%.txt"), to: trash)
    files.add("a b%.txt", "second")
    let second = try await folder.move(MessageRef("a b%.txt"), to: trash)
    files.addFolder("Holiday")
    files.add("Holiday/a.jpg")
    try await folder.move(MessageRef("Holiday"), to: trash)
    #expect(first != second)
    #expect(try await names(in: trash) == ["Holiday", "a b%.txt", "a b%.txt"])
    #expect(try await folder.folders().last == trash)
    #expect(try await folder.body(of: first).text == "first")
    // What other folders have there is not shown here.
    let others = try TemporaryFiles()
    #expect(try await FileFolder(path: others.path).messages(in: trash).isEmpty)
    let back = try await folder.move(second, to: .inbox)
    #expect(back == MessageRef("a b%.txt") && files.text(of: "a b%.txt") == "second")
    #expect(try await names(in: trash) == ["Holiday", "a b%.txt"])
    let other = try await folder.move(first, to: .inbox)
    #expect(other == MessageRef("a b% (2).txt"))
    await #expect(throws: StoreError.messageVanished) { try await folder.message(first) }
  }

  @Test func whatIsTrashedInsteadIsFoundAgain() async throws {
    guard hasTrash else { return }
    files.add("a.txt", "planned")
    let plan = try #require(
      try await folder.plan(.move(to: FolderID("Trash")), of: MessageRef("a.txt")))
    rename("\(files.path)/a.txt", "\(files.path)/kept.txt")
    files.add("a.txt", "in its place")
    let made = try #require(await folder.carryOut([plan]).results.first).get()
    #expect(made.change.after != plan.after)
    let undone = try await folder.plan(undoing: made.change, of: try #require(made.message?.id))
    _ = try await #require(folder.carryOut([undone]).results.first).get()
    #expect(files.text(of: "a.txt") == "in its place" && files.text(of: "kept.txt") == "planned")
  }

  /// Another program may put a file of the same inode, in time, in the place of one in the trash.
  @Test func aFileThatWasCreatedAtAnotherTimeIsNotBroughtBack() async throws {
    guard hasTrash else { return }
    files.add("a.txt", "trashed")
    let there = try await folder.move(MessageRef("a.txt"), to: FolderID("Trash"))
    let file = try #require(await folder.place(of: there))
    let created = FileInformation.created(file.path)
    guard created != 0 else { return print("Skipped: this file system keeps no such times.") }
    #expect(there.key == ByteName("\(file.status.st_ino).\(created).a.txt"))
    let other = MessageRef("\(file.status.st_ino).\(created + 1).a.txt", in: there.folder)
    await #expect(throws: StoreError.messageVanished) {
      try await folder.plan(.move(to: .inbox), of: other)
    }
    // Nor is a file of another inode, which is shown for what it is.
    _ = file.path.withCString { rename($0, "\(files.path)/kept") }
    close(file.path.withCString { open($0, O_CREAT | O_EXCL | O_CLOEXEC, 0o600) })
    await #expect(throws: StoreError.messageVanished) {
      try await folder.plan(.move(to: .inbox), of: there)
    }
    let others = try await folder.messages(in: FolderID("Trash"))
    #expect(others.map(\.subject) == ["a.txt"] && others.first?.id != there)
  }

  /// The file system of shared memory is the system's own, which has no trash.
  @Test func withoutATrashAFileStaysAndItIsSaidWhy() async throws {
    guard access("/dev/shm", W_OK | X_OK) == 0 else {
      return print("Skipped: there is no /dev/shm here.")
    }
    let files = try TemporaryFiles(in: "/dev/shm")
    files.add("a.txt", "stays")
    let folder = try FileFolder(path: files.path)
    #expect(!folder.abilities.contains(.trash))
    let plan = try #require(
      try await folder.plan(.move(to: FolderID("Trash")), of: MessageRef("a.txt")))
    let refused = await folder.carryOut([plan]).results
    #expect(throws: StoreError.noTrash("\(files.path)/a.txt")) { try refused[0].get() }
    #expect(files.text(of: "a.txt") == "stays")
    unlink("\(files.path)/a.txt")
    #expect(throws: StoreError.messageVanished) {
      try FileInformation.trash(ByteName("\(files.path)/a.txt"))
    }
  }

  /// The trash keeps a note under the name with an ending of its own, for which there is no room.
  @Test func aNameTooLongForTheTrashIsSaidToBe() async throws {
    let name = String(repeating: "n", count: 255)
    guard hasTrash else { return }
    files.add(name, "stays")
    let plan = try #require(
      try await folder.plan(.move(to: FolderID("Trash")), of: MessageRef(name)))
    let refused = await folder.carryOut([plan]).results
    #expect(throws: StoreError.nameTooLong) { try refused[0].get() }
    #expect(files.text(of: name) == "stays")
  }

  @Test(arguments: [
    ("a.txt", "a (2).txt"), ("source.tar.zst", "source (2).tar.zst"), ("tar", "tar (2)"),
    (".tar.gz", ".tar (2).gz"), ("a.tar", "a (2).tar"), ("guitar.gz", "guitar (2).gz"),
    ("no ending", "no ending (2)"), ("a.b.c", "a.b (2).c"),
  ])
  func aNumberStandsBeforeTheEnding(name: String, numbered: String) async throws {
    files.addFolder("Archive")
    files.add("Archive/\(name)", "old")
    files.add(name, "new")
    let there = try await folder.move(MessageRef(name), to: FolderID("Archive"))
    #expect(there.key == ByteName(numbered))
  }

  @Test func whatItCannotDoIsRefused() async throws {
    files.add("a.txt")
    let id = MessageRef("a.txt")
    #expect(!folder.abilities.contains(.flags) && !folder.abilities.contains(.delete))
    #expect(try await folder.plan(.flags(adding: [], removing: []), of: id) == nil)
    for alteration in [Alteration.delete, .flags(adding: .flagged, removing: [])] {
      await #expect(throws: StoreError.notSupported) { try await folder.plan(alteration, of: id) }
    }
    await #expect(throws: StoreError.self) {
      try await folder.plan(.move(to: FolderID("Elsewhere")), of: id)
    }
    #expect(throws: StoreError.self) { try FileFolder(path: "\(files.path)/a.txt") }
    #expect(throws: StoreError.self) { try FileFolder(path: "\(files.path)/none") }
  }

  @Test func aFolderThatIsGoneIsSaidToBeGone() async throws {
    let elsewhere = files.path + ".away"
    rename(files.path, elsewhere)
    await #expect(throws: StoreError.mailboxGone(files.path)) {
      try await folder.messages(in: .inbox)
    }
    await #expect(throws: StoreError.mailboxGone(files.path)) { try await folder.folders() }
    rename(elsewhere, files.path)
    #expect(try await folder.messages(in: .inbox).isEmpty)
  }

  @Test(arguments: [EINVAL, ENOSYS, EOPNOTSUPP])
  func whereTheFileSystemPromisesNothingNothingIsReplaced(code: Int32) async throws {
    var calls = RenameCalls()
    calls.noReplace = { _, _, _, _ in code }
    let folder = try FileFolder(path: files.path, calls: calls)
    files.add("a.txt", "new")
    let archive = FolderID("Archive")
    let plan = try #require(try await folder.plan(.move(to: archive), of: MessageRef("a.txt")))
    files.addFolder("Archive")
    files.add("Archive/a.txt", "old")
    let refused = await folder.carryOut([plan])
    #expect(throws: StoreError.nameTaken) { try refused.results[0].get() }
    #expect(files.text(of: "Archive/a.txt") == "old" && files.text(of: "a.txt") == "new")
    let there = try await folder.move(MessageRef("a.txt"), to: archive)
    #expect(there.key == ByteName("a (2).txt"))
  }

  @Test func manyFilesAreTriagedAndUndone() async throws {
    let archive = FolderID("Archive")
    var made: [Change] = []
    for number in 0..<50 {
      files.add("\(number).txt", "\(number)")
      let plan = try await folder.plan(.move(to: archive), of: MessageRef("\(number).txt"))
      made += try await folder.carryOut([#require(plan)]).results.map { try $0.get().change }
    }
    #expect(try await names().isEmpty)
    for change in made.reversed() {
      let undo = try await folder.plan(undoing: change, of: #require(change.after))
      for result in await folder.carryOut([undo]).results { _ = try result.get() }
    }
    for number in 0..<50 { #expect(files.text(of: "\(number).txt") == "\(number)") }
  }
}
