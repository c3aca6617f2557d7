internal import Glibc

/// The header of a message, cut from its first bytes in one pass.
///
/// Lines may end in LF, CRLF or CR. The header ends at the first empty line, or at the first line
/// that is neither a field nor the continuation of one, which then belongs to the body; unless more
/// of a header follows, which such lines do not end.
package struct HeaderBlock {
  /// The longest header that is looked at, in bytes.
  package static let maximumLength = 64 << 10

  private struct Field {
    let nameStart: Int32
    let nameEnd: Int32
    let valueStart: Int32
    var valueEnd: Int32
  }

  private let bytes: [UInt8]
  private let fields: [Field]
  /// Where the header starts: behind what precedes its first field, such as the `From ` line of an mbox.
  let start: Int
  /// Where the body starts; nil when the header goes on behind the end of `bytes`.
  package let bodyStart: Int?

  /// Cuts `bytes`, the beginning of a message, which is all of it when `isWhole`.
  ///
  /// - Parameter limit: How much of them is looked at.
  package init(_ bytes: [UInt8], isWhole: Bool, limit: Int = HeaderBlock.maximumLength) {
    var fields: [Field] = []
    fields.reserveCapacity(24)
    var start = 0
    var bodyStart: Int?
    let end = min(bytes.count, limit)
    bytes.withUnsafeBufferPointer { bytes in
      var lines = LineEnds(bytes, end: end)
      var ahead = lines
      // A mark of the order of bytes says nothing in UTF-8.
      var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      start = index
      // Up to here, what is no field is passed over.
      var known = index
      while index < end {
        let line = lines.next(from: index)
        let isTerminated = line.next > line.end
        let isCut = !isTerminated && !(isWhole && line.next == bytes.count)
        let first = bytes[index]
        if line.end == index, fields.isEmpty, index < known {
          start = line.next
        } else if line.end == index, fields.isEmpty, index <= start,
          case .at(let place) = HeaderBlock.more(
            bytes, &ahead, from: index, end: end, isFirst: true)
        {
          (start, known) = (line.next, place)
        } else if line.end == index {
          bodyStart = line.next
          return
        } else if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
          if !fields.isEmpty { fields[fields.count - 1].valueEnd = Int32(line.end) }
        } else if let name = HeaderBlock.nameEnd(bytes, from: index, end: line.end) {
          fields.append(
            Field(
              nameStart: Int32(index), nameEnd: Int32(name.nameEnd),
              valueStart: Int32(name.colon + 1), valueEnd: Int32(line.end)))
        } else if index == 0, HeaderBlock.isMailboxLine(bytes, end: line.end) {
          start = line.next
        } else if isCut {
          return
        } else {
          if index >= known {
            switch HeaderBlock.more(
              bytes, &ahead, from: index, end: end, isFirst: fields.isEmpty)
            {
            case .at(let place): known = place
            case .unknown where !isWhole && end < limit: return
            case .none, .unknown:
              bodyStart = index
              return
            }
          }
          HeaderBlock.passOver(index..<line.end, of: bytes, &fields)
          if fields.isEmpty { start = line.next }
        }
        if isCut { return }
        index = line.next
      }
      if isWhole, index == bytes.count { bodyStart = index }
    }
    self.bytes = bytes
    self.fields = fields
    self.start = start
    self.bodyStart = bodyStart
  }

  var isEmpty: Bool { fields.isEmpty }

  /// The value of the first field of that name (given in lower case), unfolded and trimmed: each
  /// fold becomes one space.
  package func value(_ name: StaticString) -> [UInt8]? {
    for field in fields where isNamed(field, name) { return unfolded(field) }
    return nil
  }

  /// The values of all fields of that name, as ``value(_:)`` gives them.
  package func values(_ name: StaticString) -> [[UInt8]] {
    fields.filter { isNamed($0, name) }.map(unfolded)
  }

  /// The name and the value of each field, as ``value(_:)`` gives it, in their order; at most `limit`.
  func all(limit: Int) -> [(name: String, value: [UInt8])] {
    fields.prefix(limit).map { field in
      let name = bytes[Int(field.nameStart)..<Int(field.nameEnd)]
      return (String(decoding: name, as: UTF8.self), unfolded(field))
    }
  }

  private func isNamed(_ field: Field, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard Int(field.nameEnd - field.nameStart) == count else { return false }
    for place in 0..<count {
      let letter = bytes[Int(field.nameStart) + place]
      let byte = name.utf8Start[place]
      guard letter == byte || ((65...90).contains(letter) && letter | 0x20 == byte) else {
        return false
      }
    }
    return true
  }

  /// The type of the content; nil when there is none or it is none, which means plain text.
  var contentType: [UInt8]? {
    value("content-type").flatMap { $0.contains(UInt8(ascii: "/")) ? $0 : nil }
  }

  /// Whether its lines end in CR alone.
  var endsLinesInReturns: Bool {
    let header = bytes[..<(bodyStart ?? bytes.count)]
    return header.contains(UInt8(ascii: "\r")) && !header.contains(UInt8(ascii: "\n"))
  }

  /// The charset that the text of the message is of, as far as the first bytes tell.
  private var charset: String? {
    contentType.flatMap { Self.charset(in: $0[...]) }
      ?? bodyStart.flatMap { Self.charset(in: Self.firstPart(of: bytes[$0...])) }
  }

  /// As far as the header of the first part reaches at most: 4 KiB, in which the ends of lines do not count, so that
  /// it is the same part with any of them.
  private static func firstPart(of body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var left = 4 << 10
    return body.prefix { byte in
      if byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { left -= 1 }
      return left >= 0
    }
  }

  private static func charset(in text: ArraySlice<UInt8>) -> String? {
    let name = Array("charset=".utf8)
    var rest = text
    while let start = rest.firstIndex(where: { $0 | 0x20 == name[0] }) {
      rest = rest[start...]
      if rest.starts(with: name, by: { $0 == $1 || $0 | 0x20 == $1 }) {
        let value = rest.dropFirst(name.count).drop { $0 == UInt8(ascii: "\"") }
          .prefix { $0 > 0x20 && !"\";".utf8.contains($0) }
        return String(decoding: value, as: UTF8.self)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Unfolded and trimmed. What is neither ASCII nor UTF-8 is of the charset of the text as a rule, and becomes UTF-8;
  /// but for ``asTheyAre``.
  private func unfolded(_ field: Field) -> [UInt8] {
    let value = unfoldedBytes(field)
    guard value.contains(where: { $0 >= 0x80 }),
      !Self.asTheyAre.contains(where: { isNamed(field, $0) }),
      !Charset.isUTF8(value[...], isCut: false), let charset,
      let text = Charset.text(value, named: charset),
      // What says something else in ASCII is no charset of mail, and a value is one line.
      !text.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || $0.value < 0x20 }),
      text.utf8.first != 0x20, text.utf8.last != 0x20
    else { return value }
    return Array(text.utf8)
  }

  /// Identifiers, which only have to be the same everywhere, and what names the charset.
  private static let asTheyAre: [StaticString] = [
    "message-id", "references", "in-reply-to", "content-type",
  ]

  private func unfoldedBytes(_ field: Field) -> [UInt8] {
    bytes.withUnsafeBufferPointer { bytes in
      var (start, end) = (Int(field.valueStart), Int(field.valueEnd))
      while start < end, HeaderBlock.isSpace(bytes[start]) { start += 1 }
      while start < end, HeaderBlock.isSpace(bytes[end - 1]) { end -= 1 }
      let value = bytes[start..<end]
      guard value.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
        return Array(value)
      }
      return HeaderBlock.unfolded(value)
    }
  }

  private static func unfolded(_ folded: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(folded.count)
    var index = folded.startIndex
    while index < folded.endIndex {
      let byte = folded[index]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        while index < folded.endIndex, isSpace(folded[index]) { index += 1 }
        while let last = value.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
          value.removeLast()
        }
        value.append(UInt8(ascii: " "))
      } else {
        value.append(byte)
        index += 1
      }
    }
    return value
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The end of a field's name and its colon: printable ASCII, then perhaps white space.
  private static func nameEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, end: Int
  ) -> (nameEnd: Int, colon: Int)? {
    var index = start
    while index < end, bytes[index] > 0x20, bytes[index] < 0x7F, bytes[index] != UInt8(ascii: ":") {
      index += 1
    }
    let nameEnd = index
    guard nameEnd > start else { return nil }
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard index < end, bytes[index] == UInt8(ascii: ":") else { return nil }
    return (nameEnd, index)
  }

  private enum More {
    /// The last field that is found begins here.
    case at(Int)
    case none
    /// The bytes end before the lines that are looked at do.
    case unknown
  }

  /// Whether more of a header follows a line that is none of it: a usual field before the next empty line, and not far.
  ///
  /// - Parameter isFirst: Whether no field stands before the line. A text may begin with the header of another mail, as
  ///   people see it: then there must be two, and one that programs write.
  private static func more(
    _ bytes: UnsafeBufferPointer<UInt8>, _ lines: inout LineEnds, from start: Int, end: Int,
    isFirst: Bool
  ) -> More {
    var (index, found, isBegun, isWritten) = (start, 0, false, !isFirst)
    for _ in 0..<farthest {
      if index >= end { return .unknown }
      let line = lines.next(from: index)
      if line.end > index {
        isBegun = true
      } else if isBegun {
        return .none
      }
      if let nameEnd = nameEnd(bytes, from: index, end: line.end)?.nameEnd {
        let name = String(decoding: bytes[index..<nameEnd], as: UTF8.self).lowercased()
        let isTrace = written.contains(name)
        if isTrace || read.contains(name) || beginnings.contains(where: name.hasPrefix) {
          found += 1
          isWritten = isWritten || isTrace
          if isWritten, found >= (isFirst ? 2 : 1) { return .at(index) }
        }
      }
      index = line.next
    }
    return .none
  }

  /// How far behind a line that is no field more of the header is looked for, in lines.
  private static let farthest = 64

  /// Usual fields: those that people see, those that programs alone do, and how others begin.
  private static let read: Set<String> = [
    "from", "sender", "reply-to", "to", "cc", "bcc", "subject", "date",
  ]
  private static let written: Set<String> = [
    "received", "return-path", "delivered-to", "message-id", "in-reply-to", "references",
    "mime-version", "content-type", "content-transfer-encoding", "dkim-signature",
    "authentication-results", "received-spf", "user-agent",
  ]
  private static let beginnings = ["x-", "list-", "content-", "resent-", "arc-"]

  /// Takes a line that is no field to what it most likely goes on: only of a subject every word is for people.
  private static func passOver(
    _ line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ fields: inout [Field]
  ) {
    // Programs that keep mailboxes put lines of their own anywhere.
    guard let last = fields.last, !bytes[line].starts(with: ">From ".utf8),
      !bytes[line].starts(with: "From ".utf8),
      bytes[Int(last.nameStart)..<Int(last.nameEnd)].elementsEqual(
        "subject".utf8, by: { $0 | 0x20 == $1 })
    else { return }
    fields[fields.count - 1].valueEnd = Int32(line.upperBound)
  }

  private static func isMailboxLine(_ bytes: UnsafeBufferPointer<UInt8>, end: Int) -> Bool {
    end >= 5 && bytes[..<5].elementsEqual("From ".utf8)
  }
}

/// Where lines end in the first bytes of a message. Each byte is looked at no more than twice, however
/// many lines there are.
private struct LineEnds {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  /// The next LF and the next CR, as far as they are looked for; `end` where there is none.
  private var lineFeed = -1
  private var carriageReturn = -1

  package init(_ bytes: UnsafeBufferPointer<UInt8>, end: Int) {
    self.bytes = bytes
    self.end = end
  }

  /// Where the line at `index` ends, and where the next one starts. Several CR before an LF are one
  /// line end, as broken gateways write them.
  mutating func next(from index: Int) -> (end: Int, next: Int) {
    if lineFeed < index { lineFeed = place(of: UInt8(ascii: "\n"), from: index) }
    if carriageReturn < index { carriageReturn = place(of: UInt8(ascii: "\r"), from: index) }
    guard carriageReturn < lineFeed else {
      return lineFeed < end ? (lineFeed, lineFeed + 1) : (end, end)
    }
    var after = carriageReturn + 1
    while after < end, bytes[after] == UInt8(ascii: "\r") { after += 1 }
    return (carriageReturn, after == lineFeed && after < end ? after + 1 : carriageReturn + 1)
  }

  private func place(of byte: UInt8, from index: Int) -> Int {
    guard let base = bytes.baseAddress,
      let found = memchr(base + index, Int32(byte), end - index)
    else { return end }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
