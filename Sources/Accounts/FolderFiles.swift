internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore

/// The messages of a folder as they lie on the disk, by the numbers that mbsync has given them.
struct FolderFiles: Sendable {
  /// A message's file.
  struct File: Sendable {
    let part: ByteName
    let name: FileName

    /// Whether it is marked as deleted.
    var isMarked: Bool { letters.contains(UInt8(ascii: "T")) }
  }

  private(set) var numbered: [UInt32: File] = [:]
  /// What has no number yet.
  private(set) var others: [File] = []
  /// Files that have a number of another's, with those others.
  private(set) var clashing: [UInt32: [File]] = [:]
  /// Something that is no file, at which mbsync would wait for ever.
  private(set) var stranger: ByteName?

  /// Every one of them.
  var all: [File] { Array(numbered.values) + others + clashing.values.joined() }

  /// Nil where the folder cannot be read.
  init?(_ folder: ByteName) {
    // A message goes from `new` to `cur`: in this order it is seen once at least.
    for part in [MaildirParts.new, MaildirParts.cur] {
      do throws(Directory.Failure) {
        let directory = try Directory(folder.entry(part), follows: true)
        try directory.entries { name, kind in
          if kind != .regular, kind != .unknown || !name.isRegularFile(in: directory) {
            stranger = name
            return
          }
          let file = File(part: part, name: FileName(name))
          guard let uid = file.name.uid, uid > 0 else {
            others.append(file)
            return
          }
          // The same message may be seen under two names while it is renamed.
          if let other = numbered[uid], other.name.key != file.name.key {
            clashing[uid, default: [other]].append(file)
          }
          numbered[uid] = file
        }
      } catch {
        guard error.code == ENOENT else { return nil }
      }
    }
  }
}

extension ByteName {
  fileprivate func isRegularFile(in directory: Directory) -> Bool {
    var status = stat()
    return withCString { fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
      && status.st_mode & S_IFMT == S_IFREG
  }
}

extension FolderFiles.File {
  /// Gives it another name in its folder; false where it is not there any more.
  @discardableResult func rename(to name: ByteName, in folder: ByteName) -> Bool {
    guard let directory = try? Directory(folder.entry(part), follows: true) else { return false }
    return RenameCalls().rename(
      self.name.name, in: directory, to: name, in: directory, isFresh: true) == 0
  }

  /// Gives it other flags, by their letters; false where it is not there any more.
  @discardableResult func change(to letters: Set<UInt8>, in folder: ByteName) -> Bool {
    let info = name.info.bytes
    let flags = [info.first ?? UInt8(ascii: ":")] + "2,".utf8 + letters.sorted()
    return letters == self.letters
      || rename(to: ByteName(name.name.bytes.dropLast(info.count) + flags), in: folder)
  }

  /// Takes it away for ever; false where it is not there any more.
  @discardableResult func remove(from folder: ByteName) -> Bool {
    guard let directory = try? Directory(folder.entry(part), follows: true) else { return false }
    return RenameCalls().unlink(directory.descriptor, name.name) == 0
  }

  /// What the system knows of it; nil where it is not there any more.
  private func status(in folder: ByteName) -> stat? {
    var status = stat()
    let code = folder.entry(part).entry(name.name).withCString { lstat($0, &status) }
    return code == 0 ? status : nil
  }

  /// When the server got the message, as mbsync has given it to the file, in seconds since 1970; nil where it is not there
  /// any more.
  func time(in folder: ByteName) -> Int? { status(in: folder)?.st_mtim.tv_sec }

  /// When it got its name, in nanoseconds.
  func changed(in folder: ByteName) -> Int {
    status(in: folder).map { $0.st_ctim.tv_sec * 1_000_000_000 + $0.st_ctim.tv_nsec } ?? 0
  }

  /// How large it is, in pieces that are larger than what mbsync adds to a message.
  func size(in folder: ByteName) -> Int { Int(status(in: folder)?.st_size ?? 0) / 64 }

  /// The letters of its flags.
  var letters: Set<UInt8> { Set(name.info.bytes.dropFirst(3)) }
}
