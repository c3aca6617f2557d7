/// The name of a file in `cur` or `new`, taken apart: the base name that identifies the message,
/// and the info behind it. Nothing else is ever read from a name.
struct FileName: Hashable, Sendable {
  /// The whole name.
  let name: ByteName
  /// The base name without a synchroniser's `,U=digits`, which comes and goes: what a message is
  /// known by within its folder.
  let key: ByteName
  let flags: MessageFlags

  private let baseLength: Int
  private let delimiter: UInt8

  init(_ name: ByteName) {
    self.name = name
    let bytes = name.bytes
    let end = FileName.infoStart(bytes)
    baseLength = end
    delimiter = end < bytes.count ? bytes[end] : UInt8(ascii: ":")
    flags = FileName.flags(in: bytes[end...])
    key = ByteName(FileName.withoutUID(bytes[..<end]))
  }

  /// How a name is written, given its key and its flags: most names need no more than that.
  enum Spelling: Hashable, Sendable {
    /// The key alone.
    case bare
    /// The key, then `:2,` and the letters of the flags in order.
    case usual
    case other(ByteName)
  }

  var spelling: Spelling {
    let (bytes, key) = (name.bytes, key.bytes)
    if bytes.count == key.count { return .bare }
    guard key.count == baseLength, bytes[baseLength...].starts(with: ":2,".utf8),
      bytes[(baseLength + 3)...].elementsEqual(flags.letterBytes)
    else { return .other(name) }
    return .usual
  }

  init(key: ByteName, flags: MessageFlags, spelling: Spelling) {
    switch spelling {
    case .bare: self.init(key)
    case .usual: self.init(ByteName(key.bytes + ":2,".utf8 + flags.letterBytes))
    case .other(let name): self.init(name)
    }
  }

  /// The name of the same message with other flags: the base name byte for byte, then the letters
  /// sorted and each once.
  func renamed(flags: MessageFlags) -> ByteName {
    ByteName(
      name.bytes[..<baseLength] + [delimiter, UInt8(ascii: "2"), UInt8(ascii: ",")]
        + flags.letterBytes)
  }

  /// Where the info starts: at the first colon, or at the `!2,` or `;2,` that stands for it on file
  /// systems without colons.
  private static func infoStart(_ bytes: [UInt8]) -> Int {
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: ":"): return index
      case UInt8(ascii: "!"), UInt8(ascii: ";"):
        if index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: ","),
          bytes[index + 1] == UInt8(ascii: "1") || bytes[index + 1] == UInt8(ascii: "2")
        {
          return index
        }
      default: break
      }
    }
    return bytes.count
  }

  /// The letters after every `2,` of the info: a doubled `:2,:2,S` means S.
  private static func flags(in info: ArraySlice<UInt8>) -> MessageFlags {
    var flags: MessageFlags = []
    for part in info.split(whereSeparator: { ":!;".utf8.contains($0) })
    where part.starts(with: "2,".utf8) {
      flags.formUnion(MessageFlags(letters: part.dropFirst(2)))
    }
    return flags
  }

  private static func withoutUID(_ base: ArraySlice<UInt8>) -> [UInt8] {
    var index = base.startIndex
    while index + 3 < base.endIndex {
      if base[index] == UInt8(ascii: ","), base[index + 1] == UInt8(ascii: "U"),
        base[index + 2] == UInt8(ascii: "=")
      {
        let digits = base[(index + 3)...].prefix {
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        if !digits.isEmpty,
          digits.endIndex == base.endIndex || base[digits.endIndex] == UInt8(ascii: ",")
        {
          return Array(base[..<index] + base[digits.endIndex...])
        }
      }
      index += 1
    }
    return Array(base)
  }

  /// The number that a base name usually starts with, the second of delivery: a hint for the order
  /// of reading, never a date.
  var deliveryHint: Int64 {
    var value: Int64 = 0
    for byte in name.bytes.prefix(12) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
