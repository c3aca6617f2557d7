import MailModel
import TriageJournal

/// What a command, or its undoing, did.
public struct Outcome: Sendable {
  public struct Change: Sendable {
    /// What the message was known by; nil for one that was created.
    public let before: MessageRef?
    /// The message as it is now; in another folder after a move.
    public let after: Message
  }

  /// Where messages were moved to, or until when, in seconds since 1970, they are put off.
  public enum Aim: CustomStringConvertible, Sendable {
    case folder(FolderID)
    case moment(Int64)

    public var description: String {
      switch self {
      case .folder(let folder): folder.description
      case .moment(let moment): String(moment)
      }
    }
  }

  public struct Failure: Sendable {
    public let id: MessageRef
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
  /// Whether the rule that was made with what is undone or redone is followed from now on; nil where there is none.
  public let hasRuleOn: Bool?
  /// How many messages were still to come when the person ended it.
  public let left: Int
  /// Whether the messages have left the folder that they were in.
  public var removesRow: Bool {
    !deleted.isEmpty || changes.contains { $0.before?.folder != $0.after.id.folder }
  }

  /// The message as it is now, when there was one.
  public var message: Message? { changes.count == 1 ? changes[0].after : nil }

  /// The step that it is, to be taken back by its number; nil when there is nothing to take back.
  public let step: Int64?

  /// Whether a message was not there any more.
  private static func isGone(_ failure: Failure) -> Bool { failure.error == .messageVanished }

  /// The failures that are to be told: not those of messages that another program took out, which the
  /// sentence counts.
  public var refusals: [Failure] { failures.filter { !Self.isGone($0) } }

  /// What happened and to which mail, which `name` gives a short name: "Archived “Lunch?”",
  /// "Archived 3 messages"; and where not all that was asked for was there or was done, "Archived
  /// 9,998 of 10,000 messages", of which `count` makes the number. Where the person has moved them to, or
  /// until when they are put off, is called as `aim` says.
  public func sentence(
    naming name: (Message) -> String,
    counting count: (_ done: Int, _ asked: Int) -> String = { done, _ in String(done) },
    aiming aim: (Aim) -> String = \.description
  ) -> Sentence {
    let done = changes.count + deleted.count
    let asked = done + left + failures.count(where: Self.isGone)
    let aimed = deed.aim.map(aim)
    guard asked == 1, let only = deleted.first ?? changes.first?.after else {
      return Sentence(deed.several, count: asked, saying: count(done, asked)).with(aimed)
    }
    return Sentence(deed.one, name(only)).with(aimed)
  }

  /// What is wrong with the way back; nil as a rule.
  public let problem: JournalProblem?

  let deed: Deed
}

/// What was done to messages, in words to translate.
struct Deed: Sendable {
  /// What happened to one message, whose name is the value.
  let one: String
  /// What happened to a number of messages.
  let several: (one: String, other: String)
  /// What both name behind that.
  var aim: Outcome.Aim?

  /// What a command does to a message as it is before.
  init(_ command: Command, before message: Message) {
    let wording = command.entry.wording(for: MessageGroup([message]))
    (one, several) = (wording.toOne, wording.toSeveral)
    switch command {
    case .move(let folder?): aim = .folder(folder)
    case .snooze(let moment?): aim = .moment(moment)
    default: break
    }
  }

  private init(_ one: String, _ several: (one: String, other: String)) {
    (self.one, self.several) = (one, several)
  }

  static let undone = Deed(
    msgid("Undone: “%1$s”"), msgids("Undone for %1$s message", "Undone for %1$s messages"))
  static let redone = Deed(
    msgid("Redone: “%1$s”"),
    msgids("Redone for %1$s message", "Redone for %1$s messages"))
  static let created = Deed(
    msgid("Saved “%1$s”"), msgids("Saved %1$s message", "Saved %1$s messages"))
}

extension Outcome {
  /// An outcome that is being put together.
  struct Draft {
    let command: Command?
    var isUndo = false
    var changes: [Outcome.Change] = []
    var deleted: [Message] = []
    var failures: [Outcome.Failure] = []
    var left = 0
    var hasRuleOn: Bool?
    var deed: Deed?
    var step: Int64?
    /// Whether there is something that could be taken back.
    var isUndoable = false

    /// Whether no message is other than it was.
    var isEmpty: Bool { changes.isEmpty && deleted.isEmpty }

    func outcome(_ problem: JournalProblem?) -> Outcome {
      Outcome(
        command: command, isUndo: isUndo, changes: changes, deleted: deleted, failures: failures,
        hasRuleOn: hasRuleOn, left: left, step: isUndoable ? step : nil, problem: problem,
        deed: deed ?? .undone)
    }
  }
}

/// Why a command was refused.
public enum TriageError: ExplainedError, Equatable {
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
    case .lookOnly: StoreError.lookOnly.sentence
    case .notOffered:
      Sentence(msgid("This cannot be done with this message here."))
    case .store(let error): error.sentence
    case .journal(let problem): problem.sentence
    case .busy: Sentence(msgid("Another window is busy with this mailbox. Try again."))
    }
  }
}
