import Glibc
import MailModel
import SeededRandom
import Synchronization
import TemporaryMailboxes
import Testing

@testable import FileSystem
@testable import MaildirStore

/// A folder that is watched is listed once, and after that looked at by the names that something
/// happened to. What is known of it then is what a listing would tell.
@Suite struct WatchedListingTests {
  private func lines(_ messages: [Message]) -> [String] {
    messages.map { "\($0.id.key.escaped) \($0.flags.letters) \($0.subject) \($0.date) \($0.size)" }
  }

  private func afresh(_ mail: TemporaryMaildir) async throws -> [String] {
    lines(try await Maildir(path: mail.path).messages(in: .inbox))
  }

  /// What a look finds, and how many directories were listed for it.
  private func look(_ store: Maildir) async throws -> (lines: [String], listings: Int) {
    let count = Mutex(0)
    let found = try await Directory.$onAccess.withValue(
      { access in if access == .listed { count.withLock { $0 += 1 } } },
      operation: { try await store.messages(in: .inbox) })
    return (lines(found), count.withLock { $0 })
  }

  /// A mailbox of thirty messages, and a store that watches it and has looked at it.
  private struct Stand {
    let mail: TemporaryMaildir
    let store: Maildir
    let wakes: AsyncStream<Void>

    init(indexFolder: String? = nil) async throws {
      let mail = try TemporaryMaildir(folders: [".Archive"])
      for number in 0..<30 { mail.add("\(number).a:2,\(number % 3 == 0 ? "" : "S")") }
      try await self.init(mail, indexFolder: indexFolder)
    }

    init(_ mail: TemporaryMaildir, indexFolder: String?) async throws {
      self.mail = mail
      store = try Maildir(path: mail.path, indexFolder: indexFolder)
      wakes = store.changes()
      _ = try await store.messages(in: .inbox)
    }

    /// Has the directories last changed so long ago that their times are believed.
    func age(_ seconds: Int) {
      for part in ["cur", "new"] {
        let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
        utimensat(AT_FDCWD, "\(mail.path)/\(part)", times, 0)
      }
    }
  }

  @Test func whatOthersDoListsNothing() async throws {
    let stand = try await Stand()
    let path = stand.mail.path
    for (from, to) in [
      ("tmp/1.new", "new/1.new"), ("new/1.new", "cur/1.new:2,S"),
      ("cur/1.new:2,S", ".Archive/cur/1.new:2,S"), (".Archive/cur/1.new:2,S", "cur/1.new:2,FS"),
    ] {
      if from.hasPrefix("tmp") { stand.mail.add("1.new", in: "tmp") }
      #expect(rename("\(path)/\(from)", "\(path)/\(to)") == 0)
      let found = try await look(stand.store)
      #expect(found.lines == (try await afresh(stand.mail)))
      #expect(found.listings == 0)
    }
    unlink("\(path)/cur/1.new:2,FS")
    #expect(try await look(stand.store) == (try await afresh(stand.mail), 0))
    stand.age(1_500_000_000)
    _ = try await look(stand.store)
    #expect(try await look(stand.store).listings == 0)
  }

  @Test func whatIsNotToldIsListed() async throws {
    let stand = try await Stand()
    let path = stand.mail.path
    // More than is remembered.
    for number in 0...NamedChanges.maximum { stand.mail.add("\(number).many") }
    var found = try await look(stand.store)
    #expect(found.listings > 0)
    #expect(found.lines == (try await afresh(stand.mail)))
    // Another directory in place of the one that is watched.
    rename("\(path)/cur", "\(path)/old")
    mkdir("\(path)/cur", 0o700)
    stand.mail.add("1.other")
    stand.mail.add("2.other", in: "new")
    for number in 3..<6 {
      found = try await look(stand.store)
      #expect(found.lines == (try await afresh(stand.mail)))
      stand.mail.add("\(number).other")
    }
    // A directory whose times say that something happened of which nothing told.
    stand.age(1_500_000_000)
    _ = try await look(stand.store)
    stand.age(1_500_000_001)
    #expect(try await look(stand.store).listings > 0)
  }

  /// As where something is mounted over a directory: inotify tells of neither.
  @Test func anotherTreeInItsPlaceIsListed() async throws {
    let (first, second) = (try await Stand(), try await Stand())
    let link = first.mail.path + "-link"
    defer { unlink(link) }
    symlink(first.mail.path, link)
    let store = try Maildir(path: link)
    let wakes = store.changes()
    #expect(try await look(store).lines == (try await afresh(first.mail)))
    unlink("\(second.mail.path)/cur/7.a:2,S")
    for (mail, other) in [(second.mail, first.mail), (first.mail, second.mail)] {
      other.add("2.told", in: "new")
      mail.add("1.told", in: "new")
      unlink(link)
      symlink(mail.path, link)
      #expect(try await look(store).lines == (try await afresh(mail)))
    }
    withExtendedLifetime(wakes) {}
  }

  @Test func whatIsStillWrittenIsReadAgain() async throws {
    let stand = try await Stand()
    let file = try #require(fopen("\(stand.mail.path)/cur/1.open", "w"))
    defer { fclose(file) }
    for text in ["Subject: half", " a subject\n\n", "and a text\n"] {
      fputs(text, file)
      fflush(file)
      // Written just now, however slow this test is.
      let times = [timespec](repeating: timespec(tv_sec: time(nil) + 3_600, tv_nsec: 0), count: 2)
      futimens(fileno(file), times)
      // Nothing tells of what is written until the file is closed.
      #expect(try await look(stand.store).lines == (try await afresh(stand.mail)))
    }
  }

  @Test func whatALookLeftUnreadIsReadByTheNext() async throws {
    let stand = try await Stand()
    stand.mail.add("1.new", in: "new")
    await #expect(throws: StoreError.messageVanished) {
      try await stand.store.message(MessageRef("none"))
    }
    #expect(try await look(stand.store).lines == (try await afresh(stand.mail)))
  }

  @Test func allIsKnownAfterAnotherProgramWroteMeanwhile() async throws {
    for seed in 0..<3 {
      let stand = try await Stand()
      let path = stand.mail.path
      let isDone = Mutex(false)
      let writer = Task.detached { @concurrent in
        var numbers = SeededNumbers(seed: UInt64(seed))
        for _ in 0..<3_000 {
          let number = Int.random(in: 0..<30, using: &numbers)
          let names = [
            "cur/\(number).a:2,", "cur/\(number).a:2,S", "new/\(number).a",
            ".Archive/cur/\(number).a:2,",
          ]
          for name in names.shuffled(using: &numbers).prefix(2) {
            for other in names { rename("\(path)/\(other)", "\(path)/\(name)") }
          }
        }
        isDone.withLock { $0 = true }
      }
      while !isDone.withLock({ $0 }) { _ = try? await stand.store.messages(in: .inbox) }
      await writer.value
      #expect(try await look(stand.store).lines == (try await afresh(stand.mail)))
    }
  }

  @Test(arguments: 0..<16)
  func whatHappensIsFoundByItsNames(seed: Int) async throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let index = try TemporaryMaildir(isMaildir: false)
    let indexFolder = seed % 2 == 0 ? nil : index.path
    var stand = try await Stand(indexFolder: indexFolder)
    var next = 100
    for step in 0..<60 {
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        try await change(stand, &next, &numbers)
      }
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0, 1: stand.age(1_500_000_000 + next)
      case 2:
        await stand.store.settle()
        stand = try await Stand(stand.mail, indexFolder: indexFolder)
      default: break
      }
      let found = try await look(stand.store).lines
      #expect(found == (try await afresh(stand.mail)), "after step \(step)")
    }
  }

  /// One thing that another program or the person does.
  private func change(
    _ stand: Stand, _ next: inout Int, _ numbers: inout SeededNumbers
  ) async throws {
    let (mail, store) = (stand.mail, stand.store)
    let files = mail.files().filter { $0.hasPrefix("/cur/") || $0.hasPrefix("/new/") }
    let file = files.randomElement(using: &numbers) ?? "/cur/none"
    let base = file.dropFirst(5).prefix { $0 != ":" }
    let letters = ["", "S", "FS", "RS", "T"].randomElement(using: &numbers) ?? ""
    next += 1
    switch Int.random(in: 0..<24, using: &numbers) {
    case 0..<5:
      mail.add("\(next).a", "Subject: \(next)\n\nbody\n", in: "tmp")
      rename("\(mail.path)/tmp/\(next).a", "\(mail.path)/new/\(next).a")
    case 5..<11: rename("\(mail.path)\(file)", "\(mail.path)/cur/\(base):2,\(letters)")
    case 11..<13: rename("\(mail.path)\(file)", "\(mail.path)/.Archive/cur/\(base):2,S")
    case 13:
      if let back = mail.files().first(where: { $0.hasPrefix("/.Archive/cur/") }) {
        rename("\(mail.path)\(back)", "\(mail.path)/cur/\(back.split(separator: "/")[2])")
      }
    case 14: unlink("\(mail.path)\(file)")
    case 15: mail.add("\(next).b:2,S", "Subject: straight into cur\n\n", in: "cur")
    case 16: mail.add(".\(next)", in: "cur")
    case 17: mkdir("\(mail.path)/cur/\(next).directory", 0o700)
    case 18: symlink("elsewhere", "\(mail.path)/cur/\(next).link")
    // What is still being written is read again.
    case 19: mail.add("\(next).c", "Subject: now\n\n", in: "new", at: Int(time(nil)))
    case 20: mail.addFolder(".Folder\(next)")
    case 21 where next % 4 == 0:
      link("\(mail.path)\(file)", "\(mail.path)/new/\(base)")
    default:
      let known = try await store.messages(in: .inbox).filter(\.canChange)
      if let message = known.randomElement(using: &numbers) {
        let change = try await store.plan(.flags(adding: .flagged, removing: []), of: message.id)
        if let change { _ = await store.carryOut([change]) }
      }
    }
  }
}
