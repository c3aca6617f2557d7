import CDunnockGtk

/// What a list decides about gestures, and why, on GLib's debug log: `G_MESSAGES_DEBUG=SwipeRow` shows it.
enum GestureLog {
  /// Writes one line; the message is made only if somebody reads it.
  static func note(_ message: @autoclosure () -> String) {
    guard g_log_writer_default_would_drop(G_LOG_LEVEL_DEBUG, domain) == 0 else { return }
    write(message(), G_LOG_LEVEL_DEBUG)
  }

  fileprivate static func write(_ message: String, _ level: GLogLevelFlags) {
    message.withCString { message in
      withVaList([message]) { g_logv(domain, level, "%s", $0) }
    }
  }

  /// What has been told.
  static var misuses: Set<String> = []

  private static let domain = "SwipeRow"
}

/// Tells who writes the program what to mend, by a critical warning of GLib's log, each thing once.
func tellMisuse(_ message: String) {
  guard GestureLog.misuses.insert(message).inserted else { return }
  GestureLog.write(message, G_LOG_LEVEL_CRITICAL)
}
