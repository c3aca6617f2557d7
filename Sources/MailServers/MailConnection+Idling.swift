internal import Glibc

extension MailConnection {
  /// How a wait in a folder ended.
  package enum Idling: Hashable, Sendable {
    /// The server says that something is other than it was there.
    case changed(hasArrivals: Bool)
    /// Nothing was for as long as was asked.
    case quiet
    /// Another descriptor had something to read. The connection is of no use any more.
    case ended
  }

  /// Waits in the folder that is selected until the server says that something is other there (RFC 2177).
  ///
  /// - Parameters:
  ///   - seconds: A server may end a connection after 30 minutes without a word.
  ///   - descriptors: What else ends the wait.
  package func idle(
    for seconds: Double = 25 * 60, until descriptors: [Int32] = []
  ) throws(Failure) -> Idling {
    let tag = nextTag()
    try send("\(tag) IDLE\r\n".utf8)
    var hasChanges = false
    var hasArrivals = false
    var bounds = ResponseBounds(messages: messages)
    // Some servers repeat at each IDLE how many messages there are.
    var known = messages
    defer { messages = known }
    func note(_ line: [UInt8]) {
      switch Self.change(line) {
      case (let number, "EXISTS")?:
        if number == known { return }
        hasArrivals = hasArrivals || number > known
        known = number
      case (let number, "EXPUNGE")?:
        if number > known { return }
        known -= 1
      case nil: return
      default: break
      }
      hasChanges = true
    }
    try within(Double(Self.answerSeconds)) { () throws(Failure) in
      var line = try self.line()
      while line.starts(with: "* ".utf8) {
        try count(line, in: &bounds)
        note(Array(line.dropFirst(2)))
        line = try self.line()
      }
      guard line.first == UInt8(ascii: "+") else { throw failure(.other, "IDLE") }
    }
    debugLog("connection \(number): IDLE begun")
    let end = ContinuousClock.now + .seconds(seconds)
    while !hasChanges {
      let left = ContinuousClock.now.duration(to: end).components
      guard left.seconds > 0 || left.attoseconds > 0 else { break }
      // The other descriptors are looked at even if the server sends data all the time.
      let isReady = try hasInput()
      var looks = ([descriptor] + descriptors).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1
      poll(&looks, nfds_t(looks.count), isReady ? 0 : Int32(clamping: milliseconds))
      if looks.dropFirst().contains(where: { $0.revents != 0 }) {
        debugLog("connection \(number): IDLE stopped")
        abandon()
        return .ended
      }
      guard isReady else { continue }
      let line = try within(Double(Self.answerSeconds)) { () throws(Failure) in try self.line() }
      if line.starts(with: "* BYE".utf8) { throw failure(.unreachable, "BYE") }
      try count(line, in: &bounds)
      note(Array(line.dropFirst(2)))
    }
    try send("DONE\r\n".utf8)
    for line in try answer(to: tag).lines { note(line) }
    debugLog("connection \(number): IDLE done, changes: \(hasChanges), arrivals: \(hasArrivals)")
    return hasChanges ? .changed(hasArrivals: hasArrivals) : .quiet
  }

  /// The number and the word of a response that tells of a change: "EXISTS", "EXPUNGE" or "FETCH"; nil for any other line.
  private static func change(_ line: [UInt8]) -> (number: Int, word: String)? {
    let words = String(decoding: line.prefix(64), as: UTF8.self).uppercased().split(separator: " ")
    guard words.count > 1, let number = UInt32(words[0]) else { return nil }
    return ["EXISTS", "EXPUNGE", "FETCH"].first { $0 == words[1] }.map { (Int(number), $0) }
  }
}
