/// How a message is encrypted or signed. Nothing is decrypted, and no signature is checked.
public enum Protection: Sendable, Equatable {
  public enum Standard: Sendable { case openPGP, smime }

  case encrypted(Standard)
  /// The text can be read beside the signature.
  case signed(Standard)
  /// OpenPGP's signature is of a part of the text alone, and anybody may have written the rest.
  case partlySigned
  /// The text is inside of an S/MIME signature, where it is not read.
  case insideSignature

  public var isEncrypted: Bool {
    if case .encrypted = self { true } else { false }
  }
}
