internal import Foundation
import MailModel

extension Sentence {
  /// The sentence in the person's language.
  package var translated: String {
    let shown = values.enumerated().map { index, value in
      folders.contains(index) ? "\u{2068}\(value.shownInbox)\u{2069}" : value
    }
    return (plural.map { trn(text, $0, count) } ?? tr(text)).filling(shown)
  }
}

extension String {
  /// The name of an account's folder as people read it: servers call the inbox, which others may be below, by a name that nobody gave it.
  package var shownInbox: String {
    let isWithin = self == "INBOX" || hasPrefix("INBOX/")
    return isWithin ? tr("Inbox") + dropFirst("INBOX".count) : self
  }
}

/// What went wrong in one sentence for people.
package func sentence(for error: any Error) -> String {
  (error as? any ExplainedError)?.sentence.translated ?? error.localizedDescription
}
