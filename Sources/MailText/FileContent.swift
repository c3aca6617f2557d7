internal import Glibc

package enum FileContent {
  /// The first bytes of a file; fewer when it is shorter, nil when it cannot be read.
  package static func prefix(of descriptor: Int32, length: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      while count < length {
        let read = pread(descriptor, start + count, length - count, off_t(count))
        if read < 0, errno == EINTR { continue }
        if read < 0 { failed = true }
        if read <= 0 { break }
        count += read
      }
    }
    return failed ? nil : bytes
  }
}
