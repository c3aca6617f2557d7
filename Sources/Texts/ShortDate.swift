import CDunnockGio
import Glibc

/// Dates as a list of mail shows them: the shorter, the nearer.
package enum ShortDate {
  /// The time for today, the weekday for the six days before, the day for this year, else the day and year.
  ///
  /// - Parameters:
  ///   - date: Seconds since 1970 in UTC.
  ///   - now: The same, of the moment it is read.
  package static func text(for date: Int, now: Int) -> String {
    withMoments(date, now) { shown, current in
      let year = g_date_time_get_year(current)
      let age = days(from: shown, to: current)
      if age == 0 { return format(shown, tr("%H:%M")) }
      if (1...6).contains(age) { return format(shown, tr("%a")) }
      // A date's format, xgettext:no-c-format
      if g_date_time_get_year(shown) == year { return format(shown, tr("%-d %b")) }
      return format(shown, tr("%-d %b %Y"))
    }
  }

  /// What a date's day is listed under: today, yesterday, this week, else the month, of another year with that.
  ///
  /// What is dated later than today is under today.
  package static func heading(for date: Int, now: Int) -> String {
    withMoments(date, now) { shown, current in
      let age = days(from: shown, to: current)
      if age <= 0 { return tr("Today") }
      if age == 1 { return tr("Yesterday") }
      let weekday = Int(g_date_time_get_day_of_week(current))
      if age <= (weekday - firstWeekday + 7) % 7 { return tr("This Week") }
      let isThisYear = g_date_time_get_year(shown) == g_date_time_get_year(current)
      // A month by its name alone, xgettext:no-c-format
      return format(shown, isThisYear ? tr("%OB") : tr("%OB %Y"))
    }
  }

  /// A text of two moments in local time; empty where one is out of GLib's range.
  private static func withMoments(
    _ date: Int, _ now: Int, _ text: (_ shown: OpaquePointer, _ current: OpaquePointer) -> String
  ) -> String {
    guard let shown = g_date_time_new_from_unix_local(gint64(date)) else { return "" }
    defer { g_date_time_unref(shown) }
    guard let current = g_date_time_new_from_unix_local(gint64(now)) else { return "" }
    defer { g_date_time_unref(current) }
    return text(shown, current)
  }

  /// The day that a week begins with where the person lives, 1 for Monday to 7 for Sunday.
  private static var firstWeekday: Int {
    // The weekday of a known date tells from which one the other counts.
    let origin = UInt32(
      truncatingIfNeeded: UInt(bitPattern: nl_langinfo(nl_item(_NL_TIME_WEEK_1STDAY))))
    let first = nl_langinfo(nl_item(_NL_TIME_FIRST_WEEKDAY)).map { Int($0.pointee) } ?? 1
    let sunday = origin == 19_971_130 ? 0 : 1
    return (sunday + first - 1 + 6) % 7 + 1
  }

  /// A moment with the time of the day: the weekday for the two weeks to come, the date beyond one and for what is past.
  package static func until(_ date: Int, now: Int = Int(g_get_real_time() / 1_000_000)) -> String {
    withMoments(date, now) { shown, current in
      switch days(from: current, to: shown) {
      case 0: return format(shown, tr("%H:%M"))
      case 1...6: return format(shown, tr("%a %H:%M"))
      // A date's format, xgettext:no-c-format
      case 7...13: return format(shown, tr("%a %-d %b %H:%M"))
      default:
        if g_date_time_get_year(shown) == g_date_time_get_year(current) {
          // A date's format, xgettext:no-c-format
          return format(shown, tr("%-d %b %H:%M"))
        }
        return format(shown, tr("%-d %b %Y %H:%M"))
      }
    }
  }

  /// The date in full, as a message's header shows it, in local time or as UTC has it; empty when there is none in GLib's range.
  package static func full(_ date: Int, isUTC: Bool = false) -> String {
    format(date, isUTC, tr("%A, %-d %B %Y, %H:%M"))
  }

  /// The day alone.
  package static func day(_ date: Int, isUTC: Bool = false) -> String {
    format(date, isUTC, tr("%A, %-d %B %Y"))
  }

  /// The time of the day alone.
  package static func time(_ date: Int, isUTC: Bool = false) -> String {
    format(date, isUTC, tr("%H:%M"))
  }

  /// What the local time zone is called then, as "CET".
  package static func zone(_ date: Int) -> String { format(date, false, "%Z") }

  /// How far the local clock is ahead of UTC then, in seconds.
  package static func offset(_ date: Int) -> Int {
    guard let moment = g_date_time_new_from_unix_local(gint64(date)) else { return 0 }
    defer { g_date_time_unref(moment) }
    return Int(g_date_time_get_utc_offset(moment) / 1_000_000)
  }

  /// What short dates depend on besides the date: while it is the same, so are they.
  package struct Day: Equatable {
    private let number: Int
    private let offset: Int

    /// The local day at a moment; nil out of GLib's range.
    package init?(at now: Int) {
      guard let current = g_date_time_new_from_unix_local(gint64(now)) else { return nil }
      defer { g_date_time_unref(current) }
      number = ShortDate.day(current)
      offset = g_date_time_get_utc_offset(current)
    }
  }

  /// What the half of a day is called where it has 12 hours.
  package static func half(isAfternoon: Bool) -> String {
    guard let moment = g_date_time_new_utc(2001, 1, 1, isAfternoon ? 18 : 6, 0, 0) else {
      return ""
    }
    defer { g_date_time_unref(moment) }
    let name = format(moment, "%p")
    // Many languages have no name for it.
    return name.isEmpty ? isAfternoon ? tr("PM") : tr("AM") : name
  }

  /// Whether times are told with 12 hours: as the desktop says, and without a desktop as the locale has it.
  package static var hasTwelveHours: Bool {
    guard let desktop, let format = g_settings_get_string(desktop, "clock-format") else {
      return isTwelveHoursLocale
    }
    defer { g_free(format) }
    return String(cString: format) == "12h"
  }

  private static let isTwelveHoursLocale: Bool = {
    let time = String(cString: nl_langinfo(nl_item(T_FMT)))
    return ["%r", "%I", "%l", "%p"].contains { time.contains($0) }
  }()

  /// The desktop's settings, which any thread may read; nil where they are not installed.
  nonisolated(unsafe) private static let desktop: UnsafeMutablePointer<GSettings>? = {
    let name = "org.gnome.desktop.interface"
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, name, 1)
    else { return nil }
    defer { g_settings_schema_unref(schema) }
    return g_settings_schema_has_key(schema, "clock-format") != 0 ? g_settings_new(name) : nil
  }()

  /// Whole calendar days, so that a change of the clocks counts for nothing.
  private static func days(from earlier: OpaquePointer, to later: OpaquePointer) -> Int {
    day(later) - day(earlier)
  }

  private static func day(_ date: OpaquePointer) -> Int {
    let julian = g_date_new_dmy(
      GDateDay(g_date_time_get_day_of_month(date)),
      GDateMonth(rawValue: GDateMonth.RawValue(g_date_time_get_month(date))),
      GDateYear(g_date_time_get_year(date)))
    defer { g_date_free(julian) }
    return Int(g_date_get_julian(julian))
  }

  private static func format(_ date: Int, _ isUTC: Bool, _ pattern: String) -> String {
    guard
      let shown = isUTC
        ? g_date_time_new_from_unix_utc(gint64(date))
        : g_date_time_new_from_unix_local(gint64(date))
    else { return "" }
    defer { g_date_time_unref(shown) }
    return format(shown, pattern)
  }

  private static func format(_ date: OpaquePointer, _ pattern: String) -> String {
    let pattern =
      // Translators: the time of the day where the desktop has 12 hours.
      hasTwelveHours ? pattern.replacing("%H:%M", with: tr("%-I:%M %p")) : pattern
    let months = ShortMonths.own
    let month = Int(g_date_time_get_month(date)) - 1
    guard
      let text = g_date_time_format(
        date, months.isEmpty ? pattern : pattern.replacing("%b", with: months[month]))
    else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
