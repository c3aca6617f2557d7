internal import CDunnockGMime
internal import Glibc

/// How much of a message is handed to GMime, found in one pass before GMime sees it.
///
/// GMime leaves the content of parts in the file, but keeps in memory every header and all that stands
/// before, between and behind parts, and goes through every boundary for each line that begins with `--`.
/// Here the same is only counted: what is a part and what it is bounded by is asked of GMime, header by
/// header.
struct MimeExtent {
  /// How many parts are built.
  static let maximumParts = 1_000
  /// How deep parts and messages may nest; the walk looks at no more than ``MimeWalk/maximumDepth``.
  static let maximumDepth = 128
  /// What GMime may keep, in bytes, a field or a value in it counted as ``fieldCost``: enough for a digest
  /// of a thousand messages with headers of 5 KiB and 60 fields each.
  static let maximumCost = 12 << 20
  /// About half of what GMime takes for a field, a parameter or an address.
  static let fieldCost = 128
  /// How many fields, parameters and addresses one header may hold: GMime's time for addresses grows as
  /// their square, and is half a second for as many.
  static let maximumValues = 8_192
  /// How many boundaries lines may be compared with, in all.
  static let maximumWork = 8 << 20
  /// How long the `Content-` fields of one part may be, in bytes.
  static let maximumFields = 16 << 10

  /// Where GMime's reading ends, an offset in the file.
  private(set) var end: Int
  /// How many parts there are behind it; fewer than there are where they take too much work to count.
  private(set) var moreParts = 0
  /// Whether it ends before the message does for another reason than the number of parts.
  private(set) var isCut = false

  private let reader: FileReader
  private var levels: [Level] = []
  /// How many parts and messages begin.
  private(set) var parts = 0
  private var cost = 0
  private var work = 0
  /// The `Content-` fields of the header that is being read.
  private var fields: [UInt8] = []

  private enum Level {
    case message
    /// The parts between lines of `--` and the boundary, each of which is a message unless it says
    /// otherwise when this is a digest.
    case multipart(boundary: [UInt8], isDigest: Bool)
  }

  private enum Place {
    case header
    /// In what GMime leaves in the file.
    case content
    /// In what stands around parts.
    case between
    case end
  }

  init(of reader: FileReader, from start: Int) {
    _ = MimeLibrary.isReady
    self.reader = reader
    end = reader.size
    var place = Place.header
    var offset = start
    while place != .end, offset < reader.size, !reader.hasFailed {
      switch place {
      case .header: place = readHeader(&offset)
      case .content, .between: place = skip(&offset, isKept: place == .between)
      case .end: break
      }
    }
  }

  /// Ends GMime's reading at an offset.
  private mutating func cut(at offset: Int) -> Place {
    if moreParts == 0 { end = offset }
    isCut = true
    return .end
  }

  /// Whether what GMime keeps is within the bounds; behind what it reads it does not matter.
  private mutating func keeps(_ bytes: Int) -> Bool {
    if moreParts == 0 { cost += bytes }
    return cost <= Self.maximumCost
  }

  /// Goes through a header, which ends at an empty line or a boundary.
  private mutating func readHeader(_ offset: inout Int) -> Place {
    fields.removeAll(keepingCapacity: true)
    var isContent = false
    var isMidline = false
    var hasField = false
    var values = 0
    while offset < reader.size {
      let start = offset
      let (line, isWhole) = line(at: &offset)
      defer { isMidline = !isWhole }
      if !isMidline {
        if line.isEmpty || (line.count == 1 && line[0] == UInt8(ascii: "\r")) { break }
        if line.starts(with: "--".utf8) {
          work += 4 + levels.count
          if work > Self.maximumWork { return cut(at: start) }
          if boundary(in: line) != nil {
            offset = start
            if hasField { return placeBehindHeader(&offset) }
            // Without a field there is no part, but a message.
            if moreParts == 0, case .multipart = levels.last { parts -= 1 }
            offset -= 1
            return .content
          }
        }
        hasField = hasField || Self.isField(line)
        if line[0] != 0x20, line[0] != 0x09 {
          isContent = line.prefix(8).lazy.map { $0 | 0x20 }.elementsEqual("content-".utf8)
        }
      }
      if moreParts == 0 {
        let more = Self.values(in: line)
        values += more
        // GMime takes what describes a part apart once more.
        let bytes = (offset - start) * (isContent ? 4 : 1)
        guard values <= Self.maximumValues, keeps(bytes + more * Self.fieldCost) else {
          return cut(at: start)
        }
      }
      if isContent {
        if fields.count + line.count > Self.maximumFields { return cut(at: start) }
        fields += line
        if isWhole { fields.append(0x0A) }
      }
    }
    return placeBehindHeader(&offset)
  }

  /// Whether a line begins a field: printable characters, then perhaps blanks, up to a colon.
  private static func isField(_ line: UnsafeRawBufferPointer) -> Bool {
    var isBehindName = false
    for (index, byte) in line.enumerated() {
      switch byte {
      case UInt8(ascii: ":"): return index > 0
      case 0x20, 0x09: isBehindName = true
      case _ where isBehindName || byte < 0x20 || byte == 0x7F: return false
      default: break
      }
    }
    return false
  }

  /// How many fields, parameters or addresses a line may hold.
  private static func values(in line: UnsafeRawBufferPointer) -> Int {
    var count = 1
    for byte in line {
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ":"): count += 1
      default: break
      }
    }
    return count
  }

  private mutating func placeBehindHeader(_ offset: inout Int) -> Place {
    var isInDigest = false
    if case .multipart(_, isDigest: true) = levels.last { isInDigest = true }
    guard isInDigest || mentions("multipart") || mentions("message") else {
      // A message of one part goes on as such to its end.
      if !levels.contains(where: { if case .multipart = $0 { true } else { false } }) {
        return .end
      }
      offset -= 1
      return .content
    }
    work += 1_000 + fields.count
    guard levels.count < Self.maximumDepth, work < Self.maximumWork else { return cut(at: offset) }
    switch level(isInDigest: isInDigest) {
    case nil:
      if levels.isEmpty { return .end }
      offset -= 1
      return .content
    case .message:
      levels.append(.message)
      var next = offset
      let (line, _) = line(at: &next)
      if next == offset { return .end }
      // It may be empty.
      if line.starts(with: "--".utf8), let place = placeBehindBoundary(line, at: offset) {
        offset = place == .between ? next - 1 : next
        return place
      }
      beginPart(at: offset)
      return .header
    case .multipart(let boundary, let isDigest):
      if boundary.count > Self.maximumFields / 4 { return cut(at: offset) }
      levels.append(.multipart(boundary: boundary, isDigest: isDigest))
      offset -= 1
      return .between
    }
  }

  /// Whether a word stands in the fields, whatever its case.
  private func mentions(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    return fields.withUnsafeBytes { bytes in
      var start = 0
      while start + count <= bytes.count {
        var length = 0
        while length < count, bytes[start + length] | 0x20 == word.utf8Start[length] { length += 1 }
        if length == count { return true }
        start += 1
      }
      return false
    }
  }

  /// What GMime makes of a part with these fields; nil for one without parts.
  private func level(isInDigest: Bool) -> Level? {
    let around = "Content-Type: multipart/\(isInDigest ? "digest" : "mixed"); boundary=a\n\n--a\n"
    let bytes = Array(around.utf8) + fields + [0x0A]
    guard
      let stream = MimeObject(
        owning: bytes.withUnsafeBytes {
          g_mime_stream_mem_new_with_buffer($0.baseAddress, $0.count)
        }), let parser = MimeObject(owning: g_mime_parser_new_with_stream(stream.typed())),
      let outer = MimeObject(owning: g_mime_parser_construct_part(parser.typed(), nil)),
      let part = g_mime_multipart_get_part(outer.typed(), 0)
    else { return nil }
    let raw = UnsafeMutableRawPointer(part)
    if MimeWalk.isA(raw, g_mime_message_part_get_type()) { return .message }
    guard MimeWalk.isA(raw, g_mime_multipart_get_type()) else { return nil }
    let boundary = g_mime_object_get_content_type_parameter(part, "boundary")
    return .multipart(
      // Without one it reaches to the next boundary of those around it.
      boundary: boundary.map { Array("--".utf8) + Array(String(cString: $0).utf8) } ?? [],
      isDigest: g_mime_content_type_is_type(
        g_mime_object_get_content_type(part), "multipart", "digest") != 0)
  }

  /// Goes on to the next boundary, from the line end at an offset.
  private mutating func skip(_ offset: inout Int, isKept: Bool) -> Place {
    while true {
      let bytes = reader.bytes(at: offset, atLeast: 3)
      guard bytes.count >= 3 else {
        offset = reader.size
        return .end
      }
      let found = Self.lineEnd(beforeDashesIn: bytes)
      let skipped = found.map { $0 + 1 } ?? bytes.count - 2
      if isKept, !keeps(skipped) { return cut(at: offset) }
      offset += skipped
      guard found != nil else { continue }
      let start = offset
      let (line, _) = line(at: &offset)
      work += 4 + levels.count
      if work > Self.maximumWork { return cut(at: start) }
      if let place = placeBehindBoundary(line, at: start) {
        if place == .between { offset -= 1 }
        return place
      }
      if isKept, !keeps(offset - start) { return cut(at: start) }
      // The end of this line may be the one before a boundary.
      offset -= 1
    }
  }

  /// Which of the open boundaries a line is, and whether it ends them.
  private func boundary(in line: UnsafeRawBufferPointer) -> (index: Int, isEnd: Bool)? {
    guard let base = line.baseAddress else { return nil }
    for index in levels.indices.reversed() {
      guard case .multipart(let boundary, _) = levels[index], !boundary.isEmpty,
        boundary.count <= line.count, memcmp(base, boundary, boundary.count) == 0
      else { continue }
      let rest = line.dropFirst(boundary.count)
      if rest.starts(with: "--".utf8), rest.dropFirst(2).allSatisfy(isBlank) {
        return (index, true)
      }
      if rest.allSatisfy(isBlank) { return (index, false) }
    }
    return nil
  }

  /// Where a line leads that is a boundary of what is open; nil for any other.
  private mutating func placeBehindBoundary(
    _ line: UnsafeRawBufferPointer, at offset: Int
  ) -> Place? {
    guard let (index, isEnd) = boundary(in: line) else { return nil }
    guard isEnd else {
      levels.removeSubrange((index + 1)...)
      beginPart(at: offset)
      return .header
    }
    levels.removeSubrange(index...)
    // What follows the last part of all is of no use.
    guard levels.contains(where: { if case .multipart = $0 { true } else { false } }) else {
      if moreParts == 0 { end = min(reader.size, offset + line.count + 1) }
      return .end
    }
    return .between
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Counts a part; the first too many is where GMime's reading ends.
  private mutating func beginPart(at offset: Int) {
    parts += 1
    guard parts > Self.maximumParts else { return }
    if moreParts == 0 { end = offset }
    moreParts += 1
  }

  /// The line at an offset without its `\n`, or a piece of one that is longer; the offset moves behind it.
  private func line(at offset: inout Int) -> (line: UnsafeRawBufferPointer, isWhole: Bool) {
    var bytes = reader.bytes(at: offset)
    var length = Self.length(ofLineIn: bytes)
    if length == nil {
      bytes = reader.bytes(at: offset, atLeast: FileReader.pieceSize)
      length = Self.length(ofLineIn: bytes)
    }
    offset += length.map { $0 + 1 } ?? bytes.count
    return (UnsafeRawBufferPointer(rebasing: bytes[..<(length ?? bytes.count)]), length != nil)
  }

  private static func lineEnd(beforeDashesIn bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var index = 0
    while index + 2 < bytes.count, let found = memchr(base + index, 0x0A, bytes.count - index - 2) {
      index = UnsafeRawPointer(found) - base
      if bytes[index + 1] == UInt8(ascii: "-"), bytes[index + 2] == UInt8(ascii: "-") {
        return index
      }
      index += 1
    }
    return nil
  }

  private static func length(ofLineIn bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }
}
