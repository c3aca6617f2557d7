internal import Glibc

extension Maildir {
  /// Makes sure that a folder has all its parts; other programs' files are not touched.
  func create(_ folder: FolderID) throws(StoreError) {
    let parts = ["tmp", "new", "cur"]
    if parts.allSatisfy({ Directory.signature(directory(folder, $0)) != nil }) { return }
    var level: [UInt8] = []
    for component in folder.path.bytes.split(separator: UInt8(ascii: "/")) {
      level += (level.isEmpty ? [] : [UInt8(ascii: "/")]) + component
      try makeDirectory(directory(FolderID(path: ByteName(level))))
    }
    for part in parts { try makeDirectory(directory(folder, part)) }
    if folder.path.bytes.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".") {
      // What tells delivery programs that this is a folder and not a mailbox of its own.
      let marker = directory(folder, "maildirfolder")
      let descriptor = marker.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      if descriptor >= 0 { close(descriptor) }
    }
  }

  private func makeDirectory(_ path: ByteName) throws(StoreError) {
    guard path.withCString({ mkdir($0, 0o700) }) != 0 else { return }
    let code = errno
    if code == EEXIST, Directory.signature(path) != nil { return }
    if code == EEXIST { throw .other(errno: ENOTDIR, doing: .createFolder) }
    // A folder that could not be made is not there to be looked at; its mailbox is.
    throw StoreError(
      errno: code, path: self.path, doing: .createFolder, isChange: true)
  }
}
