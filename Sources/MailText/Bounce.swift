/// What a delivery report says (RFC 3464). Every text is safe to show.
public struct Bounce: Sendable, Equatable {
  /// What became of the message.
  public enum Action: Sendable { case failed, delayed, delivered }

  /// Why it did not arrive, as its status tells (RFC 3463).
  public enum Reason: Sendable, Equatable {
    case noSuchAddress, mailboxFull, tooLarge, refused, unreachable, expired, other
  }

  public var action: Action
  public var reason: Reason
  /// Whom it was for; at most 100.
  public var recipients: [String]
  /// The subject of what did not arrive; empty when it is not told.
  public var subject: String
  /// What the other server said, in its own words; empty when it said nothing.
  public var diagnosis: String

  public init(
    action: Action = .failed, reason: Reason = .other, recipients: [String] = [],
    subject: String = "", diagnosis: String = ""
  ) {
    self.action = action
    self.reason = reason
    self.recipients = recipients
    self.subject = subject
    self.diagnosis = diagnosis
  }
}
