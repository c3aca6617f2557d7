/// When mail is to be fetched next: a value that is told what happens, with the time of each.
public struct SyncSchedule: Sendable {
  /// A moment on two clocks, in seconds.
  public struct Moment: Hashable, Sendable {
    /// Never set, but may stand still while the computer sleeps.
    public var monotonic: Double
    /// Goes on while it sleeps, but may be set.
    public var wall: Double

    public init(monotonic: Double, wall: Double) {
      self.monotonic = monotonic
      self.wall = wall
    }

    /// The seconds since an earlier moment: by the clock that shows more of them, since one that was set back or
    /// stood still would have mail wait.
    func seconds(since earlier: Moment) -> Double {
      max(monotonic - earlier.monotonic, wall - earlier.wall)
    }
  }

  /// Whether a run is under way, which no other begins beside.
  public private(set) var isRunning = false
  /// When the last run ended; nil before the first.
  private var lastEnd: Moment?
  /// The first and the last change here that no run has begun after.
  private var changes: (first: Moment, last: Moment)?
  /// How often something was changed here that no run has brought to the server yet.
  public private(set) var unsent = 0
  /// How many of these the run under way brings there.
  private var sending = 0
  /// How many runs have failed since one that went well.
  private var failures = 0
  /// How many runs that were begun for news of the server's have found nothing since one that has found something.
  private var emptyRuns = 0
  /// Whether the run under way was begun for news.
  private var isForNews = false
  /// Whether only the person can help, as with a wrong password.
  private var isHelpless = false
  private var isAsked = false
  /// Whether the server has said that something is other there since the last run began.
  public private(set) var hasNews = false
  /// Whether there is a network, where one is needed.
  public private(set) var isOnline: Bool
  private var isActive = false

  /// One of mail that was not fetched yet, and is at once.
  ///
  /// - Parameter isOnline: Whether there is a network, where one is needed.
  public init(isOnline: Bool = true) { self.isOnline = isOnline }

  /// Something was changed here that the server is to hear of.
  public mutating func changed(at now: Moment) {
    changes = (changes?.first ?? now, now)
    unsent += 1
  }

  /// The person asks for mail now.
  public mutating func ask() {
    isAsked = true
    isHelpless = false
  }

  /// The server says that something is other there. What a run changes there it says as well: while one is under way only arrivals count.
  public mutating func heard(_ news: InboxNews) {
    if !isRunning || news == .arrivals { hasNews = true }
  }

  /// The network came or went.
  public mutating func network(isOnline: Bool) {
    guard isOnline != self.isOnline else { return }
    self.isOnline = isOnline
    // What failed for want of it failed for nothing else.
    if isOnline { (failures, lastEnd) = (0, nil) }
  }

  /// The person came to a window or left the last.
  public mutating func attention(isActive: Bool) { self.isActive = isActive }

  /// A run begins, which brings everything to the server that was changed until now.
  public mutating func begin() {
    isRunning = true
    isAsked = false
    (isForNews, hasNews) = (hasNews, false)
    changes = nil
    sending = unsent
  }

  /// Whether something was changed here that a run could bring to the server now and that none under way does.
  public var hasToSend: Bool { unsent > sending && isOnline && !isHelpless }

  /// Whether a run is under way or asked for that brings to the server what was changed here.
  public var isSending: Bool { sending > 0 || isAsked && unsent > 0 }

  /// How a run ended.
  public enum End: Hashable, Sendable {
    case well
    /// It is tried again by itself.
    case badly
    /// It is not tried again before the person asks.
    case helpless
  }

  /// The run has ended.
  ///
  /// - Parameter hasFound: Whether something was other on the server. If not, the next news wait longer: a server may have some all the time.
  public mutating func end(_ end: End, at now: Moment, hasFound: Bool = true) {
    isRunning = false
    lastEnd = now
    if end == .well {
      unsent -= sending
      emptyRuns = hasFound ? 0 : emptyRuns + (isForNews ? 1 : 0)
    }
    sending = 0
    failures = end == .badly ? failures + 1 : 0
    isHelpless = end == .helpless
  }

  /// The seconds until the next run: 0 for now, nil where only something that is told can begin one.
  public func wait(at now: Moment) -> Double? {
    if isRunning { return nil }
    if isAsked { return 0 }
    guard isOnline, !isHelpless else { return nil }
    if hasNews, failures == 0, emptyRuns == 0 { return 0 }
    var wait = lastEnd.map { interval - now.seconds(since: $0) } ?? 0
    if hasNews, let lastEnd {
      // The server can be reached, but something may be out of order all the same.
      let pause = Self.calm * Self.repeats(max(failures, emptyRuns))
      wait = min(wait, pause - now.seconds(since: lastEnd))
    }
    if failures == 0, let changes {
      wait = min(
        wait, Self.calm - now.seconds(since: changes.last),
        Self.longestUnrest - now.seconds(since: changes.first))
    }
    return max(0, wait)
  }

  /// Whether it is time for a run, or nearly so and nothing but the time is waited for: several runs by one
  /// awakening wake the computer less.
  public func isDue(at now: Moment, orNearly others: Bool = false) -> Bool {
    guard let wait = wait(at: now) else { return false }
    return wait <= 0 || others && changes == nil && failures == 0 && wait < Self.nearly
  }

  private var interval: Double {
    guard failures > 0 else { return isActive ? Self.activeInterval : Self.idleInterval }
    return min(Self.longestRetry, Self.firstRetry * Self.repeats(failures))
  }

  /// How much longer it waits with each run that has failed or found nothing.
  private static func repeats(_ runs: Int) -> Double { Double(1 << min(max(runs - 1, 0), 10)) }

  /// mbsync cannot read a folder that is changed in every second, so it begins when there is a pause.
  private static let calm = 3.0
  private static let longestUnrest = 30.0
  private static let idleInterval = 300.0
  private static let activeInterval = 120.0
  private static let firstRetry = 60.0
  private static let longestRetry = 1_800.0
  private static let nearly = 60.0
}
