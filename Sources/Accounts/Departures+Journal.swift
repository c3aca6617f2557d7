internal import MailModel
public import TriageJournal

extension Departures {
  /// Asks the record of what was done to the accounts' mail.
  public init(asking record: @escaping @Sendable () async -> Journal?) {
    self.init(
      { messages async throws(SyncProblem) in
        guard let noted = try? await record()?.departures(of: messages) else { throw .noRecord }
        return noted.mapValues { $0.map { .moved(to: $0) } ?? .deleted }
      },
      tokens: { folder async throws(SyncProblem) in
        guard let tokens = try? await record()?.tokens(from: folder) else { throw .noRecord }
        return tokens
      })
  }
}
