import MailWriting

/// The people in a field as they are typed: `Ada <ada@example.org>, ben@example.org`.
nonisolated enum RecipientText {
  typealias Correspondent = OutgoingMail.Correspondent

  /// Those that a text names, in their order; what is no address is one all the same, to be complained of.
  static func parties(in text: String) -> [Correspondent] {
    pieces(of: text).compactMap { party(String($0)) }
  }

  /// The text for people.
  static func text(of parties: [Correspondent]) -> String {
    parties.map { party in
      if party.name.isEmpty { return party.address }
      let needsQuotes = party.name.contains { "\",;<>@()\\".contains($0) }
      let name = party.name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\(needsQuotes ? "\"\(name)\"" : party.name) <\(party.address)>"
    }.joined(separator: ", ")
  }

  /// Where the one that is being typed begins, for a text up to the caret.
  static func begun(in text: String) -> Substring {
    let piece = pieces(of: text).last ?? ""
    return piece.drop(while: \.isWhitespace)
  }

  private static func pieces(of text: String) -> [Substring] {
    var (pieces, start): ([Substring], String.Index) = ([], text.startIndex)
    var (isQuoted, isEscaped, isBracketed) = (false, false, false)
    for index in text.indices {
      let character = text[index]
      defer { isEscaped = isQuoted && !isEscaped && character == "\\" }
      switch character {
      case "\"" where !isEscaped: isQuoted.toggle()
      case "<" where !isQuoted: isBracketed = true
      case ">" where !isQuoted: isBracketed = false
      case ",", ";", "\n", "،":
        if isQuoted || isBracketed && character != "\n" { continue }
        pieces.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return pieces + [text[start...]]
  }

  private static func party(_ piece: String) -> Correspondent? {
    let piece = trimmed(piece)
    guard !piece.isEmpty else { return nil }
    guard piece.hasSuffix(">"), let bracket = piece.lastIndex(of: "<") else {
      return Correspondent(address: withoutScheme(piece))
    }
    let address = piece[piece.index(after: bracket)...].dropLast()
    return Correspondent(
      name: unquoted(trimmed(String(piece[..<bracket]))),
      address: withoutScheme(trimmed(String(address))))
  }

  private static func withoutScheme(_ address: String) -> String {
    let scheme = "mailto:"
    return address.lowercased().hasPrefix(scheme)
      ? String(address.dropFirst(scheme.count)) : address
  }

  private static func unquoted(_ name: String) -> String {
    guard name.count > 1, name.hasPrefix("\""), name.hasSuffix("\"") else { return name }
    var (plain, isEscaped) = ("", false)
    for character in name.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        plain.append(character)
        isEscaped = false
      }
    }
    return plain
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
