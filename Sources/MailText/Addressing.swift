/// Who wrote to whom, as the header says, and what joins an answer to it. Every text is safe to show.
public struct Addressing: Sendable, Equatable {
  public var from: [Correspondent]
  /// Where answers are wanted instead of to ``from``; empty as a rule.
  public var replyTo: [Correspondent]
  /// Where answers to everybody are wanted (Mail-Followup-To); empty as a rule.
  public var followUpTo: [Correspondent]
  public var to: [Correspondent]
  public var cc: [Correspondent]
  /// As a rule in drafts and in sent messages alone.
  public var bcc: [Correspondent]
  /// In full, also where a row shortens it.
  public var subject: String
  /// Seconds since 1970; 0 where the header gives none.
  public var date: Int64
  /// Without its angle brackets; empty when there is none.
  public var messageID: String
  /// What References names, else In-Reply-To, the oldest first, at most 100; without angle brackets.
  public var references: [String]

  public init(
    from: [Correspondent] = [], replyTo: [Correspondent] = [], followUpTo: [Correspondent] = [],
    to: [Correspondent] = [], cc: [Correspondent] = [], bcc: [Correspondent] = [],
    subject: String = "", date: Int64 = 0, messageID: String = "", references: [String] = []
  ) {
    self.from = from
    self.replyTo = replyTo
    self.followUpTo = followUpTo
    self.to = to
    self.cc = cc
    self.bcc = bcc
    self.subject = subject
    self.date = date
    self.messageID = messageID
    self.references = references
  }
}
