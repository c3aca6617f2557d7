import FileSystem
import Glibc
import MailModel
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MaildirStore

@Suite struct MoveTests {
  private let archive = FolderID(".Archive")

  @Test func aMoveTakesAFreshNameAndKeepsFlagsAndFile() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1500000000.M1.host,U=29:2,FSab")
    let before = mail.files(withInodes: true)[0].split(separator: " ").last
    let store = try Maildir(path: mail.path)
    let old = MessageRef("1500000000.M1.host")
    let row = try await store.message(old)
    let new = try await store.move(old, to: archive)
    let files = mail.files()
    #expect(files.count == 1)
    let file = try #require(files.first { $0.hasPrefix(".Archive/cur/") })
    let name = FileName(ByteName(String(file.dropFirst(".Archive/cur/".count))))
    #expect(name.key == new.key && name.name.bytes.starts(with: new.key.bytes))
    #expect(name.flags.letters == "FSab")
    #expect(!file.contains("U=") && !file.contains("M1"))
    #expect(
      try #/^[0-9]{10}\.R[0-9a-f]{16}\.[^:,\/]{1,32}:2,FSab$/#.wholeMatch(
        in: name.name.description) != nil)
    // The same file, with its time.
    let after = mail.files(withInodes: true).first { $0.contains("/cur/") }
    #expect(after?.split(separator: " ").last == before)
    var status = stat()
    lstat("\(mail.path)/\(file)", &status)
    #expect(status.st_mtim.tv_sec == 1_500_000_000)
    #expect(try await store.messages(in: .inbox).isEmpty)
    #expect(
      try await store.messages(in: archive) == [row.with(id: new, flags: row.flags, waking: nil)])
  }

  @Test func aMoveBackIsFreshAgain() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a,U=2:2,S")
    let store = try Maildir(path: mail.path)
    let there = try await store.move(MessageRef("1.a"), to: archive)
    let back = try await store.move(there, to: .inbox)
    #expect(back.key != there.key && back.key != ByteName("1.a"))
    #expect(mail.files() == ["cur/\(back.key):2,S"])
  }

  /// As where the clock says 1970 for now.
  @Test func anArrivalIsKeptThatTheClockSaysIsToCome() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    let second = Int64(time(nil)) + 30 * 86_400
    mail.add("\(second).M1.host:2,S", at: Int(second))
    let store = try Maildir(path: mail.path)
    let new = try await store.move(MessageRef("\(second).M1.host"), to: archive)
    #expect(new.key.description.hasPrefix("\(second).R"))
  }

  @Test(arguments: [EINVAL, ENOENT])
  func aFileSystemWithoutColonsTakesTheSignThatStandsForIt(refusal: Int32) async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1500000000.M1.host", in: "new")
    let store = try Maildir(path: mail.path, calls: .withoutColons(refusal))
    let id = MessageRef("1500000000.M1.host")
    try await store.setFlags(id, adding: .seen)
    #expect(mail.files() == ["cur/1500000000.M1.host!2,S"])
    let new = try await store.move(id, to: archive)
    #expect(mail.files() == [".Archive/cur/\(new.key)!2,S"])
    #expect(try await store.message(new).flags == .seen)
    let back = try await store.move(new, to: .inbox)
    #expect(mail.files() == ["cur/\(back.key)!2,S"])
  }

  @Test func aMissingFolderIsMadeAsItsKindIs() async throws {
    let mail = try TemporaryMaildir()
    let store = try Maildir(path: mail.path)
    try await store.create(archive)
    try await store.create(FolderID("Deep/er"))
    for (path, mode) in [
      (".Archive", S_IFDIR | 0o700), (".Archive/cur", S_IFDIR | 0o700),
      (".Archive/new", S_IFDIR | 0o700), (".Archive/tmp", S_IFDIR | 0o700),
      (".Archive/maildirfolder", S_IFREG | 0o600), ("Deep/er/tmp", S_IFDIR | 0o700),
    ] {
      var status = stat()
      #expect(lstat("\(mail.path)/\(path)", &status) == 0, "\(path)")
      #expect(status.st_mode == mode, "\(path)")
    }
    #expect(!mail.files().contains("Deep/er/maildirfolder"))
    #expect(try await store.folders().map(\.description) == ["Inbox", "Archive", "Deep/er"])
  }

  @Test func aFileWhereTheFolderShouldBeIsTold() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a")
    mail.add("Archive", "x", in: ".")
    let store = try Maildir(path: mail.path)
    await #expect(throws: StoreError.self) {
      try await store.create(FolderID("Archive"))
    }
    #expect(mail.files() == ["Archive", "cur/1.a"])
  }

  @Test func aMessageRenamedMeanwhileIsFoundByItsKey() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a", in: "new")
    let store = try Maildir(path: mail.path)
    _ = try await store.messages(in: .inbox)
    rename(mail.path + "/new/1.a", mail.path + "/cur/1.a,U=8:2,R")
    let new = try await store.move(MessageRef("1.a"), to: archive)
    #expect(mail.files() == [".Archive/cur/\(new.key):2,R"])
  }

  /// A relative path is measured the same way.
  @Test func aPathIsMeasuredWithoutLinks() async throws {
    let mail = try TemporaryMaildir(isMaildir: false)
    let deep = String(repeating: "d", count: 180 - mail.path.utf8.count)
    mail.addFolder(deep)
    mail.add("1.a", folder: deep)
    symlink(deep, "\(mail.path)/short")
    let store = try Maildir(path: "\(mail.path)/short")
    try await store.create(FolderID("Archive"))
    let key = try await store.move(MessageRef("1.a"), to: FolderID("Archive")).key
    let path = "\(mail.path)/\(deep)/Archive/cur/\(key),U=4294967295:2,DFPRST"
    #expect(path.utf8.count <= 255)
    let long = FolderID("." + String(repeating: "x", count: 20))
    await #expect(throws: StoreError.nameTooLong) {
      try await store.move(MessageRef(folder: FolderID("Archive"), key: key), to: long)
    }
  }

  @Test func pathsStayWithin255Bytes() async throws {
    let mail = try TemporaryMaildir()
    for number in 0..<3 { mail.add("\(number).a") }
    let store = try Maildir(path: mail.path)
    for (number, length) in [130, 194 - mail.path.utf8.count, 250].enumerated() {
      let folder = FolderID("." + String(repeating: "x", count: length - 1))
      do {
        try await store.create(folder)
        let new = try await store.move(MessageRef("\(number).a"), to: folder)
        // With what a synchroniser and other readers still add.
        let path = "\(mail.path)/\(folder.path)/cur/\(new.key),U=4294967295:2,DFPRST"
        #expect(path.utf8.count <= 255)
        #expect(number < 2)
      } catch {
        #expect(error as? StoreError == .nameTooLong)
        #expect(number > 0)
        #expect(mail.files().contains("cur/\(number).a"))
        #expect(Directory.signature(ByteName("\(mail.path)/\(folder.path)")) == nil)
      }
    }
  }

  @Test(arguments: [EINVAL, ENOSYS, EOPNOTSUPP])
  func withoutNoReplaceAFreshNameIsRenamedTo(code: Int32) async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,S")
    var calls = RenameCalls()
    calls.noReplace = { _, _, _, _ in code }
    let store = try Maildir(path: mail.path, calls: calls)
    let new = try await store.move(MessageRef("1.a"), to: archive)
    #expect(mail.files() == [".Archive/cur/\(new.key):2,S"])
  }

  @Test func whatGetsAMessageIsOnTheDiskBeforeWhatLosesIt() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,S")
    @Sendable func resolved(_ path: String) -> String? {
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(cString: real)
    }
    let root = try #require(resolved(mail.path))
    let synced = Mutex<[String]>([])
    var calls = RenameCalls()
    calls.sync = { descriptor in
      let path = resolved("/proc/self/fd/\(descriptor)") ?? ""
      synced.withLock { $0.append(String(path.dropFirst(root.count + 1))) }
      return 0
    }
    let store = try Maildir(path: mail.path, calls: calls)
    let there = try await store.move(MessageRef("1.a"), to: archive)
    try await store.move(there, to: .inbox)
    #expect(synced.withLock { $0 } == [".Archive/cur", "cur", "cur", ".Archive/cur"])
  }

  @Test func aTakenNameIsTriedAgainWithAnother() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,S")
    let names = Mutex<[ByteName]>([])
    var calls = RenameCalls()
    let rename = calls.noReplace
    calls.noReplace = { from, name, to, newName in
      let count = names.withLock { names in
        names.append(newName)
        return names.count
      }
      return count < 3 ? EEXIST : rename(from, name, to, newName)
    }
    let store = try Maildir(path: mail.path, calls: calls)
    try await store.move(MessageRef("1.a"), to: archive)
    #expect(Set(names.withLock { $0 }).count == 3)
  }

  @Test func otherFileSystemsAreRefused() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,S")
    var calls = RenameCalls()
    calls.noReplace = { _, _, _, _ in EXDEV }
    let store = try Maildir(path: mail.path, calls: calls)
    await #expect(throws: StoreError.crossDevice) {
      try await store.move(MessageRef("1.a"), to: archive)
    }
    #expect(mail.files() == ["cur/1.a:2,S"])
  }

  @Test func theTrashFlagIsNeverSet() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a:2,S")
    let store = try Maildir(path: mail.path)
    let trash = try await store.folder(.trash)
    try await store.move(MessageRef("1.a"), to: trash)
    #expect(try await store.messages(in: trash).map(\.flags.letters) == ["S"])
  }
}

extension RenameCalls {
  /// Those of a file system that has no names with colons.
  ///
  /// exFAT's driver in the kernel says that such a name is invalid, the one in user space that it is not there.
  static func withoutColons(_ refusal: Int32) -> RenameCalls {
    var calls = RenameCalls()
    func refusing(_ call: @escaping Call) -> Call {
      { from, name, to, new in
        new.bytes.contains(UInt8(ascii: ":")) ? refusal : call(from, name, to, new)
      }
    }
    (calls.noReplace, calls.plain) = (refusing(calls.noReplace), refusing(calls.plain))
    return calls
  }
}
