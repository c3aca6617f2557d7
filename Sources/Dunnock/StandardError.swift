import FileSystem
import Glibc

/// The stream for what goes wrong.
nonisolated enum StandardError {
  /// Writes text; what cannot be written is nobody's loss.
  static func write(_ text: String) {
    _ = WriteCalls.write(Array(text.utf8), to: STDERR_FILENO)
  }
}
