extension Message {
  /// Whether the sender's name must not stand alone: it holds an address that is not the sender's,
  /// or a word that mixes look-alike alphabets, as in a forged "Pаypal" with a Cyrillic а.
  public var hasDoubtfulName: Bool {
    guard !address.isEmpty, from != address else { return false }
    let rest = from.lowercased().replacing(address.lowercased(), with: "")
    return rest.unicodeScalars.contains { "@\u{FF20}\u{FE6B}".unicodeScalars.contains($0) }
      || Alphabet.isMixed(in: from)
  }
}

/// The alphabets whose letters look alike.
private enum Alphabet {
  case latin, greek, cyrillic, armenian, cherokee

  /// Nil for all other scripts, and for what is no letter.
  init?(_ scalar: Unicode.Scalar) {
    guard scalar.properties.isAlphabetic else { return nil }
    switch scalar.value {
    case 0x41...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF5A: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x531...0x587: self = .armenian
    case 0x13A0...0x13FD: self = .cherokee
    default: return nil
    }
  }

  /// Whether a word of the text is of two alphabets.
  static func isMixed(in text: String) -> Bool {
    var current: Alphabet?
    for scalar in text.unicodeScalars {
      if let alphabet = Alphabet(scalar) {
        if let current, current != alphabet { return true }
        current = alphabet
      } else if !scalar.properties.isAlphabetic,
        scalar.properties.generalCategory != .nonspacingMark
      {
        current = nil
      }
    }
    return false
  }
}
