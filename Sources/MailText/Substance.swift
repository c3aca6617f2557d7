/// How much there is in a text, to tell which of two ways to say the same says more.
struct Substance {
  /// How many letters and digits, but for those of addresses and of what stands in for pictures.
  let letters: Int
  /// The words of these in lower case, each by its hash, and how many letters they have in all; and those of them that name links.
  private let said: [Int: Int]
  private let naming: [Int: Int]
  /// Where it leads to, written in one way.
  let links: Set<String>
  /// The pictures of the message that it shows, by their Content-IDs.
  let pictures: Set<String>

  init(of text: MarkedText) {
    links = Set(text.links.compactMap { Self.plain($0.target) })
    pictures = Set(
      text.marks.compactMap { mark in
        if case .picture(let contentID, _, _, _) = mark.kind { contentID } else { nil }
      })
    var names = text.marks.compactMap { mark in
      if case .link = mark.kind { mark.range } else { nil }
    }[...]
    var words = text.text[...]
    var (letters, place) = (0, 0)
    var (said, naming): ([Int: Int], [Int: Int]) = ([:], [:])
    while !words.isEmpty {
      let word = words.prefix { !$0.isWhitespace }
      let start = place
      let length = words.utf8.count
      words = words[word.endIndex...].drop { $0.isWhitespace }
      place += length - words.utf8.count
      names = names.drop { $0.upperBound <= start }
      if word.contains("://") || word.hasPrefix("[cid:") { continue }
      if word == "[image:" {
        words = words.drop { $0 != "]" }
        continue
      }
      let isName = names.first.map { $0.lowerBound < start + word.utf8.count } == true
      letters += isName ? Self.read(word, into: &naming) : Self.read(word, into: &said)
    }
    (self.letters, self.said, self.naming) = (letters, said, naming)
  }

  /// Notes what stands between spaces: words of letters and digits, two at least, so that no number of a list counts. Where words are not
  /// parted, as in Chinese, each character is one, for lines end anywhere.
  ///
  /// - Returns: How many letters and digits there are.
  private static func read(_ word: Substring, into said: inout [Int: Int]) -> Int {
    var (letters, length) = (0, 0)
    var hasher = Hasher()
    func end() {
      if length > 1 { said[hasher.finalize(), default: 0] += length }
      (hasher, length) = (Hasher(), 0)
    }
    for scalar in word.unicodeScalars {
      let properties = scalar.properties
      guard properties.isAlphabetic || ("0"..."9").contains(scalar) else {
        end()
        continue
      }
      letters += 1
      if properties.isIdeographic {
        end()
        said[scalar.hashValue, default: 0] += 1
      } else {
        length += 1
        if scalar.isASCII {
          // Letters of either case differ in this bit, and digits have it.
          hasher.combine(scalar.value | 0x20)
        } else {
          for small in properties.lowercaseMapping.unicodeScalars { hasher.combine(small.value) }
        }
      }
    }
    end()
    return letters
  }

  /// Whether it says something that another does not: any word, link or picture. What a link is called makes no difference: a few words,
  /// which are less than a third of all.
  func saysMore(than other: Substance) -> Bool {
    if !pictures.isSubset(of: other.pictures) || !links.isSubset(of: other.links) { return true }
    func isNew(_ word: (key: Int, value: Int)) -> Bool {
      other.said[word.key] == nil && other.naming[word.key] == nil
    }
    return said.contains(where: isNew)
      || naming.reduce(0) { isNew($1) ? $0 + $1.value : $0 } > min(20, letters / 3)
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
