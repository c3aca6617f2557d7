internal import FileSystem

/// The name of a file that is kept about a store: for people its last component, and for
/// programs a hash of the whole identity.
enum StoreFileName {
  static func of(_ identity: String) -> String {
    var hash = FNV1a()
    hash.add(identity.utf8)
    let digits = String(hash.value, radix: 16)
    let last = identity.utf8.split(separator: UInt8(ascii: "/")).last ?? [][...]
    let name = last.prefix(40).map { byte in
      isPlain(byte) ? Character(Unicode.Scalar(byte)) : "-"
    }
    return "\(String(name))-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
