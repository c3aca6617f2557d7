import FileSystem
import Glibc
import MailModel
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MaildirStore

@Suite struct FlagChangeTests {
  @Test(arguments: [
    ("1.a:2,", "S", "", "cur/1.a:2,S"),
    ("1.a", "S", "", "cur/1.a:2,S"),
    ("1.a:2,FS", "", "S", "cur/1.a:2,F"),
    ("1.a,U=5:2,", "F", "", "cur/1.a,U=5:2,F"),
    ("1.a,S=9,W=9:2,Sab", "F", "", "cur/1.a,S=9,W=9:2,FSab"),
    ("1.a:2,TSSR", "F", "", "cur/1.a:2,FRST"),
    ("1.a:2,:2,S", "F", "", "cur/1.a:2,FS"),
    ("1.a!2,S", "F", "", "cur/1.a!2,FS"),
    ("1.a:1,exp", "S", "", "cur/1.a:2,S"),
  ])
  func oneRenameThatKeepsTheBase(
    name: String, adding: String, removing: String, file: String
  ) async throws {
    let mail = try TemporaryMaildir()
    mail.add(name)
    let inodes = mail.files(withInodes: true).map { $0.split(separator: " ").last }
    let store = try Maildir(path: mail.path)
    let message = try await store.setFlags(
      MessageRef("1.a" + (name.contains(",S=9") ? ",S=9,W=9" : "")),
      adding: MessageFlags(adding), removing: MessageFlags(removing))
    #expect(mail.files() == [file])
    #expect(mail.files(withInodes: true).map { $0.split(separator: " ").last } == inodes)
    #expect(message.flags == FileName(ByteName(file)).flags)
    #expect(try await store.messages(in: .inbox) == [message])
  }

  @Test func aNewMessageGoesToCur() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a,U=5:2,", in: "new")
    let store = try Maildir(path: mail.path)
    try await store.setFlags(MessageRef("1.a"), adding: .flagged)
    #expect(mail.files() == ["cur/1.a,U=5:2,F"])
  }

  @Test func withoutAChangeNothingIsRenamed() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a", in: "new")
    mail.add("2.b:2,SF")
    let store = try Maildir(path: mail.path)
    try await store.setFlags(MessageRef("1.a"), removing: .seen)
    try await store.setFlags(MessageRef("2.b"), adding: .seen)
    #expect(mail.files() == ["cur/2.b:2,SF", "new/1.a"])
  }

  @Test func flagsThatOthersSetMeanwhileStay() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a:2,")
    let store = try Maildir(path: mail.path)
    _ = try await store.messages(in: .inbox)
    rename(mail.path + "/cur/1.a:2,", mail.path + "/cur/1.a,U=1:2,Rx")
    let message = try await store.setFlags(MessageRef("1.a"), adding: .seen)
    #expect(message.flags.letters == "RSx")
    #expect(mail.files() == ["cur/1.a,U=1:2,RSx"])
  }

  @Test func aNameThatIsTakenIsNeverReplaced() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a", "Subject: other\n\n", in: "new")
    mail.add("1.a:2,", "Subject: mine\n\n")
    let store = try Maildir(path: mail.path)
    _ = try await store.messages(in: .inbox)
    mail.add("1.a:2,S", "Subject: third\n\n")
    let before = Set(mail.files(withInodes: true).map { $0.split(separator: " ").last })
    _ = try? await store.setFlags(MessageRef("1.a"), adding: .seen)
    #expect(Set(mail.files(withInodes: true).map { $0.split(separator: " ").last }) == before)
    #expect(mail.files().count == 3)
  }

  @Test func withoutNoReplaceTheTargetIsLookedFor() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a:2,")
    mail.add("2.b:2,")
    mail.add("2.b:2,S")
    let plain = Mutex(0)
    var calls = RenameCalls()
    let rename = calls.plain
    calls.noReplace = { _, _, _, _ in EINVAL }
    calls.plain = { from, name, to, newName in
      plain.withLock { $0 += 1 }
      return rename(from, name, to, newName)
    }
    let store = try Maildir(path: mail.path, calls: calls)
    try await store.setFlags(MessageRef("1.a"), adding: .seen)
    #expect(plain.withLock { $0 } == 1)
    _ = try? await store.setFlags(MessageRef("2.b"), adding: .seen, removing: .flagged)
    #expect(mail.files() == ["cur/1.a:2,S", "cur/2.b:2,", "cur/2.b:2,S"])
    #expect(plain.withLock { $0 } == 1)
  }

  @Test func aPathIsMeasuredWithoutLinks() async throws {
    let mail = try TemporaryMaildir(folders: [String(repeating: "d", count: 40)], isMaildir: false)
    let key =
      "1."
      + String(repeating: "x", count: 255 - mail.path.utf8.count - 41 - "/cur/1.:2,S".utf8.count)
    mail.add("\(key):2,", folder: String(repeating: "d", count: 40))
    symlink(String(repeating: "d", count: 40), "\(mail.path)/short")
    let store = try Maildir(path: "\(mail.path)/short")
    try await store.setFlags(MessageRef(key), adding: .seen)
    await #expect(throws: StoreError.nameTooLong) {
      try await store.setFlags(MessageRef(key), adding: .flagged)
    }
  }

  @Test func pathsStayWithin255Bytes() async throws {
    let mail = try TemporaryMaildir()
    let room = 255 - mail.path.utf8.count - "/cur/:2,S".utf8.count
    let key = "1." + String(repeating: "x", count: room - 2)
    let long = "2." + String(repeating: "y", count: room + 5)
    mail.add("\(key):2,")
    mail.add("\(long):2,FS")
    let store = try Maildir(path: mail.path)
    try await store.setFlags(MessageRef(key), adding: .seen)
    await #expect(throws: StoreError.nameTooLong) {
      try await store.setFlags(MessageRef(key), adding: .flagged)
    }
    // What another program made too long may get shorter, not longer.
    await #expect(throws: StoreError.nameTooLong) {
      try await store.setFlags(MessageRef(long), adding: .replied)
    }
    try await store.setFlags(MessageRef(long), adding: .replied, removing: .seen)
    try await store.setFlags(MessageRef(long), removing: .flagged)
    #expect(mail.files() == ["cur/\(key):2,S", "cur/\(long):2,R"])
  }

  @Test(arguments: [EROFS, EACCES, ENOSPC, EIO])
  func aRefusalIsTold(code: Int32) async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,")
    var calls = RenameCalls()
    calls.noReplace = { _, _, _, _ in code }
    let store = try Maildir(path: mail.path, calls: calls)
    await #expect(
      throws: StoreError(
        errno: code, path: mail.path, doing: .changeFlags, isChange: true)
    ) {
      try await store.setFlags(MessageRef("1.a"), adding: .seen)
    }
    await #expect(
      throws: StoreError(
        errno: code, path: mail.path + "/.Archive", doing: .moveMessage, isChange: true)
    ) {
      try await store.move(MessageRef("1.a"), to: FolderID(".Archive"))
    }
    #expect(mail.files().contains("cur/1.a:2,"))
    #expect(try await store.messages(in: .inbox).map(\.flags.letters) == [""])
  }

  @Test func afterFiveChangesInARowItGivesUp() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a:2,")
    let attempts = Mutex(0)
    let path = mail.path
    var calls = RenameCalls()
    calls.noReplace = { _, name, _, _ in
      // Another program is always a moment faster.
      let count = attempts.withLock { count in
        count += 1
        return count
      }
      rename("\(path)/cur/\(name)", "\(path)/cur/1.a,U=\(count):2,")
      return ENOENT
    }
    let store = try Maildir(path: mail.path, calls: calls)
    await #expect(throws: StoreError.contended) {
      try await store.setFlags(MessageRef("1.a"), adding: .seen)
    }
    #expect(attempts.withLock { $0 } == 5)
    #expect(mail.files() == ["cur/1.a,U=5:2,"])
  }
}
