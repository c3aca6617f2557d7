internal import CDunnockGio
internal import CDunnockIcu

/// What characters look like beside those of ASCII (Unicode Technical Standard 39).
struct Lookalikes {
  // ICU's is for any thread, and stays.
  private nonisolated(unsafe) static let checker = dnk_icu_open_spoof_checker()

  private var known: [Unicode.Scalar: String?] = [:]

  /// What a scalar looks like, in lower case; nil for what looks like nothing of ASCII.
  mutating func ascii(_ scalar: Unicode.Scalar) -> String? {
    if let look = known[scalar] { return look }
    let look = Self.look(scalar)
    known[scalar] = look
    return look
  }

  private static func look(_ scalar: Unicode.Scalar) -> String? {
    // Scripts of many letters, none of which looks like one of ASCII.
    if (0x3040...0xD7FF).contains(scalar.value) || scalar.value >= 0x20000 { return nil }
    if let plain = compatible(scalar) { return plain.lowercased() }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter:
      let capital = letters(skeleton(String(scalar)))
      // A capital I is the twin of an l, and its small letter is not.
      return capital.map { letters(skeleton(properties.lowercaseMapping)) ?? $0.lowercased() }
    case .lowercaseLetter, .otherLetter, .modifierLetter:
      return letters(skeleton(String(scalar)))?.lowercased()
    case .otherPunctuation, .dashPunctuation, .mathSymbol, .otherSymbol, .modifierSymbol:
      return skeleton(String(scalar)).flatMap {
        [".", ":", "/", "\\", "@", "-"].contains($0) ? $0 : nil
      }
    default: return nil
    }
  }

  private static func letters(_ skeleton: String?) -> String? {
    guard let skeleton, skeleton.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
      return nil
    }
    return skeleton == "rn" ? "m" : skeleton
  }

  /// What stands for a scalar where it is only written otherwise, as wide letters and those of formulas are.
  private static func compatible(_ scalar: Unicode.Scalar) -> String? {
    // The signs of a trade mark stand behind a name.
    if scalar == "\u{2120}" || scalar == "\u{2122}" { return nil }
    var parts = [gunichar](repeating: 0, count: Int(G_UNICHAR_MAX_DECOMPOSITION_LENGTH))
    let count = g_unichar_fully_decompose(scalar.value, 1, &parts, gsize(parts.count))
    let plain = parts.prefix(Int(count)).compactMap(Unicode.Scalar.init)
    guard !plain.isEmpty, plain.allSatisfy(\.isASCII) else { return nil }
    return plain.map(String.init).joined()
  }

  /// What all texts that look alike have in common; nil where that is not known.
  static func skeleton(_ text: String) -> String? {
    guard let checker else { return nil }
    return text.converted { dnk_icu_skeleton(checker, $0, $1, $2, $3) }
  }
}
