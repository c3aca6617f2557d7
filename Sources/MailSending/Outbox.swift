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
    (self.sentFolder, self.tell) = (sentFolder, tell)
  }

  /// All that is in it, the oldest first.
  public func entries() async -> [OutboxEntry] {
    let underWay = underWay.withLock { $0 }
    return await onOwnThread("outbox") { [places] _ in
      OutboxFolder.all(in: places.outbox).compactMap { folder -> OutboxEntry? in
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

  /// Makes a mail and keeps it, with copies of what is attached, until it is sent; nothing of it is needed elsewhere then.
  ///
  /// An earlier version of the mail that is in the outbox and was not sent is replaced. If the same mail is there and may have been sent,
  /// nothing is added.
  ///
  /// - Parameter date: Before which it is not sent, and can be taken back.
  /// - Throws: Where no mail can be made of it or it cannot be kept; nothing is left of it here then. `isThere` and `isBeingSent` where
  ///   another version of it may have been sent, which stays.
  public func add(_ mail: OutgoingMail, until date: Date = .now) async throws(SendingProblem) {
    let isNeeded = try await onDisk { [places] () throws(SendingProblem) in
      // A mail that cannot be sent replaces none.
      do throws(WritingProblem) { try mail.check() } catch { throw .writing(error) }
      return try OutboxFolder(mail.id, in: places.outbox).makeRoom(for: mail)
    }
    guard isNeeded else { return }
    try await add(mail.id, mail.account, until: date) { folder throws(SendingProblem) in
      var kept = mail
      do throws(WritingProblem) {
        for index in kept.attachments.indices {
          let place = folder.place("attached-\(index)")
          try mail.attachments[index].copy(to: place)
          kept.attachments[index].path = place
        }
        let made = try Self.writing(folder.message) { descriptor throws(WritingProblem) in
          try kept.write(to: descriptor)
        }
        for index in kept.attachments.indices {
          kept.attachments[index].path = "attached-\(index)"
        }
        return (kept, made)
      } catch { throw .writing(error) }
    }
  }

  /// The same of a whole mail that another program has made.
  ///
  /// - Returns: What it is known by here.
  public func add(
    _ mail: GivenMail, of account: UUID, until date: Date = .now
  ) async throws(SendingProblem) -> UUID {
    let id = UUID()
    try await add(id, account, until: date) { folder throws(SendingProblem) in
      do throws(WritingProblem) {
        return try Self.writing(folder.message) { descriptor throws(WritingProblem) in
          let code = WriteCalls.write(mail.bytes, to: descriptor)
          if code != 0 { throw .unwritable(code) }
          return (nil, mail.made)
        }
      } catch { throw .writing(error) }
    }
    return id
  }

  private func add(
    _ id: UUID, _ account: UUID, until date: Date,
    _ fill: @escaping @Sendable (OutboxFolder) throws(SendingProblem) -> (OutgoingMail?, MadeMail)
  ) async throws(SendingProblem) {
    try await onDisk { [places] () throws(SendingProblem) in
      let folder = OutboxFolder(id, in: places.outbox)
      let lock = try folder.make(in: places.outbox)
      defer { lock.release() }
      do throws(SendingProblem) {
        let (mail, made) = try fill(folder)
        let now = Date.now
        try folder.save(
          .init(
            account: account, mail: mail, made: made, added: now,
            state: .waiting(until: date, after: nil), waitingSince: now))
        try OutboxFolder.sync(places.outbox)
        debugLog(
          "message \(folder.logNumber): kept in the outbox, recipients: \(made.recipients.count)")
      } catch {
        debugLog("message \(folder.logNumber): not kept in the outbox, \(error.kind)")
        try? folder.remove()
        throw error
      }
    }
    tell(.changed)
  }

  /// Writes a new file that is on the disk then.
  private static func writing<Value>(
    _ path: String, _ write: (Int32) throws(WritingProblem) -> Value
  ) throws(WritingProblem) -> Value {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(errno) }
    defer { close(descriptor) }
    let value = try write(descriptor)
    if fsync(descriptor) != 0 { throw .unwritable(errno) }
    return value
  }

  /// Takes a mail out of the outbox to be written on.
  ///
  /// - Parameter keep: Keeps it elsewhere, with copies of what is attached, which goes from here once that has returned. Where it throws, or the
  ///   program ends meanwhile, the mail stays here and is not sent by itself.
  /// - Throws: `isBeingSent` and `isGone`, or what `keep` does.
  public func takeBack(
    _ id: UUID, keeping keep: @escaping @Sendable (OutgoingMail) throws(SendingProblem) -> Void
  ) async throws(SendingProblem) {
    try await change(id) { folder, record throws(SendingProblem) in
      guard let mail = folder.entry(record).mail else { throw .unreadable }
      record.state = .failed(.takenBack)
      try folder.save(record)
      try keep(mail)
      try folder.remove()
      debugLog("message \(folder.logNumber): taken back")
    }
  }

  /// Has a mail be sent at once that failed, or of which nobody knows whether it was: only by the person's own word.
  public func sendAgain(_ id: UUID) async throws(SendingProblem) {
    try await change(id) { folder, record throws(SendingProblem) in
      record.wait(0, after: nil)
      record.added = .now
      try folder.save(record)
    }
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

  /// Throws a mail away, sent or not.
  public func remove(_ id: UUID) async throws(SendingProblem) {
    try await locked(id) { folder throws(SendingProblem) in try folder.remove() }
  }

  private func change(
    _ id: UUID,
    _ body:
      @escaping @Sendable (OutboxFolder, inout OutboxFolder.Record) throws(SendingProblem) ->
      Void
  ) async throws(SendingProblem) {
    try await locked(id) { folder throws(SendingProblem) in
      guard var record = folder.record else { throw .unreadable }
      if case .sent = record.state { throw .isGone }
      try body(folder, &record)
    }
  }

  private func locked(
    _ id: UUID, _ body: @escaping @Sendable (OutboxFolder) throws(SendingProblem) -> Void
  ) async throws(SendingProblem) {
    try await onDisk { [places] () throws(SendingProblem) in
      let folder = OutboxFolder(id, in: places.outbox)
      guard folder.isThere else { throw .isGone }
      guard let lock = folder.lock() else { throw .isBeingSent }
      defer { lock.release() }
      guard folder.isThere else { throw .isGone }
      try body(folder)
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
