import GtkBridge
import MailText
import Texts

extension Bounce {
  /// What became of the message, and why, in one sentence.
  var sentence: String {
    let what =
      subject.isEmpty ? tr("Your message") : tr("Your message “%1$s”").filling(subject.isolated)
    return pattern.filling(what, whom)
  }

  private var pattern: String {
    switch action {
    case .delivered: tr("%1$s was delivered to %2$s.")
    case .delayed: tr("%1$s was not delivered to %2$s yet. The server keeps trying.")
    case .failed:
      switch reason {
      case .noSuchAddress: tr("%1$s was not delivered to %2$s because the address does not exist.")
      case .mailboxFull: tr("%1$s was not delivered to %2$s because the mailbox is full.")
      case .tooLarge: tr("%1$s was not delivered to %2$s because it is too large for the server.")
      case .refused: tr("%1$s was not delivered to %2$s because the server refused it.")
      case .unreachable:
        tr("%1$s was not delivered to %2$s because the server could not be reached.")
      case .expired:
        tr("%1$s was not delivered to %2$s because the server did not accept it in time.")
      case .other: tr("%1$s was not delivered to %2$s.")
      }
    }
  }

  private var whom: String {
    let named = recipients.prefix(Self.mostNamed).map(\.isolated).joined(separator: ", ")
    let rest = recipients.count - min(recipients.count, Self.mostNamed)
    if recipients.isEmpty { return tr("the recipient") }
    if rest == 0 { return named }
    return trn("%1$s and %2$s other", "%1$s and %2$s others", rest).filling(named, String(rest))
  }

  private static let mostNamed = 3
}
