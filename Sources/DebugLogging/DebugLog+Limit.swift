internal import CDunnockGio
internal import Glibc
internal import Synchronization

extension DebugLog {
  /// Limits what GLib and GTK print to standard error while no debug log is on: a warning in a loop would fill the disk, for a desktop
  /// keeps standard error in a file. Can be called once in a process.
  ///
  /// - Parameter bytes: How much is printed. Then one line says so, and nothing more is printed.
  public static func limitWarnings(to bytes: Int = 1 << 20) {
    remainingBytes.withLock { $0 = bytes }
    g_log_set_writer_func(
      { level, fields, count, data in
        let unlimited = [
          G_LOG_LEVEL_DEBUG, G_LOG_LEVEL_INFO, G_LOG_LEVEL_ERROR, G_LOG_FLAG_FATAL,
        ].contains { level.rawValue & $0.rawValue != 0 }
        let isDebugging =
          g_log_get_debug_enabled() != 0 || g_getenv(DebugLog.environmentVariable) != nil
        let size = (0..<Int(count)).reduce(0) { size, index in
          guard let field = fields?[index], strcmp(field.key, "MESSAGE") == 0,
            let text = field.value?.assumingMemoryBound(to: CChar.self)
          else { return size }
          return size + (field.length < 0 ? strlen(text) : Int(field.length))
        }
        if unlimited || isDebugging || DebugLog.takes(size) {
          return g_log_writer_default(level, fields, count, data)
        }
        return G_LOG_WRITER_HANDLED
      }, nil, nil)
  }

  /// Whether a warning of so many bytes may be printed.
  private static func takes(_ size: Int) -> Bool {
    let (before, now) = remainingBytes.withLock { remaining in
      let before = remaining
      // GLib puts a prefix of about 80 bytes before each line.
      remaining = max(0, before - size - 80)
      return (before, remaining)
    }
    if before > 0, now == 0 { _ = write(STDERR_FILENO, lastLine, strlen(lastLine)) }
    return now > 0
  }

  private static let remainingBytes = Mutex(0)
  private static let lastLine =
    "Too many warnings. No more are printed; start with --debug to print all of them.\n"
}
