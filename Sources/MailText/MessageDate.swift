internal import CDunnockGMime
internal import Glibc

/// When a message was sent and when it came, as far as that can be believed.
package enum MessageDate {
  /// Seconds since 1970: the first that can be believed of the Date field, the first Received field
  /// and the time of the file, else 0.
  ///
  /// What lies before 1970 or more than a day after `now` is not believed. It is passed over rather
  /// than moved to the bound, which would be another at each reading.
  package static func seconds(header: HeaderBlock, fileTime: Int64, now: Int64) -> Int64 {
    if let sent = header.value("date").flatMap(parsed), isBelievable(sent, now: now) { return sent }
    return received(header, now: now) ?? seconds(fileTime: fileTime, now: now)
  }

  /// The time of a file when it can be believed, else 0.
  package static func seconds(fileTime: Int64, now: Int64) -> Int64 {
    isBelievable(fileTime, now: now) ? fileTime : 0
  }

  /// Seconds since 1970: the earliest that can be believed of the topmost Received field, which the
  /// last server wrote, and the time of the file, else 0.
  package static func received(header: HeaderBlock?, fileTime: Int64, now: Int64) -> Int64 {
    let received = header.flatMap { self.received($0, now: now) } ?? 0
    let fileTime = seconds(fileTime: fileTime, now: now)
    return received > 0 && fileTime > 0 ? min(received, fileTime) : max(received, fileTime)
  }

  /// Seconds since 1970 as the Date field says, whether that can be believed or not; nil when it says
  /// nothing.
  static func sent(header: HeaderBlock) -> Int64? { header.value("date").flatMap(parsed) }

  private static func received(_ header: HeaderBlock, now: Int64) -> Int64? {
    guard let field = header.value("received"),
      let semicolon = field.lastIndex(of: UInt8(ascii: ";")),
      let received = parsed(Array(field[(semicolon + 1)...])), isBelievable(received, now: now)
    else { return nil }
    return received
  }

  /// Whether a time is neither before 1970 nor more than a day after `now`.
  package static func isBelievable(_ seconds: Int64, now: Int64) -> Bool {
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
