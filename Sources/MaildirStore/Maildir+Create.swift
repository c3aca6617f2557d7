internal import FileSystem
internal import Glibc
public import MailModel

extension Maildir {
  public func place(
    forFolder name: String, near folder: FolderID
  ) async throws(StoreError) -> FolderID {
    try NewFolder.place(name, for: folder, among: try await folders())
  }

  /// Creates a folder that is missing, to be on the disk with what else is done; one that is there
  /// is completed.
  func make(_ folder: FolderID, _ batch: inout Batch) throws(StoreError) -> CarriedOut.Made {
    // No message would find room in one whose path is too long.
    _ = try freshKey(in: folder, info: ByteName(info: []))
    try create(folder, completing: false)
    for path in [root] + levels(of: folder) {
      batch.gaining[path] = try? Directory(path, follows: path == root)
    }
    return .init(change: .folder(folder), message: nil)
  }

  /// Makes sure that a folder has all its parts; other programs' files are not touched.
  ///
  /// - Parameter completing: Only what is missing of a folder that is there is made.
  func create(_ folder: FolderID, completing: Bool) throws(StoreError) {
    for level in levels(of: folder) where isLink(level) { throw .linked(level.description) }
    let parts = ["tmp", "new", "cur"]
    let missing = parts.filter { Directory.signature(directory(folder, $0)) == nil }
    if missing.isEmpty { return }
    if completing, missing.contains("cur"), missing.contains("new") {
      throw .noSuchFolder(shownPath(folder))
    }
    for level in levels(of: folder) { try makeDirectory(level) }
    for part in missing { try makeDirectory(directory(folder, part)) }
    if folder.path.bytes.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".") {
      // What tells delivery programs that this is a folder and not a mailbox of its own.
      let marker = directory(folder, "maildirfolder")
      let descriptor = marker.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      if descriptor >= 0 { close(descriptor) }
    }
  }

  /// The paths of a folder and of those that it is in, the outermost first.
  private func levels(of folder: FolderID) -> [ByteName] {
    var level = root
    return folder.path.bytes.split(separator: UInt8(ascii: "/")).map { component in
      level = level.entry(ByteName(component))
      return level
    }
  }

  private func isLink(_ path: ByteName) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private func makeDirectory(_ path: ByteName) throws(StoreError) {
    guard path.withCString({ mkdir($0, 0o700) }) != 0 else { return }
    let code = errno
    if code == EEXIST, Directory.signature(path) != nil { return }
    if code == EEXIST { throw .nameTaken }
    // A folder that could not be made is not there to be looked at; its mailbox is.
    throw StoreError(
      errno: code, path: self.path, doing: .createFolder, isChange: true)
  }
}
