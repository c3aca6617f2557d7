import Accounts
import CDunnockGtk
import Foundation
import GtkBridge
import MailSpool
import MailText
import MailWriting
import Synchronization
import Texts
import Triage

/// Sends what was written here once it is due, for all windows, and tells what has become of it.
final class OutboxRunner {
  /// What is told of the outbox.
  enum Event {
    /// It holds something else than before.
    case changed
    /// A mail is out.
    case sent(OutboxEntry)
  }

  /// What is in it, as it was read last, the oldest first.
  private(set) var entries: [OutboxEntry] = []
  private var outbox: Outbox?
  private let fetching: MailFetching
  private let settings: Settings
  private let make: (@escaping @Sendable (OutboxEvent) -> Void) -> Outbox
  private let sessions: () async -> [TriageSession]
  private var listeners: [Int: (Event) -> Void] = [:]
  private var nextListener = 0
  /// How often the outbox was read, and the last of these readings whose end was heeded.
  private var reads = (begun: 0, taken: 0)
  /// What sends the mail of an account.
  private var running: [UUID: Task<Void, Never>] = [:]
  private var timer: Alarm?
  /// Whether nothing is sent, for the person is asked about it, or has said that it is to be sent later.
  private(set) var isPaused = false
  /// Rings when the program was kept for long enough to send what is left; nil while a window is open.
  private var deadline: Alarm?
  private var isHolding = false
  private var monitoring: Signal.Connection?

  /// - Parameters:
  ///   - make: Makes the outbox that tells what happens in it.
  ///   - sessions: The work on the mailboxes that may hold what was answered.
  init(
    _ fetching: MailFetching, _ settings: Settings,
    sessions: @escaping () async -> [TriageSession],
    making make: @escaping (@escaping @Sendable (OutboxEvent) -> Void) -> Outbox
  ) {
    (self.fetching, self.settings) = (fetching, settings)
    (self.sessions, self.make) = (sessions, make)
  }

  isolated deinit { monitoring?.disconnect() }

  /// Sends what was left, and from now on what comes, until ``end()``.
  func begin() {
    guard outbox == nil else { return }
    let events = Events { [weak self] in self?.take($0) }
    outbox = make { events.add($0) }
    if let monitor = g_network_monitor_get_default() {
      monitoring = Signal.connect(
        UnsafeMutableRawPointer(monitor), "notify::network-available"
      ) { [weak self] in
        if isTrue(g_network_monitor_get_network_available(monitor)) { self?.look(isAfresh: true) }
      }
    }
    look(isAfresh: true)
  }

  /// Has somebody hear what happens, until the answer is called.
  func onEvent(_ tell: @escaping (Event) -> Void) -> () -> Void {
    nextListener += 1
    let number = nextListener
    listeners[number] = tell
    return { [weak self] in self?.listeners[number] = nil }
  }

  // MARK: What the person does

  /// Keeps a mail to be sent when the time to take it back is over.
  ///
  /// - Returns: Why it cannot be sent, in a sentence; nil once all of it is kept.
  func send(_ mail: OutgoingMail) async -> String? {
    guard let outbox else { return SendingProblem.noAccount.sentence.translated }
    do throws(SendingProblem) {
      try await outbox.add(mail, until: .now + Double(settings.sendingDelay))
    } catch {
      return error.sentence.translated
    }
    await read()
    look()
    return nil
  }

  /// Makes a draft again of a message.
  func takeBack(_ id: UUID) async -> Result<OutgoingMail, SendingProblem> {
    guard let outbox else { return .failure(.isGone) }
    let result: Result<OutgoingMail, SendingProblem>
    do throws(SendingProblem) { result = .success(try await outbox.takeBack(id)) } catch {
      result = .failure(error)
    }
    await read()
    return result
  }

  /// Sends mails at once, whatever has become of them before; they are under way when this returns.
  ///
  /// - Returns: Why one cannot be, in a sentence.
  func sendNow(_ ids: [UUID]) async -> String? {
    var refusal: String?
    for id in ids {
      refusal = await change { outbox throws(SendingProblem) in try await outbox.sendAgain(id) }
    }
    isPaused = false
    sendDue(isAfresh: false)
    return refusal
  }

  /// Throws a mail away.
  ///
  /// - Returns: Why it cannot be, in a sentence.
  func remove(_ id: UUID) async -> String? {
    await change { outbox throws(SendingProblem) in try await outbox.remove(id) }
  }

  private func change(
    _ body: @escaping (Outbox) async throws(SendingProblem) -> Void
  ) async -> String? {
    guard let outbox else { return nil }
    do throws(SendingProblem) { try await body(outbox) } catch {
      await read()
      return error.sentence.translated
    }
    await read()
    return nil
  }

  /// Whether a mail can still be taken back before it goes out for the first time.
  var revocable: [OutboxEntry] {
    entries.filter {
      if case .waiting(_, after: nil) = $0.state { $0.mail != nil } else { false }
    }
  }

  /// Those that are not sent before the person says so.
  var stopped: [OutboxEntry] { entries.filter(\.isStopped) }

  /// Begins to send nothing, as while the person is asked about it; or goes on.
  func pause(_ isPaused: Bool) {
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    if !isPaused { look() }
  }

  // MARK: Sending

  /// An account has a new password, or another server: what failed for that goes out by itself.
  func accountsChanged() {
    guard let outbox else { return }
    let failed = Set(stopped.map(\.account))
    guard !failed.isEmpty else { return }
    Task { [weak self] in
      for account in failed { await outbox.sendAgain(of: account) }
      self?.look(isAfresh: true)
    }
  }

  /// Sends what is due, of each account by itself, and comes again when the next is.
  ///
  /// - Parameter isAfresh: Whether what failed may go well now: the network is back, the program was started.
  private func look(isAfresh: Bool = false) {
    guard outbox != nil, !isPaused else { return }
    Task { [weak self] in
      await self?.read()
      self?.sendDue(isAfresh: isAfresh)
    }
  }

  private func sendDue(isAfresh: Bool) {
    guard let outbox, !isPaused else { return }
    let due = Set(entries.filter { $0.isDue(isAfresh: isAfresh) }.map(\.account))
    for account in due where running[account] == nil {
      running[account] = Task { [weak self] in
        await outbox.send(of: [account], isOnline: isAfresh)
        guard let self else { return }
        running[account] = nil
        await read()
        setTimer()
        hold()
      }
    }
    setTimer()
  }

  private func setTimer() {
    let now = Date.now
    let next = entries.compactMap { entry -> Date? in
      guard running[entry.account] == nil else { return nil }
      // Another program has what is due and was not sent.
      if case .waiting(let date, _) = entry.state { return date > now ? date : now + Self.pause }
      return nil
    }.min()
    timer = next.map { date in
      Alarm(after: date.timeIntervalSince(now)) { [weak self] in self?.look() }
    }
  }

  /// Between two looks at what another program is sending, in seconds.
  private static let pause = 1.0

  /// Keeps the program, whose last window has gone, until what the person has just sent is out, but not for long.
  func finish() {
    deadline = Alarm(after: Double(settings.sendingDelay) + Self.longestSending) { [weak self] in
      self?.stay()
    }
    hold()
  }

  /// A window is open again, or nothing more is waited for.
  func stay() {
    deadline = nil
    hold()
  }

  private func hold() {
    let holds = deadline != nil && (!running.isEmpty || !isPaused && !revocable.isEmpty)
    guard holds != isHolding, let application = g_application_get_default() else { return }
    isHolding = holds
    if holds { g_application_hold(application) } else { g_application_release(application) }
  }

  /// In seconds.
  private static let longestSending = 60.0

  /// Ends what is going out, as far as it can still be called off; it is sent at the next start.
  func end() {
    isPaused = true
    timer = nil
    for task in running.values { task.cancel() }
  }

  // MARK: What happens

  private func read() async {
    guard let outbox else { return }
    reads.begun += 1
    let number = reads.begun
    let read = await outbox.entries()
    // One that began later may have come before, and knows more.
    guard number > reads.taken else { return }
    reads.taken = number
    guard read != entries else { return }
    entries = read
    debugLog("outbox: messages: \(entries.count), stopped: \(stopped.count)")
    tell(.changed)
    hold()
  }

  private func take(_ event: OutboxEvent) {
    switch event {
    case .changed: Task { await read() }
    case .sent(let entry):
      tell(.sent(entry))
      Task { [fetching, putting = running[entry.account]] in
        await putting?.value
        await fetching.lookInSent(of: entry.account)
      }
      if let answered = entry.mail?.answered {
        Task { [sessions] in
          for session in await sessions() {
            await session.note(
              answered.kind == .reply ? .replied : .passedOn, of: answered.messageID)
          }
        }
      }
    }
  }

  private func tell(_ event: Event) { for tell in listeners.values { tell(event) } }
}

/// What is told on any thread, taken on the main one in its order.
private nonisolated final class Events: Sendable {
  private let body: @MainActor @Sendable (OutboxEvent) -> Void
  private let waiting = Mutex<[OutboxEvent]>([])

  init(_ body: @escaping @MainActor @Sendable (OutboxEvent) -> Void) { self.body = body }

  func add(_ event: OutboxEvent) {
    waiting.withLock { $0.append(event) }
    Task { @MainActor in
      let events = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for event in events { body(event) }
    }
  }
}

extension OutboxEntry {
  /// Isolated from the text around it, whatever it is written in.
  var shownSubject: String {
    "\u{2068}"
      + (made.subject.isEmpty ? tr("No subject") : DisplayText.safe(made.subject, limit: 200))
      + "\u{2069}"
  }

  /// What is said while it can be taken back.
  var sendingNotice: String { tr("Sending: “%1$s”").filling(shownSubject) }

  /// How long it can be taken back still, in seconds.
  var wait: Double {
    if case .waiting(let date, after: nil) = state { max(0, date.timeIntervalSinceNow) } else { 0 }
  }

  /// Whether it is not sent before the person says so.
  var isStopped: Bool {
    switch state {
    case .failed, .unknown, .sent(.some): true
    default: false
    }
  }

  /// Whether something is to be done for it now.
  fileprivate func isDue(isAfresh: Bool) -> Bool {
    switch state {
    case .waiting(let date, let problem): date <= .now || isAfresh && problem != nil
    case .sent(let problem): isAfresh || problem == nil
    default: false
    }
  }
}
