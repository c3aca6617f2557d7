import MailText
import Texts

extension Protection {
  /// The sentence below a message that is encrypted or signed in this way.
  var sentence: String {
    switch self {
    case .encrypted(.openPGP):
      tr("This message is encrypted with OpenPGP, which Dunnock cannot read.")
    case .encrypted(.smime):
      tr("This message is encrypted with S/MIME, which Dunnock cannot read.")
    case .signed(.openPGP):
      tr("This message is signed with OpenPGP. Dunnock did not check the signature.")
    case .signed(.smime):
      tr("This message is signed with S/MIME. Dunnock did not check the signature.")
    case .partlySigned:
      tr("Only a part of this message is signed with OpenPGP. Dunnock did not check the signature.")
    case .insideSignature:
      tr("The text of this message is inside of an S/MIME signature, which Dunnock cannot read.")
    case .publicKey:
      tr("This message contains an OpenPGP public key, which Dunnock cannot use.")
    }
  }
}
