internal import FileSystem
internal import Glibc
public import MailModel

extension Maildir {
  public func plan(
    _ alteration: Alteration, of id: MessageRef
  ) throws(StoreError) -> MessageChange? {
    let found = try changeable(id)
    let (entry, flags) = (found.entry, found.message.flags)
    switch alteration {
    case .alter(let adding, let removing, let folder, let waking, let woken):
      let target = folder ?? id.folder
      // Another time is another name.
      let isMove = target != id.folder || waking != nil && waking != found.message.waking
      let changed = flags.subtracting(removing).union(adding).settable(from: flags, isMove: isMove)
      let info = ByteName(info: changed, like: entry.info)
      if isMove { return try moved(found, to: target, info, waking: waking, woken: woken) }
      return changed == flags ? nil : change(id, entry, to: entry.file.renamed(info: info), id)
    case .delete:
      return MessageChange(
        before: id, flagsBefore: flags, after: nil,
        token: MaildirNames(before: entry.name, after: ByteName([])).token)
    }
  }

  public func plan(
    undoing change: MessageChange, of id: MessageRef
  ) throws(StoreError) -> MessageChange {
    let found = try changeable(id)
    let entry = found.entry
    let undone = change.infoUndone(from: entry.info)
    guard change.isMove, let before = change.before else {
      return self.change(id, entry, to: entry.file.renamed(info: undone), id)
    }
    let former = FileName(MaildirNames(token: change.token).before)
    return try moved(
      found, to: before.folder, undone, waking: FileName.waking(in: former.key),
      woken: FileName.woken(in: former.key))
  }

  /// Writes the message into `tmp`, where it is none yet; what is never created there is removed by
  /// any mail program after some days.
  public func plan(
    creating content: [UInt8], in folder: FolderID, flags: MessageFlags
  ) throws(StoreError) -> MessageChange {
    try create(folder, completing: true)
    let info = ByteName(info: flags.subtracting(.trashed))
    let after = MessageRef(folder: folder, key: try freshKey(in: folder, info: info))
    try write(content, to: directory(folder, "tmp").entry(after.key))
    return MessageChange(
      before: nil, after: after, flagsAfter: MessageFlags(info: info),
      token: MaildirNames(before: ByteName([]), after: after.key.appending(info)).token)
  }

  private func moved(
    _ found: KnownFolder.Located, to folder: FolderID, _ info: ByteName, waking: Int64?,
    woken: Int64?
  ) throws(StoreError) -> MessageChange {
    let message = found.message
    // So that it stands where it stood, in any list, and does so too when a clock that is wrong now is right again.
    let named = message.received == 0 ? FileName.delivery(in: found.entry.file.key) : nil
    let key = try freshKey(
      in: folder, info: info, waking: waking, woken: woken,
      received: named ?? (message.received == 0 ? message.date : message.received))
    return change(
      message.id, found.entry, to: key.appending(info), MessageRef(folder: folder, key: key))
  }

  private func change(
    _ id: MessageRef, _ entry: Listing.Entry, to name: ByteName, _ after: MessageRef
  ) -> MessageChange {
    MessageChange(
      before: id, flagsBefore: entry.file.flags, after: after, flagsAfter: FileName(name).flags,
      token: MaildirNames(before: entry.name, after: name).token)
  }

  private func write(_ content: [UInt8], to path: ByteName) throws(StoreError) {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    var code = descriptor < 0 ? errno : 0
    if descriptor >= 0 {
      code = WriteCalls.write(content, to: descriptor)
      if code == 0, fsync(descriptor) != 0 { code = errno }
      if close(descriptor) != 0, code == 0 { code = errno }
      if code != 0 { _ = path.withCString { Glibc.unlink($0) } }
    }
    if code != 0 {
      throw StoreError(errno: code, path: self.path, doing: .createMessage, isChange: true)
    }
  }
}

extension Listing.Entry {
  /// The info as it may stand in `cur`, where a name without one comes from `new`.
  var info: ByteName { part == .new && file.info.isEmpty ? ByteName(info: []) : file.info }

  /// The whole name as it may stand in `cur`.
  var name: ByteName { file.renamed(info: info) }
}
