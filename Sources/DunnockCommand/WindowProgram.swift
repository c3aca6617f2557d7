import FileSystem
import Glibc
import Texts

/// The program that shows windows.
enum WindowProgram {
  /// Goes on as that program, with the same environment; its exit status is this one's.
  ///
  /// - Returns: 1, after a line on standard error, where it cannot be run.
  static func become(_ arguments: [ByteName]) -> Int32 {
    let program = Places.windowProgram
    var words = ([program] + arguments).map { $0.withCString { strdup($0) } } + [nil]
    defer { for word in words { free(word) } }
    let code = program.withCString { path in
      execv(path, &words)
      return errno
    }
    let reason = String(cString: strerror(code))
    let sentence =
      Places.buildFolder == nil
      ? tr("“%1$s”, which shows windows, cannot be started: %2$s. Install Dunnock again.")
      : tr(
        "“%1$s”, which shows windows, cannot be started: %2$s. Run “.scripts/swift build” first.")
    complain(sentence.filling(program.description, reason))
    return 1
  }
}
