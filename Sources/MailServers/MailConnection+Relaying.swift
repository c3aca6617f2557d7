internal import Glibc

extension MailConnection {
  /// Hands the connection, logged in as it is, to a program that speaks IMAP by two descriptors, until one of the two ends it.
  ///
  /// - Parameters:
  ///   - input: What the program says.
  ///   - output: Where it listens.
  package func relay(from input: Int32, to output: Int32) throws(Failure) {
    guard write(Array("* PREAUTH Dunnock\r\n".utf8) + takeUnread(), to: output) else { return }
    while true {
      if isCancelled() { throw failure(.cancelled) }
      // What TLS has read already no poll tells of.
      while let bytes = try end(of: { () throws(Failure) in try received() }) {
        // A program that listens no more has ended it.
        if bytes.isEmpty || !write(bytes, to: output) { return }
      }
      var looks = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&looks, 2, Self.pause) > 0 else { continue }
      guard looks[1].revents != 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(input, &bytes, bytes.count)
      if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return }
      if count > 0 { try send(bytes.prefix(count)) }
    }
  }

  /// What has come, nothing where it has ended; nil where nothing has yet.
  private func end(of receive: () throws(Failure) -> [UInt8]?) throws(Failure) -> [UInt8]? {
    do throws(Failure) { return try receive() } catch {
      if error.reason == .unreachable { return [] }
      throw error
    }
  }

  /// - Returns: False where nobody listens any more.
  private func write(_ bytes: [UInt8], to output: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
