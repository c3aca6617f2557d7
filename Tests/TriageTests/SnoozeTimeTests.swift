import Foundation
import Testing

@testable import Triage

@Suite struct SnoozeTimeTests {
  private static func calendar(
    _ zone: String = "Europe/Berlin", _ locale: String = "en_GB"
  ) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    calendar.locale = Locale(identifier: locale)
    return calendar
  }

  private static func date(_ text: String, _ calendar: Calendar) throws -> Date {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    return try #require(
      calendar.date(
        from: DateComponents(
          year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
          minute: numbers[4])))
  }

  private static func offered(
    _ now: String, _ calendar: Calendar
  ) throws -> [SnoozeTime: String] {
    let offered = SnoozeTime.offered(at: try date(now, calendar), in: calendar)
    return Dictionary(
      uniqueKeysWithValues: offered.map { name, time in
        let parts = calendar.dateComponents(
          [.year, .month, .day, .hour, .minute],
          from: Date(timeIntervalSince1970: TimeInterval(time)))
        let text = [parts.month, parts.day, parts.hour, parts.minute]
          .map { String(format: "%02d", $0 ?? -1) }
        return (name, "\(text[0])-\(text[1]) \(text[2]):\(text[3])")
      })
  }

  // 2026-03-02 is a Monday.
  @Test(
    arguments: [
      (
        "2026-03-02 09:00",
        [
          .laterToday: "03-02 12:00", .tomorrow: "03-03 08:00", .thisWeekend: "03-07 08:00",
          .nextWeek: "03-09 08:00",
        ]
      ),
      (
        "2026-03-02 09:01",
        [
          .laterToday: "03-02 13:00", .tomorrow: "03-03 08:00", .thisWeekend: "03-07 08:00",
          .nextWeek: "03-09 08:00",
        ]
      ),
      (
        "2026-03-02 00:30",
        [
          .laterToday: "03-02 08:00", .tomorrow: "03-03 08:00", .thisWeekend: "03-07 08:00",
          .nextWeek: "03-09 08:00",
        ]
      ),
      // Late in the evening nothing is later today.
      (
        "2026-03-02 18:01",
        [.tomorrow: "03-03 08:00", .thisWeekend: "03-07 08:00", .nextWeek: "03-09 08:00"]
      ),
      (
        "2026-03-02 23:59",
        [.tomorrow: "03-03 08:00", .thisWeekend: "03-07 08:00", .nextWeek: "03-09 08:00"]
      ),
      // On a Friday the weekend is tomorrow, on a Saturday it is now, and on a Sunday next week is tomorrow.
      ("2026-03-06 20:00", [.tomorrow: "03-07 08:00", .nextWeek: "03-09 08:00"]),
      (
        "2026-03-07 07:00",
        [.laterToday: "03-07 10:00", .tomorrow: "03-08 08:00", .nextWeek: "03-09 08:00"]
      ),
      ("2026-03-08 20:00", [.tomorrow: "03-09 08:00"]),
      // The clocks go forward on Sunday the 29th.
      (
        "2026-03-27 10:00",
        [.laterToday: "03-27 13:00", .tomorrow: "03-28 08:00", .nextWeek: "03-30 08:00"]
      ),
      (
        "2026-12-31 12:00",
        [
          .laterToday: "12-31 15:00", .tomorrow: "01-01 08:00", .thisWeekend: "01-02 08:00",
          .nextWeek: "01-04 08:00",
        ]
      ),
    ] as [(String, [SnoozeTime: String])])
  func whatHasASenseIsOffered(now: String, expected: [SnoozeTime: String]) throws {
    #expect(try Self.offered(now, Self.calendar()) == expected)
  }

  @Test func theWeekendIsThatOfTheCountry() throws {
    // In Egypt it is Friday and Saturday.
    let calendar = try Self.calendar("Africa/Cairo", "ar_EG")
    let offered = try Self.offered("2026-03-02 09:00", calendar)
    #expect(offered[.thisWeekend] == "03-06 08:00" && offered[.nextWeek] == "03-08 08:00")
  }

  @Test func aDayThatATimeZoneLeavesOutIsNotTomorrow() throws {
    // In Samoa 2011-12-30 never was.
    let offered = try Self.offered("2011-12-29 20:00", Self.calendar("Pacific/Apia"))
    #expect(offered[.tomorrow] == "12-31 08:00" && offered[.nextWeek] == "01-02 08:00")
  }

  /// Moments of every hour of two weeks around each change of the clocks, in zones that differ.
  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe",
    "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Chatham", "Africa/Casablanca",
  ])
  func everyMomentIsToComeAndAtAnHourOfTheDay(zone: String) throws {
    let calendar = try Self.calendar(zone)
    for start in ["2026-03-22 00:00", "2026-10-18 00:00", "2018-10-28 00:00"] {
      let first = try Self.date(start, calendar)
      for step in 0..<(14 * 24) {
        let now = first + Double(step) * 3_660
        let offered = SnoozeTime.offered(at: now, in: calendar)
        let times = offered.map { Date(timeIntervalSince1970: TimeInterval($0.time)) }
        #expect(
          offered.contains { $0.name == .tomorrow }
            && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        for (one, time) in zip(offered, times) {
          let parts = calendar.dateComponents([.hour, .minute, .second], from: time)
          let isRight =
            switch one.name {
            case .laterToday:
              calendar.isDate(time, inSameDayAs: now) && time.timeIntervalSince(now) >= 7_200
                && (8...21).contains(parts.hour ?? -1)
            case .thisWeekend: calendar.isDateInWeekend(time) && parts.hour == 8
            case .tomorrow: parts.hour == 8
            case .nextWeek: !calendar.isDateInWeekend(time) && parts.hour == 8
            }
          #expect(
            isRight && time > now && parts.minute == 0 && parts.second == 0, "\(one.name) \(now)")
        }
      }
    }
  }
}
