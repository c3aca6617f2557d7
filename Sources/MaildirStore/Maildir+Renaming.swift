internal import FileSystem
internal import Glibc
internal import MailModel
internal import MailText

extension Maildir {
  /// Renames into `cur`, replacing nothing, where the file system knows no colon in a name with what stands for it; returns 0 or the errno.
  ///
  /// - Parameters:
  ///   - name: The name that it has then.
  ///   - isLast: Whether it is to be tried no more where it is said not to be there, which some file systems say of such a name.
  func rename(
    _ found: KnownFolder.Located, _ before: MessageRef, to name: inout ByteName,
    _ after: MessageRef, _ isMove: Bool, isLast: Bool, _ batch: inout Batch
  ) throws(StoreError) -> Int32 {
    let entry = found.entry
    let length = directory(after.folder, "cur").bytes.count + 1 + name.bytes.count
    // What other programs made too long already may keep its length.
    if length + hiddenLength > 255,
      isMove || length > path(of: entry, in: before.folder).bytes.count
    {
      throw .nameTooLong
    }
    if isMove { try create(after.folder, completing: true) }
    let from: Directory
    let to: Directory
    do throws(Directory.Failure) {
      from = try Directory(directory(before.folder, entry.part.rawValue))
    } catch {
      return error.code
    }
    do throws(Directory.Failure) {
      to = try Directory(directory(after.folder, "cur"))
    } catch {
      throw StoreError(
        errno: error.code, path: shownPath(after.folder), doing: .openFolder, isChange: true)
    }
    var status = stat()
    let looked = try lookAt(entry, in: from, &status)
    if looked != 0 { return looked }
    var result = calls.rename(entry.file.name, in: from, to: name, in: to, isFresh: isMove)
    if result == EINVAL || isLast && result == ENOENT && isPresent(entry, in: before.folder),
      let other = name.withoutColon,
      calls.rename(entry.file.name, in: from, to: other, in: to, isFresh: isMove) == 0
    {
      (name, result) = (other, 0)
    }
    if result == 0 {
      batch.losing[directory(before.folder, entry.part.rawValue)] = from
      batch.gaining[directory(after.folder, "cur")] = to
    }
    return result
  }

  /// Deletes a message for ever; returns 0 or the errno.
  ///
  /// Nothing takes that back. So the file must still be what it is known as, and not another mail
  /// that a program has put under its name, against the rules of a Maildir: that one is left, and
  /// read anew by the next look.
  func unlink(_ found: KnownFolder.Located, _ batch: inout Batch) throws(StoreError) -> Int32 {
    let (entry, id) = (found.entry, found.message.id)
    let path = directory(id.folder, entry.part.rawValue)
    let from: Directory
    do throws(Directory.Failure) {
      from = try Directory(path)
    } catch {
      return error.code
    }
    var status = stat()
    let looked = try lookAt(entry, in: from, &status)
    if looked != 0 { return looked }
    let reader = MessageReader(folder: id.folder, now: MessageDate.now(), withPreviews: false)
    guard
      case .message(let now, _, _) = reader.read(entry.file, isRegular: nil, in: from.descriptor)
    else { return ENOENT }
    if now.problem == .unreadable, found.message.problem != .unreadable {
      throw .unreadable(shownPath(id.folder))
    }
    guard now.isSameMail(as: found.message),
      SharedKey(id.key).map({ $0.inode == status.st_ino }) != false
    else {
      forget(id)
      throw .messageReplaced
    }
    let result = calls.unlink(from.descriptor, entry.file.name)
    if result == 0 { batch.losing[path] = from }
    return result
  }

  /// What is there now need not be what was listed: only a regular file is ever touched. Returns 0
  /// or the errno.
  private func lookAt(
    _ entry: Listing.Entry, in directory: Directory, _ status: inout stat
  ) throws(StoreError) -> Int32 {
    let code = entry.file.name.withCString {
      fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno
    }
    if code == 0, status.st_mode & S_IFMT != S_IFREG { throw .notAMessage }
    return code
  }
}

extension ByteName {
  /// A file's name with the sign that stands for the colon on file systems that know none; nil where there is none.
  var withoutColon: ByteName? {
    bytes.firstIndex(of: UInt8(ascii: ":")).map {
      ByteName(bytes[..<$0] + [UInt8(ascii: "!")] + bytes[($0 + 1)...])
    }
  }
}
