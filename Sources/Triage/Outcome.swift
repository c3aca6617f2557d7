import MailStore

/// What a command, or its undoing, did.
public struct Outcome: Sendable {
  public struct Change: Sendable {
    /// What the message was known by.
    public let before: MessageID
    /// The message as it is now; in another folder after a move.
    public let after: Message
  }

  public struct Failure: Sendable {
    public let id: MessageID
    public let error: StoreError
  }

  public let command: Command
  /// Whether this undid the command.
  public let isUndo: Bool
  public let changes: [Change]
  /// Messages that stayed as they were, and why; empty as a rule.
  public let failures: [Failure]
  /// Whether the messages have left the folder that they were in.
  public var removesRow: Bool { changes.contains { $0.before.folder != $0.after.id.folder } }

  /// The message as it is now, when there was one.
  public var message: Message? { changes.count == 1 ? changes[0].after : nil }

  /// What happened and to which mail, which `name` gives a short name: "Archived “Lunch?”",
  /// "Archived 3 messages".
  public func sentence(naming name: (Message) -> String) -> Sentence {
    guard let message else { return Sentence(deed.toSeveral, count: changes.count) }
    return Sentence(deed.toOne, name(message))
  }

  let deed: Deed
}

/// Why a command was refused.
public enum TriageError: Error, Equatable, Sendable {
  /// The mailbox is open to look at only.
  case lookOnly
  /// The command has no meaning for this message where it is.
  case notOffered(Command)
  case store(StoreError)

  /// What is wrong and what to do next.
  public var sentence: Sentence {
    switch self {
    case .lookOnly:
      Sentence(msgid("This mailbox is open to look at only; choose “Allow changes” first."))
    case .notOffered:
      Sentence(msgid("That cannot be done to this message here; choose another message or folder."))
    case .store(let error): error.sentence
    }
  }
}
