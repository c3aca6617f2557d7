internal import Foundation
import MailModel

extension Sentence {
  /// The sentence in the person's language.
  package var translated: String {
    (plural.map { trn(text, $0, count) } ?? tr(text)).filling(values)
  }
}

/// What went wrong in one sentence for people.
package func sentence(for error: any Error) -> String {
  (error as? any ExplainedError)?.sentence.translated ?? error.localizedDescription
}
