public import MailModel

/// Why no mail can be made of what was written. Nothing of it is lost.
public enum WritingProblem: ExplainedError, Codable, Hashable {
  /// It is to nobody.
  case noRecipient
  /// No mail can be sent to or from this; it is in the text.
  case address(String)
  /// What is attached is not there any more, or cannot be read; its name is in the text.
  case missing(String)
  /// What is attached is not what it was when it was attached; its name is in the text.
  case changed(String)
  /// More is attached than any server takes.
  case tooLarge
  /// A whole mail was given, and this is none.
  case noMail
  /// It cannot be written here, for what the system says.
  case unwritable(Int32)

  public var sentence: Sentence {
    switch self {
    case .noRecipient: Sentence(msgid("Add a recipient."))
    case .address(let text):
      Sentence(msgid("“%1$s” is not a valid email address. Correct it."), text)
    case .missing(let name):
      Sentence(msgid("“%1$s” no longer exists. Attach it again, or remove it."), name)
    case .changed(let name):
      Sentence(
        msgid("“%1$s” has changed since it was attached. Attach it again, or remove it."), name)
    case .tooLarge:
      Sentence(
        msgid("The attachments are larger than 100 MB, which no mail server accepts. Remove some."))
    case .noMail:
      Sentence(
        msgid("This is not a message. It must start with its header and contain a From line."))
    case .unwritable(let code):
      Sentence(msgid("The message could not be saved: %1$s"), words(of: code))
    }
  }
}
