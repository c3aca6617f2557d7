internal import CGMime
internal import Glibc

/// When a message was sent, as far as it can be believed.
enum MessageDate {
  /// Seconds since 1970: the Date field, else the time of the first Received field, else the time
  /// of the file; never before 1970 nor later than a day after `now`.
  static func seconds(header: HeaderBlock, fileTime: Int64, now: Int64) -> Int64 {
    let sent =
      header.value("date").flatMap(parsed)
      ?? header.value("received").flatMap { received in
        received.lastIndex(of: UInt8(ascii: ";")).flatMap { parsed(Array(received[($0 + 1)...])) }
      } ?? fileTime
    return clamped(sent, now: now)
  }

  static func clamped(_ seconds: Int64, now: Int64) -> Int64 {
    min(max(seconds, 0), now + 86_400)
  }

  static func now() -> Int64 { Int64(time(nil)) }

  private static func parsed(_ value: [UInt8]) -> Int64? {
    _ = MimeLibrary.isReady
    // No date is longer; a hostile one is not worth reading.
    let text = String(decoding: value.prefix(200), as: UTF8.self)
    guard let date = g_mime_utils_header_decode_date(text) else { return nil }
    defer { g_date_time_unref(date) }
    return Int64(g_date_time_to_unix(date))
  }
}
