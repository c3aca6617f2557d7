internal import Foundation
internal import Glibc

/// Reads what a program prints on a terminal until it ends or hangs, however much that is.
struct ProgramReading: Sendable {
  let terminal: Terminal
  let process: pid_t
  let processDescriptor: Int32
  let timeout: Duration
  let tell: @Sendable (SyncProgress) -> Void

  struct Outcome: Sendable {
    var output = ProgramRunner.Output()
    var isHanging = false
  }

  /// Blocks the thread.
  func read() -> Outcome {
    var text = ProgramText()
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    var silence = Silence(work: "")
    // Often enough to be exact where the timeout is short, and no more.
    let pause = Int32(min(max(timeout.components.seconds * 200, 50), 5_000))
    var isClosed = false
    while true {
      var waiting = [isClosed ? -1 : terminal.descriptor, processDescriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&waiting, nfds_t(waiting.count), pause)
      if count < 0, errno != EINTR { break }
      if waiting[0].revents != 0 {
        let count = Glibc.read(terminal.descriptor, &buffer, buffer.count)
        if count > 0 {
          silence.length = .zero
          for progress in text.add(buffer[..<count]) { tell(progress) }
          continue
        }
        // Nobody has the other end any more, and the program may yet be about to end.
        isClosed = count < 0 && errno == EIO
        if isClosed, processDescriptor < 0 { break }
      }
      // It has ended, and all that it said has been read.
      if waiting[1].revents != 0 { break }
      if count == 0, isTooLong(&silence, after: pause) {
        return Outcome(output: text.finish(), isHanging: true)
      }
    }
    return Outcome(output: text.finish())
  }

  /// How long nothing was heard of the program, and what it had done by then.
  private struct Silence {
    var length = Duration.zero
    var work: String
  }

  /// Counts a pause in which nothing was said. No clock is asked: while the computer sleeps, the program does too.
  private func isTooLong(_ silence: inout Silence, after pause: Int32) -> Bool {
    let now = work
    silence.length = now == silence.work ? silence.length + .milliseconds(pause) : .zero
    silence.work = now
    return silence.length > timeout
  }

  /// What changes when the program does anything: a large message may be on its way for long, and
  /// nothing is said of it.
  private var work: String {
    guard let file = fopen("/proc/\(process)/status", "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8 << 10)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.split(separator: "\n").filter { $0.contains("ctxt_switches") }.joined()
  }
}
