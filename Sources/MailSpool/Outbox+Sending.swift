internal import Accounts
internal import FileSystem
public import Foundation
internal import Glibc
internal import MailModel
internal import MailServers
internal import MailText
internal import Synchronization

extension Outbox {
  /// Sends what is due, one mail after the other, and puts copies where they are missing. Ends early when the task is cancelled; what was not
  /// sent whole then waits.
  ///
  /// - Parameters:
  ///   - accounts: Nil: of all accounts, and of those that are not there any more.
  ///   - isOnline: Whether the network has come back, for which some may wait.
  /// - Returns: When the next is due; nil where none waits for a time.
  @discardableResult
  public func send(of accounts: Set<UUID>? = nil, isOnline: Bool = false) async -> Date? {
    var next: Date?
    debugLog("outbox pass begun")
    defer { debugLog("outbox pass done, more waiting for a time: \(next != nil)") }
    for folder in await onOwnThread("outbox", { [spool] _ in (try? spool.folders()) ?? [] })
    where !Task.isCancelled {
      let record = await onOwnThread("outbox") { _ in folder.recordWithSoundWait() }
      guard let record else {
        await onOwnThread("outbox") { _ in folder.clearRemains(at: .now) }
        continue
      }
      if record.state == .draft { continue }
      if let accounts, !accounts.contains(record.account) { continue }
      var isDue = true
      if case .waiting(let date, let problem) = record.state {
        isDue = date <= .now || isOnline && problem?.isOfNetwork == true
      }
      let state = isDue ? await send(folder.id) : record.state
      if case .waiting(let date, _) = state { next = min(next ?? date, date) }
    }
    return next
  }

  /// Sends one mail that waits, due or not.
  ///
  /// - Returns: What it has come to; nil where it was sent and has its copy, or is not there.
  public func send(_ id: UUID) async -> OutboxEntry.State? {
    guard let folder = try? spool.folder(of: id) else { return nil }
    let locked = await onOwnThread("outbox") {
      _ -> (lock: FileLock, record: SpoolRecord)? in
      guard folder.isThere, let lock = folder.lock(), let record = folder.record else { return nil }
      return (lock, record)
    }
    guard let locked else {
      return await entries().first { $0.id == id }?.state
    }
    defer { locked.lock.release() }
    var record = locked.record
    let account = await onOwnThread("outbox") { [places, id = record.account] _ in
      AccountFiles(places).all().accounts.first { $0.id == id }
    }
    switch record.state {
    case .sending:
      // Whoever sent it was killed.
      record.state = .unknown
      await save(record, folder)
    case .waiting:
      noteUnderWay(id, true)
      debugLog(
        """
        message \(folder.logNumber): sending begun, account \(account?.logNumber ?? 0), \
        attempt \(record.tries + 1), recipients: \(record.made?.recipients.count ?? 0)
        """)
      await submit(&record, folder, account)
      noteUnderWay(id, false)
      debugLog("message \(folder.logNumber): sending done, \(record.state.kind)")
    case .draft, .failed, .unknown, .sent: break
    }
    if case .sent = record.state { return await finish(record, folder, account) }
    return record.state
  }

  private func save(_ record: SpoolRecord, _ folder: SpoolFolder) async {
    // Where the disk is full, what it says is as it was, and the same comes of it again.
    await onOwnThread("outbox") { _ in try? folder.save(record) }
    tell(.changed)
  }

  // MARK: To the server

  /// Whether what is sent may still be called off.
  private final class Ending: Sendable {
    private let isAsked = Atomic(false)
    private let isTooLate = Atomic(false)
    private let met = Mutex<SendingProblem?>(nil)

    func ask() { isAsked.store(true, ordering: .relaxed) }

    /// Notes that it may not be called off any more; false where it was, or that cannot be noted.
    func close(_ note: () throws(SendingProblem) -> Void) -> Bool {
      isTooLate.store(true, ordering: .sequentiallyConsistent)
      let problem: SendingProblem?
      do throws(SendingProblem) {
        if isAsked.load(ordering: .sequentiallyConsistent) { throw .login(.cancelled) }
        try note()
        problem = nil
      } catch { problem = error }
      met.withLock { $0 = problem }
      return problem == nil
    }

    /// Why the end was not sent.
    var problem: SendingProblem? { met.withLock { $0 } }

    var isCancelled: Bool {
      isAsked.load(ordering: .relaxed) && !isTooLate.load(ordering: .relaxed)
    }
  }

  /// What has come of a mail that was to be sent.
  private enum Outcome {
    case sent, unknown
    case problem(SendingProblem)
  }

  private func submit(
    _ record: inout SpoolRecord, _ folder: SpoolFolder, _ account: Account?
  ) async {
    record.tries += 1
    if record.copy == nil, account?.smtp.map(Provider.keepsSent) != true {
      record.copy = SentCopy.freshName()
    }
    switch await outcome(of: record, folder, account) {
    case .sent:
      record.state = .sent(nil)
      let prepared = record
      await onOwnThread("outbox") { _ in
        do throws(SendingProblem) { try folder.takePrepared() } catch { try? folder.save(prepared) }
      }
      tell(.changed)
    case .unknown:
      record.state = .unknown
      await save(record, folder)
    case .problem(let problem):
      debugLog("message \(folder.logNumber): not sent, \(problem.kind)")
      let isOld = record.added.addingTimeInterval(Self.longestWait) < .now
      if problem.isForNow, problem.isOfNetwork || !isOld {
        let wait = Task.isCancelled ? 0 : Self.wait(after: record.tries)
        record.wait(wait, after: problem)
      } else {
        record.state = .failed(problem)
      }
      await save(record, folder)
    }
  }

  /// How long a server may put a mail off, in seconds.
  private static let longestWait: Double = 3 * 86_400

  /// How long after some tries the next one comes, in seconds.
  private static func wait(after tries: Int) -> Double {
    [60, 300, 900, longestPause][min(max(tries, 1), 4) - 1]
  }

  /// The longest time between two tries, in seconds.
  static let longestPause = 1_800.0

  private func outcome(
    of record: SpoolRecord, _ folder: SpoolFolder, _ account: Account?
  ) async -> Outcome {
    guard let made = record.made else { return .problem(.unreadable) }
    guard let account else { return .problem(.noAccount) }
    guard let server = account.smtp else { return .problem(.noServer(account.name)) }
    let password: String
    do throws(Passwords.Problem) {
      guard let kept = try await self.password(account) else {
        return .problem(.login(.noPassword))
      }
      password = kept
    } catch { return .problem(.login(.keyring(error))) }
    let descriptor = open(folder.message, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .problem(.unreadable) }
    defer { close(descriptor) }
    var (noted, done) = (record, record)
    (noted.state, done.state) = (.sending, .sent(nil))
    let ending = Ending()
    let (before, after, timeout) = (noted, done, timeout)
    let mail = MailConnection.Submission(
      sender: made.sender, recipients: made.recipients, descriptor: descriptor)
    let result = await withTaskCancellationHandler {
      () async -> Result<MailConnection.SubmissionFailure?, MailConnection.LoginFailure> in
      do throws(MailConnection.LoginFailure) {
        return .success(
          try await MailConnection.loggedIn(
            at: account, password, to: server, speaking: .smtp, until: { ending.isCancelled }
          ) { connection throws(MailConnection.Failure) in
            do throws(MailConnection.SubmissionFailure) {
              try connection.submit(mail, timeout: timeout) {
                ending.close { () throws(SendingProblem) in
                  try folder.prepare(after)
                  try folder.save(before)
                }
              }
              return nil
            } catch { return error }
          })
      } catch { return .failure(error) }
    } onCancel: {
      ending.ask()
    }
    let failure: MailConnection.SubmissionFailure?
    do throws(MailConnection.LoginFailure) { failure = try result.get() } catch {
      return .problem(SendingProblem(error, account, server))
    }
    if case .ended = failure { return .problem(ending.problem ?? .unreadable) }
    switch failure {
    case nil: return .sent
    case .unknown: return .unknown
    case let failure?: return .problem(SendingProblem(failure, server))
    }
  }

  // MARK: The copy

  /// Puts the copy of a mail that was sent where it belongs, and takes the mail out.
  private func finish(
    _ record: SpoolRecord, _ folder: SpoolFolder, _ account: Account?
  ) async -> OutboxEntry.State? {
    if let entry = folder.entry(record) { tell(.sent(entry)) }
    let chosen: FolderID? = if let account { await sentFolder(account) } else { nil }
    do throws(SendingProblem) {
      try await onDisk { [places] () throws(SendingProblem) in
        if let name = record.copy {
          guard let account else { throw .noAccount }
          let path =
            chosen.map { ByteName(places.mail).entry($0.path) }
            ?? account.path(of: .sent, in: places)
          guard let path else { throw .noSentFolder(account.name) }
          let descriptor = open(folder.message, O_RDONLY | O_CLOEXEC)
          guard descriptor >= 0 else { throw .unreadable }
          defer { close(descriptor) }
          let code = SentCopy(folder: path, name: name).put(
            descriptor, record.made?.blindField ?? "")
          if code != 0 { throw .writing(.unwritable(code)) }
        }
        try folder.discard()
      }
      debugLog("message \(folder.logNumber): copy kept here: \(record.copy != nil), done")
      tell(.changed)
      return nil
    } catch {
      debugLog("message \(folder.logNumber): copy failed, \(error.kind)")
      var record = record
      record.state = .sent(error)
      await save(record, folder)
      return record.state
    }
  }
}

extension SendingProblem {
  fileprivate init(
    _ failure: MailConnection.LoginFailure, _ account: Account, _ server: MailServer
  ) {
    if case .server(let failure, _) = failure, let reply = failure.reply, reply.isForNow {
      self = .later(Self.shown(reply))
    } else {
      self = .login(SyncProblem(failure, of: account, at: server.host))
    }
  }

  fileprivate init(_ failure: MailConnection.SubmissionFailure, _ server: MailServer) {
    switch failure {
    case .refused(let reply, _) where reply.isForNow: self = .later(Self.shown(reply))
    case .refused(let reply, let recipient?):
      self = .refusedRecipient(DisplayText.safe(recipient, limit: 200), Self.shown(reply))
    case .refused(let reply, nil): self = .refused(Self.shown(reply))
    case .tooLarge(let most):
      self = .tooLarge("\(max(1, most / 1_000_000)) MB")
    case .notPlain: self = .notPlain
    case .broken(let failure) where failure.reason == .cancelled: self = .login(.cancelled)
    case .broken, .unknown: self = .cut(server.host)
    case .ended: self = .unreadable
    }
  }

  private static func shown(_ reply: MailConnection.Reply) -> String {
    reply.words.isEmpty ? String(reply.code) : DisplayText.safe(reply.words, limit: 300)
  }
}
