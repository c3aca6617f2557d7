import FileStore
import FileSystem
import Glibc
import MailModel
import TestWaiting
import Testing
import TriageJournal

@testable import Triage

/// A session over a plain folder of files, whose names come back where a message's never do.
@Suite struct FileTriageTests {
  private final class Place {
    let folder = SampleMaildir()
    let record = SampleMaildir()

    init() {
      for folder in [".Archive", ".Trash"] {
        for part in ["/cur", "/new", "/tmp", ""] { rmdir("\(self.folder.path)/\(folder)\(part)") }
      }
      for part in ["cur", "new", "tmp"] { rmdir("\(folder.path)/\(part)") }
    }

    func open() throws -> TriageSession {
      let store = try FileFolder(path: folder.path)
      let (journal, problem) = try Journal.open(in: record.path, of: store.identity)
      #expect(problem == nil)
      return TriageSession(store: store, journal: journal, allowsChanges: true)
    }

    func write(_ text: String, to name: String) {
      guard let file = fopen("\(folder.path)/\(name)", "w") else { return }
      fputs(text, file)
      fclose(file)
    }

    /// What a file says; nil when it is not there.
    func text(of name: String) -> String? {
      guard let file = fopen("\(folder.path)/\(name)", "r") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 100)
      return fgets(&line, 100, file).map { String(cString: $0) }
    }
  }

  private let place = Place()
  private let id = MessageRef(folder: .inbox, key: ByteName("a.txt"))

  @Test func theSameFileComesAndGoes() async throws {
    place.write("one", to: "a.txt")
    for _ in 0..<3 {
      try await place.open().perform(.archive, on: [id])
      #expect(place.text(of: "Archive/a.txt") == "one" && place.text(of: "a.txt") == nil)
      #expect(try await place.open().undo()?.changes.count == 1)
      #expect(place.text(of: "a.txt") == "one" && place.text(of: "Archive/a.txt") == nil)
      #expect(try await place.open().redo()?.changes.count == 1)
      #expect(place.text(of: "Archive/a.txt") == "one")
      #expect(try await place.open().undo()?.changes.count == 1)
      #expect(place.text(of: "a.txt") == "one")
    }
  }

  @Test func filesOfOneNameAreToldApart() async throws {
    for text in ["one", "two", "three"] {
      place.write(text, to: "a.txt")
      try await place.open().perform(.archive, on: [id])
    }
    place.write("four", to: "a.txt")
    #expect(place.text(of: "Archive/a.txt") == "one")
    #expect(place.text(of: "Archive/a (2).txt") == "two")
    #expect(place.text(of: "Archive/a (3).txt") == "three")
    for _ in 0..<3 { #expect(try await place.open().undo()?.failures.isEmpty == true) }
    #expect(place.text(of: "a.txt") == "four")
    #expect(place.text(of: "a (2).txt") == "three")
    #expect(place.text(of: "a (3).txt") == "two")
    #expect(place.text(of: "a (4).txt") == "one")
    for _ in 0..<3 { #expect(try await place.open().redo()?.failures.isEmpty == true) }
    #expect(place.text(of: "a.txt") == "four" && place.text(of: "a (2).txt") == nil)
    #expect(place.text(of: "Archive/a.txt") == "one")
  }

  @Test(.againstHanging) func undosThatWaitGiveEachFileItsOwnName() async throws {
    let session = try place.open()
    mkdir("\(place.folder.path)/Archive", 0o700)
    place.write("old", to: "Archive/a.txt")
    place.write("new", to: "a.txt")
    try await session.perform(.archive, on: [id])
    let archive = FolderID(path: ByteName("Archive"))
    try await session.perform(.moveToInbox, on: [MessageRef(folder: archive, key: id.key)])
    #expect(place.text(of: "a.txt") == "old" && place.text(of: "Archive/a (2).txt") == "new")
    let (journal, _) = try Journal.open(in: place.record.path, of: session.store.identity)
    let lock = try #require(try journal.lock())
    let undos = (0..<2).map { _ in Task { try await session.undo() } }
    try await until("one to wait") { await !session.waiting.isEmpty }
    lock.release()
    for undo in undos { #expect(try await undo.value?.failures.isEmpty == true) }
    #expect(place.text(of: "a.txt") == "new" && place.text(of: "Archive/a.txt") == "old")
  }

  @Test(arguments: [false, true]) func whatACrashInterruptsIsFinished(isMade: Bool) async throws {
    place.write("one", to: "a.txt")
    do {
      let store = try FileFolder(path: place.folder.path)
      let (journal, _) = try Journal.open(in: place.record.path, of: store.identity)
      let archive = FolderID(path: ByteName("Archive"))
      let plan = try #require(try await store.plan(.move(to: archive), of: id))
      _ = try journal.note([(.newStep(of: "archive"), [.init(change: .message(plan))])])
      if isMade { _ = await store.carryOut([.message(plan)]) }
    }
    let session = try place.open()
    #expect(try await session.recover() == [])
    #expect(place.text(of: "Archive/a.txt") == "one")
    #expect(try await session.undo()?.failures.isEmpty == true)
    #expect(place.text(of: "a.txt") == "one")
  }

  @Test func starsAreRefused() async throws {
    place.write("one", to: "a.txt")
    let session = try place.open()
    await #expect(throws: TriageError.store(.notSupported)) {
      try await session.perform(.toggleStar, on: [id])
    }
    let message = try await session.store.message(id)
    #expect(Command.archive.entry.isOffered(for: message, in: session))
    #expect(!Command.toggleStar.entry.isOffered(for: message, in: session))
    #expect(await !session.canUndo)
  }
}
