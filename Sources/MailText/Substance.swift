/// How much there is in a text, to tell which of two ways to say the same says more.
struct Substance {
  /// How many letters and digits, but for those of addresses and of what stands in for pictures.
  let letters: Int
  /// Where it leads to, written in one way.
  let links: Set<String>
  /// The pictures of the message that it shows, by their Content-IDs.
  let pictures: Set<String>

  init(of text: MarkedText) {
    links = Set(text.links.compactMap { Self.plain($0.target) })
    pictures = Set(
      text.marks.compactMap { mark in
        if case .picture(let contentID, _) = mark.kind { contentID } else { nil }
      })
    var words = text.text[...]
    var letters = 0
    while !words.isEmpty {
      let word = words.prefix { !$0.isWhitespace }
      words = words[word.endIndex...].drop { $0.isWhitespace }
      if word.contains("://") || word.hasPrefix("[cid:") { continue }
      if word == "[image:" {
        words = words.drop { $0 != "]" }
        continue
      }
      letters += word.unicodeScalars.count {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
    }
    self.letters = letters
  }

  /// Whether it says something that another does not. A greeting or a notice makes no difference.
  func saysMore(than other: Substance) -> Bool {
    !pictures.isSubset(of: other.pictures) || !links.isSubset(of: other.links)
      || letters > other.letters + max(20, other.letters / 4)
  }

  /// Whether a page is to be read in place of a plain text: it says more, and is not there to say that the other is meant.
  func isBetter(than plain: Substance) -> Bool {
    if plain.letters == 0, plain.links.isEmpty { return true }
    return saysMore(than: plain) && plain.letters <= 2 * letters + 200
  }

  /// Whether there are words in it that are not in a page. The addresses in it are others as a rule, for they are counted.
  func hasMoreWords(than page: Substance) -> Bool {
    letters > page.letters + max(100, page.letters / 2)
  }

  /// A target without what differs between two ways to write it; nil for a number, which is as well read as called.
  private static func plain(_ target: String) -> String? {
    var rest = target[...]
    if rest.hasPrefix("tel:") { return nil }
    for start in ["https://", "http://", "mailto:", "www."] where rest.hasPrefix(start) {
      rest = rest.dropFirst(start.count)
    }
    if rest.last == "/" { rest.removeLast() }
    return rest.lowercased()
  }
}
