internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore

/// The folder of an account for messages that its server has lost. It is only on this computer: it is never synchronised.
struct LocalTrash: Sendable {
  /// The last level of its name. A server's folder with such a name cannot be stored on this computer.
  static let name = FolderRoles.localTrashName

  let id: FolderID
  let path: ByteName

  /// It is inside the account's trash, so that what is no longer needed can be deleted there.
  init(of account: Account, in places: AccountPlaces) {
    let root = account.root(in: places)
    let trash = account.path(of: .trash, in: places) ?? root.entry(ByteName("Trash"))
    path = trash.entry(ByteName(Self.name))
    id = FolderID(
      path: ByteName(account.directory).entry(
        ByteName(path.bytes.dropFirst(root.bytes.count + 1))))
  }

  /// A message that is about to come here from a folder.
  struct Arrival: Sendable {
    let folder: AccountFolder
    let file: FolderFiles.File
    let name: ByteName

    /// - Parameter flags: The letters of the flags that it is to have.
    init(_ file: FolderFiles.File, from folder: AccountFolder, flags: Set<UInt8>) {
      (self.file, self.folder) = (file, folder)
      let key = "\(time(nil)).\(FileName.uniquePart(waking: nil, woken: nil)).h:2,"
      name = ByteName(Array(key.utf8) + flags.sorted())
    }

    /// The move of the message, for the journal.
    func change(into trash: FolderID) -> Change {
      .message(
        MessageChange(
          before: MessageRef(folder: folder.id, key: file.name.key),
          after: MessageRef(folder: trash, key: FileName(name).key),
          token: file.name.name.bytes + [0] + name.bytes))
    }
  }

  /// Moves a message here; returns whether it was still there.
  func take(_ arrival: Arrival) throws(SyncProblem) -> Bool {
    for part in MaildirParts.all {
      try Synchroniser.makeFolder(path.entry(part).description)
    }
    do throws(Directory.Failure) {
      let from = try Directory(arrival.folder.path.entry(arrival.file.part), follows: true)
      let to = try Directory(path.entry(MaildirParts.cur), follows: true)
      let code = RenameCalls().rename(
        arrival.file.name.name, in: from, to: arrival.name, in: to, isFresh: true)
      switch code {
      case 0: return true
      case ENOENT: return false
      case EXDEV: return try copy(arrival, from: from, to: to)
      default: throw Directory.Failure(code: code)
      }
    } catch {
      throw .unwritable(error.code)
    }
  }

  /// Copies a message here from another file system, and then removes it there. Returns false if another program has moved or renamed
  /// the message in the meantime.
  private func copy(
    _ arrival: Arrival, from: Directory, to: Directory
  ) throws(Directory.Failure) -> Bool {
    let name = arrival.file.name.name
    let source = arrival.folder.path.entry(arrival.file.part).entry(name)
    let file = path.entry(ByteName("tmp")).entry(arrival.name)
    var status = stat()
    if name.withCString({ fstatat(from.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) != 0 {
      if errno == ENOENT { return false }
      throw Directory.Failure(code: errno)
    }
    guard let bytes = [UInt8](file: source) else { throw Directory.Failure(code: EIO) }
    try DurableFile.write(bytes, to: file)
    // A message that comes back from the server is recognised by its time.
    let times = [status.st_atim, status.st_mtim]
    var code = file.withCString { utimensat(AT_FDCWD, $0, times, 0) == 0 ? 0 : errno }
    if code == 0 {
      let tmp = try Directory(path.entry(ByteName("tmp")), follows: true)
      code = RenameCalls().rename(
        arrival.name, in: tmp, to: arrival.name, in: to, isFresh: true)
    }
    guard code == 0 else {
      _ = file.withCString { unlink($0) }
      throw Directory.Failure(code: code)
    }
    try DurableFile.syncFolder(path.entry(MaildirParts.cur))
    code = RenameCalls().unlink(from.descriptor, name)
    if code == 0 { return true }
    // The message stays where it was.
    _ = RenameCalls().unlink(to.descriptor, arrival.name)
    if code == ENOENT { return false }
    throw Directory.Failure(code: code)
  }
}
