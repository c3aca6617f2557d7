internal import Foundation
import MailModel

extension Sentence {
  /// The sentence in the person's language.
  package var translated: String {
    (plural.map { trn(text, $0, count) } ?? tr(text)).filling(values.map(Self.shown))
  }

  /// A value as people read it.
  private static func shown(_ value: String) -> String {
    guard value.first == "\u{2068}", value.last == "\u{2069}" else { return value.shownInbox }
    return "\u{2068}\(String(value.dropFirst().dropLast()).shownInbox)\u{2069}"
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
