import CGtkShim

/// What a list decides about gestures, and why, on GLib's debug log: `G_MESSAGES_DEBUG=SwipeRow` shows it.
enum GestureLog {
  /// Writes one line; the message is made only if somebody reads it.
  static func note(_ message: @autoclosure () -> String) {
    guard dnk_debug_is_on(domain) != 0 else { return }
    dnk_debug(domain, message())
  }

  fileprivate static let domain = "SwipeRow"
}

/// Tells who writes the program what to mend, by a critical warning of GLib's log.
func tellMisuse(_ message: String) { dnk_critical(GestureLog.domain, message) }

extension Double {
  /// The number with one digit after the point, for people.
  var brief: String { "\((self * 10).rounded() / 10)" }
}
