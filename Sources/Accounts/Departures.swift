internal import FileSystem
internal import MailModel
public import TriageJournal

/// The record of what was done to the accounts' mail, which alone says where it went.
public struct Departures: Sendable {
  private let record: @Sendable () async -> Journal?

  /// - Parameter record: Nil where it cannot be read now: what nobody knows of would be asked for as missing.
  public init(asking record: @escaping @Sendable () async -> Journal?) { self.record = record }

  /// Asks it something, or has it note something, on a thread that may wait for the disk.
  package func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (Journal) throws(JournalProblem) -> Answer
  ) async throws(SyncProblem) -> Answer {
    guard let record = await record() else { throw .noRecord }
    let answer = await onOwnThread("record") { _ in
      Result { () throws(JournalProblem) in try question(record) }
    }
    do { return try answer.get() } catch { throw .noRecord }
  }
}
