internal import Glibc

extension Maildir {
  /// How often an operation looks again when another program renames the file meanwhile.
  private static let maximumAttempts = 5

  public func plan(
    _ alteration: Alteration, of id: MessageID
  ) throws(StoreError) -> MessageChange? {
    let entry = try changeable(id)
    return try .planned(
      alteration, of: id, info: entry.info, flags: entry.file.flags, freshKey: freshKey)
  }

  public func plan(
    undoing change: MessageChange, of id: MessageID
  ) throws(StoreError) -> MessageChange {
    try .planned(
      undoing: change, of: id, info: changeable(id).info, freshKey: freshKey)
  }

  public func carryOut(_ changes: [MessageChange]) -> CarriedOut {
    var batch = Batch()
    let results = changes.map { change in
      Result { () throws(StoreError) in try make(change, &batch) }
    }
    glimpse = nil
    // A file system that cannot do it for directories says EINVAL; there is nothing more to do.
    let codes = batch.touched.values.map { calls.sync($0.descriptor) }
    return CarriedOut(results: results, isDurable: codes.allSatisfy { $0 == 0 || $0 == EINVAL })
  }

  /// What a number of changes have in common.
  private struct Batch {
    /// The directories whose entries changed.
    var touched: [ByteName: Directory] = [:]
  }

  private func make(
    _ change: MessageChange, _ batch: inout Batch
  ) throws(StoreError) -> CarriedOut.Made {
    var again = false
    for _ in 0..<Maildir.maximumAttempts {
      guard let found = try find(change.before, again: again) else {
        return try alreadyMade(change)
      }
      guard found.message.canChange else { throw .notAMessage }
      let info = change.info(from: found.entry.info)
      let made = change.with(infoBefore: found.entry.info, infoAfter: info)
      let result: Int32
      if let after = change.after {
        if !change.isMove, info == found.entry.info {
          if isPresent(found.entry, in: after.folder) {
            return .init(change: change.found(info), message: found.message)
          }
          result = ENOENT
        } else {
          let name =
            change.isMove ? after.key.appending(info) : found.entry.file.renamed(info: info)
          result = try rename(found, change.before, to: name, after, change.isMove, &batch)
          if result == 0 {
            let message = note(found, change.before, as: name, after)
            return .init(change: made, message: message)
          }
        }
      } else {
        guard SpecialFolder.trash.matches(change.before.folder) else { throw .notInTrash }
        result = try unlink(found.entry, in: change.before.folder, &batch)
        if result == 0 {
          forget(change.before)
          return .init(change: made, message: nil)
        }
      }
      switch result {
      case ENOENT: again = true
      case EEXIST where !change.isMove:
        // When the same file is still there, the other name belongs to another file.
        let now = try find(change.before, again: true)
        if now?.entry == found.entry { throw .nameTaken }
        again = false
      default:
        throw failure(result, change)
      }
    }
    throw .contended
  }

  /// The result of a change whose message is not where it was: made already, if it is where it was
  /// to go.
  private func alreadyMade(_ change: MessageChange) throws(StoreError) -> CarriedOut.Made {
    guard change.isMove, let after = change.after, let found = try find(after)
    else { throw .messageVanished }
    return .init(change: change, message: found.message)
  }

  private func failure(_ code: Int32, _ change: MessageChange) -> StoreError {
    let doing: StoreError.Attempt =
      change.isMove ? .moveMessage : change.isDeletion ? .deleteMessage : .changeFlags
    return StoreError(
      errno: code, path: shownPath((change.after ?? change.before).folder), doing: doing,
      isChange: true)
  }

  // MARK: Finding

  /// The file of a message that may be changed, under the name that it has now.
  private func changeable(_ id: MessageID) throws(StoreError) -> Listing.Entry {
    guard let found = try find(id) else { throw .messageVanished }
    guard found.message.canChange else { throw .notAMessage }
    return found.entry
  }

  /// Where a message is, or nil: where it was last seen, or else by listing its folder, which is
  /// done once for many messages while the folder stays as it is, and always when `again`.
  private func find(_ id: MessageID, again: Bool = false) throws(StoreError) -> KnownFolder.Located?
  {
    let now = MessageDate.now()
    if !again {
      if let found = known[id.folder]?.messages[id.key], isPresent(found.entry, in: id.folder) {
        return found
      }
      if let glimpse, glimpse.folder == id.folder {
        if let found = read(glimpse.entries[id.key], in: id.folder) { return found }
        let signature = Listing.Signature { self.directory(id.folder, $0.rawValue) }
        if glimpse.signature == signature, !signature.isFresh(at: now), SharedKey(id.key) == nil {
          return nil
        }
      }
    }
    var misses = 0
    for _ in 0..<Maildir.maximumAttempts {
      let signature = Listing.Signature { self.directory(id.folder, $0.rawValue) }
      known[id.folder]?.signature = nil
      do throws(StoreError) {
        let unread = try refresh(id.folder, wanted: id.key).map { ($0.file.key, $0) }
        glimpse = Glimpse(
          folder: id.folder, signature: signature,
          entries: Dictionary(unread) { first, _ in first })
      } catch .noSuchFolder {
        return nil
      }
      // What was just listed comes first: what is known may be older while a message is yet to be
      // read again.
      let entry = glimpse?.entries[id.key]
      if let found = read(entry, in: id.folder) { return found }
      let known = known[id.folder]?.messages[id.key]
      if let known, isPresent(known.entry, in: id.folder) { return known }
      // One listing may miss a file that is being renamed.
      if entry == nil, known == nil { misses += 1 }
      if misses == 2 { return nil }
    }
    throw .contended
  }

  private func read(_ entry: Listing.Entry?, in folder: FolderID) -> KnownFolder.Located? {
    guard let entry, let directory = try? Directory(self.directory(folder, entry.part.rawValue)),
      case .message(let message, let isSettled) = MessageReader(
        folder: folder, now: MessageDate.now()
      ).read(entry.file, isRegular: entry.isRegular, in: directory.descriptor)
    else { return nil }
    let found = KnownFolder.Located(entry: entry, message: message, isSettled: isSettled)
    known[folder, default: KnownFolder()].messages[entry.file.key] = found
    return found
  }

  /// Whether the file still has the name that is remembered.
  private func isPresent(_ entry: Listing.Entry, in folder: FolderID) -> Bool {
    var status = stat()
    return path(of: entry, in: folder).withCString { lstat($0, &status) } == 0
  }

  private func path(of entry: Listing.Entry, in folder: FolderID) -> ByteName {
    ByteName(
      directory(folder, entry.part.rawValue).bytes + [UInt8(ascii: "/")] + entry.file.name.bytes)
  }

  // MARK: Remembering

  private func note(
    _ found: KnownFolder.Located, _ before: MessageID, as name: ByteName, _ after: MessageID
  ) -> Message {
    forget(before)
    let file = FileName(name).known(as: after.key)
    let message = found.message.with(id: after, flags: file.flags)
    let entry = Listing.Entry(file: file, part: .cur, isRegular: true)
    // In place: a copy of a long folder for every message of a batch would take its time.
    known[after.folder, default: KnownFolder()].messages[after.key] = .init(
      entry: entry, message: message, isSettled: found.isSettled)
    known[after.folder]?.signature = nil
    known[after.folder]?.changes += 1
    return message
  }

  private func forget(_ id: MessageID) {
    known[id.folder]?.messages[id.key] = nil
    known[id.folder]?.signature = nil
    known[id.folder]?.changes += 1
  }

  // MARK: Renaming

  /// One rename that replaces nothing; returns 0 or the errno. The target is always in `cur`.
  private func rename(
    _ found: KnownFolder.Located, _ before: MessageID, to name: ByteName, _ after: MessageID,
    _ isMove: Bool, _ batch: inout Batch
  ) throws(StoreError) -> Int32 {
    let entry = found.entry
    let length = directory(after.folder, "cur").bytes.count + 1 + name.bytes.count
    // What other programs made too long already may keep its length.
    if length > 255, isMove || length > path(of: entry, in: before.folder).bytes.count {
      throw .nameTooLong
    }
    if isMove { try create(after.folder, &batch) }
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
    let looked = try lookAt(entry, in: from)
    if looked != 0 { return looked }
    var result = calls.noReplace(from.descriptor, entry.file.name, to.descriptor, name)
    if result == EINVAL || result == ENOSYS {
      // The file system cannot promise not to replace. A fresh random name needs no promise; any
      // other is looked for first.
      var status = stat()
      if !isMove,
        name.withCString({ fstatat(to.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0
      {
        return EEXIST
      }
      result = calls.plain(from.descriptor, entry.file.name, to.descriptor, name)
    }
    if result == 0 {
      batch.touched[directory(before.folder, entry.part.rawValue)] = from
      batch.touched[directory(after.folder, "cur")] = to
    }
    return result
  }

  private func unlink(
    _ entry: Listing.Entry, in folder: FolderID, _ batch: inout Batch
  ) throws(StoreError) -> Int32 {
    let path = directory(folder, entry.part.rawValue)
    let from: Directory
    do throws(Directory.Failure) {
      from = try Directory(path)
    } catch {
      return error.code
    }
    let looked = try lookAt(entry, in: from)
    if looked != 0 { return looked }
    let result = calls.unlink(from.descriptor, entry.file.name)
    if result == 0 { batch.touched[path] = from }
    return result
  }

  /// What is there now need not be what was listed: only a regular file is ever touched. Returns 0
  /// or the errno.
  private func lookAt(_ entry: Listing.Entry, in directory: Directory) throws(StoreError) -> Int32 {
    var status = stat()
    let code = entry.file.name.withCString {
      fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno
    }
    if code == 0, status.st_mode & S_IFMT != S_IFREG { throw .notAMessage }
    return code
  }

  /// Creates a folder that is missing, to be on the disk with what moves into it.
  private func create(_ folder: FolderID, _ batch: inout Batch) throws(StoreError) {
    let isThere = Directory.signature(directory(folder, "cur")) != nil
    try create(folder)
    if isThere { return }
    var level = root.bytes
    for component in [[]] + folder.path.bytes.split(separator: UInt8(ascii: "/")) {
      if !component.isEmpty { level += [UInt8(ascii: "/")] + component }
      let path = ByteName(level)
      batch.touched[path] = try? Directory(path, follows: path == root)
    }
  }

  // MARK: Naming

  /// A base name that no message ever had: the second, 64 random bits, the host. No `,U=` and
  /// nothing else of the old name, because a synchroniser takes a known name for the message it
  /// knew.
  private func freshKey(in folder: FolderID, info: ByteName) throws(StoreError) -> ByteName {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    let stem = "\(MessageDate.now()).R" + String(repeating: "0", count: 16 - random.count) + random
    // mbsync and others keep paths in 255 bytes; letters of flags may still be added.
    let room =
      255 - directory(folder, "cur").bytes.count - 1 - stem.utf8.count - info.bytes.count - 6
    let host = HostName.escaped
    if room >= host.utf8.count + 1 { return ByteName("\(stem).\(host)") }
    if room >= 2 { return ByteName("\(stem).h") }
    throw .nameTooLong
  }
}

extension Listing.Entry {
  /// The info as it may stand in `cur`, where a name without one comes from `new`.
  var info: ByteName { part == .new && file.info.isEmpty ? ByteName(info: []) : file.info }
}
