internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailWriting
internal import Synchronization

/// The two folders in which versions before the spool kept drafts and the outbox, and their takeover into the spool.
///
/// All is built in a folder beside the spool and then renamed into it; the old folders are kept under names that end with `.before-spool`.
/// A program that is killed meanwhile repeats it at its next start. Until it has succeeded the spool cannot be used, for a message that is
/// in both places would be sent twice.
final class EarlierStores: Sendable {
  private let drafts: String
  private let outbox: String
  private let spool: String
  private let isDone = Mutex(false)

  init(drafts: String, outbox: String, spool: String) {
    (self.drafts, self.outbox, self.spool) = (drafts, outbox, spool)
  }

  private func areThere() throws(SendingProblem) -> Bool {
    if try exists(drafts) { return true }
    return try exists(outbox)
  }

  /// Whether a file or folder exists. If that cannot be found out, the call throws, so that no message is left behind as missing.
  private func exists(_ path: String) throws(SendingProblem) -> Bool {
    if access(path, F_OK) == 0 { return true }
    guard errno == ENOENT else { throw .writing(.unwritable(errno)) }
    return false
  }

  /// The folders in an old store that hold a file of some name.
  private func folders(
    in store: String, with name: String
  ) throws(SendingProblem) -> [SpoolFolder] {
    guard try exists(store) else { return [] }
    var ids: [UUID] = []
    try onDisk { () throws(Directory.Failure) in
      try Directory(ByteName(store)).entries { entry, _ in
        if let id = UUID(uuidString: entry.description) { ids.append(id) }
      }
    }
    var folders: [SpoolFolder] = []
    for id in ids {
      let folder = SpoolFolder(id, in: store)
      if try exists(folder.file(name)) { folders.append(folder) }
    }
    return folders
  }

  /// The value in a file; nil where that is damaged.
  private func value<Value: Decodable>(
    _ type: Value.Type, in file: String
  ) throws(SendingProblem) -> Value? {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: file)) } catch { throw .unreadable }
    return try? JSONDecoder().decode(type, from: data)
  }

  /// Takes over what is there, once in each process. Waits for an earlier version that is sending a message.
  func takeOver() throws(SendingProblem) {
    let result = isDone.withLock { isDone -> Result<Void, SendingProblem> in
      if isDone { return .success(()) }
      let result = Result { () throws(SendingProblem) in if try areThere() { try takeOverAll() } }
      if case .success = result { isDone = true }
      return result
    }
    try result.get()
  }

  private func takeOverAll() throws(SendingProblem) {
    let lock = try onDisk { () throws(Directory.Failure) in
      try PrivateFolder.create(String(ByteName(spool).split.directory.description))
      return try FileLock.wait(for: ByteName(spool + ".lock"))
    }
    defer { lock.release() }
    guard try areThere() else { return }
    let queued = try folders(in: outbox, with: "record")
    let locks = try onDisk { () throws(Directory.Failure) in
      var locks: [FileLock] = []
      for folder in queued { locks.append(try FileLock.wait(for: ByteName(folder.file("lock")))) }
      return locks
    }
    defer { for lock in locks { lock.release() } }
    let building = spool + ".new"
    try? FileManager.default.removeItem(atPath: building)
    try onDisk { () throws(Directory.Failure) in try PrivateFolder.create(building) }
    // Whoever had the lock before may have sent one.
    for folder in try folders(in: outbox, with: "record") {
      try takeOver(folder, into: building)
    }
    let ids = Set(queued.map(\.id))
    for folder in try folders(in: drafts, with: "draft.json") {
      try takeOver(
        draft: folder, as: ids.contains(folder.id) ? folder.id.other : folder.id, building)
    }
    try onDisk { () throws(Directory.Failure) in
      try DurableFile.syncFolder(ByteName(building))
    }
    try commit(building)
    for folder in [drafts, outbox] { try setAside(folder) }
    debugLog("spool: earlier messages taken over")
  }

  /// Creates the folder of a message; nil where it is in the spool already.
  private func make(_ id: UUID, in building: String) throws(SendingProblem) -> SpoolFolder? {
    if try exists(SpoolFolder(id, in: spool).path) { return nil }
    let folder = SpoolFolder(id, in: building)
    try folder.create()
    return folder
  }

  private func takeOver(_ old: SpoolFolder, into building: String) throws(SendingProblem) {
    guard let new = try make(old.id, in: building) else { return }
    guard let earlier = try value(EarlierRecord.self, in: old.file("record")) else {
      return try link(in: old, "record", to: new, "state")
    }
    try link(in: old, "message", to: new, "message")
    var record = SpoolRecord(
      account: earlier.account, mail: earlier.mail, state: earlier.state, added: earlier.added,
      made: earlier.made, waitingSince: earlier.waitingSince)
    (record.tries, record.copy) = (earlier.tries, earlier.copy)
    try linkFiles(of: record.mail, in: old, to: new)
    // It was being written again.
    if record.state == .failed(.takenBack), record.mail != nil { record.becomeDraft() }
    try takeOverCopy(of: old.id, to: new)
    try new.save(record)
  }

  private func takeOver(
    draft old: SpoolFolder, as id: UUID, _ building: String
  ) throws(SendingProblem) {
    guard let new = try make(id, in: building) else { return }
    guard let mail = try value(OutgoingMail.self, in: old.file("draft.json")) else {
      return try link(in: old, "draft.json", to: new, "state")
    }
    try linkFiles(of: mail, in: old, to: new)
    try takeOverCopy(of: old.id, to: new)
    try new.save(
      SpoolRecord(
        account: mail.account, mail: mail.with(id: id), state: .draft, added: old.changed))
  }

  private func takeOverCopy(of id: UUID, to new: SpoolFolder) throws(SendingProblem) {
    let note = "\(drafts)/\(id.uuidString).copy"
    guard try exists(note) else { return }
    try link(note, new.file("copy"))
  }

  private func linkFiles(
    of mail: OutgoingMail?, in old: SpoolFolder, to new: SpoolFolder
  ) throws(SendingProblem) {
    for attachment in mail?.attachments ?? [] {
      let name = attachment.path.lastComponent
      // The composer says that a file is missing.
      if try exists(old.file(name)), try !exists(new.file(name)) {
        try link(in: old, name, to: new, name)
      }
    }
  }

  private func link(
    in old: SpoolFolder, _ name: String, to new: SpoolFolder, _ newName: String
  ) throws(SendingProblem) {
    try link(old.file(name), new.file(newName))
    try onDisk { () throws(Directory.Failure) in try DurableFile.syncFolder(ByteName(new.path)) }
  }

  /// Gives a file another name, or copies it where the file system cannot do that. Its content never changes.
  private func link(_ file: String, _ name: String) throws(SendingProblem) {
    if Glibc.link(file, name) == 0 { return }
    guard [EXDEV, EPERM, EMLINK, EOPNOTSUPP].contains(errno) else {
      throw .writing(.unwritable(errno))
    }
    guard let content = FileManager.default.contents(atPath: file) else { throw .unreadable }
    try onDisk { () throws(Directory.Failure) in
      try DurableFile.write([UInt8](content), to: ByteName(name))
    }
  }

  /// Renames what was built into the spool.
  private func commit(_ building: String) throws(SendingProblem) {
    if Glibc.rename(building, spool) != 0 {
      guard [EEXIST, ENOTEMPTY].contains(errno) else { throw .writing(.unwritable(errno)) }
      // An earlier version has run after this one.
      for folder in try folders(in: building, with: "state") {
        let place = SpoolFolder(folder.id, in: spool).path
        if Glibc.rename(folder.path, place) != 0 { throw .writing(.unwritable(errno)) }
      }
      rmdir(building)
    }
    try onDisk { () throws(Directory.Failure) in
      try DurableFile.syncFolder(ByteName(spool))
      try DurableFile.syncFolder(ByteName(spool).split.directory)
    }
  }

  private func setAside(_ folder: String) throws(SendingProblem) {
    guard try exists(folder) else { return }
    var (name, number) = (folder + ".before-spool", 2)
    while try exists(name) {
      name = folder + ".before-spool-\(number)"
      number += 1
    }
    if Glibc.rename(folder, name) != 0 { throw .writing(.unwritable(errno)) }
    try onDisk { () throws(Directory.Failure) in
      try DurableFile.syncFolder(ByteName(folder).split.directory)
    }
  }
}

/// The record of a message in the earlier outbox.
private struct EarlierRecord: Decodable {
  let account: UUID
  let mail: OutgoingMail?
  let made: MadeMail
  let added: Date
  let tries: Int
  let state: OutboxEntry.State
  let copy: String?
  let waitingSince: Date?
}

extension UUID {
  /// Another one, the same for each: for the draft of a message that was in the earlier outbox, too.
  fileprivate var other: UUID {
    var bytes = uuid
    bytes.0 ^= 0xFF
    return UUID(uuid: bytes)
  }
}
