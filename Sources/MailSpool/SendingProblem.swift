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
  /// It was taken back, and is being written again: a state of the earlier outbox alone.
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
      Sentence(msgid("The account of this message no longer exists. Choose another one."))
    case .noServer(let name):
      Sentence(
        msgid(
          "No outgoing mail server is known for “%1$s”. Add the account again with --smtp HOST:PORT."
        ),
        name)
    case .login(.other(let words)): Sentence(msgid("The message could not be sent: %1$s"), words)
    case .login(.cancelled): Sentence(msgid("Sending was stopped."))
    case .login(let problem): problem.sentence
    case .refused(let words): Sentence(msgid("The server did not accept the message: %1$s"), words)
    case .refusedRecipient(let address, let words):
      Sentence(
        msgid("The server did not accept “%1$s”, and the message was sent to nobody: %2$s"),
        address, words)
    case .later(let words):
      Sentence(
        msgid("The server did not accept the message yet. Dunnock will try again: %1$s"), words)
    case .tooLarge(let size):
      Sentence(msgid("The server accepts no messages over %1$s. Remove some attachments."), size)
    case .notPlain:
      Sentence(msgid("The server does not accept addresses with letters outside ASCII."))
    case .cut(let host):
      Sentence(msgid("%1$s closed the connection. Nothing was sent. Dunnock will try again."), host)
    case .writing(let problem): problem.sentence
    case .unreadable: Sentence(msgid("The saved message cannot be read."))
    case .takenBack: Sentence(msgid("This message was canceled and not sent."))
    case .isThere: Sentence(msgid("This message is already in the outbox."))
    case .isBeingSent: Sentence(msgid("This message is being sent and can no longer be canceled."))
    case .isGone: Sentence(msgid("This message is no longer in the outbox."))
    case .noSentFolder(let name):
      Sentence(
        msgid(
          "The message was sent, but “%1$s” has no folder for sent messages. Create one named Sent."
        ),
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
