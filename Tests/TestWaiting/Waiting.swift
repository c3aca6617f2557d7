import Glibc
import Testing

/// The longest that any test waits for one condition. A test that chose a limit of its own would depend on the speed of the machine.
public let waitLimit = Duration.seconds(60)

/// A condition did not come true within ``waitLimit``.
public struct WaitFailure: Error, CustomStringConvertible {
  public let description: String

  fileprivate init(_ what: String) { description = "waited in vain for \(what)" }
}

/// Waits until a condition is true; throws if it stays false.
public func until(
  _ what: String, isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  for _ in 0..<polls {
    if try await condition() { return }
    try await Task.sleep(for: pause)
  }
  throw WaitFailure(what)
}

/// Blocks the thread until a condition is true; throws if it stays false.
public func block(until what: String, _ condition: () throws -> Bool) throws {
  for _ in 0..<polls {
    if try condition() { return }
    usleep(useconds_t(pause / .microseconds(1)))
  }
  throw WaitFailure(what)
}

private let pause = Duration.milliseconds(2)

/// The limit is counted in pauses, so that it grows with the time that a busy machine takes for each.
private let polls = Int(waitLimit / pause)

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs where no condition is polled, long after any machine would have finished it.
  public static var againstHanging: Self { .timeLimit(.minutes(60)) }
}
