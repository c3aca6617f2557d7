import CDunnockGtk
import FileSystem
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import Texts
import XCTest

@testable import Dunnock
@testable import SwipeRows

/// The days that rows stand under.
final class DayHeadingTests: XCTestCase {
  func testTheNearerTheFiner() throws {
    try onGtk {
      // A Thursday; a week begins with Sunday in the language of the tests.
      let now = local(2026, 11, 26, 0, 5)
      for (date, text) in [
        (local(2026, 11, 27, 9, 0), "Today"), (local(2026, 11, 26, 0, 0), "Today"),
        (local(2026, 11, 25, 23, 59), "Yesterday"), (local(2026, 11, 24, 23, 59), "This Week"),
        (local(2026, 11, 23, 0, 0), "This Week"), (local(2026, 11, 21, 23, 59), "November"),
        (local(2026, 11, 1, 0, 0), "November"), (local(2026, 10, 31, 23, 59), "October"),
        (local(2025, 11, 30, 12, 0), "November 2025"),
      ] {
        XCTAssertEqual(ShortDate.heading(for: date, now: now), text)
      }
    }
  }

  func testRowsStandUnderTheirDaysAndNextDayUnderOthers() throws {
    try onGtk {
      let mailbox = try TestMailbox(folders: [".Archive"])
      let clock = Clock(local(2026, 9, 21, 23, 59))
      for (subject, age) in [("A", 0), ("B", 60), ("C", 86_400), ("D", 40 * 86_400)] {
        // The newest came at 14:13 UTC on that day.
        try mailbox.add(subject, age: age)
      }
      let list = MailList(clock: { clock.now })
      try withWindow(on: .path(mailbox.path), allowsChanges: true, list: list) { window in
        window.waitFor(["A", "B", "C", "D"])
        XCTAssertEqual(window.headings, ["Today", nil, "Yesterday", "August"])
        // The next of the day takes the heading, and what comes before it.
        window.list.focus(window.list.messages[0].id)
        window.obey(.archive)
        window.waitFor(["B", "C", "D"])
        pump("the row to have gone") { window.list.removing.isEmpty }
        XCTAssertEqual(window.headings, ["Today", "Yesterday", "August"])
        window.undo()
        window.waitFor(["A", "B", "C", "D"])
        XCTAssertEqual(window.headings, ["Today", nil, "Yesterday", "August"])
        clock.now = local(2026, 9, 22, 0, 0)
        window.list.refreshDates()
        XCTAssertEqual(window.headings, ["Yesterday", nil, "This Week", "August"])
      }
    }
  }

  func testWhatWaitsIsUnderNoDay() throws {
    try onGtk {
      let mailbox = try TestMailbox(count: 1, folders: [".Archive", ".Snoozed"])
      try mailbox.add("Waits", waking: Int(Date().timeIntervalSince1970) + 900_000)
      try withWindow(on: .path(mailbox.path), allowsChanges: true) { window in
        window.waitFor(["Subject 0"])
        XCTAssertNotNil(window.headings.first ?? nil)
        window.open(FolderID(path: ByteName(".Snoozed")))
        window.waitFor(["Waits"])
        XCTAssertEqual(window.headings, [nil])
      }
    }
  }

  private final class Clock {
    var now: Int

    init(_ now: Int) { self.now = now }
  }
}

@MainActor
extension MailWindow {
  /// The headings of the rows, first to last.
  fileprivate var headings: [String?] {
    list.shownRows.map { list.swipes.row(of: $0.id)?.shownHeading }
  }
}

private func local(_ year: Int32, _ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32)
  -> Int
{
  guard let date = g_date_time_new_local(year, month, day, hour, minute, 0) else { return 0 }
  defer { g_date_time_unref(date) }
  return Int(g_date_time_to_unix(date))
}
