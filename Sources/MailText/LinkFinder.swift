/// Finds the links in a text that has none of its own.
enum LinkFinder {
  /// Addresses of the web and of mail in one line, at most a thousand, in their order.
  static func links(
    in line: ArraySlice<UInt8>
  ) -> [(range: Range<Int>, href: String)] {
    var found: [(range: Range<Int>, href: String)] = []
    var index = line.startIndex
    // What stands before this is no part of an address.
    var free = line.startIndex
    while index < line.endIndex, found.count < 1_000 {
      let candidate: (range: Range<Int>, href: String)? =
        switch line[index] {
        case UInt8(ascii: ":"): address(in: line, scheme: index, from: free)
        case UInt8(ascii: "."): page(in: line, dot: index, from: free)
        case UInt8(ascii: "@"): mail(in: line, at: index, from: free)
        default: nil
        }
      if let candidate {
        found.append(candidate)
        free = candidate.range.upperBound
        index = free
      } else {
        index += 1
      }
    }
    return found
  }

  private static func href(_ line: ArraySlice<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: line[range], as: UTF8.self)
  }

  /// `http://…`, `https://…` and `mailto:…`, whose colon stands at `colon`.
  private static func address(
    in line: ArraySlice<UInt8>, scheme colon: Int, from free: Int
  ) -> (range: Range<Int>, href: String)? {
    for scheme in ["https", "http", "mailto"] {
      let start = colon - scheme.utf8.count
      guard start >= free, line[start..<colon].elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 }),
        start == line.startIndex || !isWord(line[start - 1])
      else { continue }
      let after = line[(colon + 1)...]
      let isMail = scheme == "mailto"
      guard isMail ? after.first.map(isWord) ?? false : after.starts(with: "//".utf8) else {
        return nil
      }
      let begin = isMail ? colon + 1 : colon + 3
      let end = end(of: line, from: begin, openedBy: start > line.startIndex ? line[start - 1] : 0)
      guard end > begin, !isMail || line[begin..<end].contains(UInt8(ascii: "@")) else {
        return nil
      }
      return (start..<end, href(line, start..<end))
    }
    return nil
  }

  /// `www.…`, whose first dot stands at `dot`.
  private static func page(
    in line: ArraySlice<UInt8>, dot: Int, from free: Int
  ) -> (range: Range<Int>, href: String)? {
    let start = dot - 3
    guard start >= free, line[start..<dot].allSatisfy({ $0 | 0x20 == UInt8(ascii: "w") }),
      start == line.startIndex || !isWord(line[start - 1]) && line[start - 1] != UInt8(ascii: "@")
    else { return nil }
    let end = end(of: line, from: dot + 1, openedBy: start > line.startIndex ? line[start - 1] : 0)
    let host = line[(dot + 1)..<max(end, dot + 1)].prefix { !"/?#".utf8.contains($0) }
    guard host.contains(UInt8(ascii: ".")) else { return nil }
    return (start..<end, "http://" + href(line, start..<end))
  }

  /// `name@host`, whose sign stands at `sign`.
  private static func mail(
    in line: ArraySlice<UInt8>, at sign: Int, from free: Int
  ) -> (range: Range<Int>, href: String)? {
    var start = sign
    while start > free, sign - start < 64, isOfName(line[start - 1]) { start -= 1 }
    while start < sign, !isWord(line[start]) { start += 1 }
    var end = sign + 1
    while end < line.endIndex, end - sign < 254, isWord(line[end]) || ".-".utf8.contains(line[end])
    {
      end += 1
    }
    while end > sign, !isWord(line[end - 1]) { end -= 1 }
    let host = line[(sign + 1)..<max(end, sign + 1)]
    // A slash before the name is that of an address of another kind.
    guard start < sign, start == free || !"/:".utf8.contains(line[start - 1]),
      let dot = host.lastIndex(of: UInt8(ascii: ".")), end - dot > 2,
      host[(dot + 1)...].contains(where: { !(0x30...0x39).contains($0) })
    else { return nil }
    return (start..<end, "mailto:" + href(line, start..<end))
  }

  /// Where an address ends that goes on at `start`: before what closes a sentence or a bracket around it.
  private static func end(of line: ArraySlice<UInt8>, from start: Int, openedBy before: UInt8)
    -> Int
  {
    var end = start
    while end < line.endIndex, end - start < MarkedText.Link.maximumLength {
      let byte = line[end]
      if byte <= 0x20 || byte == 0x7F || "<>\"`{}|\\^".utf8.contains(byte) { break }
      // From U+2000 on stand dashes and quotes, and letters that are written without spaces.
      if byte >= 0xE2 { break }
      end += 1
    }
    // Each kind of bracket is counted once, so that a long row of them is no work.
    var open: [UInt8: Int] = [:]
    for byte in line[start..<max(start, end)] {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): open[byte, default: 0] += 1
      case UInt8(ascii: ")"): open[UInt8(ascii: "("), default: 0] -= 1
      case UInt8(ascii: "]"): open[UInt8(ascii: "["), default: 0] -= 1
      default: break
      }
    }
    while end > start {
      switch line[end - 1] {
      case UInt8(ascii: ")") where open[UInt8(ascii: "("), default: 0] < 0:
        open[UInt8(ascii: "("), default: 0] += 1
      case UInt8(ascii: "]") where open[UInt8(ascii: "["), default: 0] < 0:
        open[UInt8(ascii: "["), default: 0] += 1
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
        UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"):
        break
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        guard line[end - 1] == before else { return end }
      default: return end
      }
      end -= 1
    }
    return end
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isWord(byte) || "!#$%&*+-./=?^_~".utf8.contains(byte)
  }
}
