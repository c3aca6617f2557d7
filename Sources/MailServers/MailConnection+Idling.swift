internal import Glibc

extension MailConnection {
  /// Waits in a folder until the server says that something is other than it was there (RFC 2177).
  ///
  /// - Parameter seconds: After so long it returns anyway: a server may end a connection after 30 minutes without a word.
  /// - Returns: Whether something is.
  package func idle(for seconds: Double = 25 * 60) throws(Failure) -> Bool {
    let tag = nextTag()
    try send("\(tag) IDLE\r\n".utf8)
    guard try line().starts(with: "+".utf8) else { throw failure(.other, "IDLE") }
    let end = ContinuousClock.now + .seconds(seconds)
    var isOther = false
    while !isOther, ContinuousClock.now < end {
      do throws(Failure) {
        isOther = Self.tellsOfChange(try line(within: end.duration(to: .now).seconds.magnitude))
      } catch {
        // It was quiet to the end; whoever is still there answers what comes next.
        guard error.reason == .unreachable, ContinuousClock.now >= end else { throw error }
      }
    }
    try send("DONE\r\n".utf8)
    return try answer(to: tag).lines.contains(where: Self.tellsOfChange) || isOther
  }

  private static func tellsOfChange(_ line: [UInt8]) -> Bool {
    let words = String(decoding: line.prefix(64), as: UTF8.self).uppercased().split(separator: " ")
    let rest = words.first == "*" ? words.dropFirst() : words[...]
    return rest.count > 1 && UInt32(rest[rest.startIndex]) != nil
      && ["EXISTS", "EXPUNGE", "FETCH"].contains(rest[rest.startIndex + 1])
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
