import Foundation

/// A moment that mail can be put off to by one word.
public enum SnoozeTime: CaseIterable, Sendable {
  case laterToday, tomorrow, thisWeekend, nextWeek

  /// Those that have a sense at a moment, each later than the one before it, in seconds since 1970.
  ///
  /// - Parameter calendar: Tells days, weekends and the time zone.
  public static func offered(
    at now: Date, in calendar: Calendar
  ) -> [(name: SnoozeTime, time: Int64)] {
    var offered: [(name: SnoozeTime, time: Int64)] = []
    for name in allCases {
      guard let date = name.date(after: now, in: calendar), date > now else { continue }
      let time = Int64(date.timeIntervalSince1970)
      // On a Friday the weekend is tomorrow.
      if offered.allSatisfy({ $0.time < time }) { offered.append((name, time)) }
    }
    return offered
  }

  /// Nil where it has no sense.
  private func date(after now: Date, in calendar: Calendar) -> Date? {
    switch self {
    case .laterToday:
      guard let hour = calendar.dateInterval(of: .hour, for: now + Self.later)?.start,
        let morning = Self.time(Self.morning, of: now, in: calendar),
        let evening = Self.time(Self.evening, of: now, in: calendar)
      else { return nil }
      let time = max(hour, morning)
      return time <= evening ? time : nil
    case .tomorrow:
      return Self.mornings(after: now, in: calendar).first
    case .thisWeekend:
      if calendar.isDateInWeekend(now) { return nil }
      return Self.mornings(after: now, in: calendar).first(where: calendar.isDateInWeekend)
    case .nextWeek:
      // The first working day behind a weekend.
      var isBehind = calendar.isDateInWeekend(now)
      for day in Self.mornings(after: now, in: calendar) {
        let isFree = calendar.isDateInWeekend(day)
        if isBehind, !isFree { return day }
        isBehind = isBehind || isFree
      }
      return nil
    }
  }

  /// The mornings of the days to come that there are: a time zone may leave out a day.
  private static func mornings(after now: Date, in calendar: Calendar) -> [Date] {
    (1...8).compactMap { days in
      calendar.date(byAdding: .day, value: days, to: calendar.startOfDay(for: now))
        .flatMap { time(morning, of: $0, in: calendar) }
    }
  }

  private static func time(_ hour: Int, of day: Date, in calendar: Calendar) -> Date? {
    calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day)
  }

  /// Three hours from now or a little more, at a full hour: seconds.
  private static let later = 4 * 3_600.0 - 1
  private static let morning = 8
  /// The last hour that "later today" is good for.
  private static let evening = 21
}
