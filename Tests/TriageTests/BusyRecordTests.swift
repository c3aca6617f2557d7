import FileSystem
import Foundation
import GRDB
import MailModel
import MaildirStore
import Testing

@testable import Triage
@testable import TriageJournal

/// Another program uses the record of changes for longer than anybody likes to wait.
@Suite struct BusyRecordTests {
  @Test func whoWaitsForTheRecordHoldsUpNobodyElse() async throws {
    let ground = SampleMaildir()
    let folder = ground.path + "/records"
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    var others: [DatabaseQueue] = []
    var works: [Task<Outcome, any Error>] = []
    // More than there are threads that tasks share.
    let mailboxes = (0..<2 * ProcessInfo.processInfo.activeProcessorCount + 2).map { _ in
      SampleMaildir()
    }
    for mail in mailboxes {
      mail.add("1.a:2,", subject: "one")
      let journal = try Journal.open(in: folder, of: mail.path).journal
      let session = TriageSession(
        store: try Maildir(path: mail.path), journal: journal, allowsChanges: true)
      try await session.folders()
      let other = try DatabaseQueue(
        path: "\(folder)/\(JournalFile.name(of: mail.path)).sqlite", configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      others.append(other)
      works.append(
        Task {
          try await session.perform(
            .archive, on: [MessageRef(folder: .inbox, key: ByteName("1.a"))])
        })
    }
    // Others have their turns, which nobody would have behind them.
    for _ in 0..<5_000 { await Task.detached {}.value }
    for other in others {
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
    for work in works { #expect(try await work.value.problem == nil) }
    for mail in mailboxes { #expect(mail.names(".Archive").count == 1) }
  }
}
