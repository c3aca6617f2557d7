public import Accounts
public import MailModel
public import MailWriting

/// Why a mail has not gone out, or why its copy is not kept. Nothing is lost by any of them.
public enum SendingProblem: ExplainedError, Codable, Hashable {
  /// Its account is not there any more.
  case noAccount
  /// Nobody knows the server that mail of the account goes out by; the account's name is in the text.
  case noServer(String)
  /// Nobody was logged in at the server.
  case login(SyncProblem)
  /// The server does not take it, in its own words.
  case refused(String)
  /// The server does not take this recipient, and so nobody gets it: the address, and the server's words.
  case refusedRecipient(String, String)
  /// The server does not take it now, in its own words.
  case later(String)
  /// The server takes less; how much is in the text.
  case tooLarge(String)
  /// The server takes letters of ASCII alone.
  case notPlain
  /// The connection ended before all was sent; the host is in the text.
  case cut(String)
  /// No mail can be made of it.
  case writing(WritingProblem)
  /// What is kept of it here cannot be read.
  case unreadable
  /// It was taken back, and is being written again.
  case takenBack
  /// It is in the outbox already.
  case isThere
  /// It is being sent at this moment.
  case isBeingSent
  /// It is not in the outbox any more.
  case isGone
  /// It was sent, and the account has no folder for sent mail; the account's name is in the text.
  case noSentFolder(String)

  public var sentence: Sentence {
    switch self {
    case .noAccount:
      Sentence(msgid("The account of this mail is not there any more. Choose another one."))
    case .noServer(let name):
      Sentence(
        msgid(
          "No server to send by is known for “%1$s”. Add the account anew with --smtp HOST:PORT."),
        name)
    case .login(.other(let words)): Sentence(msgid("The mail could not be sent: %1$s"), words)
    case .login(.cancelled): Sentence(msgid("Sending was stopped."))
    case .login(let problem): problem.sentence
    case .refused(let words): Sentence(msgid("The server does not take this mail: %1$s"), words)
    case .refusedRecipient(let address, let words):
      Sentence(
        msgid("The server does not take “%1$s”, and nobody has got the mail: %2$s"), address, words)
    case .later(let words):
      Sentence(msgid("The server does not take this mail yet. It will be tried again: %1$s"), words)
    case .tooLarge(let size):
      Sentence(msgid("The server takes no mail of more than %1$s. Attach less."), size)
    case .notPlain: Sentence(msgid("The server takes no mail with letters other than of ASCII."))
    case .cut(let host):
      Sentence(msgid("%1$s ended the connection. Nothing was sent; it will be tried again."), host)
    case .writing(let problem): problem.sentence
    case .unreadable: Sentence(msgid("What is kept of this mail cannot be read."))
    case .takenBack: Sentence(msgid("This mail was taken back, and not sent."))
    case .isThere: Sentence(msgid("This mail is in the outbox already."))
    case .isBeingSent: Sentence(msgid("This mail is being sent. It cannot be taken back any more."))
    case .isGone: Sentence(msgid("This mail is not in the outbox any more."))
    case .noSentFolder(let name):
      Sentence(
        msgid("The mail was sent, but “%1$s” has no folder for sent mail. Make one called Sent."),
        name)
    }
  }

  /// Whether it is tried again by itself.
  var isForNow: Bool {
    switch self {
    case .later, .cut, .login(.offline), .login(.cancelled), .login(.hanging),
      .login(.diskFull), .writing(.unwritable):
      true
    default: false
    }
  }

  /// Whether it was want of a network.
  var isOfNetwork: Bool {
    switch self {
    case .cut, .login(.offline), .login(.cancelled), .login(.hanging): true
    default: false
    }
  }
}
