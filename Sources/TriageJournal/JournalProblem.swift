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
          "The record of changes cannot be kept (%1$s); changes can be undone until this window closes."
        ), DisplayText.safe(reason))
    case .setAside(let path):
      Sentence(
        msgid(
          "The record of changes was damaged and is kept as “%1$s”; earlier changes can no longer be undone."
        ), DisplayText.safe(path))
    case .begunAnew:
      Sentence(
        msgid(
          "Another program deleted or replaced the record of changes; earlier changes can no longer be undone."
        ))
    case .tampered(let path):
      Sentence(
        msgid(
          "The record of changes names places outside the mailbox; nothing was moved. Delete “%1$s”; earlier changes can then no longer be undone."
        ), DisplayText.safe(path))
    case .unconfirmed:
      Sentence(msgid("The disk did not confirm the last change; check the disk."))
    }
  }
}

extension DatabaseError {
  /// Whether the file itself is broken.
  var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
