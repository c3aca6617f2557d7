import FileSystem
import Foundation
import MailModel
import Synchronization
import Testing

@testable import MailIndex
@testable import MaildirStore

/// What one change costs, however many messages there are.
@Suite struct ScaleTests {
  /// What was asked of SQLite.
  private struct Work: CustomStringConvertible {
    var statements: [String] = []
    var steps = 0

    var description: String {
      "\(steps) steps:\n" + statements.map { String($0.prefix(100)) }.joined(separator: "\n")
    }
  }

  /// The work of an archived mail, of one that another program archives and of a flag, with what is looked for behind each.
  private func work(of count: Int) async throws -> [Work] {
    let stand = try SearchTests.Stand()
    for folder in ["", ".Archive"] {
      for number in 0..<count {
        stand.add(number, "Message-ID: <\(number)\(folder)>\nSubject: s\n\nplan\n", folder: folder)
      }
    }
    let work = Mutex(Work())
    let noteStatement: @Sendable (String) -> Void = { text in
      work.withLock { $0.statements.append(text) }
    }
    let noteSteps: @Sendable () -> Void = { work.withLock { $0.steps += 10 } }
    return try await Index.$onStatement.withValue(noteStatement) {
      try await Index.$onTenSteps.withValue(noteSteps) {
        let store = try stand.store()
        let listening = Task { for await _ in store.changes() {} }
        defer { listening.cancel() }
        let all = try await store.messages(in: .inbox)
        for _ in 0..<2 { await store.readAhead(isAwaited: true) }
        #expect(
          try await store.search(SearchQuery("plan"), in: nil, limit: 9_999).messages.count == 2
            * count)
        var result: [Work] = []
        func measure(_ change: () async throws -> Void) async throws {
          await store.settle()
          work.withLock { $0 = Work() }
          try await change()
          await store.settle()
          await store.readAhead(isAwaited: true)
          await store.settle()
          result.append(work.withLock { $0 })
        }
        try await measure { _ = try await store.move(all[0].id, to: FolderID(".Archive")) }
        try await measure {
          stand.add(5_000, "Subject: come\n\nplan\n", folder: ".Archive")
        }
        try await measure {
          _ = try await store.setFlags(all[1].id, adding: .flagged)
          _ = try await store.messages(in: .inbox)
        }
        try await measure {
          stand.add(6_000, "Subject: here\n\nplan\n")
          _ = try await store.messages(in: .inbox)
        }
        #expect(
          try await store.search(SearchQuery("plan"), in: nil, limit: 9_999).messages.count == 2
            * count + 2)
        return result
      }
    }
  }

  @Test func aChangeCostsTheSameAmongFewAndMany() async throws {
    let few = try await work(of: 20)
    let many = try await work(of: 1_500)
    for (few, many) in zip(few, many) {
      #expect(!many.statements.contains { $0.hasPrefix("SELECT key, place") }, "\(many)")
      // How many there are depends on what has settled meanwhile.
      #expect(many.statements.count < 250 && many.steps < 2 * few.steps + 1_000, "\(few)\n\(many)")
    }
  }
}
