internal import Glibc

/// Why a store could not do what was asked. Nothing was changed when one is thrown.
public enum StoreError: Error, Hashable, Sendable {
  /// The path does not exist, or is no folder; it is in the text.
  case noSuchFolder(String)
  /// A folder, but without `cur` and `new`, and without Maildir folders inside.
  case notAMaildir(String)
  /// The permissions do not let it be read.
  case unreadable(String)
  /// The file system or the permissions do not let it be changed.
  case readOnly(String)
  /// Another program moved or deleted the message.
  case messageVanished
  /// The file is no regular file and is left alone.
  case notAMessage
  /// Another file has the name that this one should get.
  case nameTaken
  /// The folders are on different file systems.
  case crossDevice
  /// The path would be longer than the 255 bytes that mail programs can take.
  case nameTooLong
  case noSpace
  /// Any other refusal of the system, by its errno and what was tried.
  case other(errno: Int32, doing: String)
}

extension StoreError: CustomStringConvertible {
  public var description: String { message }

  /// One sentence that says what is wrong and what to do next.
  public var message: String {
    switch self {
    case .noSuchFolder(let path):
      "There is no folder “\(DisplayText.safe(path))”; check the path."
    case .notAMaildir(let path):
      "“\(DisplayText.safe(path))” is not a Maildir; choose a folder that has “cur” and “new” inside."
    case .unreadable(let path):
      "“\(DisplayText.safe(path))” cannot be read; check its permissions."
    case .readOnly(let path):
      "“\(DisplayText.safe(path))” is read-only; check its permissions or choose another mailbox."
    case .messageVanished:
      "The message is no longer there; another program moved or deleted it."
    case .notAMessage:
      "This is not a regular file, so it is left alone; look at it with a file manager."
    case .nameTaken:
      "Another file already has this message’s name; look at the folder with a file manager."
    case .crossDevice:
      "The folders are on different disks; move this message with another mail program."
    case .nameTooLong:
      "The path of the folder is too long for mail programs; move the mailbox to a shorter path."
    case .noSpace:
      "The disk is full; free some space and try again."
    case .other(let code, let doing):
      "\(doing) failed: \(String(cString: strerror(code))); try again."
    }
  }

  /// The error for an errno met while `doing` something at `path`.
  init(errno code: Int32, path: String, doing: String, isChange: Bool = false) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .noSuchFolder(path)
      case EACCES, EPERM: isChange ? .readOnly(path) : .unreadable(path)
      case EROFS: .readOnly(path)
      case EXDEV: .crossDevice
      case ENAMETOOLONG: .nameTooLong
      case ENOSPC, EDQUOT: .noSpace
      case EEXIST: .nameTaken
      default: .other(errno: code, doing: doing)
      }
  }
}
