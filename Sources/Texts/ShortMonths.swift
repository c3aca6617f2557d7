internal import CDunnockIcu
import Glibc

/// Abbreviated names of months in the form for dates, for example "Nov." in German. The C library's `%b` gives the form for tables, "Nov".
enum ShortMonths {
  /// The names for the locale of `LC_TIME`, from January on; empty if the C library's names should be used.
  static let own = setlocale(LC_TIME, nil).map { names(for: String(cString: $0)) } ?? []

  /// Returns the names in the Unicode CLDR for a locale of the C library. Empty if the CLDR has none. Also empty for a locale with a
  /// modifier, such as the script in `sr_RS@latin`: the CLDR has another name for that locale.
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
