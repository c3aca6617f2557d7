import CDunnockGtk
import GtkBridge
import MailModel

/// How long the person has looked at which messages.
final class Attention {
  private let clock: () -> Double
  private let wait: (Double, @escaping @MainActor () -> Void) -> Void
  /// Since when each message is looked at, seconds.
  private var since: [MessageRef: Double] = [:]
  /// The messages of which nothing more is told until the person goes elsewhere.
  private var settled: Set<MessageRef> = []
  private var choice: Int?
  private var isWaiting = false

  /// - Parameters:
  ///   - clock: Seconds of a clock that nobody sets.
  ///   - wait: Calls something after some seconds.
  init(
    clock: @escaping () -> Double = { Double(g_get_monotonic_time()) / 1e6 },
    wait: @escaping (Double, @escaping @MainActor () -> Void) -> Void = {
      after($0, $1)
    }
  ) { (self.clock, self.wait) = (clock, wait) }

  /// Notes what is looked at now.
  ///
  /// - Parameters:
  ///   - messages: Those in sight.
  ///   - choice: Which of the person's choices they are; see ``ListSelection/choice``.
  ///   - delay: How long a message is to be looked at, seconds.
  ///   - again: Called when it is time to note it again.
  /// - Returns: The messages that were looked at for so long, each once for a choice.
  func look(
    at messages: [MessageRef], by choice: Int?, for delay: Double,
    again: @escaping @MainActor () -> Void
  ) -> [MessageRef] {
    if choice != self.choice { (self.choice, since, settled) = (choice, [:], []) }
    let now = clock()
    let before = since
    since = [:]
    for id in messages where !settled.contains(id) { since[id] = before[id] ?? now }
    let due = messages.filter { since[$0].map { now - $0 >= delay } ?? false }
    settle(due)
    if !isWaiting, let first = since.values.min() {
      isWaiting = true
      wait(first + delay - now) { [weak self] in
        self?.isWaiting = false
        again()
      }
    }
    return due
  }

  /// Lets messages be as they are until the person goes elsewhere: it is said what they are to be.
  func settle(_ messages: some Sequence<MessageRef>) {
    for id in messages {
      settled.insert(id)
      since[id] = nil
    }
  }
}
