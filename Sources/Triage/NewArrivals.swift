public import MailModel

/// Tells which mail has newly come to the inboxes of a mailbox, and what a person is to be told of it.
///
/// New is what is unread, came after the first look, and was delivered no longer than a day before that: neither what was there already,
/// nor what this program itself has moved there, nor old mail that is put back. A few are told of one by one; of more in a run, without
/// a minute between, one notice tells, however many they are.
public struct NewArrivals: Sendable {
  /// What a person is to be told, or told no more.
  public enum Change: Equatable, Sendable {
    case show(Message)
    /// By one notice, in place of the one that there may be already.
    case showTogether([Message])
    case withdraw(MessageRef)
    case withdrawTogether
  }

  private let oldest: Int64
  private var known: [FolderID: Set<MessageRef>] = [:]
  /// What has a notice of its own and is still unread.
  private var single: [Message] = []
  /// What one notice stands for and is still unread.
  private var together: [Message] = []
  /// What the person was told of in this run and is still unread.
  private var run: [Message] = []
  private var lastTold = Int64.min

  /// - Parameter now: The moment of the first look, in seconds since 1970.
  public init(now: Int64) { oldest = now - NewArrivals.slack }

  /// Looks at all messages of an inbox, the newest first.
  ///
  /// - Parameters:
  ///   - now: In seconds since 1970.
  ///   - isQuiet: Whether the person sees what comes, and need not be told.
  ///   - wasPut: Whether this program has put a message there.
  public mutating func look(
    at messages: [Message], in inbox: FolderID, now: Int64, isQuiet: Bool,
    wasPut: (MessageRef) -> Bool
  ) -> [Change] {
    // What is too old to be new need not be remembered.
    let recent = messages.filter { $0.received == 0 || $0.received >= oldest }
    let before = known[inbox]
    known[inbox, default: []].formUnion(recent.lazy.map(\.id))
    var changes = keep(Set(recent.lazy.filter(\.isUnread).map(\.id)), in: inbox)
    guard let before, !isQuiet else { return changes }
    let came = recent.filter {
      $0.isUnread && !$0.isMarkedForDeletion && $0.waking == nil && !before.contains($0.id)
        && !wasPut($0.id)
    }
    guard !came.isEmpty else { return changes }
    // The clock may have been set back.
    if lastTold > now || lastTold < now - NewArrivals.pause { run = [] }
    lastTold = now
    let continues = run.contains { message in together.contains { $0.id == message.id } }
    run = came + run
    guard continues || run.count > NewArrivals.mostSingle else {
      single += came
      return changes + came.reversed().map { .show($0) }
    }
    let gathered = Set(run.lazy.map(\.id))
    changes += single.filter { gathered.contains($0.id) }.map { .withdraw($0.id) }
    single.removeAll { gathered.contains($0.id) }
    together = run + together.filter { !gathered.contains($0.id) }
    return changes + [.showTogether(together)]
  }

  /// Has the person be told of nothing any more that was told until now.
  public mutating func withdrawAll() -> [Change] {
    defer { (single, together, run) = ([], [], []) }
    return single.map { .withdraw($0.id) } + (together.isEmpty ? [] : [.withdrawTogether])
  }

  /// Withdraws what is unread in an inbox no more.
  private mutating func keep(_ unread: Set<MessageRef>, in inbox: FolderID) -> [Change] {
    let isOver = { (message: Message) in
      message.id.folder == inbox && !unread.contains(message.id)
    }
    var changes: [Change] = single.filter(isOver).map { .withdraw($0.id) }
    let hadTogether = !together.isEmpty
    single.removeAll(where: isOver)
    together.removeAll(where: isOver)
    run.removeAll(where: isOver)
    if hadTogether, together.isEmpty { changes.append(.withdrawTogether) }
    return changes
  }

  /// How far the clocks of who delivers mail may differ from this one, in seconds.
  private static let slack: Int64 = 86_400
  /// What ends a run, in seconds.
  private static let pause: Int64 = 60
  /// So many notices are still read one by one.
  private static let mostSingle = 3
}
