extension SentPage {
  /// As wide as the page makes itself whatever room there is, px; 0 where it takes what it gets, or says how it does with little.
  static func fixedWidth(of html: String) -> Int {
    let source = Array(html.utf8.prefix(maximumLaidOut))
    let text = String(decoding: source, as: UTF8.self).lowercased()
    let dense = text.filter { $0 != " " }
    guard !dense.contains("@media") || !dense.contains("width:100%!important") else { return 0 }
    // What is open, and how wide each pads what is in it, on both sides together.
    var open: [(name: String, padding: Int, ofCells: Int)] = []
    var widest = 0
    for tag in tags(in: source) {
      let name = name(of: tag, in: source)
      if name.hasPrefix("/") {
        if let last = open.lastIndex(where: { "/" + $0.name == name }) {
          open.removeSubrange(last...)
        }
        continue
      }
      let words = String(decoding: source[tag], as: UTF8.self).lowercased()
      if !words.contains("max-width"), !words.contains("100%"), let own = width(in: words) {
        widest = max(widest, own + open.reduce(0) { $0 + $1.padding })
      }
      guard padding.contains(name), open.count < HTMLReader.maximumDepth else { continue }
      let isCell = name == "td" || name == "th"
      let ofCells = 2 * (number(after: "cellpadding", in: words[...]) ?? 0)
      open.append(
        (
          name,
          paddings(in: words) ?? (isCell ? open.last { $0.name == "table" }?.ofCells : nil) ?? 0,
          ofCells
        ))
    }
    return widest
  }

  /// Whether anything of a page has a colour of its own, or a picture behind it.
  static func hasColors(_ html: String) -> Bool {
    let source = Array(html.utf8)
    return tags(in: source).contains { tag in
      let hasAttributes = source[tag].contains(UInt8(ascii: "="))
      guard hasAttributes || source[tag].dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "s")
      else { return false }
      if name(of: tag, in: source) == "style" {
        let rest = source[tag.upperBound...].prefix(HTMLSheet.maximumLength)
        let text = String(decoding: rest, as: UTF8.self).lowercased()
        return setsColor(text.firstRange(of: "</style").map { text[..<$0.lowerBound] } ?? text[...])
      }
      return attributes(of: tag, in: source).contains { attribute in
        let value = String(decoding: source[attribute.value], as: UTF8.self).lowercased()
        switch String(decoding: source[attribute.name], as: UTF8.self).lowercased() {
        case "bgcolor", "background", "color", "text", "link", "vlink", "alink":
          return !value.isEmpty
        case "style": return setsColor(value[...])
        default: return false
        }
      }
    }
  }

  private static func setsColor(_ declarations: Substring) -> Bool {
    declarations.split { "{};".contains($0) }.contains { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return false }
      // What is told to mail programs of old may stand before the name.
      let name = parts[0].split(whereSeparator: \.isWhitespace).last ?? ""
      let value = parts[1].replacing("!important", with: "")
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return ["color", "background", "background-color", "background-image"].contains(name)
        && !colorless.contains(value)
    }
  }

  private static let colorless: Set = [
    "inherit", "initial", "unset", "none", "transparent", "currentcolor", "windowtext", "auto", "",
  ]

  /// Where the tags of a page are, without those in comments, which mail programs of old are told things by.
  static func tags(in source: [UInt8]) -> [Range<Int>] {
    var (found, place): ([Range<Int>], Int) = ([], 0)
    while let start = source[place...].firstIndex(of: UInt8(ascii: "<")) {
      var end = source[start...].firstIndex(of: UInt8(ascii: ">")) ?? source.endIndex
      if source[start...].starts(with: "<!--".utf8) {
        while end < source.endIndex, !source[max(start + 4, end - 2)...].starts(with: "--".utf8) {
          end = source[(end + 1)...].firstIndex(of: UInt8(ascii: ">")) ?? source.endIndex
        }
      } else {
        found.append(start..<end)
      }
      place = min(end + 1, source.endIndex)
    }
    return found
  }

  /// What a tag is called, in small letters, with the slash of one that ends.
  static func name(of tag: Range<Int>, in source: [UInt8]) -> String {
    let rest = source[tag].dropFirst()
    let slash = rest.first == UInt8(ascii: "/") ? "/" : ""
    let name = rest.dropFirst(slash.utf8.count).prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    return slash + String(decoding: name, as: UTF8.self).lowercased()
  }

  /// Where the names of the attributes of a tag are, and their values without quotation marks.
  static func attributes(
    of tag: Range<Int>, in source: [UInt8]
  ) -> [(name: Range<Int>, value: Range<Int>)] {
    var found: [(name: Range<Int>, value: Range<Int>)] = []
    var rest = source[tag].drop { $0 > 0x20 && $0 != UInt8(ascii: "/") || $0 == UInt8(ascii: "<") }
    while true {
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
      guard !rest.isEmpty else { return found }
      let name = rest.prefix(1) + rest.dropFirst().prefix { $0 > 0x20 && !"=/".utf8.contains($0) }
      let names = rest.startIndex..<rest.startIndex + name.count
      rest = rest.dropFirst(name.count)
      let after = rest.drop { $0 <= 0x20 }
      guard after.first == UInt8(ascii: "=") else {
        found.append((names, names.upperBound..<names.upperBound))
        continue
      }
      rest = after.dropFirst().drop { $0 <= 0x20 }
      let mark = rest.first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
      if mark != nil { rest = rest.dropFirst() }
      let value = rest.prefix { byte in mark.map { byte != $0 } ?? (byte > 0x20) }
      found.append((names, value.startIndex..<value.endIndex))
      rest = rest.dropFirst(value.count + (mark == nil ? 0 : 1))
    }
  }

  private static func width(in words: String) -> Int? {
    words.split(separator: "width").dropFirst().compactMap { rest -> Int? in
      let value = rest.drop { "=: \"'".contains($0) }
      let digits = value.prefix(while: \.isNumber)
      guard rest.first.map({ "=: ".contains($0) }) == true,
        !value.dropFirst(digits.count).hasPrefix("%")
      else { return nil }
      return Int(digits)
    }.filter { $0 <= widestLaidOut }.max()
  }

  /// What a style says that a box has at its sides, px, on both together; nil where it says nothing.
  private static func paddings(in words: String) -> Int? {
    if let start = words.firstRange(of: "padding:") {
      let sides = words[start.upperBound...].prefix { !";\"'".contains($0) }
        .split(whereSeparator: \.isWhitespace).map { Int($0.prefix(while: \.isNumber)) ?? 0 }
      switch sides.count {
      case 1: return 2 * sides[0]
      case 2, 3: return 2 * sides[1]
      case 4...: return sides[1] + sides[3]
      default: return nil
      }
    }
    let sides = ["padding-left", "padding-right"].compactMap { number(after: $0, in: words[...]) }
    return sides.isEmpty ? nil : sides.reduce(0, +)
  }

  private static func number(after name: String, in words: Substring) -> Int? {
    guard let start = words.firstRange(of: name) else { return nil }
    let digits = words[start.upperBound...].drop { "=: \"'".contains($0) }
      .prefix(while: \.isNumber)
    return Int(digits)
  }

  /// What may have something at its sides.
  private static let padding: Set = ["body", "div", "center", "table", "td", "th"]
  /// How much of a page tells its width, in bytes, and what is taken for one, px.
  private static let maximumLaidOut = 256 << 10
  private static let widestLaidOut = 1_000
}
