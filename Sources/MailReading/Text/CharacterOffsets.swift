/// Where the characters (scalars) of a text stand in its UTF-8, both ways, without a walk from its beginning.
nonisolated struct CharacterOffsets: Sendable {
  /// The text as UTF-8.
  let bytes: [UInt8]
  /// How many characters begin before each whole stride of bytes.
  private let counts: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    counts = bytes.withUnsafeBufferPointer { bytes in
      var counts: [Int] = []
      counts.reserveCapacity(bytes.count / Self.span + 1)
      var count = 0
      for start in stride(from: 0, through: bytes.count, by: Self.span) {
        counts.append(count)
        count += Self.beginnings(in: bytes, start..<min(bytes.count, start + Self.span))
      }
      return counts
    }
  }

  /// How many characters begin before a byte of `0...bytes.count`.
  func characters(before byte: Int) -> Int {
    let index = byte / Self.span
    return counts[index]
      + bytes.withUnsafeBufferPointer { Self.beginnings(in: $0, index * Self.span..<byte) }
  }

  /// Where a character begins; the end of the text for any behind it.
  func byte(ofCharacter character: Int) -> Int {
    var (low, high) = (0, counts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if counts[middle] <= character { low = middle } else { high = middle }
    }
    var left = character - counts[low]
    var byte = low * Self.span
    while byte < bytes.count {
      if bytes[byte] & 0xC0 != 0x80 {
        if left == 0 { return byte }
        left -= 1
      }
      byte += 1
    }
    return byte
  }

  private static func beginnings(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    var count = 0
    for index in range where bytes[index] & 0xC0 != 0x80 { count &+= 1 }
    return count
  }

  /// Bytes.
  private static let span = 256
}
