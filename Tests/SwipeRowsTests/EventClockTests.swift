import XCTest

@testable import SwipeRows

final class EventClockTests: XCTestCase {
  func testAPressHandledLateWasWhenItsEventSays() {
    // Pressed at 20.000 s, handled 0.4 s later, as are the motions that followed it every 8 ms.
    let clock = EventClock(eventTime: 20_000, handledAt: 20.4007)
    XCTAssertEqual(clock.start, 20, accuracy: 1e-9)
    for step in 1...20 {
      let time = clock.seconds(at: 20_000 + UInt32(step) * 8, handledAt: 20.4007)
      XCTAssertEqual(time, 20 + Double(step) * 0.008, accuracy: 1e-9)
    }
  }

  func testTheTimesOfEventsWrap() {
    let wrap = 4_294_967.296
    let clock = EventClock(eventTime: .max - 4, handledAt: wrap)
    XCTAssertEqual(clock.start, wrap - 0.005, accuracy: 1e-6)
    XCTAssertEqual(clock.seconds(at: 20, handledAt: wrap + 1), wrap + 0.02, accuracy: 1e-6)
    let later = EventClock(eventTime: 7, handledAt: wrap * 3 + 0.01)
    XCTAssertEqual(later.start, wrap * 3 + 0.007, accuracy: 1e-6)
  }

  func testAnotherMachinesClockCountsFromThePressAndNothingIsInTheFuture() {
    for eventTime in [UInt32(4_000_000_000), 20_001, 0] {
      let clock = EventClock(eventTime: eventTime, handledAt: 200)
      XCTAssertEqual(clock.start, 200)
      XCTAssertEqual(
        clock.seconds(at: eventTime &+ 50, handledAt: 200.06), 200.05, accuracy: 1e-9)
      XCTAssertEqual(clock.seconds(at: eventTime &+ 900, handledAt: 200.07), 200.07)
    }
  }

  func testAnEventThatTellsNoTimeIsHandledAtOnce() {
    // The device's other events tell one: just before the times wrap, and at any other moment.
    for eventTime in [UInt32.max - 9, 20_000] {
      let clock = EventClock(eventTime: eventTime, handledAt: Double(eventTime) / 1000)
      let now = clock.start + 5
      XCTAssertEqual(clock.seconds(at: 0, handledAt: now), now)
    }
    // On a computer that has just been started, and for some seconds in each 50 days.
    XCTAssertEqual(EventClock(eventTime: 0, handledAt: 30).start, 30)
  }
}
