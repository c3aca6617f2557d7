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
  /// What happened, without the name of the message: "Archived", in English: the key of its
  /// translation.
  public let verb: String
  /// What happened and to which mail: "Archived “Subject”", "Archived 3 messages".
  public let text: String

  /// Whether the messages have left the folder that they were in.
  public var removesRow: Bool { changes.contains { $0.before.folder != $0.after.id.folder } }

  /// The message as it is now, when there was one.
  public var message: Message? { changes.count == 1 ? changes[0].after : nil }

  init(
    command: Command, isUndo: Bool, verb: String, changes: [Change], failures: [Failure]
  ) {
    self.command = command
    self.isUndo = isUndo
    self.verb = verb
    self.changes = changes
    self.failures = failures
    text =
      changes.count == 1
      ? "\(verb) “\(Outcome.name(of: changes[0].after))”" : "\(verb) \(changes.count) messages"
  }

  private static func name(of message: Message) -> String {
    let name = message.subject.isEmpty ? message.from : message.subject
    if name.isEmpty { return "No subject" }
    return name.count > 60 ? name.prefix(59) + "…" : name
  }
}

/// Why a command was refused.
public enum TriageError: Error, Equatable, Sendable {
  /// The mailbox is open to look at only.
  case lookOnly
  /// The command has no meaning for this message where it is.
  case notOffered(Command)
  case store(StoreError)
}

extension TriageError: CustomStringConvertible {
  public var description: String { message }

  /// One sentence that says what is wrong and what to do next.
  public var message: String {
    switch self {
    case .lookOnly: "This mailbox is open to look at only; choose “Allow changes” first."
    case .notOffered(let command):
      "“\(command.entry.title)” cannot be done here; choose another message or folder."
    case .store(let error): error.message
    }
  }
}
