import Accounts
import Foundation
import GtkBridge
import MailModel
import Triage

extension Sentence {
  /// The sentence in the person's language.
  nonisolated var translated: String {
    (plural.map { trn(text, $0, count) } ?? tr(text)).filling(values)
  }
}

/// What went wrong in one sentence for people.
nonisolated func sentence(for error: any Error) -> String {
  let known =
    (error as? StoreError)?.sentence ?? (error as? TriageError)?.sentence
    ?? (error as? any AccountProblem)?.sentence
  return known?.translated ?? error.localizedDescription
}
