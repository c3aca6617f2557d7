import FileStore
import MailModel
import MaildirStore
import StoreInMemory
import TemporaryMailboxes

/// A store of each kind for the tests that hold for all of them, and the other program that puts
/// messages there.
///
/// A new kind of store is one more case here; every test of ``StoreConformanceTests`` then runs
/// over it.
enum StoreKind: CaseIterable, Sendable { case maildir, memory, files }

struct StoreUnderTest {
  let store: any MessageStore
  private let maildir: TemporaryMaildir?
  private let files: TemporaryFiles?

  init(_ kind: StoreKind) throws {
    switch kind {
    case .maildir:
      let maildir = try TemporaryMaildir()
      self.maildir = maildir
      files = nil
      store = try Maildir(path: maildir.path)
    case .memory:
      maildir = nil
      files = nil
      store = MemoryStore()
    case .files:
      maildir = nil
      let files = try TemporaryFiles()
      self.files = files
      store = try FileFolder(path: files.path)
    }
  }

  /// Another program puts a message into the inbox.
  ///
  /// - Returns: What it is known by.
  @discardableResult
  func deliver(_ name: String, flags: String = "") async -> MessageRef {
    let id = MessageRef(name)
    if let maildir {
      maildir.add("\(name):2,\(flags)", "Subject: \(name)\n\nThe text of \(name).\n")
    } else if let files {
      files.add(name, "The text of \(name).\n")
    } else if let memory = store as? MemoryStore {
      await memory.deliver(
        Message(
          id: id, flags: MessageFlags(flags), from: "", address: "", subject: name, date: 0,
          preview: "", size: 1), text: "The text of \(name).\n")
    }
    return id
  }

  /// The messages of every folder: folder, subject and flags, sorted.
  func everything() async throws -> [String] {
    var all: [String] = []
    for folder in try await store.folders() {
      all += try await store.messages(in: folder).map {
        "\(folder) \($0.subject) \($0.flags.letters)"
      }
    }
    return all.sorted()
  }
}
