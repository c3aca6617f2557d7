import FileSystem
import Foundation
import GRDB
import MailModel
import MaildirStore
import TestWaiting
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
      // A busy machine may need longer than the 10 s after which the journal gives up.
      try await journal.database.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA busy_timeout = \(Int(waitLimit / .milliseconds(1)))")
      }
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
    // Each pause ends with a turn of another task, which no task would have behind them.
    for _ in 0..<100 { try await Task.sleep(for: .milliseconds(1)) }
    for other in others {
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
    for work in works { #expect(try await work.value.problem == nil) }
    for mail in mailboxes { #expect(mail.names(".Archive").count == 1) }
  }
}
