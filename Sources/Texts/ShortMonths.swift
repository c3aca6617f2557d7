internal import CDunnockIcu
import Glibc

/// Abbreviated names of months as they stand in dates: "Nov." in German, where the C library's `%b` is "Nov", a name for tables.
enum ShortMonths {
  /// The names for the locale of dates, from January on; empty where the C library's are to be used.
  static let own = setlocale(LC_TIME, nil).map { names(for: String(cString: $0)) } ?? []

  /// The names that the Unicode CLDR has for a locale of the C library; empty where it has none, and for a locale with a modifier, such as
  /// the script in `sr_RS@latin`, which it calls otherwise.
  static func names(for locale: String) -> [String] {
    guard !locale.contains("@"), !["C", "POSIX"].contains(locale.prefix { $0 != "." }) else {
      return []
    }
    let name = String(locale.prefix { $0 != "." })
    let names = (0..<12).map { month in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 64) { room in
        let count = dnk_icu_short_month(name, Int32(month), room.baseAddress, Int32(room.count))
        return String(decoding: room[..<Int(count)], as: UTF16.self)
      }
    }
    // What the CLDR has for a language that it does not know.
    return names[0] == "M01" || names.contains("") ? [] : names
  }
}
