internal import Glibc

extension MailConnection {
  /// How long a server may take while a program uses the connection, in seconds.
  package struct RelayTimeouts: Sendable {
    /// To complete a command, besides the time that its data takes at 1,000 bytes a second. mbsync itself waits 60 seconds for any data.
    package var answer = 600.0
    /// To complete LOGOUT. Nothing depends on the answer.
    package var logout = 5.0

    package init() {}
  }

  /// Hands the connection, logged in as it is, to a program that speaks IMAP by two descriptors, until one of the two ends it or the server
  /// has completed LOGOUT.
  ///
  /// - Parameters:
  ///   - input: What the program says.
  ///   - output: Where it listens.
  ///   - goesOn: Called with each command and each response, in their order, before the other side gets them; the relay ends if it returns
  ///     false. When the server has completed a command and the program waits for that, it may ask the server something itself.
  /// - Throws: `tooMuch` or `tooManyFolders` if the server sends more than a real mailbox can need. The program gets nothing of what came last.
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
    // The program logs out itself.
    abandon()
    var session = RelayedSession()
    let unread = takeUnread()
    try bounded { () throws(ResponseBounds.Excess) in
      try session.receive(unread, observing: observe)
    }
    guard write(Array("* PREAUTH Dunnock\r\n".utf8) + unread, to: output) else { return }
    // A computer that sleeps does not wait.
    var last = (step: session.steps, time: SuspendingClock.now)
    // The server may take no more until its own data is read.
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
        // All is done: mbsync would only warn of a connection that ended without this.
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
      // What TLS has read already no poll tells of.
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
      if isEnded { return }
      unsent = words[...]
    }
  }

  private func bounded(_ body: () throws(ResponseBounds.Excess) -> Void) throws(Failure) {
    do throws(ResponseBounds.Excess) { try body() } catch { throw failure(error) }
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
