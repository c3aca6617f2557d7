import Dispatch
import Glibc

/// Calls back once, unless it is let go before.
///
/// What is to come at a moment of the clock on the wall does so however often that is set meanwhile, and however long the computer sleeps.
final class Alarm {
  private let timer = DispatchSource.makeTimerSource(queue: .main)

  /// - Parameter time: In seconds since 1970.
  init(at time: Int64, _ body: @escaping @MainActor () -> Void) {
    timer.schedule(
      wallDeadline: DispatchWallTime(timespec: timespec(tv_sec: Int(time), tv_nsec: 0)))
    timer.setEventHandler { MainActor.assumeIsolated(body) }
    timer.activate()
  }

  /// One that rings when the computer has been awake for so many seconds.
  init(after seconds: Double, _ body: @escaping @MainActor () -> Void) {
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { MainActor.assumeIsolated(body) }
    timer.activate()
  }

  isolated deinit { timer.cancel() }
}
