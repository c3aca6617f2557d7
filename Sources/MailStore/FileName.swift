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

  init(_ name: ByteName) {
    self.name = name
    let bytes = name.bytes
    let end = FileName.infoStart(bytes)
    baseLength = end
    flags = MessageFlags(info: bytes[end...])
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

  /// The info with its delimiter, byte for byte; empty when there is none.
  var info: ByteName { ByteName(name.bytes[baseLength...]) }

  /// The name of the same message with other flags: the base name byte for byte, then the letters
  /// sorted and each once.
  func renamed(flags: MessageFlags) -> ByteName {
    renamed(info: ByteName(info: flags, like: info))
  }

  /// The name of the same message with another info: the base name byte for byte.
  func renamed(info: ByteName) -> ByteName { ByteName(name.bytes[..<baseLength] + info.bytes) }

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

extension MessageFlags {
  /// The flags that an info says: a doubled `:2,:2,S` means S.
  init(info: ByteName) { self.init(info: info.bytes[...]) }

  /// The letters after every `2,` of the info.
  fileprivate init(info: ArraySlice<UInt8>) {
    var flags: MessageFlags = []
    for part in info.split(whereSeparator: { ":!;".utf8.contains($0) })
    where part.starts(with: "2,".utf8) {
      flags.formUnion(MessageFlags(letters: part.dropFirst(2)))
    }
    self = flags
  }
}

extension ByteName {
  /// The info that says some flags, begun as `other` begins: file systems without colons use other
  /// delimiters.
  init(info flags: MessageFlags, like other: ByteName = ByteName([])) {
    self.init([other.bytes.first ?? UInt8(ascii: ":")] + Array("2,".utf8) + flags.letterBytes)
  }
}
