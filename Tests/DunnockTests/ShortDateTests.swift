import CAdwaita
import GtkTestSupport
import XCTest

@testable import Dunnock

final class ShortDateTests: XCTestCase {
  func testTheNearerTheShorter() throws {
    try onGtk {
      let now = local(2026, 11, 21, 14, 30)
      for (date, text) in [
        (local(2026, 11, 21, 0, 0), "00:00"), (local(2026, 11, 21, 14, 29), "14:29"),
        (local(2026, 11, 20, 23, 59), "Fri"), (local(2026, 11, 15, 0, 0), "Sun"),
        (local(2026, 11, 14, 23, 59), "14 Nov"), (local(2026, 1, 1, 0, 0), "1 Jan"),
        (local(2025, 12, 31, 23, 59), "31 Dec 2025"),
        (local(2026, 11, 22, 9, 0), "22 Nov"),
      ] {
        XCTAssertEqual(ShortDate.text(for: date, now: now), text)
      }
    }
  }

  func testDatesOutOfRangeAreEmpty() throws {
    try onGtk {
      XCTAssertEqual(ShortDate.text(for: .max, now: 0), "")
      XCTAssertEqual(ShortDate.full(.max), "")
    }
  }
}

private func local(
  _ year: Int32, _ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32
) -> Int {
  guard let date = g_date_time_new_local(year, month, day, hour, minute, 0) else { return 0 }
  defer { g_date_time_unref(date) }
  return Int(g_date_time_to_unix(date))
}
