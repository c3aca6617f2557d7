internal import CDunnockLinux
internal import Glibc
internal import Synchronization

/// A terminal of which a program has one end: to a pipe it would not tell how far it is.
final class Terminal: Sendable {
  /// The end that is read.
  let descriptor: Int32
  private let programsEnd: Mutex<Int32>

  /// Nil where the system gives none; `errno` says why.
  init?() {
    var end: Int32 = -1
    descriptor = dnk_open_terminal(&end)
    guard descriptor >= 0 else { return nil }
    programsEnd = Mutex(end)
  }

  deinit {
    close(descriptor)
    let rest = takeProgramsEnd()
    if rest >= 0 { close(rest) }
  }

  /// The program's end, which is the caller's to close from then on.
  func takeProgramsEnd() -> Int32 {
    programsEnd.withLock { end in
      defer { end = -1 }
      return end
    }
  }
}
