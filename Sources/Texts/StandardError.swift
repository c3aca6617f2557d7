import FileSystem
import Glibc
import MailText

/// The stream for what goes wrong.
package enum StandardError {
  /// Writes text; what cannot be written is nobody's loss.
  package static func write(_ text: String) {
    _ = WriteCalls.write(Array(text.utf8), to: STDERR_FILENO)
  }
}

/// Writes one line to standard error, without what would have a terminal do more than show it.
package func complain(_ sentence: String) {
  let line = DisplayText.safe(sentence, limit: .max)
  StandardError.write(Product.textDomain + ": " + line + "\n")
}

/// The same of what has a name, such as an account.
package func complain(_ sentence: String, about name: String) {
  complain(tr("%1$s: %2$s").filling(name, sentence))
}
