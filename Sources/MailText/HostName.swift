internal import CGio

/// Names of hosts, as people may be misled by them.
enum HostName {
  /// The longest name of a host, in bytes (RFC 1035).
  private static let maximumLength = 253

  /// The name as people read it where it cannot be taken for another, else as the network knows it
  /// (`xn--…`); safe to show.
  static func shown(_ host: String) -> String {
    let ascii = host.lowercased()
    guard ascii.utf8.count <= maximumLength, let unicode = unicode(ascii), isSafe(unicode) else {
      return DisplayText.safe(g_hostname_to_ascii(ascii).map(taken) ?? ascii)
    }
    return DisplayText.safe(unicode)
  }

  /// Whether a name is not as it seems to be: one that ``isSafe(_:)`` refuses, whichever way it is
  /// written.
  static func isDoubtful(_ host: String) -> Bool {
    let host = host.lowercased()
    guard host.utf8.contains(where: { $0 >= 0x80 }) || host.contains("xn--") else { return false }
    guard host.utf8.count <= maximumLength, let unicode = unicode(host) else { return true }
    return !isSafe(unicode)
  }

  /// What a name that the network knows is in letters; nil when it is none that comes back as it was.
  private static func unicode(_ host: String) -> String? {
    guard let ascii = g_hostname_to_ascii(host).map(taken),
      let unicode = g_hostname_to_unicode(ascii).map(taken),
      g_hostname_to_ascii(unicode).map(taken)?.lowercased() == ascii.lowercased()
    else { return nil }
    return unicode
  }

  private static func taken(_ text: UnsafeMutablePointer<CChar>) -> String {
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Whether a name in letters cannot be taken for another: each of its labels is of one script, or of
  /// those that are written together in Chinese, Japanese or Korean, and none is made of letters alone that
  /// look like Latin ones. That is what browsers ask of a name that they show (Unicode Technical
  /// Standard 39, "highly restrictive").
  static func isSafe(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last else { return true }
    return labels.allSatisfy { isSafe(label: $0, top: String(last)) }
  }

  private static func isSafe(label: Substring, top: String) -> Bool {
    let scalars = label.unicodeScalars
    if scalars.allSatisfy({ $0.value < 0x80 }) { return !label.hasPrefix("xn--") }
    var scripts: Set<GUnicodeScript.RawValue> = []
    var digits: Set<UInt32> = []
    for scalar in scalars {
      guard isUsual(scalar, top: top) else { return false }
      if scalar.properties.generalCategory == .decimalNumber {
        digits.insert(scalar.value - UInt32(g_unichar_digit_value(scalar.value)))
      }
      let script = g_unichar_get_script(scalar.value)
      if script != G_UNICODE_SCRIPT_COMMON, script != G_UNICODE_SCRIPT_INHERITED {
        scripts.insert(script.rawValue)
      }
    }
    if let first = scalars.first, first.properties.generalCategory == .nonspacingMark {
      return false
    }
    guard digits.count <= 1, isOneWriting(scripts) else { return false }
    if !top.unicodeScalars.allSatisfy({ $0.value < 0x80 }) { return true }
    for (letters, tops) in lookAlikes
    where !tops.contains(top)
      && scalars.allSatisfy({
        letters.contains($0) || $0 == "-" || ("0"..."9").contains($0)
      })
    {
      return false
    }
    return true
  }

  /// Whether a letter is one that names are made of, and not the twin of another.
  private static func isUsual(_ scalar: Unicode.Scalar, top: String) -> Bool {
    switch scalar {
    case "-", "0"..."9", "a"..."z", "_": return true
    // Without a dot it is the twin of another.
    case "\u{131}": return ["tr", "az"].contains(top)
    // What looks like a stroke, a comma, or another letter of its script.
    case "\u{138}", "\u{149}", "\u{17F}", "\u{180}"..."\u{1CC}", "\u{1DD}", "\u{250}"..."\u{2FF}",
      "\u{30FB}", "\u{2010}"..."\u{2FFF}", "\u{3014}", "\u{3015}", "\u{4E36}":
      return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return !scalar.properties.isDefaultIgnorableCodePoint
    default: return ["\u{B7}", "\u{30FC}", "\u{200C}", "\u{200D}"].contains(scalar)
    }
  }

  private static func isOneWriting(_ scripts: Set<GUnicodeScript.RawValue>) -> Bool {
    if scripts.count <= 1 { return true }
    let latin = G_UNICODE_SCRIPT_LATIN.rawValue
    let han = G_UNICODE_SCRIPT_HAN.rawValue
    let together: [Set<GUnicodeScript.RawValue>] = [
      [latin, han, G_UNICODE_SCRIPT_HIRAGANA.rawValue, G_UNICODE_SCRIPT_KATAKANA.rawValue],
      [latin, han, G_UNICODE_SCRIPT_BOPOMOFO.rawValue],
      [latin, han, G_UNICODE_SCRIPT_HANGUL.rawValue],
    ]
    return together.contains { scripts.isSubset(of: $0) }
  }

  /// Letters that look like Latin ones, and the countries where a name of them alone is expected.
  private static let lookAlikes: [(letters: Set<Unicode.Scalar>, tops: Set<String>)] = [
    (
      Set("аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡ".unicodeScalars),
      ["bg", "by", "kz", "mk", "rs", "ru", "su", "ua", "uz"]
    ),
    (Set("αικνρυωηοτε".unicodeScalars), ["gr", "cy"]),
    (Set("հոսցեզքօ".unicodeScalars), ["am"]),
  ]

  /// The name that its owner registered, as far as that is to be seen from the name: `x.org` of
  /// `mail.x.org`, `x.co.uk` of `mail.x.co.uk`.
  static func registered(_ host: String) -> String {
    let labels = host.lowercased().split(separator: ".")
    guard labels.count > 2, let last = labels.last else { return labels.joined(separator: ".") }
    let second = labels[labels.count - 2]
    let isTwofold = last.utf8.count == 2 && secondLevels.contains(String(second))
    return labels.suffix(isTwofold ? 3 : 2).joined(separator: ".")
  }

  private static let secondLevels: Set<String> = [
    "co", "com", "org", "net", "gov", "gob", "gouv", "ac", "edu", "or", "ne", "go", "mil", "ltd",
    "plc",
    "sch", "nhs", "id", "info", "biz", "nom", "in", "web",
  ]

  /// Whether a word of a text is the name of a host, and not of something else with a dot in it.
  static func isName(_ word: some StringProtocol) -> Bool {
    let labels = word.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, let top = labels.last, word.utf8.count <= maximumLength,
      labels.allSatisfy({ label in
        !label.isEmpty && label.unicodeScalars.allSatisfy { $0 == "-" || isLetterOrDigit($0) }
      })
    else { return false }
    if commonTops.contains(String(top)) { return true }
    // "St.Gallen", "e.V." and "Co.KG" are none.
    return top.utf8.count == 2 && top.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      && countries.contains(String(top)) && labels.dropLast().contains { $0.count > 2 }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
  }

  private static let commonTops: Set<String> = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "name", "app", "dev", "shop",
    "store",
    "online", "site", "xyz", "top", "club", "cloud", "bank", "email", "mail", "support", "live",
    "page",
  ]

  private static let countries: Set<String> = Set(
    """
    ac ad ae af ag ai al am ao ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc \
    cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr \
    ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je \
    jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk ml mm mn mo mp \
    mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pn pr ps pt pw qa re \
    ro rs ru rw sa sb sd se sg si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt \
    tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
    """.split(separator: " ").map(String.init))
}
