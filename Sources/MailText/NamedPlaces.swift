/// The hosts and the addresses of mail that a text names as its reader takes it: by what its characters look like,
/// without those that nobody sees.
struct NamedPlaces {
  struct Place {
    /// Safe to show.
    let shown: String
    /// What it names: what its letters say, and what they look like. Empty where that is most likely no host.
    var hosts: [HostName] = []
    /// Of mail, in lower case; nil for a host alone.
    var address: String?
    /// Whether a reader takes it for a host.
    var isHost = true
  }

  private struct Character {
    /// In lower case.
    var look: Unicode.Scalar
    /// What it is; nil for a further one of what one character looks like.
    let own: Unicode.Scalar?
    /// Whether it stands behind a mark that turns the direction.
    let isTurned: Bool
  }

  private typealias Word = ArraySlice<Character>

  /// How many there are at most.
  private static let maximumPlaces = 100

  private(set) var places: [Place] = []

  init(in text: String) {
    // Most links say a word or two.
    guard text.utf8.contains(where: { $0 >= 0x80 || ".:@".utf8.contains($0) }) else { return }
    for word in Self.characters(of: text).split(whereSeparator: { Self.parts($0.look) })
    where places.count < Self.maximumPlaces {
      read(word)
    }
  }

  /// What is named that is neither a host nor within it, nor has it within; nil when nothing is.
  func host(besides host: HostName) -> String? {
    places.first { place in
      place.isHost && !place.hosts.contains { $0.isAkin(to: host) }
    }?.shown
  }

  /// The address of mail that is named and is none of these; nil when none is.
  func address(besides addresses: [String]) -> String? {
    places.first { $0.address.map { !addresses.contains($0) } ?? false }?.shown
  }

  // MARK: Words

  private mutating func read(_ word: Word) {
    var rest = word
    // Behind `https:`, where anything is a host; behind what is written before the @ of an address.
    var isSure = false
    var user: Word = []
    while let start = rest.firstIndex(where: { Self.isOfName($0.look) }) {
      rest = rest[start...]
      let end = rest.firstIndex { !Self.isOfName($0.look) } ?? rest.endIndex
      let name = Self.trimmed(rest[..<end])
      let sign = end < rest.endIndex ? rest[end].look : nil
      rest = rest[end...].dropFirst()
      if sign == ":", ["http", "https"].contains(Self.look(name)) {
        (isSure, user) = (true, [])
        continue
      }
      if sign == "@", !isSure {
        user = name
        continue
      }
      let isTaken = take(name, of: user, isSure: isSure)
      switch sign {
      case "/", "\\", "?", "#": return
      case ":" where isTaken: return
      case "@": break
      default: isSure = false
      }
      user = []
    }
  }

  /// Notes a name if it is one of a host.
  private mutating func take(_ name: Word, of user: Word, isSure: Bool) -> Bool {
    let (look, own) = (Self.look(name), Self.own(name))
    let before = places.count
    if Self.isHost(look, isSure: isSure) {
      var hosts: [HostName] = []
      let isASCII = look.utf8.allSatisfy { $0 < 0x80 }
      // What is ASCII says something else than it looks like by a capital I alone.
      if !own.utf8.allSatisfy({ $0 < 0x80 }) {
        hosts += HostName(Array(own.utf8)).map { [$0] } ?? []
      }
      if isASCII { hosts += HostName(Array(look.utf8)).map { [$0] } ?? [] }
      // A sentence in another script may have a full stop without a space behind it.
      if isASCII || !hosts.isEmpty {
        places.append(
          Place(shown: DisplayText.safe(isASCII ? look : hosts.first?.shown ?? own), hosts: hosts))
      }
    }
    if !user.isEmpty, look.contains(".") {
      let shown = DisplayText.safe(Self.own(user) + "@" + own)
      let address = Self.look(user) + "@" + look
      if places.count > before {
        places[before] = Place(shown: shown, hosts: places[before].hosts, address: address)
      } else {
        places.append(Place(shown: shown, address: address, isHost: false))
      }
    }
    if name.dropFirst().contains(where: \.isTurned) {
      let turned = look.split(separator: ".").reversed().joined(separator: ".")
      if Self.isHost(turned, isSure: isSure) {
        places.append(
          Place(
            shown: DisplayText.safe(turned), hosts: HostName(Array(turned.utf8)).map { [$0] } ?? [])
        )
      }
    }
    return places.count > before
  }

  /// Whether a name is most likely meant as that of a host.
  private static func isHost(_ name: String, isSure: Bool) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.allSatisfy({ !$0.isEmpty }) else { return false }
    let isNumber = labels.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard labels.count > 1 else { return isSure && (isNumber || name.hasPrefix("0x")) }
    if isSure || labels[0] == "www" { return true }
    if isNumber {
      return labels.count == 4 && labels.allSatisfy { Int($0).map { $0 < 256 } ?? false }
    }
    guard last.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    // A country's, or a usual one; but no usual ending of a file.
    if last.utf8.count == 2, last.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) {
      // `e.g.it` is none, nor `i.e`.
      return labels[labels.count - 2].count > 1 && !fileEndings.contains(String(last))
    }
    return usualEndings.contains(skeleton(last))
  }

  private static let fileEndings: Set<String> = [
    "js", "md", "py", "rs", "sh", "ts", "cs", "gz", "hs", "mm", "cc", "am", "pm",
  ]
  private static let usualEndings = Set(
    """
    com org net info biz edu gov mil int app dev shop online site store cloud tech blog email news xyz top \
    club live pro bank world
    """.split(whereSeparator: \.isWhitespace).map(skeleton))

  private static func skeleton(_ ending: Substring) -> String {
    Lookalikes.skeleton(String(ending))?.lowercased() ?? String(ending)
  }

  // MARK: Characters

  private static func characters(of text: String) -> [Character] {
    var characters: [Character] = []
    characters.reserveCapacity(text.utf8.count)
    var lookalikes = Lookalikes()
    var isTurned = false
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let isCapital = (0x41...0x5A).contains(scalar.value)
        characters.append(
          Character(
            look: isCapital ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar, own: scalar,
            isTurned: isTurned))
      } else if scalar.properties.isDefaultIgnorableCodePoint
        || scalar.properties.generalCategory == .format
      {
        isTurned = isTurned || scalar == "\u{200F}" || scalar == "\u{61C}"
        continue
      } else {
        let look = lookalikes.ascii(scalar) ?? String(scalar)
        for (number, look) in look.unicodeScalars.enumerated() {
          characters.append(
            Character(look: look, own: number == 0 ? scalar : nil, isTurned: isTurned))
        }
      }
      isTurned = false
    }
    settleNeighbours(in: &characters)
    return characters
  }

  /// What some characters are taken for depends on those beside them.
  private static func settleNeighbours(in characters: inout [Character]) {
    let all = characters
    for index in all.indices {
      let before = index > 0 ? all[index - 1] : nil
      let after = index + 1 < all.count ? all[index + 1] : nil
      switch all[index].look {
      // A capital I behind a small letter, at the end of a word, is taken for an l.
      case "i" where all[index].own == "I":
        guard let small = before?.own, ("a"..."z").contains(small),
          after?.own?.properties.isAlphabetic != true
        else { continue }
        characters[index].look = "l"
      // More than one leave something out.
      case "." where before?.look == "." || after?.look == ".": characters[index].look = " "
      // Those of other scripts end sentences.
      case ".", "\u{3002}", "\u{FF61}":
        guard all[index].own != "." else { continue }
        let isWithin = [before, after].allSatisfy { $0.map { isOfASCIIName($0.look) } ?? false }
        characters[index].look = isWithin ? "." : " "
      default: break
      }
    }
  }

  private static func isOfASCIIName(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// Whether a scalar may stand in the name of a host, or before the @ of an address.
  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isOfASCIIName(scalar) || ".-_".unicodeScalars.contains(scalar) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  /// Whether a scalar stands between words.
  private static func parts(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.value <= 0x20 || scalar.value == 0x7F
        || "<>()[]{},;|\"'".unicodeScalars.contains(scalar)
    }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: return true
    default: return scalar.isSpace || "\u{2800}\u{3001}".unicodeScalars.contains(scalar)
    }
  }

  private static func trimmed(_ name: Word) -> Word {
    var name = name.drop { ".-_".unicodeScalars.contains($0.look) }
    while let last = name.last, ".-_".unicodeScalars.contains(last.look) { name.removeLast() }
    return name
  }

  private static func look(_ word: Word) -> String {
    var text = ""
    for character in word { text.unicodeScalars.append(character.look) }
    return text
  }

  private static func own(_ word: Word) -> String {
    var text = ""
    for character in word { if let own = character.own { text.unicodeScalars.append(own) } }
    return text
  }
}
