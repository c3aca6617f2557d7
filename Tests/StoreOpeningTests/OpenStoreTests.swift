import FileStore
import FileSystem
import Glibc
import MailModel
import MaildirStore
import TemporaryMailboxes
import Testing

@testable import StoreOpening

@Suite struct OpenStoreTests {
  @Test func aPathNeedNotBeUTF8() async throws {
    let place = try TemporaryMaildir(isMaildir: false)
    var identities: Set<String> = []
    for byte: UInt8 in [0xE8, 0xE9] {
      let mail = try TemporaryMaildir()
      mail.add("a:2,", "Subject: \(byte)\n\nbody\n")
      let path = ByteName(Array("\(place.path)/caf".utf8) + [byte])
      #expect(path.withCString { rename(mail.path, $0) } == 0)
      let store = try await openStore(at: path)
      #expect(store is Maildir)
      #expect(try await store.messages(in: .inbox).map(\.subject) == ["\(byte)"])
      #expect(store.path == "\(place.path)/caf\u{FFFD}")
      identities.insert(store.identity)
    }
    #expect(identities == ["\(place.path)/caf%E8", "\(place.path)/caf%E9"])
  }

  @Test func aPathIsOpenedForWhatIsThere() async throws {
    let files = try TemporaryFiles()
    files.add("a.txt")
    #expect(try await openStore(at: files.path) is FileFolder)
    let mail = try TemporaryMaildir()
    #expect(try await openStore(at: mail.path) is Maildir)
    for part in ["cur", "new", "tmp"] {
      let inside = "\(mail.path)/\(part)"
      mail.add("1.a", in: part)
      await #expect(throws: StoreError.notAMaildir(inside)) { try await openStore(at: inside) }
    }
    let empty = try TemporaryFiles()
    await #expect(throws: StoreError.empty(empty.path)) { try await openStore(at: empty.path) }
    empty.addFolder("Archive")
    #expect(try await openStore(at: empty.path) is FileFolder)
    let file = files.path + "/a.txt"
    await #expect(throws: StoreError.notAMaildir(file)) { try await openStore(at: file) }
  }

  @Test func aMailboxThatIsGoneIsNoFolderOfFiles() async throws {
    let mail = try TemporaryMaildir()
    let index = try TemporaryFiles()
    _ = try await openStore(at: mail.path, indexFolder: index.path)
    for part in ["cur", "new", "tmp"] { rmdir("\(mail.path)/\(part)") }
    mail.add(bytes: Array("README".utf8), [], inBytes: [0x2E])
    await #expect(throws: StoreError.notAMaildir(mail.path)) {
      try await openStore(at: mail.path, indexFolder: index.path)
    }
    #expect(try await openStore(at: mail.path) is FileFolder)
  }
}
