public import Foundation
public import MailWriting

/// A mail in the outbox.
public struct OutboxEntry: Hashable, Identifiable, Sendable {
  public enum State: Codable, Hashable, Sendable {
    /// It is being written, and is not in the outbox.
    case draft
    /// It goes out at that time, or as soon as somebody sends then; after a problem for another time.
    case waiting(until: Date, after: SendingProblem?)
    /// It is going out, and cannot be taken back.
    case sending
    /// It is not sent before the person says so.
    case failed(SendingProblem)
    /// All of it was sent, and no answer came: its receivers may have it. It is not sent before the person says so.
    case unknown
    /// It was sent, and its copy is still to be put into the folder for sent mail, for a problem if one is given.
    case sent(SendingProblem?)
  }

  public let id: UUID
  public let account: UUID
  /// As it was written; nil of a whole mail that another program has made.
  public let mail: OutgoingMail?
  public let made: MadeMail
  /// When it came into the outbox.
  public let added: Date
  public let state: State
}

/// What happens in the outbox.
public enum OutboxEvent: Sendable {
  /// A mail was sent; told once more where that may not have been heard. What it answers is to be marked so.
  case sent(OutboxEntry)
  /// Something is otherwise than before.
  case changed
}
