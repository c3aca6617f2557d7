/// The rules by which a page hides what is of a class or has a name: as much of its style sheets as tells what
/// is read.
struct HTMLSheet {
  /// How much of a page's style sheets is read, in bytes.
  static let maximumLength = 256 << 10
  private static let maximumRules = 1_000

  /// `.class`, `#name` and `element.class`, in lower case but for the class and the name.
  private var hidden: Set<String> = []

  var isEmpty: Bool { hidden.isEmpty }

  /// Takes the rules of one element `style`, but for those of some screens only (`@media`).
  mutating func take(_ sheet: [UInt8]) {
    let text = Self.withoutComments(sheet)
    var index = 0
    var start = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: ";"): start = index + 1
      case UInt8(ascii: "}"): start = index + 1
      case UInt8(ascii: "{"):
        let selectors = text[start..<index]
        if selectors.first(where: { $0 > 0x20 }) == UInt8(ascii: "@") {
          index = Self.end(ofBlock: text, at: index)
        } else {
          let end = text[index...].firstIndex(of: UInt8(ascii: "}")) ?? text.count
          let declarations = text[(index + 1)..<end].withUnsafeBufferPointer(HTMLDeclarations.init)
          note(selectors, declarations)
          index = end
        }
        start = index + 1
      default: break
      }
      index += 1
    }
  }

  func hides(element: String, class names: [Substring], name: String?) -> Bool {
    if let name, hidden.contains("#" + name) { return true }
    return names.contains { hidden.contains("." + $0) || hidden.contains(element + "." + $0) }
  }

  private mutating func note(_ selectors: ArraySlice<UInt8>, _ declarations: HTMLDeclarations) {
    guard declarations.hides || declarations.displays else { return }
    for selector in selectors.split(separator: UInt8(ascii: ",")).prefix(100) {
      let text = String(decoding: selector, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      // What depends on what stands around it is left to browsers.
      guard text.count == 1, let first = text.first, first.utf8.count <= 100,
        first.contains(where: { $0 == "." || $0 == "#" }),
        !first.contains(where: { ":[>+~*".contains($0) })
      else { continue }
      let parts = first.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let key = parts.count == 2 ? parts[0].lowercased() + "." + parts[1] : String(first)
      if !declarations.hides {
        hidden.remove(key)
      } else if hidden.count < Self.maximumRules {
        hidden.insert(key)
      }
    }
  }

  private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let rest = text[index...]
      if rest.starts(with: "/*".utf8) {
        index += 2
        while index < text.count, !text[index...].starts(with: "*/".utf8) { index += 1 }
        index += 2
      } else if rest.starts(with: "<!--".utf8) {
        index += 4
      } else if rest.starts(with: "-->".utf8) {
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// Where the brace is that closes the one at `start`.
  private static func end(ofBlock text: [UInt8], at start: Int) -> Int {
    var depth = 0
    for index in start..<text.count {
      if text[index] == UInt8(ascii: "{") { depth += 1 }
      if text[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return text.count
  }
}
