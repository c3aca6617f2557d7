import Accounts
import CDunnockGtk
import GtkBridge
import MailModel
import Synchronization
import Texts

/// Mail that is fetched from one place, an account or by a command of the person's own: when, and what came of it.
final class FetchJob {
  /// What came of one run.
  struct Report: Sendable {
    var result = SyncResult()
    var problem: SyncProblem?
    /// What the programs wrote.
    var output = ""
    /// Whether something was other on the server.
    var hasFound = true
  }

  typealias Run =
    @Sendable (
      MissingDecision, _ tell: @escaping @Sendable (SyncProgress) -> Void
    ) async -> Report

  /// What the person knows it by.
  private(set) var name: String
  /// The account; nil for a command.
  private(set) var account: Account?
  private(set) var schedule: SyncSchedule
  /// How far the run is that is under way; nil while none is.
  private(set) var progress: SyncProgress?
  /// When the last run that went well ended, seconds since 1970; nil before the first.
  private(set) var updated: Int?
  /// What came of the last run.
  private(set) var report = Report()

  /// The missing mail that the person was asked about last, and that which is gone from the server.
  private var asked: (missing: MissingMail?, gone: GoneMail?)
  /// What the person has not been told yet: what other clients did, and the folders that the last run has moved to the trash.
  private var untold: (met: [Sentence], trashed: [String], lost: LostMail?) = ([], [], nil)
  private let run: (FetchJob) -> Run
  private let clock: () -> Int
  private var task: Task<Void, Never>?
  private var decision = MissingDecision.ask
  /// Hears what the server says; nil where it says nothing, or no more.
  private var listening: Task<Void, Never>?
  private let tell: () -> Void
  private let waiting: DispatchedRuns

  init(
    _ name: String, _ account: Account? = nil, isOnline: Bool, counting waiting: DispatchedRuns,
    clock: @escaping () -> Int, run: @escaping (FetchJob) -> Run,
    telling tell: @escaping () -> Void
  ) {
    self.name = name
    self.account = account
    self.clock = clock
    self.run = run
    self.tell = tell
    self.waiting = waiting
    schedule = SyncSchedule(isOnline: isOnline)
  }

  /// Seconds since 1970.
  var now: Int { clock() }

  /// It is about the account as it is now.
  func update(_ account: Account) {
    self.account = account
    name = account.shownName
    tell()
  }

  /// Has the schedule hear of something.
  func note(_ change: (inout SyncSchedule) -> Void) {
    change(&schedule)
    tell()
  }

  /// Whether the server is listened to.
  var isListening: Bool { listening != nil }

  /// Listens to what the server says from now on, in place of what was listened to.
  func listen(to news: AsyncStream<InboxNews>) {
    listening?.cancel()
    listening = Task { [weak self] in
      for await one in news { self?.note { $0.heard(one) } }
      if !Task.isCancelled { self?.listening = nil }
    }
  }

  func stopListening() {
    listening?.cancel()
    listening = nil
  }

  /// Whether the person has not been asked yet about the mail that is missing.
  var hasNewMissing: Bool { report.result.missing != nil && report.result.missing != asked.missing }

  /// The same of mail that is gone from the server.
  var hasNewGone: Bool { report.result.gone != nil && report.result.gone != asked.gone }

  /// The folders that the last run has moved to the trash, once.
  func takeTrashed() -> [String] {
    defer { untold.trashed = [] }
    return untold.trashed
  }

  /// What other clients did to mail that was filed here, each time once, and what could not be fetched.
  func takeMet() -> [Sentence] {
    defer { untold.met = [] }
    return untold.met
  }

  /// Messages that a run has moved to the local trash.
  struct LostMail {
    let sentences: [Sentence]
    /// The step of the journal that moved them.
    let step: Int64
  }

  /// What the last run has moved to the local trash, once.
  func takeLost() -> LostMail? {
    defer { untold.lost = nil }
    return untold.lost
  }

  /// The person is being asked.
  func noteAsked(_ missing: MissingMail) {
    asked.missing = missing
    tell()
  }

  func noteAsked(_ gone: GoneMail) {
    asked.gone = gone
    tell()
  }

  /// Whether it waits for the network.
  var isOffline: Bool { !schedule.isOnline }

  /// Says what is to become of mail that is missing, and runs with that.
  func decide(_ decision: MissingDecision) {
    self.decision = decision
    note { $0.ask() }
  }

  /// Begins a run if it is time for one.
  func beginIfDue(at now: SyncSchedule.Moment, orNearly others: Bool) {
    guard schedule.isDue(at: now, orNearly: others) else { return }
    schedule.begin()
    debugLog("fetch begun: account \(account?.logNumber ?? 0)")
    progress = SyncProgress()
    let (run, decision, waiting) = (run(self), decision, waiting)
    self.decision = .ask
    task = Task { [weak self] in
      let latest = Latest { progress in self?.show(progress) }
      let work = Task.detached {
        waiting.enter()
        defer { waiting.leave() }
        let hasFound = Mutex(false)
        var report = await run(decision) { progress in
          if progress.toFetch + progress.changed > 0 { hasFound.withLock { $0 = true } }
          latest.tell(progress)
        }
        report.hasFound = hasFound.withLock { $0 }
        return report
      }
      let report = await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
      self?.end(with: report)
    }
    tell()
  }

  /// Has the run under way be asked to end, if there is one.
  func cancel() { task?.cancel() }

  /// Has it end, and waits for that.
  func end() async {
    stopListening()
    task?.cancel()
    await task?.value
  }

  private func show(_ progress: SyncProgress) {
    guard self.progress != nil, self.progress != progress else { return }
    self.progress = progress
    tell()
  }

  private func end(with report: Report) {
    task = nil
    progress = nil
    self.report = report
    if report.problem == .cancelled, isOffline, let host = account?.imap.host {
      self.report.problem = .offline(host)
    }
    untold.trashed = report.result.trashed
    untold.met += report.result.met(\.grouped)
    let lost = report.result.lostMail(\.grouped)
    if let step = report.result.lostStep {
      untold.lost = LostMail(sentences: lost, step: step)
    } else {
      untold.met += lost
    }
    if report.problem == nil { updated = now }
    schedule.end(self.report.problem?.ending ?? .well, at: .now, hasFound: report.hasFound)
    if let kind = self.report.problem?.kind {
      debugLog("fetch failed: account \(account?.logNumber ?? 0), \(kind)")
    } else {
      debugLog("fetch done: account \(account?.logNumber ?? 0)")
    }
    tell()
  }
}

/// Counts runs that are under way, for one who has no main loop any more to wait for them by.
nonisolated final class DispatchedRuns: Sendable {
  private let count = Mutex(0)

  init() {}

  func enter() { count.withLock { $0 += 1 } }
  func leave() { count.withLock { $0 -= 1 } }

  /// Waits until all have ended, but no longer than that.
  func wait(seconds: Double) {
    let end = g_get_monotonic_time() + gint64(seconds * 1_000_000)
    while count.withLock({ $0 }) > 0, g_get_monotonic_time() < end { g_usleep(20_000) }
  }
}

/// Tells the main thread the last of many values, now and then.
private nonisolated final class Latest: Sendable {
  private let state = Mutex<SyncProgress?>(nil)
  private let show: @Sendable @MainActor (SyncProgress) -> Void

  init(_ show: @escaping @Sendable @MainActor (SyncProgress) -> Void) { self.show = show }

  func tell(_ progress: SyncProgress) {
    let isFirst = state.withLock { waiting in
      defer { waiting = progress }
      return waiting == nil
    }
    guard isFirst else { return }
    Task {
      try? await Task.sleep(for: .milliseconds(100))
      if let last = state.withLock({ waiting in
        defer { waiting = nil }
        return waiting
      }) {
        await show(last)
      }
    }
  }
}

extension SyncSchedule.Moment {
  static var now: SyncSchedule.Moment {
    .init(
      monotonic: Double(g_get_monotonic_time()) / 1_000_000,
      wall: Double(g_get_real_time()) / 1_000_000)
  }
}

extension SyncProblem {
  /// Whether it is to be tried again by itself.
  fileprivate var ending: SyncSchedule.End {
    switch self {
    case .wrongPassword, .noPassword, .keyring, .noProgram, .oldProgram, .unsound, .certificate,
      .noEncryption, .noTunnel, .forbidden, .signIn:
      .helpless
    // The person has stopped it, who need not do so again a minute later.
    case .cancelled: .well
    default: .badly
    }
  }
}
