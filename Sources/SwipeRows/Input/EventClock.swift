import CDunnockGtk

/// The times of a gesture's events on the clock that frames are timed by; events' own times count milliseconds and wrap.
nonisolated package struct EventClock {
  /// When the gesture began, seconds.
  package let start: Double
  private let eventTime: UInt32

  package init(_ event: OpaquePointer) {
    self.init(eventTime: gdk_event_get_time(event), handledAt: Self.now)
  }

  /// - Parameters:
  ///   - eventTime: The time of the gesture's first event.
  ///   - now: When it is handled, which on a busy machine is later.
  init(eventTime: UInt32, handledAt now: Double) {
    self.eventTime = eventTime
    // A display server on this machine has its times from this very clock. One elsewhere has its own: there the event is new.
    let milliseconds = (now * 1000).rounded(.down)
    let age = UInt32(truncatingIfNeeded: Int64(milliseconds)) &- eventTime
    let isKnown = eventTime != Self.unknown && age < Self.longestWait
    start = isKnown ? (milliseconds - Double(age)) / 1000 : now
  }

  /// When a later event was, never after it is handled.
  package func seconds(at eventTime: UInt32, handledAt now: Double = EventClock.now) -> Double {
    eventTime == Self.unknown ? now : min(now, start + Double(eventTime &- self.eventTime) / 1000)
  }

  /// Seconds on that clock.
  package static var now: Double { Double(g_get_monotonic_time()) / 1e6 }

  /// The time of an event that some virtual devices and XTest do not tell (`GDK_CURRENT_TIME`).
  private static let unknown: UInt32 = 0

  /// An event older than this, ms, is of another clock.
  private static let longestWait: UInt32 = 60_000
}
