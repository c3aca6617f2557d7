import Synchronization

/// Those in this process who want to know when something may have changed.
nonisolated final class Listeners: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  init() {}

  /// A stream that yields for every change, several at once yielding once.
  func add() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = state.withLock { state in
        state.next += 1
        state.continuations[state.next] = continuation
        return state.next
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
      }
    }
  }

  func tell() {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield() }
  }
}
