import Glibc
import MailText
import Texts

/// The first line of standard input, which may be a password.
enum FirstLine {
  /// Nil where there is none, or none that is text.
  ///
  /// - Parameter question: Asked where a person sits at a terminal, which then does not show the answer.
  static func read(asking question: String) -> String? {
    var before = termios()
    let isTerminal = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &before) == 0
    if isTerminal {
      StandardError.write(question)
      var silent = before
      silent.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    }
    defer {
      if isTerminal {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
        StandardError.write("\n")
      }
    }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < maximumLength, Glibc.read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {
      bytes.append(byte)
    }
    if bytes.last == 0x0D { bytes.removeLast() }
    guard !bytes.isEmpty else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static let maximumLength = 4_096
}
