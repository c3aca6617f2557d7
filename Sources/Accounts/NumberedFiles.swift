internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore

/// The files of a folder, by the numbers that mbsync has given them.
struct NumberedFiles {
  /// The base names of messages, without their numbers.
  private(set) var keys: [UInt32: ByteName] = [:]
  /// The other way round; 0 for a message that has no number yet.
  private(set) var uids: [ByteName: UInt32] = [:]
  /// Files with a number that another file has too.
  private(set) var clashes: [File] = []
  /// Something that is no file, at which mbsync would wait for ever.
  private(set) var stranger: ByteName?

  struct File {
    let part: ByteName
    let name: FileName
  }

  /// Nil where the folder cannot be read.
  init?(_ folder: ByteName) {
    // A message goes from `new` to `cur`: in this order it is seen once at least.
    for part in [MaildirParts.new, MaildirParts.cur] {
      do { try add(part, in: Directory(folder.entry(part), follows: true)) } catch {
        guard error.code == ENOENT else { return nil }
      }
    }
  }

  private mutating func add(_ part: ByteName, in directory: Directory) throws(Directory.Failure) {
    var (keys, uids, clashes, stranger) = (keys, uids, clashes, stranger)
    try directory.entries { name, kind in
      if kind != .regular, kind != .unknown || !name.isRegularFile(in: directory) {
        stranger = name
        return
      }
      let file = FileName(name)
      let uid = file.uid ?? 0
      uids[file.key] = uid
      if uid == 0 { return }
      if let other = keys.updateValue(file.key, forKey: uid), other != file.key {
        clashes.append(File(part: part, name: file))
      }
    }
    (self.keys, self.uids, self.clashes, self.stranger) = (keys, uids, clashes, stranger)
  }
}

extension ByteName {
  fileprivate func isRegularFile(in directory: Directory) -> Bool {
    var status = stat()
    return withCString { fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
      && status.st_mode & S_IFMT == S_IFREG
  }
}
