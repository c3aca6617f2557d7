import MailModel

/// A mail that is about to be written.
public struct Draft: Equatable, Sendable {
  public var to: [MailAddress]
  public var cc: [MailAddress]
  public var bcc: [MailAddress] = []
  /// One line; empty when there is none yet.
  public var subject: String
  /// The Message-ID of what it answers, without angle brackets; empty when it answers nothing.
  public var inReplyTo: String
  /// The Message-IDs of the conversation, the oldest first; without angle brackets.
  public var references: [String]
  /// In lines ended by `\n`.
  public var body: String

  public init(
    to: [MailAddress] = [], cc: [MailAddress] = [], subject: String = "", inReplyTo: String = "",
    references: [String] = [], body: String = ""
  ) {
    self.to = to
    self.cc = cc
    self.subject = subject
    self.inReplyTo = inReplyTo
    self.references = references
    self.body = body
  }
}
