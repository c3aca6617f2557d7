internal import Glibc

/// The name of a file as the file system has it: bytes, which need not be UTF-8.
///
/// A name is compared byte by byte and orders the same way.
public struct ByteName: Hashable, Sendable, Comparable {
  public let bytes: [UInt8]

  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  public init(_ text: String) { self.bytes = Array(text.utf8) }

  public init(cString: UnsafePointer<CChar>) {
    self.init(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  // All bytes at once: an array hashes and compares its elements one after the other.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  public static func == (left: ByteName, right: ByteName) -> Bool {
    left.bytes.count == right.bytes.count
      && left.bytes.withUnsafeBytes { left in
        right.bytes.withUnsafeBytes { right in
          left.count == 0 || left.baseAddress == right.baseAddress
            || memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0
        }
      }
  }

  public static func < (left: ByteName, right: ByteName) -> Bool {
    let count = min(left.bytes.count, right.bytes.count)
    let order = left.bytes.withUnsafeBytes { left in
      right.bytes.withUnsafeBytes { right in
        count == 0 ? 0 : memcmp(left.baseAddress!, right.baseAddress!, count)
      }
    }
    return order != 0 ? order < 0 : left.bytes.count < right.bytes.count
  }

  public var isEmpty: Bool { bytes.isEmpty }

  package func appending(_ other: ByteName) -> ByteName { ByteName(bytes + other.bytes) }

  /// Calls `body` with the name as a C string; a NUL cannot be in a name and would end it.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { terminated in
      for index in bytes.indices { terminated[index] = CChar(bitPattern: bytes[index]) }
      terminated[bytes.count] = 0
      return body(UnsafePointer(terminated.baseAddress!))
    }
  }
}

extension ByteName: CustomStringConvertible {
  /// The name for people; what is not UTF-8 shows as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The name as text that can be turned back into the bytes: a byte that is not part of UTF-8 is
  /// written `%XX`, and so is a literal `%` that two hexadecimal digits follow. Every other
  /// character stands for itself.
  public var escaped: String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let length = validUTF8Length(at: index)
      if length == 0 || (bytes[index] == UInt8(ascii: "%") && hexDigitsFollow(index)) {
        text.append(UInt8(ascii: "%"))
        text.append(ByteName.hexDigits[Int(bytes[index] >> 4)])
        text.append(ByteName.hexDigits[Int(bytes[index] & 15)])
        index += 1
      } else {
        text.append(contentsOf: bytes[index..<index + length])
        index += length
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads ``escaped`` back.
  public init(escaped text: String) {
    let text = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
        let high = hexValue(text[index + 1]), let low = hexValue(text[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    self.bytes = bytes
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  private func hexDigitsFollow(_ index: Int) -> Bool {
    index + 2 < bytes.count && hexValue(bytes[index + 1]) != nil
      && hexValue(bytes[index + 2]) != nil
  }

  /// The length of the well-formed UTF-8 sequence at `index`, 0 when there is none.
  private func validUTF8Length(at index: Int) -> Int {
    let length =
      switch bytes[index] {
      case 0..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    guard length > 1 else { return length }
    guard index + length <= bytes.count,
      String(validating: bytes[index..<index + length], as: UTF8.self) != nil
    else { return 0 }
    return length
  }
}

/// The value of a hexadecimal digit; nil for any other byte.
private func hexValue(_ byte: UInt8) -> UInt8? {
  Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
}
