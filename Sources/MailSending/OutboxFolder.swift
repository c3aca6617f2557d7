internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailWriting

/// What is kept of a mail in the outbox: a folder with the mail as it goes out, the copies of what is attached, and a record. It is in the
/// outbox as long as it has a record.
struct OutboxFolder {
  struct Record: Codable {
    var account: UUID
    /// With the names of the copies for paths.
    var mail: OutgoingMail?
    var made: MadeMail
    var added: Date
    /// How often a server was asked.
    var tries = 0
    var state: OutboxEntry.State
    /// The base name of its copy in the folder for sent mail; nil where the server keeps one.
    var copy: String?
    /// When `state` was set to `waiting`, by the clock at that time; nil in records of earlier versions.
    var waitingSince: Date?

    /// Has the message wait for some seconds from now.
    mutating func wait(_ seconds: Double, after problem: SendingProblem?) {
      let now = Date.now
      (state, waitingSince) = (.waiting(until: now + seconds, after: problem), now)
    }

    /// Restarts the wait of a message if the clock was ahead when the wait began: the message would otherwise wait until the clock shows
    /// that time again, perhaps for years. It never waits longer than it was meant to.
    ///
    /// A time that a person has chosen for sending would have to be left alone here.
    ///
    /// - Returns: Whether the record is another now.
    mutating func restartWait(at now: Date) -> Bool {
      guard case .waiting(let date, let problem) = state else { return false }
      let since =
        waitingSince ?? (problem == nil ? added : date - Outbox.longestPause)
      guard since > now else { return false }
      state = .waiting(until: now + max(date.timeIntervalSince(since), 0), after: problem)
      (waitingSince, added) = (now, min(added, now))
      return true
    }
  }

  let id: UUID
  let path: String

  init(_ id: UUID, in outbox: String) {
    (self.id, path) = (id, "\(outbox)/\(id.uuidString)")
  }

  var message: String { "\(path)/message" }
  private var file: String { "\(path)/record" }
  private var prepared: String { "\(path)/record.sent" }
  private var fresh: String { "\(path)/record.new" }

  /// All that lie in an outbox.
  static func all(in outbox: String) -> [OutboxFolder] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: outbox)) ?? []
    return names.sorted().compactMap { UUID(uuidString: $0) }.map { OutboxFolder($0, in: outbox) }
  }

  /// The lock that whoever changes or sends it has; nil while another has it, or where nothing is there.
  func lock() -> FileLock? { try? FileLock.take(ByteName("\(path)/lock")) }

  /// Nil where there is none.
  var record: Record? {
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    return try? JSONDecoder().decode(Record.self, from: data)
  }

  /// The record, with the wait that ``Record/restartWait(at:)`` restarts; kept so, for the wait would begin again and again. Nil where there is
  /// none.
  func recordWithSoundWait(at now: Date = .now) -> Record? {
    guard var record = self.record else { return nil }
    guard record.restartWait(at: now) else { return record }
    // Whoever has the lock is sending it.
    guard let lock = lock() else { return record }
    defer { lock.release() }
    guard var kept = self.record, kept.restartWait(at: now) else { return self.record }
    try? save(kept)
    return kept
  }

  var isThere: Bool { access(file, F_OK) == 0 }

  /// Where the copy of what is attached lies.
  func place(_ name: String) -> String { "\(path)/\(name)" }

  /// What is shown of it.
  ///
  /// - Parameter state: What the record says where nil.
  func entry(_ record: Record, as state: OutboxEntry.State? = nil) -> OutboxEntry {
    var mail = record.mail
    let attachments = mail?.attachments.map {
      var attachment = $0
      attachment.path = place($0.path)
      return attachment
    }
    mail?.attachments = attachments ?? []
    return OutboxEntry(
      id: id, account: record.account, mail: mail, made: record.made, added: record.added,
      state: state ?? record.state)
  }

  /// What is shown where the record cannot be read: the person is to know of it, and can throw it away.
  var unreadable: OutboxEntry {
    OutboxEntry(
      id: id, account: id, mail: nil,
      made: MadeMail(messageID: "", sender: "", recipients: [], subject: "", blindField: ""),
      added: .distantPast, state: .failed(.unreadable))
  }

  /// Keeps a record in place of the last, on the disk when this returns.
  func save(_ record: Record) throws(SendingProblem) {
    try write(record, to: fresh)
    try rename(fresh, to: file)
  }

  /// Keeps what the record will be once the mail is sent, so that no room is needed then.
  func prepare(_ record: Record) throws(SendingProblem) { try write(record, to: prepared) }

  /// Takes what was prepared for the record.
  func takePrepared() throws(SendingProblem) { try rename(prepared, to: file) }

  private func write(_ record: Record, to place: String) throws(SendingProblem) {
    guard let data = try? JSONEncoder().encode(record) else { throw .unreadable }
    let descriptor = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .writing(.unwritable(errno)) }
    defer { close(descriptor) }
    var code = WriteCalls.write(Array(data), to: descriptor)
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if code != 0 { throw .writing(.unwritable(code)) }
  }

  private func rename(_ name: String, to place: String) throws(SendingProblem) {
    guard Glibc.rename(name, place) == 0 else { throw .writing(.unwritable(errno)) }
    try Self.sync(path)
  }

  /// Has a directory on the disk.
  static func sync(_ path: String) throws(SendingProblem) {
    guard let directory = try? Directory(ByteName(path)) else { throw .unreadable }
    let code = RenameCalls().sync(directory.descriptor)
    if code != 0 { throw .writing(.unwritable(code)) }
  }

  /// Makes the folder of a mail, with nothing in it that an addition left that was cut short.
  func make(in outbox: String) throws(SendingProblem) -> FileLock {
    if isThere { throw .isThere }
    let lock: FileLock
    do throws(Directory.Failure) {
      try PrivateFolder.create(path)
      lock = try FileLock.wait(for: ByteName("\(path)/lock"))
    } catch { throw .writing(.unwritable(error.code)) }
    if isThere { throw .isThere }
    clear()
    return lock
  }

  /// Takes out an earlier version of a mail that was not sent, as is left if the program was killed while the mail was taken back.
  ///
  /// - Returns: False if the same mail is there and may have been sent: it is not to be added again.
  func makeRoom(for mail: OutgoingMail) throws(SendingProblem) -> Bool {
    guard isThere else { return true }
    let lock = lock()
    defer { lock?.release() }
    guard let record else {
      if isThere { throw .isThere }
      return true
    }
    switch record.state {
    case .waiting where lock != nil, .failed where lock != nil:
      // The lock stays: another program may have opened it.
      try empty()
      debugLog("message \(logNumber): replaced by a newer version")
      return true
    default:
      if let kept = entry(record).mail, kept.isSame(as: mail) { return false }
      throw lock == nil ? .isBeingSent : .isThere
    }
  }

  /// Deletes all but the lock.
  private func clear() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name != "lock" { unlink(place(name)) }
  }

  /// Takes it out of the outbox: first its record, without which nobody looks at the rest.
  func remove() throws(SendingProblem) {
    try empty()
    unlink(place("lock"))
    rmdir(path)
  }

  private func empty() throws(SendingProblem) {
    if unlink(file) != 0, errno != ENOENT { throw .writing(.unwritable(errno)) }
    try? Self.sync(path)
    clear()
  }

  /// Deletes what an addition left that was cut short a day ago.
  func removeRemains(at now: Date) {
    guard !isThere, let signature = Directory.signature(ByteName(path)),
      Double(signature.seconds) < now.timeIntervalSince1970 - 86_400, let lock = lock()
    else { return }
    try? remove()
    lock.release()
  }
}

extension OutgoingMail {
  /// Whether another version of the mail says the same and has the same files attached, wherever these lie.
  fileprivate func isSame(as other: OutgoingMail) -> Bool {
    func withoutPaths(_ mail: OutgoingMail) -> OutgoingMail {
      var mail = mail
      for index in mail.attachments.indices { mail.attachments[index].path = "" }
      return mail
    }
    return withoutPaths(self) == withoutPaths(other)
      && zip(attachments, other.attachments).allSatisfy {
        FileManager.default.contentsEqual(atPath: $0.path, andPath: $1.path)
      }
  }
}
