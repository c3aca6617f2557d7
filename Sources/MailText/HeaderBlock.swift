internal import Glibc

/// The header of a message, cut from its first bytes in one pass.
///
/// Lines may end in LF, CRLF or CR. The header ends at the first empty line, or at the first line
/// that is neither a field nor the continuation of one, which then belongs to the body.
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
  /// Where the header starts: behind the `From ` line of an mbox, if there is one.
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
      var index = 0
      while index < end {
        let line = lines.next(from: index)
        let isTerminated = line.next > line.end
        let isCut = !isTerminated && !(isWhole && line.next == bytes.count)
        if line.end == index {
          bodyStart = line.next
          return
        }
        let first = bytes[index]
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
          if !fields.isEmpty { fields[fields.count - 1].valueEnd = Int32(line.end) }
        } else if let name = HeaderBlock.nameEnd(bytes, from: index, end: line.end) {
          fields.append(
            Field(
              nameStart: Int32(index), nameEnd: Int32(name.nameEnd),
              valueStart: Int32(name.colon + 1), valueEnd: Int32(line.end)))
        } else if index == 0, HeaderBlock.isMailboxLine(bytes, end: line.end) {
          start = line.next
        } else {
          if !isCut { bodyStart = index }
          return
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

  private func unfolded(_ field: Field) -> [UInt8] {
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
