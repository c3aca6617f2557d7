/// The header of a message, cut from its first bytes in one pass.
///
/// Lines may end in LF, CRLF or CR. The header ends at the first empty line, or at the first line
/// that is neither a field nor the continuation of one, which then belongs to the body.
struct HeaderBlock {
  /// The longest header that is looked at, in bytes.
  static let maximumLength = 64 << 10

  private struct Field {
    let name: Range<Int>
    let value: Range<Int>
  }

  private let bytes: [UInt8]
  private let fields: [Field]
  /// Where the header starts: behind the `From ` line of an mbox, if there is one.
  let start: Int
  /// Where the body starts; nil when the header goes on behind the end of `bytes`.
  let bodyStart: Int?

  /// Cuts `bytes`, the beginning of a message, which is all of it when `isWhole`.
  init(_ bytes: [UInt8], isWhole: Bool) {
    var fields: [Field] = []
    var start = 0
    var bodyStart: Int?
    let end = min(bytes.count, HeaderBlock.maximumLength)
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < end {
        let line = HeaderBlock.line(bytes, from: index, end: end)
        let isTerminated = line.next > line.end
        let isCut = !isTerminated && !(isWhole && line.next == bytes.count)
        if line.end == index {
          bodyStart = line.next
          return
        }
        let first = bytes[index]
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
          if let field = fields.popLast() {
            fields.append(Field(name: field.name, value: field.value.lowerBound..<line.end))
          }
        } else if let colon = HeaderBlock.nameEnd(bytes, from: index, end: line.end) {
          fields.append(
            Field(name: index..<colon.nameEnd, value: (colon.colon + 1)..<line.end))
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
  func value(_ name: StaticString) -> [UInt8]? {
    fields.first { isNamed($0, name) }.map { unfolded($0.value) }
  }

  /// The values of all fields of that name, as ``value(_:)`` gives them.
  func values(_ name: StaticString) -> [[UInt8]] {
    fields.filter { isNamed($0, name) }.map { unfolded($0.value) }
  }

  private func isNamed(_ field: Field, _ name: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return field.name.count == wanted.count
      && zip(field.name, wanted).allSatisfy { index, byte in
        let letter = bytes[index]
        return letter == byte || ((65...90).contains(letter) && letter | 0x20 == byte)
      }
  }

  /// The type of the content; nil when there is none or it is none, which means plain text.
  var contentType: [UInt8]? {
    value("content-type").flatMap { $0.contains(UInt8(ascii: "/")) ? $0 : nil }
  }

  private func unfolded(_ range: Range<Int>) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        while index < range.upperBound, HeaderBlock.isSpace(bytes[index]) { index += 1 }
        while let last = value.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
          value.removeLast()
        }
        value.append(UInt8(ascii: " "))
      } else {
        value.append(byte)
        index += 1
      }
    }
    while let last = value.last, HeaderBlock.isSpace(last) { value.removeLast() }
    return Array(value.drop(while: HeaderBlock.isSpace))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Where the line at `index` ends, and where the next one starts. Several CR before an LF are one
  /// line end, as broken gateways write them.
  private static func line(
    _ bytes: UnsafeBufferPointer<UInt8>, from index: Int, end: Int
  ) -> (end: Int, next: Int) {
    var position = index
    while position < end {
      if bytes[position] == UInt8(ascii: "\n") { return (position, position + 1) }
      if bytes[position] == UInt8(ascii: "\r") {
        var after = position + 1
        while after < end, bytes[after] == UInt8(ascii: "\r") { after += 1 }
        if after < end, bytes[after] == UInt8(ascii: "\n") { return (position, after + 1) }
        return (position, position + 1)
      }
      position += 1
    }
    return (end, end)
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
