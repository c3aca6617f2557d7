import GtkBridge
import MailText
import Texts

extension SenderDoubt {
  /// What is wrong, in one sentence.
  var sentence: String {
    switch self {
    case .namesAnother(let named, let actual):
      tr("The name says %1$s, but this comes from %2$s.").filling(named.isolated, actual.isolated)
    case .looksLikeAnother(let host):
      tr("%1$s contains look-alike letters and may be pretending to be somebody else.")
        .filling(host.isolated)
    case .notConfirmed(let host):
      tr("Your mail server could not confirm that this comes from %1$s.").filling(host.isolated)
    }
  }
}

extension String {
  /// The text so that it does not turn the direction of what stands around it.
  var isolated: String { "\u{2068}\(self)\u{2069}" }
}
