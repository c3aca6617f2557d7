extension MailConnection {
  /// What a server answered to a command.
  package struct Answer: Sendable {
    package enum Status: String, CaseIterable, Sendable { case ok, no, bad }

    package let status: Status
    /// What stands behind that, a code in brackets first where there is one.
    package let words: String
    /// What was said before, line by line without the `* ` before each.
    package var lines: [[UInt8]]
  }

  /// Has the server do something, and returns what came of it.
  ///
  /// - Parameters:
  ///   - command: Without mark and line end. Nothing of it may have been taken from others unquoted.
  ///   - most: The bytes that may come before the answer.
  ///   - seconds: How long the whole answer may take.
  package func ask(
    _ command: String, atMost most: Int = mostBytes, within seconds: Double = longestAnswer
  ) throws(Failure) -> Answer {
    let tag = nextTag()
    if [.select, .examine].contains(Verb(of: command)) { messages = 0 }
    try send("\(tag) \(command)\r\n".utf8)
    let answer = try answer(to: tag, atMost: most, within: seconds)
    debugLog(
      "connection \(number): \(Verb(of: command)) answered \(answer.status), lines: \(answer.lines.count)"
    )
    return answer
  }

  /// The most bytes of an answer, all of which is kept in memory until it is complete.
  package static let mostBytes = 1 << 26
  /// What an array of bytes takes in memory besides the bytes.
  private static let bytesPerLine = 64
  /// The seconds that a whole answer may take: about as long as `mostBytes` take at a megabit a second.
  package static let longestAnswer = 600.0

  /// Reads up to the answer to a command.
  func answer(
    to tag: String, atMost most: Int = mostBytes, within seconds: Double = longestAnswer
  ) throws(Failure) -> Answer {
    try within(seconds) { () throws(Failure) in try readAnswer(to: tag, atMost: most) }
  }

  private func readAnswer(to tag: String, atMost most: Int) throws(Failure) -> Answer {
    var lines: [[UInt8]] = []
    var left = most
    var bounds = ResponseBounds(messages: messages)
    while true {
      let line = try line()
      if line.starts(with: "\(tag) ".utf8) {
        let rest = line.dropFirst(tag.utf8.count + 1)
        let words = rest.split(separator: UInt8(ascii: " "), maxSplits: 1)
        let status: Answer.Status =
          switch words.first.map({ String(decoding: $0, as: UTF8.self).uppercased() }) {
          case "OK": .ok
          case "NO": .no
          default: .bad
          }
        return Answer(
          status: status,
          words: String(decoding: words.dropFirst().first ?? [], as: UTF8.self), lines: lines)
      }
      // Lines that belong to no answer count as well: a server could send them for ever.
      try count(line, in: &bounds)
      left -= line.count + Self.bytesPerLine
      guard left > 0 else { throw failure(.tooMuch) }
      if line.starts(with: "* ".utf8) { lines.append(Array(line.dropFirst(2))) }
    }
  }

  /// Counts the line that was read last.
  func count(_ line: [UInt8], in bounds: inout ResponseBounds) throws(Failure) {
    if case .message(let number, "EXISTS") = ImapResponseKind(line) { messages = number }
    do throws(ResponseBounds.Excess) {
      try bounds.count(line, bytes: line.count - literalBytes)
    } catch { throw failure(error) }
  }

  func failure(_ excess: ResponseBounds.Excess) -> Failure {
    failure(excess == .folders ? .tooManyFolders : .tooMuch)
  }

  /// What the server can do, in capitals.
  package func capabilities() throws(Failure) -> Set<String> {
    let answer = try ask("CAPABILITY")
    for line in answer.lines.reversed() {
      let words = String(decoding: line, as: UTF8.self).uppercased().split(separator: " ")
      if words.first == "CAPABILITY" { return Set(words.dropFirst().map(String.init)) }
    }
    return []
  }

  /// A text as a server takes it for one word: quoted.
  ///
  /// - Returns: Nil where it has what no quoted text may have.
  package static func quoted(_ text: String) -> String? {
    guard text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
