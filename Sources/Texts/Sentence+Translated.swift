internal import Foundation
import MailModel

extension Sentence {
  /// The sentence in the person's language.
  package var translated: String {
    (plural.map { trn(text, $0, count) } ?? tr(text)).filling(values.map(Self.shown))
  }

  /// A value as people read it. The inbox has a name of its own on servers that nobody gave it.
  private static func shown(_ value: String) -> String {
    let isInbox = value == "INBOX" || value == "\u{2068}INBOX\u{2069}"
    return isInbox ? "\u{2068}\(tr("Inbox"))\u{2069}" : value
  }
}

/// What went wrong in one sentence for people.
package func sentence(for error: any Error) -> String {
  (error as? any ExplainedError)?.sentence.translated ?? error.localizedDescription
}
