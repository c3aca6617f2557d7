internal import Glibc
internal import MailText

/// Why a store could not do what was asked. Nothing was changed when one is thrown.
public enum StoreError: ExplainedError, Hashable {
  /// The path does not exist, or is no folder; it is in the text.
  case noSuchFolder(String)
  /// A folder, but without `cur` and `new`, and without Maildir folders inside.
  case notAMaildir(String)
  /// Mail in a form that is not opened; its path is in the text.
  case foreignMail(ForeignMail, String)
  /// A folder with nothing in it, which may be a mailbox whose disk is out.
  case empty(String)
  /// The mailbox was there when it was opened and is not now: its disk was taken out, or its network
  /// is gone. Nothing is known to be deleted.
  case mailboxGone(String)
  /// A folder that was full of mail is suddenly empty; its path is in the text. Nothing is known to
  /// be deleted.
  case folderEmptied(String)
  /// The permissions do not let it be read.
  case unreadable(String)
  /// The file system or the permissions do not let it be changed.
  case readOnly(String)
  /// Another program moved or deleted the message.
  case messageVanished
  /// It was moved on after what is to be taken back.
  case movedOn
  /// The account is open to look at only.
  case lookOnly
  /// Another program put another message in the place of the one that was to be deleted.
  case messageReplaced
  /// Another program renamed the message each time it was to be changed.
  case contended
  /// The file is no regular file and is left alone.
  case notAMessage
  /// The message has no part of that number.
  case noSuchPart
  /// It goes on behind the ``MessageBody/maximumSize`` bytes that are opened of a message.
  case tooLarge
  /// Another file has the name that this one should get.
  case nameTaken
  /// The folders are on different file systems.
  case crossDevice
  /// The path would be longer than the 255 bytes that mail programs can take.
  case nameTooLong
  /// A folder cannot be called so.
  case unusableName(String)
  case noSpace
  /// The file system has no trash that can be used; the path of what was to go there is in the text.
  case noTrash(String)
  /// A link stands where a folder should be; its path is in the text.
  case linked(String)
  /// The account of a folder has none with a role that is needed.
  case noFolder(Role, near: FolderID)
  /// Only what is in the trash is deleted for ever.
  case notInTrash
  /// This kind of store cannot do it.
  case notSupported
  /// Any other refusal of the system, by its errno and what was tried.
  case other(errno: Int32, doing: Attempt)

  /// What a store tries to do.
  public enum Attempt: CaseIterable, Sendable {
    case openMailbox, openFolder, listFolder, createFolder, openMessage, readMessage, moveMessage
    case changeFlags, deleteMessage, createMessage
  }
}

/// A form of mail that no store here opens. It must not pass for files either: there one of them may
/// be thousands of messages.
public enum ForeignMail: String, Sendable {
  case mbox
  case mh = "MH"
  case thunderbird = "Thunderbird"
}

extension StoreError {
  /// What is wrong and what to do next.
  public var sentence: Sentence {
    switch self {
    case .noSuchFolder(let path):
      Sentence(msgid("There is no folder “%1$s”. Check the path."), DisplayText.safe(path))
    case .notAMaildir(let path):
      Sentence(
        msgid("“%1$s” is not a Maildir. Choose a folder with “cur” and “new” inside."),
        DisplayText.safe(path))
    case .foreignMail(let form, let path):
      Sentence(
        msgid(
          "“%1$s” is mail in the format %2$s, which is not supported. Copy it to a Maildir with a program such as NeoMutt."
        ), DisplayText.safe(path), form.rawValue)
    case .empty(let path):
      Sentence(
        msgid("“%1$s” is empty. Choose a Maildir or a folder with files."), DisplayText.safe(path))
    case .mailboxGone(let path):
      Sentence(
        msgid(
          "The mailbox “%1$s” is no longer available. Connect its disk or check the network."),
        DisplayText.safe(path))
    case .folderEmptied(let path):
      Sentence(
        msgid(
          "The messages in “%1$s” have suddenly disappeared. Check its disk and the programs that use it."
        ),
        DisplayText.safe(path))
    case .unreadable(let path):
      Sentence(msgid("“%1$s” cannot be read. Check its permissions."), DisplayText.safe(path))
    case .readOnly(let path):
      Sentence(
        msgid("“%1$s” is read-only. Check its permissions or choose another mailbox."),
        DisplayText.safe(path))
    case .messageVanished:
      Sentence(msgid("It is no longer there. Another program moved or deleted it."))
    case .movedOn:
      Sentence(msgid("It has been moved again since. Undo that first, or move it yourself."))
    case .lookOnly:
      Sentence(msgid("This mailbox is open read-only. Choose “Allow Changes” first."))
    case .messageReplaced:
      Sentence(
        msgid("Another message has taken its place. Look at that one before you delete it."))
    case .contended:
      Sentence(msgid("Another program keeps changing it. Try again in a moment."))
    case .notAMessage:
      Sentence(
        msgid("This is not a regular file and was not touched. Look at it with a file manager."))
    case .noSuchPart:
      Sentence(msgid("The message has changed. Open it again."))
    case .tooLarge:
      Sentence(msgid("It is too large to open. Open it with another program."))
    case .nameTaken:
      Sentence(
        msgid(
          "Another file already has this name. Look at the folder with a file manager.")
      )
    case .crossDevice:
      Sentence(
        msgid("The folders are on different disks. Move it with another program."))
    case .nameTooLong:
      Sentence(
        msgid(
          "Its path would be too long. Use a shorter name, or move the mailbox to a shorter path."
        ))
    case .unusableName(let name):
      Sentence(
        msgid("A folder cannot be called “%1$s” here. Use only letters, digits and spaces."),
        DisplayText.safe(name))
    case .noSpace:
      Sentence(msgid("The disk is full. Free up some space and try again."))
    case .noTrash(let path):
      Sentence(
        msgid(
          "The disk of “%1$s” has no trash. Archive the file, or delete it with a file manager."
        ), DisplayText.safe(path))
    case .linked(let path):
      Sentence(
        msgid(
          "“%1$s” is a symbolic link, and links are not followed. Choose the folder itself."
        ), DisplayText.safe(path))
    case .noFolder:
      Sentence(msgid("There is no folder for this yet. Choose one in Preferences."))
    case .notInTrash:
      Sentence(
        msgid("Only messages in the trash can be deleted permanently. Move them there first."))
    case .notSupported:
      Sentence(msgid("This cannot be done in this kind of folder. Choose another command."))
    case .other(let code, let doing):
      Sentence(doing.refusal, String(cString: strerror(code)))
    }
  }

  /// The error for an errno met while `doing` something at `path`.
  package init(errno code: Int32, path: String, doing: Attempt, isChange: Bool = false) {
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

extension StoreError.Attempt {
  /// That it failed, and the system's reason.
  fileprivate var refusal: String {
    switch self {
    case .openMailbox: msgid("The mailbox could not be opened: %1$s. Try again.")
    case .openFolder: msgid("The folder could not be opened: %1$s. Try again.")
    case .listFolder: msgid("The folder could not be listed: %1$s. Try again.")
    case .createFolder: msgid("The folder could not be created: %1$s. Try again.")
    case .openMessage: msgid("The message could not be opened: %1$s. Try again.")
    case .readMessage: msgid("The message could not be read: %1$s. Try again.")
    case .moveMessage: msgid("The message could not be moved: %1$s. Try again.")
    case .changeFlags: msgid("The message could not be marked: %1$s. Try again.")
    case .deleteMessage: msgid("The message could not be deleted: %1$s. Try again.")
    case .createMessage: msgid("The message could not be saved: %1$s. Try again.")
    }
  }
}
