internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailWriting

/// The folder of one message in the spool: its state file, the files of its attachments, the message as it goes out once it is queued, and a
/// note of its copy among the drafts of the account. The message is in the spool as long as it has a state file.
struct SpoolFolder {
  let id: UUID
  let path: String

  init(_ id: UUID, in spool: String) {
    (self.id, self.path) = (id, "\(spool)/\(id.uuidString)")
  }

  /// The message as it goes out.
  var message: String { file("message") }
  private var state: String { file("state") }
  private var prepared: String { file("state.sent") }
  /// The state file of a message that was discarded or sent. It is kept until the copy among the drafts is removed.
  private var discarded: String { file("discarded") }
  private var note: String { file("copy") }

  /// The path of a file of the message.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// All folders of a spool.
  static func all(in spool: String) -> [SpoolFolder] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: spool)) ?? []
    return names.sorted().compactMap { UUID(uuidString: $0) }.map { SpoolFolder($0, in: spool) }
  }

  /// The lock of whoever changes or sends the message; nil while another has it, or where there is no folder.
  func lock() -> FileLock? { try? FileLock.take(ByteName(file("lock"))) }

  // MARK: The state

  var isThere: Bool { access(state, F_OK) == 0 }

  /// The content of the state file; nil where there is none that this version can read.
  var record: SpoolRecord? {
    guard let data = FileManager.default.contents(atPath: state),
      let record = try? JSONDecoder().decode(SpoolRecord.self, from: data),
      record.version <= SpoolRecord.latestVersion
    else { return nil }
    return record
  }

  /// The record, with the wait that ``SpoolRecord/restartWait(at:)`` restarts; kept so, for the wait would begin again and again. Nil where
  /// there is none.
  func recordWithSoundWait(at now: Date = .now) -> SpoolRecord? {
    guard var record = self.record else { return nil }
    guard record.restartWait(at: now) else { return record }
    // Whoever has the lock is sending it.
    guard let lock = lock() else { return record }
    defer { lock.release() }
    guard var kept = self.record, kept.restartWait(at: now) else { return self.record }
    try? save(kept)
    return kept
  }

  /// The time at which the state file was last written.
  var changed: Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: state)
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }

  /// The message of a record with whole paths for its attachments.
  func mail(of record: SpoolRecord) -> OutgoingMail? {
    guard var mail = record.mail else { return nil }
    for index in mail.attachments.indices {
      mail.attachments[index].path = file(mail.attachments[index].path.lastComponent)
    }
    return mail
  }

  /// The entry that the outbox shows; nil for a draft.
  ///
  /// - Parameter state: The state to show; nil for the one of the record.
  func entry(_ record: SpoolRecord, as state: OutboxEntry.State? = nil) -> OutboxEntry? {
    let state = state ?? record.state
    guard state != .draft, let made = record.made else { return nil }
    return OutboxEntry(
      id: id, account: record.account, mail: mail(of: record), made: made, added: record.added,
      state: state)
  }

  /// The entry that the outbox shows if the state file cannot be read, so that the person can delete the message.
  var unreadable: OutboxEntry {
    OutboxEntry(
      id: id, account: id, mail: nil,
      made: MadeMail(messageID: "", sender: "", recipients: [], subject: "", blindField: ""),
      added: .distantPast, state: .failed(.unreadable))
  }

  /// Replaces the state file, which is on the disk when this returns.
  func save(_ record: SpoolRecord) throws(SendingProblem) {
    var (record, mail) = (record, record.mail)
    for index in mail?.attachments.indices ?? 0..<0 {
      mail?.attachments[index].path = record.mail?.attachments[index].path.lastComponent ?? ""
    }
    record.mail = mail
    try write(record, to: state)
  }

  /// Writes what the state will be once the message is sent, so that no room is needed then.
  func prepare(_ record: SpoolRecord) throws(SendingProblem) { try write(record, to: prepared) }

  /// Makes what was prepared the state.
  func takePrepared() throws(SendingProblem) {
    guard rename(prepared, state) == 0 else { throw .writing(.unwritable(errno)) }
    try onDisk { () throws(Directory.Failure) in try DurableFile.syncFolder(ByteName(path)) }
  }

  private func write(_ record: SpoolRecord, to place: String) throws(SendingProblem) {
    guard let data = try? JSONEncoder().encode(record) else { throw .unreadable }
    try onDisk { () throws(Directory.Failure) in
      try DurableFile.write([UInt8](data), to: ByteName(place))
    }
  }

  // MARK: The folder

  /// Creates the folder where there is none.
  func create() throws(SendingProblem) {
    if access(path, F_OK) == 0 { return }
    try onDisk { () throws(Directory.Failure) in
      try PrivateFolder.create(path)
      try DurableFile.syncFolder(ByteName(path).split.directory)
    }
  }

  /// Removes the message from the spool by the removal of its state file, then its other files. A folder that has a note of a copy among the
  /// drafts stays until ``Spool/forgetCopy(of:)``.
  func discard() throws(SendingProblem) {
    if rename(state, discarded) != 0, errno != ENOENT {
      throw .writing(.unwritable(errno))
    }
    try? DurableFile.syncFolder(ByteName(path))
    clear()
  }

  /// Deletes what is not needed of a folder without a state file.
  func clear() {
    let kept = hasNote ? ["lock", "copy", "discarded"] : ["lock"]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where !kept.contains(name) { unlink(file(name)) }
    if hasNote { return }
    unlink(file("lock"))
    rmdir(path)
  }

  /// Deletes the folder of a message that was not kept, where nobody has changed it for a day.
  func clearRemains(at now: Date) {
    guard !isThere, !hasNote, let signature = Directory.signature(ByteName(path)),
      Double(signature.seconds) < now.timeIntervalSince1970 - 86_400, let lock = lock()
    else { return }
    if !isThere { clear() }
    lock.release()
  }

  // MARK: The copy among the drafts

  private var hasNote: Bool { access(note, F_OK) == 0 }

  /// The copy of the message among the drafts of its account; nil where none is known.
  var copy: DraftCopy? {
    get {
      FileManager.default.contents(atPath: note)
        .flatMap { try? JSONDecoder().decode(DraftCopy.self, from: $0) }
    }
    nonmutating set {
      guard let newValue, let data = try? JSONEncoder().encode(newValue) else {
        unlink(note)
        return
      }
      try? create()
      try? DurableFile.write([UInt8](data), to: ByteName(note))
    }
  }

  /// Whether the copy among the drafts is to be removed: the message is no draft any more.
  var hasObsoleteCopy: Bool {
    hasNote && (access(discarded, F_OK) == 0 || record.map { $0.state != .draft } == true)
  }
}

extension String {
  /// The part behind the last slash.
  var lastComponent: String { split(separator: "/").last.map(String.init) ?? "" }
}

/// Runs what reaches the disk, with its errors as those of sending.
func onDisk<Value>(
  _ body: () throws(Directory.Failure) -> Value
) throws(SendingProblem) -> Value {
  do throws(Directory.Failure) { return try body() } catch {
    throw .writing(.unwritable(error.code))
  }
}
