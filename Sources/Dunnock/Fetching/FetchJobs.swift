import Accounts
import CDunnockGtk
import Foundation
import GtkBridge

/// The jobs that fetch mail, of accounts and of mailboxes with a command, each begun when it is due.
final class FetchJobs {
  private(set) var ofAccounts: [UUID: FetchJob] = [:]
  /// By what the mailboxes are known by, which are open.
  private(set) var ofMailboxes: [String: FetchJob] = [:]
  private(set) var hasEnded = false
  /// Whether the program is kept until what was done here is sent.
  private(set) var isHolding = false

  private let clock: () -> Int
  private let isOpen: (String) -> Bool
  private let runs = DispatchedRuns()
  private var tell: () -> Void = {}
  private var timer: Alarm?
  private var isLooking = false
  private var isOnline = true
  private var isActive = false
  private var monitoring: [Signal.Connection] = []
  /// Rings once the network is as it is to be.
  private var settling: Alarm?
  private let news: @Sendable (Account) -> AsyncStream<InboxNews>
  /// Rings when it has taken long enough to send what was done here, now that no window is open; nil while one is.
  private var deadline: Alarm?

  /// - Parameters:
  ///   - news: What the server of an account says of its inbox.
  ///   - clock: Seconds since 1970.
  ///   - isOpen: Whether a mailbox is open that is known by that.
  init(
    news: @escaping @Sendable (Account) -> AsyncStream<InboxNews>, clock: @escaping () -> Int,
    isOpen: @escaping (String) -> Bool
  ) {
    (self.news, self.clock, self.isOpen) = (news, clock, isOpen)
  }

  isolated deinit { for one in monitoring { one.disconnect() } }

  /// Has it be told that something else is to be said of a job.
  func onChange(_ tell: @escaping () -> Void) { self.tell = tell }

  private var all: [FetchJob] { Array(ofAccounts.values) + Array(ofMailboxes.values) }

  /// Has each account have a job, and no other.
  func adopt(_ accounts: [Account], run: @escaping (FetchJob) -> FetchJob.Run) {
    let ids = Set(accounts.map(\.id))
    for (id, job) in ofAccounts where !ids.contains(id) {
      job.cancel()
      job.stopListening()
      drop(id)
    }
    for account in accounts {
      if let job = ofAccounts[account.id] {
        if job.account == account, job.isListening { continue }
        if job.account != account { job.update(account) }
        job.listen(to: news(account))
      } else {
        let job = make(account.shownName, account, run)
        ofAccounts[account.id] = job
        job.listen(to: news(account))
      }
    }
    if !ofAccounts.isEmpty { watchNetwork() }
  }

  /// Has a mailbox have a job, if it has none.
  func use(_ name: String, for mailbox: String, run: @escaping (FetchJob) -> FetchJob.Run) {
    if ofMailboxes[mailbox] == nil { ofMailboxes[mailbox] = make(name, nil, run) }
  }

  /// The job of an account has ended.
  func drop(_ account: UUID) { ofAccounts[account] = nil }

  /// Ends the job of a mailbox.
  func drop(_ mailbox: String) { ofMailboxes.removeValue(forKey: mailbox)?.cancel() }

  private func make(
    _ name: String, _ account: Account?, _ run: @escaping (FetchJob) -> FetchJob.Run
  ) -> FetchJob {
    let needsNetwork = account?.imap.isLoopback == false
    let job = FetchJob(
      name, account, isOnline: isOnline || !needsNetwork, counting: runs, clock: clock, run: run
    ) { [weak self] in self?.tell() }
    if isActive { job.note { $0.attention(isActive: true) } }
    return job
  }

  /// The person came to a window of the program or left the last.
  func attention(isActive: Bool) {
    self.isActive = isActive
    if isActive { stay() }
    for job in all {
      job.note { $0.attention(isActive: isActive) }
      // Who comes back may have signed in elsewhere; GNOME knows without asking the server.
      if isActive, let account = job.account, job.report.problem == .signIn(.attention) {
        if !job.isListening { job.listen(to: news(account)) }
        job.note { $0.ask() }
      }
    }
    look()
  }

  /// Begins what is due, and comes again when the next is.
  func look() {
    hold()
    // What begins is told, which comes here again.
    guard !hasEnded, !isLooking else { return }
    isLooking = true
    defer { isLooking = false }
    for known in Array(ofMailboxes.keys) where deadline == nil && !isOpen(known) { drop(known) }
    let now = SyncSchedule.Moment.now
    if all.contains(where: { $0.schedule.isDue(at: now) }) {
      for job in all { job.beginIfDue(at: now, orNearly: true) }
    }
    timer = all.compactMap { $0.schedule.wait(at: now) }.min().map {
      Alarm(after: $0) { [weak self] in self?.look() }
    }
  }

  private func watchNetwork() {
    guard monitoring.isEmpty, let monitor = g_network_monitor_get_default() else { return }
    let note = { [weak self] in
      guard let self else { return }
      isOnline = isTrue(g_network_monitor_get_network_available(monitor))
      for job in ofAccounts.values where job.account?.imap.isLoopback == false {
        job.note { [isOnline] in $0.network(isOnline: isOnline) }
      }
    }
    let changed = { [weak self] in
      // It tells of each address and route.
      self?.settling = Alarm(after: Self.settled) { [weak self] in self?.listenAgain() }
    }
    monitoring = [
      Signal.connect(UnsafeMutableRawPointer(monitor), "notify::network-available") { note() },
      Signal.connect(UnsafeMutableRawPointer(monitor), "network-changed") { changed() },
    ]
    note()
  }

  /// Over another network than before, or none, nothing comes by the old connections, which may say so late or never.
  private func listenAgain() {
    settling = nil
    guard !hasEnded else { return }
    for job in ofAccounts.values {
      guard let account = job.account, !account.imap.isLoopback else { continue }
      job.listen(to: news(account))
      // Nor does a run end that began over the other; the next follows at once.
      job.cancel()
      job.note { $0.heard(.arrivals) }
    }
  }

  // MARK: The end

  /// Keeps the program, whose last window has gone, until what was done here is sent, but not for long.
  func finish() {
    deadline = Alarm(after: Self.longestSending) { [weak self] in self?.stay() }
    sendRest()
  }

  /// Sends what has been done while it is kept.
  func sendRest() {
    guard deadline != nil else { return }
    for job in all where job.schedule.hasToSend { job.note { $0.ask() } }
    hold()
  }

  /// A window is open again, or nothing more is waited for.
  private func stay() {
    deadline = nil
    hold()
  }

  private func hold() {
    let holds = deadline != nil && all.contains { $0.schedule.isSending }
    guard holds != isHolding, let application = g_application_get_default() else { return }
    isHolding = holds
    if holds { g_application_hold(application) } else { g_application_release(application) }
  }

  /// Stops everything, waiting a moment for what is under way: it has no main loop to end by any more.
  func end() {
    hasEnded = true
    timer = nil
    for job in all {
      job.cancel()
      job.stopListening()
    }
    runs.wait(seconds: Self.timeout)
  }

  /// How long the network must have stayed as it is, seconds.
  private static let settled = 1.0
  /// How long what is under way may take to end with the program, seconds.
  private static let timeout = 4.0
  /// How long what was done here may take to be sent once no window is open, seconds.
  private static let longestSending = 15.0
}
