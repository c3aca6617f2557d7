package import FileSystem
internal import MailModel
internal import MailText

/// The name of a file in `cur` or `new`, taken apart: the base name that identifies the message,
/// and the info behind it. Nothing else is ever read from a name.
///
/// Kept as the parts, since the name itself is seldom needed: most names take no memory beside the
/// key's.
package struct FileName: Hashable, Sendable {
  /// The base name without a synchroniser's `,U=digits`, which comes and goes: what a message is
  /// known by within its folder. A ``SharedKey`` where other files have the same.
  package let key: ByteName
  let flags: MessageFlags
  let spelling: Spelling

  /// How a name is written, given its key and its flags: most names need no more than that.
  enum Spelling: Hashable, Sendable {
    /// The key alone.
    case bare
    /// The key, then `:2,` and the letters of the flags in order.
    case usual
    case other(ByteName)
  }

  init(key: ByteName, flags: MessageFlags, spelling: Spelling) {
    self.key = key
    self.flags = flags
    self.spelling = spelling
  }

  package init(_ name: ByteName) {
    self = name.bytes.withUnsafeBufferPointer { FileName($0) }
  }

  package init(_ name: UnsafeBufferPointer<UInt8>) {
    let end = FileName.infoStart(name)
    let info = name[end...]
    let usual = MessageFlags(usualInfo: info)
    flags = usual ?? MessageFlags(info: info)
    if let uid = FileName.uid(name[..<end]) {
      key = ByteName(Array(name[..<uid.lowerBound]) + name[uid.upperBound..<end])
      spelling = .other(ByteName(name))
    } else {
      key = ByteName(name[..<end])
      spelling = info.isEmpty ? .bare : usual != nil ? .usual : .other(ByteName(name))
    }
  }

  /// The whole name.
  package var name: ByteName {
    switch spelling {
    case .bare: key
    case .usual: ByteName(key.bytes + ":2,".utf8 + flags.letterBytes)
    case .other(let name): name
    }
  }

  /// Calls `body` with the whole name as a C string.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard spelling == .usual else { return name.withCString(body) }
    let key = key.bytes
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: key.count + 3 + 52 + 1) { name in
      var end = 0
      func add(_ byte: UInt8) {
        name[end] = CChar(bitPattern: byte)
        end += 1
      }
      for byte in key { add(byte) }
      for byte in ":2,".utf8 { add(byte) }
      flags.forEachLetter(add)
      add(0)
      return body(UnsafePointer(name.baseAddress!))
    }
  }

  /// The same name under another key.
  func known(as key: ByteName) -> FileName {
    self.key == key ? self : FileName(key: key, flags: flags, spelling: .other(name))
  }

  private var baseLength: Int {
    switch spelling {
    case .bare, .usual: key.bytes.count
    case .other(let name): name.bytes.withUnsafeBufferPointer(FileName.infoStart)
    }
  }

  /// The info with its delimiter, byte for byte; empty when there is none.
  package var info: ByteName { ByteName(name.bytes[baseLength...]) }

  /// The name of the same message with other flags: the base name byte for byte, then the letters
  /// sorted and each once.
  func renamed(flags: MessageFlags) -> ByteName {
    renamed(info: ByteName(info: flags, like: info))
  }

  /// The name of the same message with another info: the base name byte for byte.
  func renamed(info: ByteName) -> ByteName { ByteName(name.bytes[..<baseLength] + info.bytes) }

  /// Where the info starts: at the first colon, or at the `!2,` or `;2,` that stands for it on file
  /// systems without colons.
  private static func infoStart(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
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

  /// The number that a synchroniser has given the file; nil where it has none.
  package var uid: UInt32? {
    guard case .other(let name) = spelling else { return nil }
    return name.bytes.withUnsafeBufferPointer { FileName.number(in: $0)?.uid }
  }

  /// The number that a synchroniser has given a file, and the two pieces that make up its ``key``, with nothing
  /// copied; nil where it has none.
  package static func number(
    in name: UnsafeBufferPointer<UInt8>
  ) -> (
    uid: UInt32, before: Slice<UnsafeBufferPointer<UInt8>>, after: Slice<UnsafeBufferPointer<UInt8>>
  )? {
    let base = name[..<infoStart(name)]
    guard let range = uid(base) else { return nil }
    let digits = base[(range.lowerBound + 3)..<range.upperBound]
    let number = digits.reduce(UInt64(0)) { min(10 * $0 + UInt64($1 - UInt8(ascii: "0")), 1 << 32) }
    guard let uid = UInt32(exactly: number) else { return nil }
    return (uid, base[..<range.lowerBound], base[range.upperBound...])
  }

  /// Where the `,U=digits` is, if there is one.
  private static func uid(_ base: Slice<UnsafeBufferPointer<UInt8>>) -> Range<Int>? {
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
          return index..<digits.endIndex
        }
      }
      index += 1
    }
    return nil
  }

  /// The second of delivery that a base name starts with, of nine to eleven digits and no other
  /// number; nil when it starts with none.
  static func delivery(in key: ByteName) -> Int64? {
    let digits = key.bytes.prefix(12).prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    // What begins with 0 is a counter.
    guard (9...11).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
    return digits.reduce(0) { 10 * $0 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// The earlier of a time of delivery, 0 for none, and what the base name says, as far as that can
  /// be believed.
  static func received(_ received: Int64, key: ByteName, now: Int64) -> Int64 {
    guard let named = delivery(in: key), MessageDate.isBelievable(named, now: now) else {
      return received
    }
    return received == 0 ? named : min(received, named)
  }

  /// The number that a base name usually starts with, the second of delivery: a hint for the order
  /// of reading, whatever the number is.
  var deliveryHint: Int64 {
    var value: Int64 = 0
    for byte in key.bytes.prefix(12) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }
}

extension MessageFlags {
  /// The flags that an info says: a doubled `:2,:2,S` means S.
  init(info: ByteName) { self.init(info: info.bytes) }

  /// The flags of an info that is written as it should be, `:2,` and letters in order, or that is
  /// not there; nil for any other.
  fileprivate init?(usualInfo info: Slice<UnsafeBufferPointer<UInt8>>) {
    var bits: UInt64 = 0
    if !info.isEmpty {
      let start = info.startIndex
      guard info.count >= 3, info[start] == UInt8(ascii: ":"),
        info[start + 1] == UInt8(ascii: "2"), info[start + 2] == UInt8(ascii: ",")
      else { return nil }
      for letter in info[(start + 3)...] {
        let bit = MessageFlags(letters: CollectionOfOne(letter)).rawValue
        guard bit > bits else { return nil }
        bits |= bit
      }
    }
    self.init(rawValue: bits)
  }
}

extension ByteName {
  /// The info that says some flags, begun as `other` begins: file systems without colons use other
  /// delimiters.
  init(info flags: MessageFlags, like other: ByteName = ByteName([])) {
    self.init([other.bytes.first ?? UInt8(ascii: ":")] + Array("2,".utf8) + flags.letterBytes)
  }
}
