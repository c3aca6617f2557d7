internal import Glibc

/// The system calls that write to an open file.
package enum WriteCalls {
  /// Writes all bytes, however few the system takes at a time; an errno, or 0.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if count == 0 {
        return EIO
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
