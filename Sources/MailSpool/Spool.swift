public import Accounts
internal import FileSystem
public import Foundation
internal import Glibc
public import MailWriting

/// The messages of one's own from the first letter until they are sent: for each a folder, named by its id, with one state file.
///
/// A change of state is one rename, so that a program that is killed leaves the message in the state before or after it. Every call waits for
/// the disk; what it has written is on the disk when it returns. Several programs may use the same spool.
public struct Spool: Sendable {
  package let path: String
  private let earlier: EarlierStores

  public init(_ places: AccountPlaces) {
    path = places.spool
    earlier = EarlierStores(drafts: places.drafts, outbox: places.outbox, spool: places.spool)
  }

  /// One without anything to take over.
  package init(path: String) {
    self.path = path
    earlier = EarlierStores(drafts: "", outbox: "", spool: path)
  }

  /// All folders in it, after what earlier versions kept elsewhere was taken over.
  func folders() throws(SendingProblem) -> [SpoolFolder] {
    try earlier.takeOver()
    return SpoolFolder.all(in: path)
  }

  /// The folder of a message, whether it is there or not.
  func folder(of id: UUID) throws(SendingProblem) -> SpoolFolder {
    try earlier.takeOver()
    return SpoolFolder(id, in: path)
  }

  // MARK: Drafts

  /// The drafts, the one written last first.
  public func drafts() -> [OutgoingMail] {
    let found = ((try? folders()) ?? []).compactMap { folder in
      folder.record.flatMap { record in
        record.state == .draft
          ? folder.mail(of: record).map { (mail: $0, changed: folder.changed) } : nil
      }
    }
    return found.sorted { $1.changed < $0.changed }.map(\.mail)
  }

  /// A draft; nil where there is none that can be read.
  public func draft(_ id: UUID) -> OutgoingMail? {
    guard let folder = try? folder(of: id), let record = folder.record, record.state == .draft
    else { return nil }
    return folder.mail(of: record)
  }

  /// Keeps a draft in place of what was kept of it before. The files of its attachments must be in the folder that ``makeFolder(of:)`` returns.
  ///
  /// - Throws: `isThere` and `isBeingSent` for a message that was queued.
  public func save(_ mail: OutgoingMail) throws(SendingProblem) {
    try locked(mail.id) { folder throws(SendingProblem) in
      var record =
        try folder.unqueuedRecord() ?? SpoolRecord(account: mail.account, mail: mail, state: .draft)
      (record.account, record.mail) = (mail.account, mail)
      try folder.save(record)
    }
  }

  /// Creates the folder of a message, for files that are attached to it before it is saved.
  ///
  /// - Returns: Its path.
  public func makeFolder(of id: UUID) throws(SendingProblem) -> String {
    let folder = try folder(of: id)
    try folder.create()
    return folder.path
  }

  /// Makes a draft again of a message that was queued and is not being sent.
  ///
  /// - Throws: `isBeingSent`, `isGone`, and `unreadable` for one that another program has made.
  @discardableResult
  public func takeBack(_ id: UUID) throws(SendingProblem) -> OutgoingMail {
    try queued(id) { folder, record throws(SendingProblem) in
      guard let mail = folder.mail(of: record) else { throw .unreadable }
      record.becomeDraft()
      try folder.save(record)
      unlink(folder.message)
      debugLog("message \(folder.logNumber): taken back")
      return mail
    }
  }

  /// Deletes a message, whatever its state, unless it is being sent. What is known of its copy among the drafts stays until
  /// ``forgetCopy(of:)``.
  public func discard(_ id: UUID) throws(SendingProblem) {
    let folder = try folder(of: id)
    guard folder.isThere else { return folder.clear() }
    guard let lock = folder.lock() else { throw .isBeingSent }
    defer { lock.release() }
    try folder.discard()
  }

  // MARK: Copies of drafts

  /// The copy of a message among the drafts of its account; nil if none is known.
  public func copy(of id: UUID) -> DraftCopy? { (try? folder(of: id))?.copy }

  /// Notes the copy of a message among the drafts of its account.
  public func note(_ copy: DraftCopy, of id: UUID) { (try? folder(of: id))?.copy = copy }

  /// Notes that a message has no copy among the drafts, and deletes what is left of a message that was discarded.
  public func forgetCopy(of id: UUID) {
    guard let folder = try? folder(of: id) else { return }
    folder.copy = nil
    if !folder.isThere { folder.clear() }
  }

  /// The messages that are drafts no more and whose copies are to be removed, as when the program was killed before it did.
  public func obsoleteCopies() -> [UUID] {
    ((try? folders()) ?? []).filter(\.hasObsoleteCopy).map(\.id)
  }

  // MARK: Locks

  /// Calls a body with the folder of a message and its lock; creates the folder where there is none.
  func locked<Value>(
    _ id: UUID, _ body: (SpoolFolder) throws(SendingProblem) -> Value
  ) throws(SendingProblem) -> Value {
    let folder = try folder(of: id)
    try folder.create()
    guard let lock = folder.lock() else { throw .isBeingSent }
    defer { lock.release() }
    return try body(folder)
  }

  /// The same for a message that was queued and is not sent, with its record.
  func queued<Value>(
    _ id: UUID, _ body: (SpoolFolder, inout SpoolRecord) throws(SendingProblem) -> Value
  ) throws(SendingProblem) -> Value {
    guard try folder(of: id).isThere else { throw .isGone }
    return try locked(id) { folder throws(SendingProblem) in
      guard folder.isThere else { throw .isGone }
      guard var record = folder.record else { throw .unreadable }
      switch record.state {
      case .draft, .sent: throw .isGone
      default: return try body(folder, &record)
      }
    }
  }
}

extension SpoolFolder {
  /// The record of a draft; nil where there is no message yet.
  ///
  /// - Throws: `isThere` where the message was queued, `unreadable` where its state file cannot be read.
  func unqueuedRecord() throws(SendingProblem) -> SpoolRecord? {
    guard isThere else { return nil }
    guard let record else { throw .unreadable }
    guard record.state == .draft else { throw .isThere }
    return record
  }
}
