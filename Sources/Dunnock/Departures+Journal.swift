import Accounts
import MailModel
import TriageJournal

extension Departures {
  /// Asks the record of what was done to the accounts' mail; where there is none, nothing is known.
  nonisolated init(asking record: @escaping @Sendable () async -> Journal?) {
    self.init(
      { messages in
        let noted = (try? await record()?.departures(of: messages)) ?? [:]
        return noted.mapValues { $0.map { .moved(to: $0) } ?? .deleted }
      }, tokens: { folder in (try? await record()?.tokens(from: folder)) ?? [:] })
  }
}
