/// One closure that listens to a list, to take it back before the list's end.
public struct SwipeListener {
  private let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void = {}) { self.body = body }

  /// Ends the listening; at once, even from a call to another listener.
  public func disconnect() { body() }
}

/// The closures that listen to one thing, in the order in which they came.
final class Listeners<Value> {
  private var bodies: [Int: @MainActor (Value) -> Void] = [:]
  private var order: [Int] = []
  private var next = 0

  func add(_ body: @escaping @MainActor (Value) -> Void) -> SwipeListener {
    let number = next
    next += 1
    bodies[number] = body
    order.append(number)
    return SwipeListener { [weak self] in
      self?.bodies[number] = nil
      self?.order.removeAll { $0 == number }
    }
  }

  func tell(_ value: Value) {
    for number in order { bodies[number]?(value) }
  }
}
