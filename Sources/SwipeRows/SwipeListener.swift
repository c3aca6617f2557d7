import Panning

/// One closure that listens to a list, to take it back before the list's end; until then, or until its end, the list keeps the closure.
public struct SwipeListener {
  private let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void = {}) { self.body = body }

  /// Ends the listening; at once, even from a call to another listener.
  public func disconnect() { body() }
}

/// The closures that listen to a group, in the order in which they came.
final class Listeners {
  /// What they are told: what came of something, what the engine is about to be told and when, and whether a row shows that an action takes
  /// its time.
  enum News {
    case change(PanChange)
    case input(PanInput, Double)
    case waiting(RowHandle, Bool)
  }

  private var bodies: [(number: Int, body: @MainActor (News) -> Void)] = []
  private var last = 0

  func add(_ body: @escaping @MainActor (News) -> Void) -> SwipeListener {
    last += 1
    bodies.append((last, body))
    return SwipeListener { [weak self, number = last] in
      self?.bodies.removeAll { $0.number == number }
    }
  }

  func tell(_ news: News) {
    for (number, body) in bodies where bodies.contains(where: { $0.number == number }) {
      body(news)
    }
  }
}
