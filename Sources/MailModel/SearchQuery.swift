internal import MailText

/// What is looked for among messages: words, and conditions that they must meet, all of them.
///
/// ``init(_:)`` reads it from what a person types.
public struct SearchQuery: Hashable, Sendable {
  /// Where words are looked for.
  public enum Place: Hashable, Sendable {
    case sender, recipients, subject, attachments, text
  }

  /// Words that stand one after the other.
  package struct Phrase: Hashable, Sendable {
    /// As ``SearchWords`` gives them; at least one.
    package let words: [String]
    /// Their second spellings, if they have such.
    package let spelling: [String]?
    /// Whether the last word may go on.
    package let isBegun: Bool

    package init(words: [String], spelling: [String]? = nil, isBegun: Bool) {
      (self.words, self.spelling, self.isBegun) = (words, spelling, isBegun)
    }
  }

  package enum Condition: Hashable, Sendable {
    /// In one place, or in any where none is given.
    case says(Phrase, in: Place?)
    case isUnread, isStarred, isSnoozed, hasAttachment
    /// In a folder whose name says so.
    case isIn(Phrase)
    /// Delivered before a time or from it on, in seconds since 1970.
    case before(Int64)
    case after(Int64)
    /// Larger than so many bytes.
    case larger(Int64)
  }

  package struct Clause: Hashable, Sendable {
    package let condition: Condition
    /// Whether the condition must not be met.
    package let isExcluded: Bool
  }

  package let clauses: [Clause]
  /// Conditions that say something that is none, such as `larger:much`, as they stand there; safe to show.
  public let misunderstood: [String]

  /// Whether nothing is looked for: nothing is found then.
  public var isEmpty: Bool { clauses.isEmpty }

  /// Whether only what waits to come back is looked for, which is in the folder for that: outside it a
  /// message may say a time that means nothing.
  public var looksForSnoozed: Bool {
    clauses.contains { $0.condition == .isSnoozed && !$0.isExcluded }
  }

  /// Whether what ``SearchedText`` holds must be known to tell what is found, and not only the row.
  package var looksAtWords: Bool { clauses.contains { $0.condition.looksAtWords } }
}

extension SearchQuery.Condition {
  package var looksAtWords: Bool {
    switch self {
    case .says, .hasAttachment: true
    default: false
    }
  }
}

extension Message {
  /// When it was delivered, or else sent, in seconds since 1970: what a search goes by, so that nothing
  /// that is done to a message gives it another place among what is found.
  package var delivery: Int64 { received == 0 ? date : received }
}
