internal import Glibc

extension Maildir {
  /// How often an operation looks again when another program renames the file meanwhile.
  static let maximumAttempts = 5

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
        result = try unlink(found, &batch)
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
}

extension Listing.Entry {
  /// The info as it may stand in `cur`, where a name without one comes from `new`.
  var info: ByteName { part == .new && file.info.isEmpty ? ByteName(info: []) : file.info }
}
