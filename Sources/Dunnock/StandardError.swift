import Glibc

/// The stream for what goes wrong.
nonisolated enum StandardError {
  /// Writes text; what cannot be written is nobody's loss.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
