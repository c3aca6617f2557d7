internal import FileSystem
internal import MailModel

/// The key of a file whose base name other files of its folder have too, such as the same name in
/// `new` and in `cur`: one of them has the plain key, and the others are told apart by their inodes,
/// which stay when a file is renamed.
///
/// Written as the plain key, `/`, which no file name holds, and the number.
struct SharedKey {
  let plain: ByteName
  let inode: UInt64

  init(_ plain: ByteName, inode: UInt64) {
    self.plain = plain
    self.inode = inode
  }

  /// Nil for a plain key.
  init?(_ key: ByteName) {
    guard let slash = key.bytes.lastIndex(of: UInt8(ascii: "/")),
      let inode = UInt64(String(decoding: key.bytes[(slash + 1)...], as: UTF8.self))
    else { return nil }
    self.init(ByteName(key.bytes[..<slash]), inode: inode)
  }

  var key: ByteName { ByteName(plain.bytes + [UInt8(ascii: "/")] + Array(String(inode).utf8)) }
}
