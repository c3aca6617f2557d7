internal import Glibc

extension Maildir {
  /// How often an operation looks again when another program renames the file meanwhile.
  private static let maximumAttempts = 5

  /// Adds and removes flags of a message, by one rename within its folder; returns it as it is
  /// then. The base name stays byte for byte; a message in `new` goes to `cur`. Nothing happens
  /// when the flags are already so.
  @discardableResult
  public func setFlags(
    _ id: MessageID, adding: MessageFlags = [], removing: MessageFlags = []
  ) throws(StoreError) -> Message {
    var found = try located(id)
    for _ in 0..<Maildir.maximumAttempts {
      guard found.message.canChange else { throw .notAMessage }
      let flags = found.entry.file.flags.subtracting(removing).union(adding)
      if flags == found.entry.file.flags, try isPresent(found.entry, in: id.folder) {
        return found.message
      }
      let name = found.entry.file.renamed(flags: flags)
      let result = try rename(found.entry, in: id.folder, to: name, of: id.folder, isUnique: false)
      switch result {
      case 0:
        let entry = Listing.Entry(file: FileName(name), part: .cur, isRegular: true)
        let message = found.message.with(flags: flags)
        note(.init(entry: entry, message: message, isSettled: found.isSettled), id)
        return message
      case ENOENT, EEXIST:
        let before = found.entry
        found = try relocated(id)
        // The same file is still there, so the other name belongs to another file.
        if result == EEXIST, found.entry == before { throw .nameTaken }
      default: throw failure(result, id.folder, .changeFlags)
      }
    }
    throw .messageVanished
  }

  /// Moves a message to another folder under a fresh name, keeping its flags unless told others;
  /// returns what it is known by there. A missing folder is created.
  @discardableResult
  public func move(
    _ id: MessageID, to folder: FolderID, flags: MessageFlags? = nil
  ) throws(StoreError) -> MessageID {
    var found = try located(id)
    for _ in 0..<Maildir.maximumAttempts {
      guard found.message.canChange else { throw .notAMessage }
      let newFlags = flags ?? found.entry.file.flags
      let name = try freshName(in: folder, flags: newFlags)
      try create(folder)
      let result = try rename(found.entry, in: id.folder, to: name, of: folder, isUnique: true)
      switch result {
      case 0:
        let file = FileName(name)
        let new = MessageID(folder: folder, key: file.key)
        known[id.folder]?.messages[id.key] = nil
        known[id.folder]?.signature = nil
        known[id.folder]?.changes += 1
        note(
          .init(
            entry: .init(file: file, part: .cur, isRegular: true),
            message: found.message.with(id: new, flags: newFlags), isSettled: found.isSettled), new)
        return new
      case ENOENT: found = try relocated(id)
      case EEXIST: continue
      default: throw failure(result, folder, .moveMessage)
      }
    }
    throw .messageVanished
  }

  private func note(_ located: KnownFolder.Located, _ id: MessageID) {
    var state = known[id.folder] ?? KnownFolder()
    state.messages[id.key] = located
    state.signature = nil
    state.changes += 1
    known[id.folder] = state
  }

  /// Whether the file still has the name that is remembered.
  private func isPresent(_ entry: Listing.Entry, in folder: FolderID) throws(StoreError) -> Bool {
    guard let directory = try? Directory(self.directory(folder, entry.part.rawValue)) else {
      return false
    }
    return entry.file.name.withCString { faccessat(directory.descriptor, $0, F_OK, 0) } == 0
  }

  /// One rename that replaces nothing; returns 0 or the errno. The target is always in `cur`.
  private func rename(
    _ entry: Listing.Entry, in source: FolderID, to name: ByteName, of target: FolderID,
    isUnique: Bool
  ) throws(StoreError) -> Int32 {
    let from: Directory
    let to: Directory
    do throws(Directory.Failure) {
      from = try Directory(directory(source, entry.part.rawValue))
    } catch {
      return error.code
    }
    do throws(Directory.Failure) {
      to = try Directory(directory(target, "cur"))
    } catch {
      throw failure(error.code, target, .openFolder)
    }
    // What is there now need not be what was listed: only a regular file is ever renamed.
    var status = stat()
    let looked = entry.file.name.withCString {
      fstatat(from.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno
    }
    if looked != 0 { return looked }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAMessage }
    let result = calls.noReplace(from.descriptor, entry.file.name, to.descriptor, name)
    guard result == EINVAL || result == ENOSYS else { return result }
    // The file system cannot promise not to replace. A fresh random name needs no promise; any
    // other is looked for first.
    if !isUnique,
      name.withCString({ fstatat(to.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0
    {
      return EEXIST
    }
    return calls.plain(from.descriptor, entry.file.name, to.descriptor, name)
  }

  private func failure(_ code: Int32, _ folder: FolderID, _ doing: StoreError.Attempt) -> StoreError
  {
    StoreError(errno: code, path: shownPath(folder), doing: doing, isChange: true)
  }

  /// A name that no message ever had: the second, 64 random bits, the host. No `,U=` and nothing
  /// else of the old name, because a synchroniser takes a known name for the message it knew.
  private func freshName(in folder: FolderID, flags: MessageFlags) throws(StoreError) -> ByteName {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    let stem = "\(MessageDate.now()).R" + String(repeating: "0", count: 16 - random.count) + random
    let info = ":2,\(flags.letters)"
    // mbsync and others keep paths in 255 bytes; letters of flags may still be added.
    let room =
      255 - directory(folder, "cur").bytes.count - 1 - stem.utf8.count - info.utf8.count - 6
    let host = HostName.escaped
    if room >= host.utf8.count + 1 { return ByteName("\(stem).\(host)\(info)") }
    if room >= 2 { return ByteName("\(stem).h\(info)") }
    throw .nameTooLong
  }
}

enum HostName {
  /// The name of this machine as it may stand in a file name: at most 32 bytes, without the
  /// characters that mean something there.
  static let escaped: String = {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
    let name = escaped(buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    return name.isEmpty ? "localhost" : name
  }()

  static func escaped(_ name: [UInt8]) -> String {
    var result = ""
    for byte in name {
      let piece: String
      switch byte {
      case UInt8(ascii: "/"): piece = "\\057"
      case UInt8(ascii: ":"): piece = "\\072"
      case UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: ";"): piece = "-"
      case 0x21...0x7E: piece = String(Unicode.Scalar(byte))
      default: piece = "-"
      }
      guard result.utf8.count + piece.utf8.count <= 32 else { break }
      result += piece
    }
    return result
  }
}
