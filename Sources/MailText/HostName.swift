internal import CDunnockGio
internal import CDunnockPsl

/// The name of a host, as machines and as people read it.
struct HostName {
  /// In lower case, with international labels as `xn--…`.
  let ascii: String
  /// With the letters of its language where nobody can take it for another name; otherwise as ``ascii``.
  let shown: String
  /// What it looks like in letters where it could be taken for another name, and so is not shown; nil as a rule.
  var disguise: String? {
    guard isDoubtful, let text = g_hostname_to_unicode(ascii) else {
      return nil
    }
    defer { g_free(text) }
    let name = String(cString: text)
    return name == ascii ? nil : DisplayText.safe(name)
  }

  /// Whether it is international and could be taken for another name.
  private var isDoubtful: Bool { shown == ascii && ascii.contains("xn--") }

  /// Nil for what names no host.
  init?(_ bytes: [UInt8]) {
    let decoded = MarkedText.Link.percentDecoded(bytes[...])
    guard (1...1_000).contains(decoded.count),
      let name = String(validating: decoded, as: UTF8.self)
    else { return nil }
    if name.hasPrefix("["), name.hasSuffix("]"),
      name.utf8.dropFirst().dropLast().allSatisfy({ hexValue($0) != nil || ":.".utf8.contains($0) })
    {
      (ascii, shown) = (name.lowercased(), name.lowercased())
      return
    }
    guard !decoded.contains(0), let machine = g_hostname_to_ascii(name) else { return nil }
    defer { g_free(machine) }
    let ascii = String(cString: machine).lowercased()
    guard (1...253).contains(ascii.utf8.count),
      ascii.utf8.allSatisfy({
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-._".utf8.contains($0)
      }), ascii.utf8.contains(where: { $0 != UInt8(ascii: ".") })
    else { return nil }
    self.ascii = ascii
    shown = Self.readable(ascii) ?? ascii
  }

  /// Whether one of two names stands for what the other does: it is the same, or lies within it.
  func isAkin(to other: HostName) -> Bool {
    let (one, other) = (plain, other.plain)
    return one == other || one.hasSuffix("." + other) || other.hasSuffix("." + one)
  }

  private var plain: Substring {
    let name = ascii.hasSuffix(".") ? ascii.dropLast() : ascii[...]
    return name.hasPrefix("www.") ? name.dropFirst(4) : name
  }

  // MARK: As people read it

  private static func readable(_ ascii: String) -> String? {
    // Few names are international, and those of all links are looked at.
    guard ascii.utf8.count > 4,
      ascii.utf8.split(separator: 0x2D).count > 1 || ascii.hasPrefix("xn-"),
      g_hostname_is_ascii_encoded(ascii) != 0, let text = g_hostname_to_unicode(ascii)
    else { return nil }
    defer { g_free(text) }
    let name = String(cString: text)
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let isOfItsLanguage = labels.last.map { !$0.utf8.allSatisfy { $0 < 0x80 } } ?? false
    let isSafe = labels.allSatisfy {
      $0.utf8.allSatisfy { $0 < 0x80 } || isClear($0, below: isOfItsLanguage)
    }
    return isSafe && DisplayText.safe(name) == name ? name : nil
  }

  /// Whether a label can be taken for no other: by the scripts that are written together (Unicode Technical
  /// Standard 39, section 5.2, "highly restrictive"), as browsers decide it.
  private static func isClear(_ label: Substring, below isOfItsLanguage: Bool) -> Bool {
    var scripts: Set<GUnicodeScript.RawValue> = []
    var zero: UInt32?
    for scalar in label.unicodeScalars {
      // Letters of phonetic writing are the twins of others.
      if (0x250...0x2FF).contains(scalar.value) || scalar.value == 0x17F { return false }
      switch scalar.properties.generalCategory {
      case .lowercaseLetter, .otherLetter, .modifierLetter, .titlecaseLetter, .uppercaseLetter:
        break
      case .nonspacingMark, .spacingMark:
        // Marks of these would have been composed with their letters, were they of any language.
        guard scripts.isDisjoint(with: [latin, cyrillic, greek]), !scripts.isEmpty else {
          return false
        }
      case .decimalNumber:
        let own = scalar.value - UInt32(g_unichar_digit_value(scalar.value))
        guard zero == nil || zero == own else { return false }
        zero = own
      default: guard scalar == "-" else { return false }
      }
      let script = g_unichar_get_script(scalar.value)
      if script != G_UNICODE_SCRIPT_COMMON, script != G_UNICODE_SCRIPT_INHERITED {
        scripts.insert(script.rawValue)
      }
    }
    guard scripts.count <= 1 || combinations.contains(where: scripts.isSubset) else { return false }
    return isOfItsLanguage || !looksLatin(label)
  }

  private static let latin = G_UNICODE_SCRIPT_LATIN.rawValue
  private static let cyrillic = G_UNICODE_SCRIPT_CYRILLIC.rawValue
  private static let greek = G_UNICODE_SCRIPT_GREEK.rawValue

  private static let combinations: [Set<GUnicodeScript.RawValue>] = [
    [G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA], [G_UNICODE_SCRIPT_BOPOMOFO],
    [G_UNICODE_SCRIPT_HANGUL],
  ].map { Set(([G_UNICODE_SCRIPT_LATIN, G_UNICODE_SCRIPT_HAN] + $0).map(\.rawValue)) }

  /// Whether all letters of a label are such of other scripts as look like Latin ones.
  private static func looksLatin(_ label: Substring) -> Bool {
    label.unicodeScalars.allSatisfy {
      $0.isASCII ? !$0.properties.isAlphabetic : lookAlikes.contains($0)
    }
  }

  /// Cyrillic, Greek and Armenian letters that look like Latin ones or digits (Unicode Technical Standard
  /// 39, `confusables.txt`).
  private static let lookAlikes = Set("асԁеһіјӏорԗԛѕԝхуъьҽпгѵѡαικνρυωηοτագզէլհյոսւօ".unicodeScalars)
}

extension HostName {
  /// The name as people read it where it cannot be taken for another, else as the network knows it; safe to show.
  static func shown(_ host: String) -> String {
    HostName(Array(host.utf8))?.shown ?? DisplayText.safe(host)
  }

  /// Whether a name is international and could be taken for another, whichever way it is written.
  static func isDoubtful(_ host: String) -> Bool {
    guard host.utf8.contains(where: { $0 >= 0x80 }) || host.lowercased().contains("xn--") else {
      return false
    }
    return HostName(Array(host.utf8))?.isDoubtful ?? true
  }

  /// Whether a word of a text is most likely meant as the name of a host.
  static func isName(_ word: Substring) -> Bool {
    // "St.Gallen", "e.V." and "Co.KG" are none.
    let labels: [Substring] = word.split(separator: ".")
    return labels.dropLast().contains { $0.count > 2 }
      && NamedPlaces(in: String(word)).places.contains { $0.isHost }
  }

  /// The name that its owner registered, by the Public Suffix List: `x.org` of `mail.x.org`, `x.co.uk` of `mail.x.co.uk`,
  /// `x.github.io` of `a.x.github.io`; a name below which anybody registers, whole.
  static func registered(_ host: String) -> String {
    let name = host.lowercased()
    // The answer is a part of the argument.
    return name.withCString {
      psl_registrable_domain(psl_builtin(), $0).map { String(cString: $0) } ?? name
    }
  }
}
