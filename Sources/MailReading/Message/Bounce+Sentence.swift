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
    case .delivered: tr("%1$s has reached %2$s.")
    case .delayed: tr("%1$s has not reached %2$s yet; the server goes on trying.")
    case .failed:
      switch reason {
      case .noSuchAddress: tr("%1$s did not reach %2$s: there is no such address.")
      case .mailboxFull: tr("%1$s did not reach %2$s: the mailbox there is full.")
      case .tooLarge: tr("%1$s did not reach %2$s: it is too large for the server there.")
      case .refused: tr("%1$s did not reach %2$s: the server there refused it.")
      case .unreachable: tr("%1$s did not reach %2$s: the server there could not be reached.")
      case .expired: tr("%1$s did not reach %2$s: it was tried for too long.")
      case .other: tr("%1$s did not reach %2$s.")
      }
    }
  }

  private var whom: String {
    let named = recipients.prefix(Self.mostNamed).map(\.isolated).joined(separator: ", ")
    let rest = recipients.count - min(recipients.count, Self.mostNamed)
    if recipients.isEmpty { return tr("whom it was for") }
    if rest == 0 { return named }
    return trn("%1$s and %2$s other", "%1$s and %2$s others", rest).filling(named, String(rest))
  }

  private static let mostNamed = 3
}
