internal import FileSystem
internal import GRDB
internal import Glibc
public import MailModel
internal import MailText

/// What is wrong with the record of changes. No mail is harmed by it.
public enum JournalProblem: ExplainedError, Hashable {
  /// It cannot be read or written; the reason in the system's words.
  case unusable(String)
  /// It was damaged and now has another name, which is in the text.
  case setAside(String)
  /// Another program took it away or put another in its place, without what was done before.
  case begunAnew
  /// The disk did not confirm that a change is on it.
  case unconfirmed
  /// It names places outside the mailbox, as no program of ours notes them; its path is in the text.
  case tampered(String)

  init(_ error: any Error) {
    switch error {
    case let problem as JournalProblem: self = problem
    case let error as DatabaseError:
      self = .unusable(error.message ?? "SQLite error \(error.resultCode.rawValue)")
    case let failure as Directory.Failure: self = .unusable(String(cString: strerror(failure.code)))
    default: self = .unusable(String(describing: error))
    }
  }

  /// What is wrong and what to do next.
  public var sentence: Sentence {
    switch self {
    case .unusable(let reason):
      Sentence(
        msgid(
          "The history of changes could not be saved (%1$s). Changes can be undone until this window is closed."
        ), DisplayText.safe(reason))
    case .setAside(let path):
      Sentence(
        msgid(
          "The history of changes was damaged and moved to “%1$s”. Earlier changes can no longer be undone."
        ), DisplayText.safe(path))
    case .begunAnew:
      Sentence(
        msgid(
          "Another program deleted or replaced the history of changes. Earlier changes can no longer be undone."
        ))
    case .tampered(let path):
      Sentence(
        msgid(
          "The history of changes points outside the mailbox, and nothing was moved. Delete “%1$s”; earlier changes can then no longer be undone."
        ), DisplayText.safe(path))
    case .unconfirmed:
      Sentence(msgid("The disk did not confirm the last change. Check the disk."))
    }
  }
}

extension DatabaseError {
  /// Whether the file itself is broken.
  var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
