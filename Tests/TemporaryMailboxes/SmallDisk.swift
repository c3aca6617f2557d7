import Foundation
import Glibc
import TestPrograms
import TestWaiting

/// A disk that is soon full: a file system in memory, in a mount namespace of its own that one looks into through `/proc`, and
/// that goes with the process that holds it.
package final class SmallDisk {
  /// Where it is.
  package let path: String
  /// What holds it; it stays for as long as the program has its input.
  private let program: TestProgram

  /// Nil, which is said, where the system lets nobody make one.
  package init?(kilobytes: Int) throws {
    let place = "/tmp"
    // Mail that Dovecot looks after is nobody's, who can look into its own process's namespace alone.
    let isRoot = getuid() == 0
    let hold = (isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "") + "cat"
    let script =
      "mount -t tmpfs -o size=\(kilobytes)k,mode=0777 none \(place) && echo ready && exec \(hold)"
    let words = [isRoot ? "-m" : "-rm", "sh", "-c", script]
    program = try TestProgram(["/usr/bin/unshare"] + words)
    path = "/proc/\(program.id)/root\(place)"
    guard program.firstLine() == "ready" else {
      print("Without mount namespaces, tests with a full disk are skipped.")
      return nil
    }
    // Its program is another one by now.
    let path = path
    try block(until: "the disk") { access("\(path)/.", W_OK) == 0 }
  }

  deinit {
    program.kill()
    program.ending()
  }

  private var filler: String { "\(path)/filler" }

  /// Leaves no more room than that.
  package func fill(leaving kilobytes: Int = 0) {
    let file = open(filler, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    var size: off_t = 0
    while posix_fallocate(file, size, 4_096) == 0 { size += 4_096 }
    ftruncate(file, max(0, size - off_t(kilobytes) * 1_024))
  }

  /// Makes room again.
  package func empty() { unlink(filler) }
}
