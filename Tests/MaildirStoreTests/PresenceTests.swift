import Glibc
import MailModel
import TemporaryMailboxes
import Testing

@testable import MaildirStore

@Suite struct PresenceTests {
  private static let many = MailboxPresence.minimum + 5

  private func full(_ count: Int = many, folders: [String] = [".Archive"]) throws
    -> TemporaryMaildir
  {
    let mail = try TemporaryMaildir(folders: folders)
    for number in 0..<count { mail.add("\(number).a:2,S") }
    return mail
  }

  private func move(_ mail: TemporaryMaildir, _ numbers: Range<Int>, fresh: Bool = false) {
    for number in numbers {
      let name = fresh ? "fresh\(number)" : "\(number).a"
      rename("\(mail.path)/cur/\(number).a:2,S", "\(mail.path)/.Archive/cur/\(name):2,S")
    }
  }

  @Test func aFolderEmptiedAtOnceIsToldAndKept() async throws {
    let mail = try full()
    let store = try Maildir(path: mail.path)
    let before = try await store.messages(in: .inbox)
    let away = try TemporaryMaildir()
    for number in 0..<Self.many {
      rename("\(mail.path)/cur/\(number).a:2,S", "\(away.path)/cur/\(number).a:2,S")
    }
    for _ in 0..<3 {
      await #expect(throws: StoreError.folderEmptied(mail.path)) {
        try await store.messages(in: .inbox)
      }
    }
    // Other folders are as they were.
    #expect(try await store.messages(in: FolderID(".Archive")).isEmpty)
    #expect(try await store.message(before[0].id) == before[0])
    for number in 0..<Self.many {
      rename("\(away.path)/cur/\(number).a:2,S", "\(mail.path)/cur/\(number).a:2,S")
    }
    #expect(try await store.messages(in: .inbox) == before)
  }

  @Test func thePersonCanSayThatAFolderIsEmpty() async throws {
    let mail = try full()
    let store = try Maildir(path: mail.path)
    for round in 0..<2 {
      if round > 0 { for number in 0..<Self.many { mail.add("\(number).b\(round)") } }
      _ = try await store.messages(in: .inbox)
      for file in mail.files() { unlink("\(mail.path)/\(file)") }
      await #expect(throws: StoreError.folderEmptied(mail.path)) {
        try await store.messages(in: .inbox)
      }
      await store.accept(empty: .inbox)
      #expect(try await store.messages(in: .inbox).isEmpty)
      #expect(try await store.messages(in: .inbox).isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func whatAnotherProgramMovesAtOnceIsNoAlarm(fresh: Bool) async throws {
    let mail = try full()
    let store = try Maildir(path: mail.path)
    _ = try await store.messages(in: .inbox)
    move(mail, 0..<Self.many, fresh: fresh)
    #expect(try await store.messages(in: .inbox).isEmpty)
    #expect(try await store.messages(in: FolderID(".Archive")).count == Self.many)
  }

  @Test func copiesUnderTheSameNamesAreNoAlarm() async throws {
    let mail = try full()
    let store = try Maildir(path: mail.path)
    _ = try await store.messages(in: .inbox)
    for number in 0..<Self.many {
      mail.add("\(number).a,U=\(number):2,S", in: "new", folder: ".Archive")
      unlink("\(mail.path)/cur/\(number).a:2,S")
    }
    #expect(try await store.messages(in: .inbox).isEmpty)
  }

  @Test func whatIsDeletedOneAfterAnotherIsNoAlarm() async throws {
    let mail = try full()
    let store = try Maildir(path: mail.path)
    for number in 0..<Self.many {
      #expect(try await store.messages(in: .inbox).count == Self.many - number)
      unlink("\(mail.path)/cur/\(number).a:2,S")
    }
    #expect(try await store.messages(in: .inbox).isEmpty)
  }

  @Test func ourOwnMovesAreNoAlarm() async throws {
    let mail = try full()
    let store = try Maildir(path: mail.path)
    for message in try await store.messages(in: .inbox) {
      try await store.move(message.id, to: FolderID(".Archive"))
    }
    // Not even when what we moved is then deleted from where it went.
    for file in mail.files() { unlink("\(mail.path)/\(file)") }
    #expect(try await store.messages(in: .inbox).isEmpty)
  }

  @Test func aFewMessagesMayGoAtOnce() async throws {
    let mail = try full(MailboxPresence.minimum - 1)
    let store = try Maildir(path: mail.path)
    _ = try await store.messages(in: .inbox)
    for file in mail.files() { unlink("\(mail.path)/\(file)") }
    #expect(try await store.messages(in: .inbox).isEmpty)
  }

  @Test func evenOneMessageIsMissedWhenItsDirectoryIsAnother() async throws {
    let mail = try full(1)
    let store = try Maildir(path: mail.path)
    let before = try await store.messages(in: .inbox)
    rename(mail.path + "/cur", mail.path + "/cur-away")
    await #expect(throws: StoreError.folderEmptied(mail.path)) {
      try await store.messages(in: .inbox)
    }
    mkdir(mail.path + "/cur", 0o700)
    await #expect(throws: StoreError.folderEmptied(mail.path)) {
      try await store.messages(in: .inbox)
    }
    rmdir(mail.path + "/cur")
    rename(mail.path + "/cur-away", mail.path + "/cur")
    #expect(try await store.messages(in: .inbox) == before)
  }

  @Test func anotherDirectoryInPlaceOfTheMailboxIsNotTheMailbox() async throws {
    let mail = try full()
    let store = try Maildir(path: mail.path)
    let before = try await store.messages(in: .inbox)
    let away = mail.path + "-away"
    rename(mail.path, away)
    let gone = StoreError.mailboxGone(mail.path)
    await #expect(throws: gone) { try await store.messages(in: .inbox) }
    // The empty mount point that a disk leaves, even one that was a mailbox itself.
    mkdir(mail.path, 0o700)
    await #expect(throws: gone) { try await store.folders() }
    mail.addFolder("")
    mail.add("other")
    await #expect(throws: gone) { try await store.messages(in: .inbox) }
    await #expect(throws: gone) { try await store.move(before[0].id, to: FolderID(".Archive")) }
    await #expect(throws: gone) { try await store.setFlags(before[0].id, adding: .flagged) }
    TemporaryMaildir.remove(mail.path)
    rename(away, mail.path)
    #expect(try await store.messages(in: .inbox) == before)
    try await store.move(before[0].id, to: FolderID(".Archive"))
  }

  @Test func aDiskThatComesBackUnderAnotherNumberIsTheMailbox() async throws {
    let mail = try full()
    let store = try Maildir(path: mail.path)
    let before = try await store.messages(in: .inbox)
    // The same mail in another directory is what a disk mounted anew looks like.
    rename(mail.path, mail.path + "-away")
    mail.addFolder("")
    mkdir(mail.path, 0o700)
    mail.addFolder("")
    for part in ["cur", "new"] {
      rmdir("\(mail.path)/\(part)")
      rename("\(mail.path)-away/\(part)", "\(mail.path)/\(part)")
    }
    #expect(try await store.messages(in: .inbox) == before)
    TemporaryMaildir.remove(mail.path + "-away")
  }

  /// A mailbox whose mail an earlier run has read, and the rows of that.
  private func remembered(
    _ count: Int = many
  ) async throws -> (mail: TemporaryMaildir, index: TemporaryMaildir, rows: [Message]) {
    let mail = try full(count)
    let index = try TemporaryMaildir()
    let store = try Maildir(path: mail.path, indexFolder: index.path)
    let rows = try await store.messages(in: .inbox)
    await store.settle()
    return (mail, index, rows)
  }

  @Test(arguments: [1, many], [false, true])
  func anotherDirectoryIsNoticedAfterARestart(count: Int, isThere: Bool) async throws {
    let (mail, index, before) = try await remembered(count)
    rename(mail.path + "/cur", mail.path + "/cur-away")
    if isThere { mkdir(mail.path + "/cur", 0o700) }
    for _ in 0..<2 {
      let store = try Maildir(path: mail.path, indexFolder: index.path)
      for _ in 0..<2 {
        await #expect(throws: StoreError.folderEmptied(mail.path)) {
          try await store.messages(in: .inbox)
        }
      }
      // Not even looking for a message makes it forget.
      #expect(try await store.message(before[0].id).subject == before[0].subject)
      await #expect(throws: StoreError.folderEmptied(mail.path)) {
        try await store.setFlags(before[0].id, adding: .flagged)
      }
      await store.settle()
    }
    if isThere { rmdir(mail.path + "/cur") }
    rename(mail.path + "/cur-away", mail.path + "/cur")
    let store = try Maildir(path: mail.path, indexFolder: index.path)
    #expect(try await store.messages(in: .inbox).map(\.id) == before.map(\.id))
  }

  @Test func thePersonCanSayThatItIsEmptyAfterARestart() async throws {
    let (mail, index, _) = try await remembered()
    rename(mail.path + "/cur", mail.path + "/cur-away")
    mkdir(mail.path + "/cur", 0o700)
    let store = try Maildir(path: mail.path, indexFolder: index.path)
    await #expect(throws: StoreError.folderEmptied(mail.path)) {
      try await store.messages(in: .inbox)
    }
    await store.accept(empty: .inbox)
    #expect(try await store.messages(in: .inbox).isEmpty)
    await store.settle()
    let next = try Maildir(path: mail.path, indexFolder: index.path)
    #expect(try await next.messages(in: .inbox).isEmpty)
  }

  @Test(arguments: [false, true])
  func whatWasEmptiedBetweenTwoRunsIsNoAlarm(isMoved: Bool) async throws {
    let (mail, index, _) = try await remembered()
    if isMoved {
      move(mail, 0..<Self.many)
      rmdir(mail.path + "/cur")
      mkdir(mail.path + "/cur", 0o700)
    } else {
      for file in mail.files() { unlink("\(mail.path)/\(file)") }
    }
    let store = try Maildir(path: mail.path, indexFolder: index.path)
    #expect(try await store.messages(in: .inbox).isEmpty)
    #expect(try await store.messages(in: FolderID(".Archive")).count == (isMoved ? Self.many : 0))
  }

  @Test func anotherDirectoryWithTheMailIsTheFolder() async throws {
    let (mail, index, before) = try await remembered()
    rename(mail.path + "/cur", mail.path + "/cur-away")
    mkdir(mail.path + "/cur", 0o700)
    for file in mail.files() {
      rename("\(mail.path)/\(file)", mail.path + "/cur/" + file.dropFirst("cur-away/".count))
    }
    rmdir(mail.path + "/cur-away")
    for _ in 0..<2 {
      let store = try Maildir(path: mail.path, indexFolder: index.path)
      #expect(try await store.messages(in: .inbox).map(\.id) == before.map(\.id))
      await store.settle()
    }
    // And it is that directory now which is missed.
    rename(mail.path + "/cur", mail.path + "/cur-away")
    let store = try Maildir(path: mail.path, indexFolder: index.path)
    await #expect(throws: StoreError.folderEmptied(mail.path)) {
      try await store.messages(in: .inbox)
    }
  }
}
