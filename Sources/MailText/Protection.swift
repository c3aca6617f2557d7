/// How a message is encrypted or signed, or that it brings a key for that. Nothing is decrypted, no signature is checked, and no key is kept.
public enum Protection: Sendable, Equatable {
  public enum Standard: Sendable { case openPGP, smime }

  case encrypted(Standard)
  /// The text can be read beside the signature.
  case signed(Standard)
  /// OpenPGP's signature is of a part of the text alone, and anybody may have written the rest.
  case partlySigned
  /// The text is inside of an S/MIME signature, where it is not read.
  case insideSignature
  /// A public key of OpenPGP stands in the text, which is neither encrypted nor signed.
  case publicKey

  public var isEncrypted: Bool {
    if case .encrypted = self { true } else { false }
  }
}
