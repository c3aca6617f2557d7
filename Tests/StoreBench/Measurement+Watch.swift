import FileSystem
import Glibc
import MailModel
import MaildirStore

extension Measurement {
  /// How long other programs' deliveries, moves and changes of flags take to be listed, in a
  /// mailbox that is watched and listed whenever it tells of something, as the app does.
  func watch() async throws {
    let store = try Maildir(path: path, indexFolder: indexFolder)
    let wakes = store.changes()
    _ = try await store.messages(in: .inbox)
    let new = "4000000000.W1.bench"
    let text = "From: Ann <ann@example.org>\nSubject: Watched\n\nThe text.\n"
    guard let file = fopen("\(path)/tmp/\(new)", "w") else {
      throw StoreError.other(errno: errno, doing: .createFolder)
    }
    fputs(text, file)
    fclose(file)
    let key = MessageRef(folder: .inbox, key: ByteName(new))
    let steps: [(name: String, from: String, to: String, isSo: ([Message]) -> Bool)] = [
      ("delivered", "tmp/\(new)", "new/\(new)", { $0.contains { $0.id == key && $0.isUnread } }),
      ("flagged", "new/\(new)", "cur/\(new):2,S", { $0.contains { $0.id == key && !$0.isUnread } }),
      ("moved", "cur/\(new):2,S", ".Archive/cur/\(new):2,S", { !$0.contains { $0.id == key } }),
      ("back", ".Archive/cur/\(new):2,S", "cur/\(new):2,S", { $0.contains { $0.id == key } }),
    ]
    var slowest = 0.0
    var each = wakes.makeAsyncIterator()
    for step in steps {
      // What woke before is over.
      try await Task.sleep(for: .seconds(1))
      let start = seconds()
      rename("\(path)/\(step.from)", "\(path)/\(step.to)")
      while await each.next() != nil, try await !step.isSo(store.messages(in: .inbox)) {}
      show(step.name, seconds() - start)
      slowest = max(slowest, seconds() - start)
    }
    unlink("\(path)/cur/\(new):2,S")
    show("all", slowest)
    show("count", 1)
    showMemory()
  }
}
