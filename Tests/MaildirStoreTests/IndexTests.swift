import FileSystem
import Glibc
import MailModel
import MailText
import SeededRandom
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MailIndex
@testable import MaildirStore

@Suite struct IndexTests {
  /// A mailbox that did not change of late, and a folder for its index.
  private final class Stand {
    let mail: TemporaryMaildir
    let indexFolder: String

    init(messages: Int = 40, folders: [String] = []) throws {
      mail = try TemporaryMaildir(folders: folders)
      indexFolder = try TemporaryMaildir.makeDirectory()
      for number in 0..<messages {
        let date = "Date: \(1 + number % 28) Jan 2018 12:00:00 +0000"
        mail.add(
          "\(1_500_000_000 + number).a" + (number % 3 == 0 ? ":2,S" : ""),
          "From: Ann <ann\(number)@x.org>\nSubject: Größe \(number)\n\(date)\n\nbody \(number)\n")
      }
      rest()
    }

    deinit { TemporaryMaildir.remove(indexFolder) }

    /// Lets the directories look as if they had not changed for long.
    func rest(_ seconds: Int = 1_500_000_000) {
      for folder in ["", "/.Archive"] {
        for part in ["cur", "new"] {
          let time = timespec(tv_sec: seconds, tv_nsec: 0)
          utimensat(AT_FDCWD, "\(mail.path)\(folder)/\(part)", [time, time], 0)
        }
      }
    }

    func store(index: String? = nil) throws -> Maildir {
      try Maildir(path: mail.path, indexFolder: index ?? indexFolder)
    }

    /// The file of the index.
    var file: String {
      get throws {
        var found: String?
        try Directory(ByteName(indexFolder)).entries { name, _ in
          if name.description.hasSuffix(".sqlite") { found = "\(indexFolder)/\(name)" }
        }
        return try #require(found)
      }
    }

    /// A store that has read everything, and the index with it.
    func fill() async throws -> [Message] {
      let store = try store()
      let messages = try await store.messages(in: .inbox)
      await store.settle()
      return messages
    }

    /// What a store without an index says.
    func truth() async throws -> [String] {
      try await Maildir(path: mail.path).messages(in: .inbox).map(IndexTests.line)
    }

    /// Has the next reading of a file notice it.
    func replaceAll() {
      for name in mail.files() where name.hasPrefix("cur/") {
        mail.add(String(name.dropFirst(4)), "Subject: read again\n\n")
      }
      rest()
    }
  }

  /// All of a message but its preview, which is not always known.
  private static func line(_ message: Message) -> String {
    "\(message.id) \(message.flags) \(message.from) \(message.address) \(message.subject) "
      + "\(message.date) \(message.size) \(String(describing: message.problem))"
  }

  @Test func theNextStartReadsNoMessage() async throws {
    let stand = try Stand()
    let before = try await stand.fill()
    stand.replaceAll()
    let after = try await stand.store().messages(in: .inbox)
    #expect(after.map(Self.line) == before.map(Self.line))
    #expect(after.allSatisfy { $0.subject.hasPrefix("Größe") })
  }

  @Test func itIsItsOwnersAlone() async throws {
    let stand = try Stand()
    _ = try await stand.fill()
    chmod(try stand.file, 0o644)
    _ = try await stand.fill()
    var status = stat()
    #expect(stat(try stand.file, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func anUnchangedFolderCostsTwoLooks() async throws {
    let stand = try Stand()
    let count = try await stand.fill().count
    for store in [try stand.store(), try Maildir(path: stand.mail.path)] {
      if store.index == nil { _ = try await store.messages(in: .inbox) }
      for _ in 0..<2 {
        let accesses = Mutex<[Directory.Access]>([])
        let messages = try await Directory.$onAccess.withValue(
          { access in accesses.withLock { $0.append(access) } },
          operation: { try await store.messages(in: .inbox) })
        #expect(messages.count == count)
        #expect(accesses.withLock { $0 } == [.looked, .looked])
      }
    }
  }

  @Test func theNewestComeFirstWithTheirPreviewsAndTheTotal() async throws {
    let stand = try Stand(messages: 700)
    let all = try await stand.fill()
    let batches = Mutex<[(messages: [Message], total: Int)]>([])
    _ = try await stand.store().messages(in: .inbox) { messages, total in
      batches.withLock { $0.append((messages, total)) }
    }
    let seen = batches.withLock { $0 }
    try #require(seen.map(\.total) == [700])
    #expect(seen[0].messages.map(\.date) == Array(all.prefix(250)).map(\.date))
    #expect(seen[0].messages.contains { $0.preview.hasPrefix("body") })
  }

  @Test func progressIsTrue() async throws {
    let stand = try Stand(messages: 1_300)
    let batches = Mutex<[(read: Int, total: Int)]>([])
    _ = try await stand.store().messages(in: .inbox) { messages, total in
      batches.withLock { $0.append((messages.count, total)) }
    }
    let seen = batches.withLock { $0 }
    #expect(seen.allSatisfy { $0.total == 1_300 })
    #expect(seen.map(\.read).reduce(0, +) == 1_300)
    #expect(seen.count > 3)
  }

  @Test func previewsComeWhenTheyAreAskedFor() async throws {
    let stand = try Stand(messages: 700)
    let store = try stand.store()
    let messages = try await store.messages(in: .inbox)
    let bare = messages.filter { !$0.hasPreview }
    #expect(!bare.isEmpty && bare.count < 700)
    #expect(bare.allSatisfy { $0.preview.isEmpty })
    let one = try #require(bare.last)
    let whole = try await store.messageWithPreview(one.id)
    #expect(whole.preview == "body " + one.subject.dropFirst("Größe ".count))
    #expect(whole.hasPreview && Self.line(whole) == Self.line(one))
    // It is remembered, here and by the index.
    #expect(try await store.message(one.id) == whole)
    #expect(try await store.messages(in: .inbox).contains(whole))
    stand.rest(1_500_000_100)
    _ = try await store.messages(in: .inbox)
    await store.settle()
    stand.replaceAll()
    stand.rest(1_500_000_100)
    let next = try stand.store()
    #expect(try await next.messages(in: .inbox).allSatisfy { !$0.hasPreview })
    #expect(try await next.messageWithPreview(one.id) == whole)
    await #expect(throws: StoreError.messageVanished) {
      try await next.messageWithPreview(MessageRef("none"))
    }
  }

  @Test func allPreviewsAreReadOnceAndFetchedTogether() async throws {
    let stand = try Stand(messages: 1_200)
    let first = try stand.store()
    let messages = try await first.messagesWithPreviews(in: .inbox)
    #expect(messages.count == 1_200 && messages.allSatisfy { $0.preview.hasPrefix("body ") })
    #expect(try await first.messages(in: .inbox) == messages)
    await first.settle()
    // What is in the files now would be another preview.
    for file in stand.mail.files() {
      let path = "\(stand.mail.path)/\(file)"
      let descriptor = open(path, O_WRONLY)
      #expect(pwrite(descriptor, "Subject: other\n\nOTHER\n", 22, 0) == 22)
      let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 0)
      futimens(descriptor, [time, time])
      close(descriptor)
    }
    #expect(try await stand.store().messagesWithPreviews(in: .inbox) == messages)
    let without = try Maildir(path: stand.mail.path)
    #expect(
      try await without.messagesWithPreviews(in: .inbox).allSatisfy { $0.preview.contains("OTHER") }
    )
  }

  @Test func aFileThatIsRenamedBeforeItsPreviewIsReadIsFound() async throws {
    let stand = try Stand(messages: 600)
    let store = try stand.store()
    let bare = try #require(try await store.messages(in: .inbox).last { !$0.hasPreview })
    let path = "\(stand.mail.path)/cur/"
    let name = try #require(
      stand.mail.files().first { $0.hasPrefix("cur/\(bare.id.key)") }?.dropFirst(4))
    rename(path + name, path + bare.id.key.description + ",U=7:2,F")
    let whole = try await store.messageWithPreview(bare.id)
    #expect(whole.preview.hasPrefix("body") && whole.isStarred)
  }

  @Test(arguments: ["delete", "empty", "half", "other version", "no database", "a directory"])
  func whatIsNotOursCostsARescanAndNothingElse(damage: String) async throws {
    let stand = try Stand()
    let before = try await stand.fill().map(Self.line)
    let file = try stand.file
    switch damage {
    case "delete": unlink(file)
    case "empty": truncate(file, 0)
    case "half":
      var status = stat()
      stat(file, &status)
      truncate(file, status.st_size / 2)
    case "other version": overwrite(file, at: 60, [0, 0, 0, 99])
    case "no database": overwrite(file, at: 0, Array("This is no database at all.".utf8))
    default:
      unlink(file)
      mkdir(file, 0o700)
    }
    #expect(try await stand.fill().map(Self.line) == before)
    stand.replaceAll()
    // A directory in its place is not ours to remove; the messages are read every time.
    let isRead = try await stand.store().messages(in: .inbox).allSatisfy {
      $0.subject == "read again"
    }
    #expect(isRead == (damage == "a directory"))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func randomDamageIsNoticed(seed: UInt64) async throws {
    let stand = try Stand()
    let truth = try await stand.fill().map(Self.line)
    var numbers = SeededNumbers(seed: seed)
    let file = try stand.file
    var status = stat()
    stat(file, &status)
    for _ in 0..<Int.random(in: 1...30, using: &numbers) {
      let bytes = (0..<Int.random(in: 1...64, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      overwrite(file, at: Int.random(in: 0..<Int(status.st_size), using: &numbers), bytes)
    }
    let shown = Mutex<[String]>([])
    let store = try stand.store()
    let rows = try await store.messages(in: .inbox) { messages, _ in
      shown.withLock { $0 += messages.map(Self.line) }
    }
    #expect(rows.map(Self.line) == truth)
    #expect(shown.withLock { $0 }.allSatisfy(truth.contains))
    for row in rows {
      let body = "body " + row.subject.dropFirst("Größe ".count)
      #expect(try await store.messageWithPreview(row.id).preview == body)
    }
  }

  @Test func damageWhileItIsOpenIsSurvived() async throws {
    let stand = try Stand(messages: 700)
    let truth = try await stand.fill().map(Self.line)
    let store = try stand.store()
    truncate(try stand.file, 8_192)
    #expect(try await store.messages(in: .inbox).map(Self.line) == truth)
    for row in try await store.messages(in: .inbox).suffix(5) {
      #expect(try await store.messageWithPreview(row.id).preview.hasPrefix("body"))
    }
    stand.mail.add("1.new", "Subject: new\n\n", in: "new")
    #expect(try await store.messages(in: .inbox).count == 701)
    await store.settle()
    #expect(try await stand.store().messages(in: .inbox).count == 701)
  }

  /// As after a first reading that was cut short: what is known, and newest, must not come last.
  @Test func whatIsKnownIsShownBeforeWhatMustBeRead() async throws {
    let stand = try Stand(messages: 700)
    _ = try await stand.fill()
    for number in 0..<600 {
      stand.mail.add("\(1_400_000_000 + number).old", "Date: 1 Jan 2015 12:00:00 +0000\n\n")
    }
    let batches = Mutex<[(messages: [Message], total: Int)]>([])
    let all = try await stand.store().messages(in: .inbox) { messages, total in
      batches.withLock { $0.append((messages, total)) }
    }
    let shown = batches.withLock { $0 }
    #expect(shown.first?.messages == Array(all.prefix(700)))
    #expect(shown.allSatisfy { $0.total == 1_300 })
    #expect(shown.flatMap(\.messages).count == 1_300)
    #expect(Set(shown.flatMap(\.messages).map(\.id)) == Set(all.map(\.id)))
  }

  @Test func whereNothingCanBeWrittenItIsDoneWithout() async throws {
    let stand = try Stand()
    let truth = try await stand.truth()
    // A file stands where the folder should be: not even root can write there.
    let blocked = stand.mail.path + "/cur/" + (stand.mail.files().first?.dropFirst(4) ?? "")
    let store = try stand.store(index: blocked + "/index")
    #expect(store.index == nil)
    #expect(try await store.messages(in: .inbox).map(Self.line) == truth)
    #expect(try await store.messages(in: .inbox).map(Self.line) == truth)
  }

  @Test func onAFullDiskItIsDoneWithout() async throws {
    let stand = try Stand(messages: 600)
    let index = try #require(Index(of: "store", in: stand.indexFolder, maximumPages: 20))
    let messages = try await stand.fill()
    let rows = messages.map {
      Index.Change(
        key: $0.id.key, entry: Index.Entry(message: $0, place: []), details: MessageDetails())
    }
    await index.save(.inbox, rows, digest: nil, count: rows.count, directory: nil)
    // It gave up, and left nothing half written.
    #expect(await index.folder(.inbox) == nil)
    let next = try #require(Index(of: "store", in: stand.indexFolder))
    #expect(await next.folder(.inbox) == nil)
    await index.save(.inbox, rows, digest: nil, count: rows.count, directory: nil)
    await next.save(.inbox, rows, digest: nil, count: rows.count, directory: nil)
    #expect(await next.folder(.inbox)?.entries.count == 600)
  }

  /// Whatever is done to a folder, by this program or another, a start with the index shows what a
  /// start without one does.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func theIndexNeverShowsAnythingElseThanTheFolder(seed: UInt64) async throws {
    let stand = try Stand(folders: [".Archive"])
    var numbers = SeededNumbers(seed: seed)
    var added = 0
    for round in 0..<5 {
      let store = try stand.store()
      for _ in 0..<12 {
        let folder = Bool.random(using: &numbers) ? FolderID.inbox : FolderID(".Archive")
        guard let row = try await store.messages(in: folder).randomElement(using: &numbers) else {
          continue
        }
        let cur = stand.mail.path + (folder == .inbox ? "" : "/.Archive") + "/cur/"
        switch Int.random(in: 0..<7, using: &numbers) {
        case 0: try await store.setFlags(row.id, adding: .flagged, removing: .seen)
        case 1: try await store.setFlags(row.id, adding: .seen)
        case 2:
          try await store.move(row.id, to: folder == .inbox ? FolderID(".Archive") : .inbox)
        case 3:
          added += 1
          stand.mail.add("\(added).b", "Subject: b\(added)\n\n", in: "new")
        case 4: unlink(cur + (try await store.located(row.id).entry.file.name.description))
        case 5:
          rename(
            cur + (try await store.located(row.id).entry.file.name.description),
            "\(cur)\(row.id.key),U=\(added):2,RS")
        default: _ = try? await store.messageWithPreview(row.id)
        }
        if Bool.random(using: &numbers) {
          added += 1
          stand.rest(1_500_000_000 + added)
        }
      }
      stand.rest(1_500_001_000 + round)
      for folder in [FolderID.inbox, FolderID(".Archive")] {
        if Bool.random(using: &numbers) { _ = try await store.messages(in: folder) }
      }
      await store.settle()
      for folder in [FolderID.inbox, FolderID(".Archive")] {
        let indexed = try await stand.store().messages(in: folder)
        let plain = try await Maildir(path: stand.mail.path).messages(in: folder)
        #expect(indexed.map(Self.line) == plain.map(Self.line))
      }
    }
  }

  private func overwrite(_ file: String, at offset: Int, _ bytes: [UInt8]) {
    let descriptor = open(file, O_WRONLY | O_CLOEXEC)
    #expect(pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count)
    close(descriptor)
  }
}
