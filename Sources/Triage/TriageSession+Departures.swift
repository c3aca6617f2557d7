import MailModel
public import TriageJournal

extension TriageSession {
  /// The record of what was done, to be asked; nil while it cannot be.
  public var record: Journal? { try? current() }
}
