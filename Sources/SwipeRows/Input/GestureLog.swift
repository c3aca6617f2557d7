import CGtkShim

/// What a list decides about gestures, and why, on GLib's debug log: `G_MESSAGES_DEBUG=SwipeRow` shows it.
enum GestureLog {
  /// Writes one line; the message is made only if somebody reads it.
  static func note(_ message: @autoclosure () -> String) {
    guard dnk_debug_is_on(domain) != 0 else { return }
    dnk_debug(domain, message())
  }

  private static let domain = "SwipeRow"
}

extension Double {
  /// The number with one digit after the point, for people.
  var brief: String { "\((self * 10).rounded() / 10)" }
}
