import MailModel
import TriageJournal

extension TriageSession {
  /// Where messages went that are no longer in their places, as far as the journal knows: nil for one that was
  /// deleted for ever.
  public func departures(of ids: [MessageID]) -> [MessageID: MessageID?] {
    guard let journal = try? current() else { return [:] }
    return (try? journal.departures(of: ids)) ?? [:]
  }
}
