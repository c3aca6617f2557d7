import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import XCTest

@testable import Dunnock
@testable import Texts

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

  func testMonthsAreAbbreviatedAsInADateOfTheLocale() {
    XCTAssertEqual(ShortMonths.names(for: "de_DE.UTF-8")[10], "Nov.")
    XCTAssertEqual(ShortMonths.names(for: "de_DE.UTF-8")[4], "Mai")
    XCTAssertEqual(ShortMonths.names(for: "en_US")[10], "Nov")
    for other in ["C", "C.UTF-8", "sr_RS@latin"] {
      XCTAssertEqual(ShortMonths.names(for: other), [], other)
    }
  }

  func testWhatIsToComeHasItsTime() throws {
    try onGtk {
      let now = local(2026, 12, 21, 14, 30)
      for (date, text) in [
        (local(2026, 12, 21, 18, 0), "18:00"), (local(2026, 12, 27, 8, 0), "Sun 08:00"),
        (local(2026, 12, 28, 8, 0), "Mon 28 Dec 08:00"),
        (local(2027, 1, 3, 8, 0), "Sun 3 Jan 08:00"),
        (local(2027, 1, 4, 8, 0), "4 Jan 2027 08:00"),
      ] {
        XCTAssertEqual(ShortDate.until(date, now: now), text)
      }
    }
  }

  func testAnotherDayIsOneByTheCalendarAndTheTimeZone() throws {
    try onGtk {
      let noon = local(2026, 11, 21, 12, 0)
      let day = try XCTUnwrap(ShortDate.Day(at: noon))
      XCTAssertEqual(day, ShortDate.Day(at: local(2026, 11, 21, 0, 0)))
      XCTAssertEqual(day, ShortDate.Day(at: local(2026, 11, 21, 23, 59)))
      // Days later after a sleep, or back by a clock that was wrong.
      for other in [(22, 0), (20, 23), (28, 12), (1, 12)] {
        XCTAssertNotEqual(
          day, ShortDate.Day(at: local(2026, 11, Int32(other.0), Int32(other.1), 0)))
      }
      XCTAssertNotEqual(day, ShortDate.Day(at: local(2027, 11, 21, 12, 0)))
      let zone = getenv("TZ").map { String(cString: $0) }
      defer { if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") } }
      setenv("TZ", "XXX-5:17", 1)
      XCTAssertNotEqual(day, ShortDate.Day(at: noon))
      XCTAssertNil(ShortDate.Day(at: .max))
    }
  }

  func testRowsShowTheirDatesAsOfToday() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1)
      var clock = 0
      let list = MailList { clock }
      try withWindow(on: .path(mailbox.path), list: list) { window in
        window.waitFor(["Subject 0"])
        let message = try XCTUnwrap(window.list.first).message
        let date = Int(message.date)
        for now in [date, date + 86_400, date + 8 * 86_400, date] {
          clock = now
          window.list.refreshDates()
          let row = try XCTUnwrap(window.list.row(of: message))
          XCTAssert(labels(in: row).contains(ShortDate.text(for: date, now: now)))
        }
        XCTAssertNotEqual(
          ShortDate.text(for: date, now: date), ShortDate.text(for: date, now: date + 86_400))
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

@MainActor private func labels(in widget: Widget) -> [String] {
  let own = widget.isA(gtk_label_get_type()) ? gtk_label_get_label(widget.opaque) : nil
  return (own.map { [String(cString: $0)] } ?? []) + widget.children.flatMap { labels(in: $0) }
}

private func local(
  _ year: Int32, _ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32
) -> Int {
  guard let date = g_date_time_new_local(year, month, day, hour, minute, 0) else { return 0 }
  defer { g_date_time_unref(date) }
  return Int(g_date_time_to_unix(date))
}
