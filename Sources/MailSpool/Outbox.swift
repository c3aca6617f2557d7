public import Accounts
internal import FileSystem
public import Foundation
internal import Glibc
public import MailModel
public import MailWriting
internal import Synchronization

/// Mail that is to go out, on the disk until the server has it and its copy lies in the folder for sent mail.
///
/// What is in it outlasts programs that are killed and full disks. Several programs may use the same: a mail is sent by one of them.
public final class Outbox: Sendable {
  let places: AccountPlaces
  let spool: Spool
  let password: @Sendable (Account) async throws(Passwords.Problem) -> String?
  let sentFolder: @Sendable (Account) async -> FolderID?
  let tell: @Sendable (OutboxEvent) -> Void
  /// How long the answer to a whole mail may take, in seconds.
  package let timeout: Double
  /// Those that are going out by this one.
  private let underWay = Mutex<Set<UUID>>([])

  /// - Parameters:
  ///   - sentFolder: The folder that the person has chosen for an account's sent mail, in the mailbox of all accounts; nil where that was
  ///     left to the server.
  ///   - tell: Hears on any thread what happens by this one.
  public convenience init(
    _ places: AccountPlaces, _ passwords: Passwords,
    sentFolder: @escaping @Sendable (Account) async -> FolderID? = { _ in nil },
    telling tell: @escaping @Sendable (OutboxEvent) -> Void = { _ in }
  ) {
    self.init(
      places, timeout: 600,
      password: { account throws(Passwords.Problem) in
        try await passwords.password(of: account)
      }, sentFolder: sentFolder, telling: tell)
  }

  package init(
    _ places: AccountPlaces, timeout: Double,
    password: @escaping @Sendable (Account) async throws(Passwords.Problem) -> String?,
    sentFolder: @escaping @Sendable (Account) async -> FolderID? = { _ in nil },
    telling tell: @escaping @Sendable (OutboxEvent) -> Void
  ) {
    (self.places, self.timeout, self.password) = (places, timeout, password)
    spool = Spool(places)
    (self.sentFolder, self.tell) = (sentFolder, tell)
  }

  /// All that is in it, the oldest first.
  public func entries() async -> [OutboxEntry] {
    let underWay = underWay.withLock { $0 }
    return await onOwnThread("outbox") { [spool] _ in
      ((try? spool.folders()) ?? []).compactMap { folder -> OutboxEntry? in
        guard var record = folder.recordWithSoundWait() else {
          return folder.isThere ? folder.unreadable : nil
        }
        var state = record.state
        if underWay.contains(folder.id), case .waiting = state { state = .sending }
        if state == .sending, let lock = folder.lock() {
          // Whoever sent it is not there any more, or has come to its end since.
          defer { lock.release() }
          guard let now = folder.record else { return nil }
          record = now
          state = now.state == .sending ? .unknown : now.state
        }
        return folder.entry(record, as: state)
      }.sorted { ($0.added, $0.id.uuidString) < ($1.added, $1.id.uuidString) }
    }
  }

  /// Queues a message to be sent, which may be a draft of the spool.
  ///
  /// - Parameters:
  ///   - mail: Of its attachments those that do not lie in the folder of the message are copied there.
  ///   - date: Before which it is not sent, and can be taken back.
  /// - Throws: Where no message can be made of it or it cannot be kept; a draft stays as it was then. `isThere` and `isBeingSent` for one that
  ///   was queued.
  public func add(_ mail: OutgoingMail, until date: Date = .now) async throws(SendingProblem) {
    try await onDisk { [spool] () throws(SendingProblem) in
      do throws(WritingProblem) { try mail.check() } catch { throw .writing(error) }
      try spool.locked(mail.id) { folder throws(SendingProblem) in
        let draft = try folder.unqueuedRecord()
        try Self.keep(in: folder, mail.account, until: date, isNew: draft == nil) {
          () throws(WritingProblem) in
          var kept = mail
          for index in kept.attachments.indices
          where !kept.attachments[index].path.hasPrefix(folder.path + "/") {
            let place = folder.file(UUID().uuidString)
            try mail.attachments[index].copy(to: place)
            kept.attachments[index].path = place
          }
          return (
            kept,
            try Self.writing(folder.message) { descriptor throws(WritingProblem) in
              try kept.write(to: descriptor)
            }
          )
        }
      }
    }
    tell(.changed)
  }

  /// Queues a whole message that another program has made.
  ///
  /// - Returns: Its id here.
  public func add(
    _ mail: GivenMail, of account: UUID, until date: Date = .now
  ) async throws(SendingProblem) -> UUID {
    let id = UUID()
    try await onDisk { [spool] () throws(SendingProblem) in
      try spool.locked(id) { folder throws(SendingProblem) in
        try Self.keep(in: folder, account, until: date, isNew: true) {
          () throws(WritingProblem) in
          try Self.writing(folder.message) { descriptor throws(WritingProblem) in
            let code = WriteCalls.write(mail.bytes, to: descriptor)
            if code != 0 { throw .unwritable(code) }
            return (nil, mail.made)
          }
        }
      }
    }
    tell(.changed)
    return id
  }

  /// - Parameters:
  ///   - isNew: Whether nothing was kept of the message; nothing is left of it then where this throws.
  ///   - write: Writes the message as it goes out.
  private static func keep(
    in folder: SpoolFolder, _ account: UUID, until date: Date, isNew: Bool,
    _ write: () throws(WritingProblem) -> (OutgoingMail?, MadeMail)
  ) throws(SendingProblem) {
    do throws(SendingProblem) {
      let written: (mail: OutgoingMail?, made: MadeMail)
      do throws(WritingProblem) { written = try write() } catch { throw .writing(error) }
      let now = Date.now
      try folder.save(
        SpoolRecord(
          account: account, mail: written.mail, state: .waiting(until: date, after: nil),
          added: now, made: written.made, waitingSince: now))
      debugLog("message \(folder.logNumber): queued, recipients: \(written.made.recipients.count)")
    } catch {
      debugLog("message \(folder.logNumber): not queued, \(error.kind)")
      if isNew { folder.clear() } else { unlink(folder.message) }
      throw error
    }
  }

  /// Writes a new file in place of one that an attempt left, and has it on the disk.
  private static func writing<Value>(
    _ path: String, _ write: (Int32) throws(WritingProblem) -> Value
  ) throws(WritingProblem) -> Value {
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(errno) }
    defer { close(descriptor) }
    let value = try write(descriptor)
    if fsync(descriptor) != 0 { throw .unwritable(errno) }
    return value
  }

  /// Makes a draft again of a message, as ``Spool/takeBack(_:)``.
  @discardableResult
  public func takeBack(_ id: UUID) async throws(SendingProblem) -> OutgoingMail {
    let mail = try await onDisk { [spool] () throws(SendingProblem) in try spool.takeBack(id) }
    tell(.changed)
    return mail
  }

  /// Has a mail be sent at once that failed, or of which nobody knows whether it was: only by the person's own word.
  public func sendAgain(_ id: UUID) async throws(SendingProblem) {
    try await onDisk { [spool] () throws(SendingProblem) in
      try spool.queued(id) { folder, record throws(SendingProblem) in
        record.wait(0, after: nil)
        record.added = .now
        try folder.save(record)
      }
    }
    tell(.changed)
  }

  /// The same of all mail of an account that failed because nobody was logged in, as for a new password.
  public func sendAgain(of account: UUID) async {
    for entry in await entries() where entry.account == account {
      switch entry.state {
      case .failed(.login), .failed(.noServer): try? await sendAgain(entry.id)
      default: break
      }
    }
  }

  /// Deletes a message, sent or not.
  public func remove(_ id: UUID) async throws(SendingProblem) {
    try await onDisk { [spool] () throws(SendingProblem) in
      guard try spool.folder(of: id).isThere else { throw .isGone }
      try spool.discard(id)
    }
    tell(.changed)
  }

  func onDisk<Value: Sendable>(
    _ work: @escaping @Sendable () throws(SendingProblem) -> Value
  ) async throws(SendingProblem) -> Value {
    try await onOwnThread("outbox") { _ in Result { () throws(SendingProblem) in try work() } }
      .get()
  }

  /// Notes what is going out by this one.
  func noteUnderWay(_ id: UUID, _ isUnderWay: Bool) {
    underWay.withLock { if isUnderWay { $0.insert(id) } else { $0.remove(id) } }
    tell(.changed)
  }
}
