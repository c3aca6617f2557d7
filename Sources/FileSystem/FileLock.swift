internal import Glibc
internal import Synchronization

/// A lock that programs have on a file, one at a time; the system takes it back when a program
/// ends, however it ends.
package final class FileLock: Sendable {
  private let descriptor: Mutex<Int32>

  private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { release() }

  /// The lock, or nil while another has it. The file is created when it is missing.
  package static func take(_ path: ByteName) throws(Directory.Failure) -> FileLock? {
    try lock(path, LOCK_EX | LOCK_NB)
  }

  /// The lock, once nobody else has it; blocks the thread until then.
  package static func wait(for path: ByteName) throws(Directory.Failure) -> FileLock {
    guard let lock = try lock(path, LOCK_EX) else { throw Directory.Failure(code: EWOULDBLOCK) }
    return lock
  }

  package func release() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 {
        // A program that is being started has it open too, for a moment.
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      descriptor = -1
    }
  }

  private static func lock(_ path: ByteName, _ operation: Int32) throws(Directory.Failure)
    -> FileLock?
  {
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw Directory.Failure(code: errno) }
    while flock(descriptor, operation) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      if code == EWOULDBLOCK { return nil }
      throw Directory.Failure(code: code)
    }
    return FileLock(descriptor)
  }
}
