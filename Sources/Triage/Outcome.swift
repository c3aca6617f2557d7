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

  /// Nil for a command of another version of the program, undone or redone.
  public let command: Command?
  /// Whether this undid the command.
  public let isUndo: Bool
  public let changes: [Change]
  /// The messages that are gone for ever, as they were.
  public let deleted: [Message]
  /// Messages that stayed as they were, and why; empty as a rule.
  public let failures: [Failure]
  /// Whether the messages have left the folder that they were in.
  public var removesRow: Bool {
    !deleted.isEmpty || changes.contains { $0.before.folder != $0.after.id.folder }
  }

  /// The message as it is now, when there was one.
  public var message: Message? { changes.count == 1 ? changes[0].after : nil }

  /// What happened and to which mail, which `name` gives a short name: "Archived “Lunch?”",
  /// "Archived 3 messages".
  public func sentence(naming name: (Message) -> String) -> Sentence {
    let messages = deleted + changes.map(\.after)
    guard messages.count == 1, let only = messages.first else {
      return Sentence(deed.toSeveral, count: messages.count)
    }
    return Sentence(deed.toOne, name(only))
  }

  /// What is wrong with the way back; nil as a rule.
  public let problem: JournalProblem?

  let deed: Deed
}

/// An outcome that is being put together.
struct Draft {
  let command: Command?
  var isUndo = false
  var changes: [Outcome.Change] = []
  var deleted: [Message] = []
  var failures: [Outcome.Failure] = []
  var deed: Deed?

  /// Whether no message is other than it was.
  var isEmpty: Bool { changes.isEmpty && deleted.isEmpty }

  func outcome(_ problem: JournalProblem?) -> Outcome {
    Outcome(
      command: command, isUndo: isUndo, changes: changes, deleted: deleted, failures: failures,
      problem: problem, deed: deed ?? .undone)
  }
}

/// Why a command was refused.
public enum TriageError: Error, Equatable, Sendable {
  /// The mailbox is open to look at only.
  case lookOnly
  /// The command has no meaning for this message where it is.
  case notOffered(Command)
  case store(StoreError)
  /// The record of changes cannot be asked for what to undo.
  case journal(JournalProblem)
  /// Another program with the same journal does not come to an end.
  case busy

  /// What is wrong and what to do next.
  public var sentence: Sentence {
    switch self {
    case .lookOnly:
      Sentence(msgid("This mailbox is open to look at only; choose “Allow changes” first."))
    case .notOffered:
      Sentence(msgid("That cannot be done to this message here; choose another message or folder."))
    case .store(let error): error.sentence
    case .journal(let problem): problem.sentence
    case .busy: Sentence(msgid("Another window is busy with this mailbox; try again."))
    }
  }
}
