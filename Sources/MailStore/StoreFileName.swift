internal import Glibc

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

/// A folder that only its owner may look into.
enum PrivateFolder {
  /// Makes sure that the folder exists, and those above it.
  static func create(_ path: String) throws(FileLock.Failure) {
    var level = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/") {
      level += "/\(component)"
      if mkdir(level, 0o700) != 0, errno != EEXIST, access(level, F_OK) != 0 {
        throw FileLock.Failure(code: errno)
      }
    }
  }

  /// Has a file in it be its owner's alone too, whether it is there or yet to be written to, and what
  /// a database keeps beside it: a backup may take it elsewhere.
  static func keepPrivate(_ file: String) {
    let descriptor = Glibc.open(file, O_RDONLY | O_NONBLOCK | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }
}
