internal import Glibc

extension ByteName {
  /// The path from the root of the file system, without links; nil where nothing is.
  package var resolved: ByteName? {
    guard let path = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return ByteName(cString: path)
  }

  /// Where a link leads; nil where no link is.
  package var linked: ByteName? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = withCString { readlink($0, &target, target.count) }
    return count < 0 ? nil : ByteName(target[..<count].map { UInt8(bitPattern: $0) })
  }

  /// The path of an entry in the directory that this is the path of.
  package func entry(_ name: ByteName) -> ByteName {
    ByteName(bytes + (bytes.last == 0x2F ? [] : [0x2F]) + name.bytes)
  }

  /// The path of the directory that an entry is in, and its name there.
  package var split: (directory: ByteName, name: ByteName) {
    let slash = bytes.lastIndex(of: 0x2F) ?? -1
    return (ByteName(bytes[..<max(slash, 1)]), ByteName(bytes[(slash + 1)...]))
  }
}
