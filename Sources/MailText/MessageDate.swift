internal import CGMime
internal import Glibc

/// When a message was sent, as far as it can be believed.
package enum MessageDate {
  /// Seconds since 1970: the first that can be believed of the Date field, the first Received field
  /// and the time of the file, else 0.
  ///
  /// What lies before 1970 or more than a day after `now` is not believed. It is passed over rather
  /// than moved to the bound, which would be another at each reading.
  package static func seconds(header: HeaderBlock, fileTime: Int64, now: Int64) -> Int64 {
    if let sent = header.value("date").flatMap(parsed), isBelievable(sent, now: now) { return sent }
    if let received = header.value("received"),
      let semicolon = received.lastIndex(of: UInt8(ascii: ";")),
      let arrived = parsed(Array(received[(semicolon + 1)...])), isBelievable(arrived, now: now)
    {
      return arrived
    }
    return seconds(fileTime: fileTime, now: now)
  }

  /// The time of a file when it can be believed, else 0.
  package static func seconds(fileTime: Int64, now: Int64) -> Int64 {
    isBelievable(fileTime, now: now) ? fileTime : 0
  }

  private static func isBelievable(_ seconds: Int64, now: Int64) -> Bool {
    (0...max(0, now) + 86_400).contains(seconds)
  }

  package static func now() -> Int64 { Int64(time(nil)) }

  private static func parsed(_ value: [UInt8]) -> Int64? {
    _ = MimeLibrary.isReady
    // No date is longer; a hostile one is not worth reading.
    let text = String(decoding: value.prefix(200), as: UTF8.self)
    guard let date = g_mime_utils_header_decode_date(text) else { return nil }
    defer { g_date_time_unref(date) }
    return Int64(g_date_time_to_unix(date))
  }
}
