internal import FileSystem
internal import Glibc
public import MailModel

extension Maildir {
  /// How often an operation looks again when another program renames the file meanwhile.
  static let maximumAttempts = 5

  public func carryOut(_ changes: [Change]) -> CarriedOut {
    searchReading.noteRequest()
    var batch = Batch()
    let results = changes.map { change in
      Result { () throws(StoreError) in
        switch change {
        case .message(let change): try make(change, &batch)
        case .folder(let folder): try make(folder, &batch)
        }
      }
    }
    glimpse = nil
    return CarriedOut(results: results, isDurable: sync(batch))
  }

  /// What a number of changes have in common.
  struct Batch {
    /// The directories that names came to.
    var gaining: [ByteName: Directory] = [:]
    /// The directories that names went from.
    var losing: [ByteName: Directory] = [:]
  }

  /// Has the directories of a batch on the disk; whether it said so.
  private func sync(_ batch: Batch) -> Bool {
    // A file system that does not keep both ends of a rename together has the new name first.
    let losing = batch.losing.filter { batch.gaining[$0.key] == nil }
    let codes = (Array(batch.gaining.values) + losing.values).map { calls.sync($0.descriptor) }
    // One that cannot do it for directories says EINVAL; there is nothing more to do.
    return codes.allSatisfy { $0 == 0 || $0 == EINVAL }
  }

  private func make(
    _ change: MessageChange, _ batch: inout Batch
  ) throws(StoreError) -> CarriedOut.Made {
    guard let before = change.before else { return try create(change, &batch) }
    let planned = MaildirNames(token: change.token)
    var again = false
    for attempt in 1...Maildir.maximumAttempts {
      var found: KnownFolder.Located?
      if !again, known[before.folder]?.messages[before.key] == nil {
        found = find(before, named: planned.before)
        if found == nil, change.isMove, let after = change.after,
          let made = find(after, named: planned.after)
        {
          return .init(change: .message(change), message: made.message)
        }
      }
      if found == nil { found = try find(before, again: again) }
      guard let found else { return try alreadyMade(change) }
      guard found.message.canChange else { throw .notAMessage }
      let entry = found.entry
      let result: Int32
      if let after = change.after {
        let info = change.info(from: entry.info)
        var name = change.isMove ? after.key.appending(info) : entry.file.renamed(info: info)
        if !change.isMove, info == entry.info {
          if isPresent(entry, in: after.folder) {
            let undone = entry.file.renamed(info: change.infoUndone(from: info))
            let made = change.found(
              entry.file.flags, token: MaildirNames(before: undone, after: name).token)
            return .init(change: .message(made), message: found.message)
          }
          result = ENOENT
        } else {
          result = try rename(
            found, before, to: &name, after, change.isMove,
            isLast: attempt == Maildir.maximumAttempts, &batch)
          if result == 0 {
            let token = MaildirNames(before: entry.name, after: name).token
            let message = note(found, before, as: name, after)
            let made = change.with(
              flagsBefore: entry.file.flags, flagsAfter: message.flags, token: token)
            return .init(change: .message(made), message: message)
          }
        }
      } else {
        result = try unlink(found, &batch)
        if result == 0 {
          forget(before)
          let names = MaildirNames(before: entry.name, after: ByteName([]))
          let made = change.with(
            flagsBefore: entry.file.flags, flagsAfter: [], token: names.token)
          return .init(change: .message(made), message: nil)
        }
      }
      switch result {
      case ENOENT: again = true
      case EEXIST where !change.isMove:
        // When the same file is still there, the other name belongs to another file.
        let now = try find(before, again: true)
        if now?.entry == entry { throw .nameTaken }
        again = false
      default:
        throw failure(result, change)
      }
    }
    throw .contended
  }

  /// Brings a message that was written into `tmp` to its place.
  private func create(
    _ change: MessageChange, _ batch: inout Batch
  ) throws(StoreError) -> CarriedOut.Made {
    guard let after = change.after else { throw .notSupported }
    let (source, target) = (directory(after.folder, "tmp"), directory(after.folder, "cur"))
    let from: Directory
    let to: Directory
    do throws(Directory.Failure) {
      (from, to) = (try Directory(source), try Directory(target))
    } catch {
      throw failure(error.code, change)
    }
    let name = MaildirNames(token: change.token).after
    var result = calls.rename(after.key, in: from, to: name, in: to, isFresh: true)
    if [EINVAL, ENOENT].contains(result), let other = name.withoutColon,
      calls.rename(after.key, in: from, to: other, in: to, isFresh: true) == 0
    {
      result = 0
    }
    switch result {
    case 0:
      (batch.losing[source], batch.gaining[target]) = (from, to)
      forget(after)
      return .init(change: .message(change), message: try message(after))
    case ENOENT: return try alreadyMade(change)
    case let code: throw failure(code, change)
    }
  }

  /// The result of a change whose message is not where it was: made already, if it is where it was
  /// to go.
  private func alreadyMade(_ change: MessageChange) throws(StoreError) -> CarriedOut.Made {
    guard change.before != change.after, let after = change.after, let found = try find(after)
    else { throw .messageVanished }
    return .init(change: .message(change), message: found.message)
  }

  private func failure(_ code: Int32, _ change: MessageChange) -> StoreError {
    let doing: StoreError.Attempt =
      change.isCreation
      ? .createMessage
      : change.isMove ? .moveMessage : change.isDeletion ? .deleteMessage : .changeFlags
    let folder = (change.after ?? change.before)?.folder ?? .inbox
    return StoreError(errno: code, path: shownPath(folder), doing: doing, isChange: true)
  }
}
