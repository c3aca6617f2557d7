internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore

/// The files of a folder, by the numbers that mbsync has given them.
struct NumberedFiles {
  private(set) var keys = NumberedKeys()
  /// The base names of messages that have no number yet.
  private var unnumbered: [ByteName] = []
  /// The numbers that several files have.
  let clashes: Set<UInt32>
  /// Something that is no file, at which mbsync would wait for ever.
  private(set) var stranger: ByteName?

  /// Nil where the folder cannot be read.
  init?(_ folder: ByteName) {
    var (keys, unnumbered, stranger) = (NumberedKeys(), [ByteName](), ByteName?.none)
    // A message goes from `new` to `cur`: in this order it is seen once at least.
    for part in [MaildirParts.new, MaildirParts.cur] {
      do throws(Directory.Failure) {
        let directory = try Directory(folder.entry(part), follows: true)
        try directory.entries(withBytes: { name, kind, _ in
          if kind != .regular, kind != .unknown || !ByteName(name).isRegularFile(in: directory) {
            stranger = ByteName(name)
          } else if let number = FileName.number(in: name), number.uid > 0 {
            keys.add(number.uid, number.before, number.after)
          } else {
            unnumbered.append(FileName(name).key)
          }
        })
      } catch {
        guard error.code == ENOENT else { return nil }
      }
    }
    clashes = keys.sort()
    (self.keys, self.unnumbered, self.stranger) = (keys, unnumbered, stranger)
  }

  /// The other way round; 0 for a message that has no number yet.
  var uids: [ByteName: UInt32] {
    var uids = Dictionary(unnumbered.map { ($0, UInt32(0)) }) { $1 }
    for (uid, key) in keys.all { uids[key] = uid }
    return uids
  }
}

extension ByteName {
  fileprivate func isRegularFile(in directory: Directory) -> Bool {
    var status = stat()
    return withCString { fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
      && status.st_mode & S_IFMT == S_IFREG
  }
}
