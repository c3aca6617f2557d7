import FileSystem
import Glibc
import MailModel
import SeededRandom
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MaildirStore

@Suite struct RaceTests {
  /// Another program works on the same files, as a synchroniser and a second reader do. In the end
  /// every message is there once, none was overwritten, and the store sees what is there.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func nothingIsLostBesideAnotherWriter(seed: UInt64) async throws {
    let mail = try TemporaryMaildir(folders: [".Archive", ".Trash"])
    let count = 60
    for number in 0..<count {
      mail.add("\(number).a", "Subject: \(number)\n\n", in: number % 3 == 0 ? "new" : "cur")
    }
    let store = try Maildir(path: mail.path)
    let path = mail.path
    let isDone = Mutex(false)
    let other = Task.detached {
      var numbers = SeededNumbers(seed: seed &+ 1_000)
      var uid = 0
      while !isDone.withLock({ $0 }) {
        for folder in ["", "/.Archive", "/.Trash"] {
          guard let directory = try? Directory(ByteName("\(path)\(folder)/cur")) else { continue }
          var names: [ByteName] = []
          try? directory.entries { name, _ in names.append(name) }
          guard let name = names.randomElement(using: &numbers) else { continue }
          let file = FileName(name)
          uid += 1
          let target =
            Bool.random(using: &numbers)
            ? "\(file.key),U=\(uid):2,\(file.flags.letters)"
            : file.renamed(flags: file.flags.symmetricDifference(.replied)).description
          rename("\(path)\(folder)/cur/\(name)", "\(path)\(folder)/cur/\(target)")
        }
        await Task.yield()
      }
    }
    var numbers = SeededNumbers(seed: seed)
    let folders = [FolderID.inbox, FolderID(".Archive"), FolderID(".Trash")]
    for _ in 0..<150 {
      let folder = folders.randomElement(using: &numbers) ?? .inbox
      let rows = try await store.messages(in: folder)
      guard let row = rows.randomElement(using: &numbers) else { continue }
      do throws(StoreError) {
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: try await store.setFlags(row.id, adding: .seen)
        case 1: try await store.setFlags(row.id, adding: .flagged, removing: .seen)
        default:
          try await store.move(row.id, to: folders.randomElement(using: &numbers) ?? .inbox)
        }
      } catch {
        // Too many renames at once are told, and the message is where it was.
        #expect(error == .contended || error == .nameTaken)
      }
    }
    isDone.withLock { $0 = true }
    await other.value
    var subjects: [String] = []
    for folder in folders { subjects += try await store.messages(in: folder).map(\.subject) }
    #expect(subjects.sorted() == (0..<count).map(String.init).sorted())
    #expect(
      mail.files().count { $0.contains("/cur/") || $0.hasPrefix("cur/") || $0.hasPrefix("new/") }
        == count)
  }

  @Test func commandsGoOnWhileAFolderIsRead() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    for number in 0..<800 { mail.add("\(1_500_000_000 + number).a") }
    let store = try Maildir(path: mail.path)
    async let scan = store.messages(in: .inbox)
    // Moved while the scan may be anywhere: the scan must not bring it back.
    let moved = try await store.move(MessageRef("1500000799.a"), to: FolderID(".Archive"))
    let flagged = try await store.setFlags(MessageRef("1500000000.a"), adding: .flagged)
    let rows = try await scan
    #expect(flagged.isStarred)
    let after = try await store.messages(in: .inbox)
    #expect(after.count == 799)
    #expect(!after.contains { $0.id == MessageRef("1500000799.a") })
    #expect(rows.count >= 799)
    #expect(try await store.messages(in: FolderID(".Archive")).map(\.id) == [moved])
  }
}
