internal import CDunnockGMime
internal import Foundation

/// Moments as a header says them.
enum MailDate {
  /// With the offset of the zone here.
  static func text(_ date: Date) -> String {
    guard let time = g_date_time_new_from_unix_local(gint64(date.timeIntervalSince1970)) else {
      return ""
    }
    defer { g_date_time_unref(time) }
    guard let text = g_mime_utils_header_format_date(time) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
