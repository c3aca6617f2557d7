internal import Glibc

extension MailConnection {
  /// How long a server may take while a program uses the connection, in seconds.
  package struct RelayTimeouts: Sendable {
    /// The limit for a command. Each 1,000 bytes of its data add a second. mbsync itself times out after 60 seconds without data.
    package var answer = 600.0
    /// The limit for LOGOUT. Nothing depends on the response.
    package var logout = 5.0

    package init() {}
  }

  /// Relays IMAP between a program and the server, over this connection, which is already logged in. Returns when the program or the server
  /// closes its side, or when the server has completed LOGOUT.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read the program's commands from.
  ///   - output: The descriptor to write the server's responses to.
  ///   - goesOn: A closure that is called with each command and each response, in order, before the other side gets them. If the closure
  ///     returns false, the relay ends. While the program waits for a command that the server has completed, the closure may send commands
  ///     of its own to the server.
  /// - Throws: `tooMuch` or `tooManyFolders` if the server sends more than a real mailbox can need. The program does not get the last data.
  package func relay(
    from input: Int32, to output: Int32, timeouts: RelayTimeouts = RelayTimeouts(),
    while goesOn: (RelayedSession.Line) throws(Failure) -> Bool = { _ in true }
  ) throws(Failure) {
    var isEnded = false
    var problem: Failure?
    func observe(_ line: RelayedSession.Line) {
      if isEnded { return }
      do throws(Failure) { isEnded = try !goesOn(line) } catch {
        (isEnded, problem) = (true, error)
      }
    }
    // The program sends LOGOUT, so this connection must not.
    abandon()
    var session = RelayedSession()
    let unread = takeUnread()
    try bounded { () throws(ResponseBounds.Excess) in
      try session.receive(unread, observing: observe)
    }
    if let problem { throw problem }
    guard !isEnded, write(Array("* PREAUTH Dunnock\r\n".utf8) + unread, to: output) else { return }
    // This clock stops while the computer is suspended.
    var last = (step: session.steps, time: SuspendingClock.now)
    // The part of the program's data that the server has not accepted yet. A server may accept nothing until its own data is read.
    var unsent: ArraySlice<UInt8> = []
    while true {
      if isCancelled() { throw failure(.cancelled) }
      let bytes = try end(of: { () throws(Failure) in try received() })
      if let bytes {
        // The server has closed the connection.
        if bytes.isEmpty { return }
        try bounded { () throws(ResponseBounds.Excess) in
          try session.receive(bytes, observing: observe)
        }
        if let problem { throw problem }
        if isEnded || !write(bytes, to: output) || session.isLoggedOut { return }
      }
      if session.steps != last.step { last = (session.steps, .now) }
      let seconds = last.time.duration(to: .now) / .seconds(1)
      if let tag = session.logoutTag, seconds > timeouts.logout {
        // The sync is complete. Without this response, mbsync would only warn that the connection has ended.
        _ = write(Array("\(tag) OK\r\n".utf8), to: output)
        return
      }
      if session.isAnswering, seconds > timeouts.answer + Double(session.bytesSinceStep) / 1_000 {
        throw failure(.unreachable, String(cString: strerror(ETIMEDOUT)))
      }
      let isSent = try sendWhatFits(&unsent)
      var looks = [
        pollfd(fd: descriptor, events: Int16(isSent ? POLLIN : POLLIN | POLLOUT), revents: 0),
        pollfd(fd: isSent ? input : -1, events: Int16(POLLIN), revents: 0),
      ]
      // poll(2) does not report data that the TLS library has already read. If data has just been received, more may be there.
      guard poll(&looks, 2, bytes == nil ? Self.pause : 0) > 0 else { continue }
      guard looks[1].revents != 0 else { continue }
      var words = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(input, &words, words.count)
      if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return }
      guard count > 0 else { continue }
      words.removeSubrange(count...)
      try bounded { () throws(ResponseBounds.Excess) in
        try session.send(words, observing: observe)
      }
      if let problem { throw problem }
      if isEnded { return }
      unsent = words[...]
    }
  }

  private func bounded(_ body: () throws(ResponseBounds.Excess) -> Void) throws(Failure) {
    do throws(ResponseBounds.Excess) { try body() } catch { throw failure(error) }
  }

  /// Returns the received data; empty if the connection has ended, nil if no data has arrived yet.
  private func end(of receive: () throws(Failure) -> [UInt8]?) throws(Failure) -> [UInt8]? {
    do throws(Failure) { return try receive() } catch {
      if error.reason == .unreachable { return [] }
      throw error
    }
  }

  /// - Returns: False if the bytes cannot be written, for example because the program has closed its input.
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
