import MailModel
import MailText

/// What is done by itself to the mail of a sender or of a mailing list that comes to an inbox.
///
/// It is about what comes from its beginning on, and about each message once: not about what was in the inbox then, nor what this program
/// has put there, nor what looks like a message that it was done to before, whoever has put that back.
public struct Rule: Hashable, Codable, Sendable, Identifiable {
  /// What it is about; there is one rule for that.
  public struct ID: Hashable, Codable, Sendable {
    public let inbox: FolderID
    /// The address of a sender is in lower case.
    public let likeness: Sweep.Likeness

    public init(inbox: FolderID, likeness: Sweep.Likeness) {
      self.inbox = inbox
      self.likeness =
        if case .sender(let address) = likeness { .sender(address.lowercased()) } else { likeness }
    }

    /// The address or what the list is known by.
    var name: String {
      switch likeness {
      case .sender(let name), .list(let name): name
      }
    }
  }

  /// When it was done last, in seconds since 1970, to how many messages, and the step that this is; nil where it was taken back.
  public struct Deed: Hashable, Codable, Sendable {
    public let time: Int64
    public let count: Int
    public internal(set) var step: Int64?
  }

  public let id: ID
  public let command: Command
  /// When it was made, in seconds since 1970.
  public let made: Int64
  public internal(set) var isOn = true
  /// How many messages it was done to, without those that it was taken back from.
  public internal(set) var count = 0
  public internal(set) var last: Deed?
  /// The step of the person's that it was made with: it is off while that is taken back. Nil where there was none.
  var beginning: Int64?
  /// What was delivered before that is not new, in seconds since 1970.
  private var since: Int64
  /// What it is not done to any more, by what it looks like, and when that was delivered.
  private var judged: [UInt64: Int64] = [:]

  /// - Parameter now: In seconds since 1970.
  init(_ command: Command, for id: ID, at now: Int64) {
    (self.id, self.command, made, since) = (id, command, now, now - Self.slack)
  }

  /// Whether a rule may have such a command: one that can be taken back, and that means the same whatever comes.
  public static func canHave(_ command: Command) -> Bool {
    switch command {
    case .archive, .trash, .move(to: .some), .markRead: true
    default: false
    }
  }

  /// What was delivered before that is too old to be new, in seconds since 1970. A clock that was set back makes nothing too old.
  func oldest(at now: Int64) -> Int64 { min(since, now - Self.slack) }

  /// Whether a message is new to it.
  func isNew(_ message: Message, at now: Int64) -> Bool {
    message.delivery >= oldest(at: now) && judged[message.looks] == nil
  }

  /// Has messages be new to it no more. Of many, those delivered first are forgotten, and what was delivered before them is too old from
  /// then on.
  mutating func settle(_ messages: some Sequence<Message>) {
    for message in messages { judged[message.looks] = message.delivery }
    guard judged.count > Self.mostJudged else { return }
    let times = judged.values.sorted()
    let limit = times[times.count - Self.mostJudged / 2]
    since = max(since, limit)
    judged = judged.filter { $0.value >= limit }
  }

  /// How far the clocks of who delivers mail may differ from this one, in seconds.
  private static let slack: Int64 = 86_400
  private static let mostJudged = 2_000
}

extension Message {
  /// What tells it from others wherever it is: a copy that a server brings back has it too.
  fileprivate var looks: UInt64 {
    var hash = FNV1a()
    hash.add(head)
    hash.add(date)
    return hash.value
  }
}

/// What is wrong with the rules of a mailbox. No mail is harmed by it.
public enum RuleProblem: ExplainedError, Hashable {
  /// They cannot be read or written; the reason in the system's words.
  case unusable(String)
  /// They were damaged and are now kept under another name, which is in the text.
  case setAside(String)
  /// They were written by a newer version of the program, and stay as they are.
  case newer

  /// What is wrong and what to do next.
  public var sentence: Sentence {
    switch self {
    case .unusable(let reason):
      Sentence(
        msgid("The rules could not be saved (%1$s) and only apply until Dunnock is closed."),
        DisplayText.safe(reason))
    case .setAside(let path):
      Sentence(
        msgid("The rules were damaged and moved to “%1$s”. Add them again."),
        DisplayText.safe(path))
    case .newer:
      Sentence(
        msgid(
          "The rules were saved by a newer version of Dunnock and are not applied."))
    }
  }
}
