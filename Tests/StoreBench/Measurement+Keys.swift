import Glibc
import MaildirStore
import Triage
import TriageJournal

extension Measurement {
  /// Archives messages as quick keys do, each a step of its own that is journalled on the disk, and
  /// takes them back: one after another, or all asked for at once.
  func keys(together: Bool) async throws {
    let store = try Maildir(path: path, indexFolder: indexFolder)
    let session = try journalled(store)
    let messages = try await store.messages(in: .inbox)
    let chosen = messages.prefix(min(100, messages.count / 2)).map(\.id)
    var start = seconds()
    if together {
      try await withThrowingTaskGroup { group in
        for id in chosen { group.addTask { try await session.perform(.archive, on: [id]) } }
        try await group.waitForAll()
      }
    } else {
      for id in chosen { try await session.perform(.archive, on: [id]) }
    }
    show("all", seconds() - start)
    show("count", Double(chosen.count))
    start = seconds()
    for _ in chosen where try await session.undo() == nil { exit(1) }
    show("again", seconds() - start)
    if try await store.messages(in: .inbox).count != messages.count { exit(1) }
  }

  /// A session whose changes are journalled on the disk.
  func journalled(_ store: Maildir) throws -> TriageSession {
    let (journal, problem) = try Journal.open(
      in: "\(indexFolder ?? path)/journal", of: store.identity)
    if problem != nil { exit(1) }
    return TriageSession(store: store, journal: journal, allowsChanges: true)
  }

  /// As many renames one by one with both directories on the disk after each, and nothing else.
  func bareKeys() {
    let names = names(limit: 100)
    let folders = ["\(path)/cur", "\(path)/.Archive/cur"]
    let descriptors = folders.map { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let start = seconds()
    for name in names {
      rename("\(folders[0])/\(name)", "\(folders[1])/\(name)")
      for descriptor in descriptors { fsync(descriptor) }
    }
    show("all", seconds() - start)
    show("count", Double(names.count))
    for name in names { rename("\(folders[1])/\(name)", "\(folders[0])/\(name)") }
    for descriptor in descriptors { close(descriptor) }
  }
}
