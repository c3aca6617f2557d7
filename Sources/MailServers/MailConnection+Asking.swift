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
  package func ask(_ command: String, atMost most: Int = 1 << 26) throws(Failure) -> Answer {
    let tag = nextTag()
    try send("\(tag) \(command)\r\n".utf8)
    let answer = try answer(to: tag, atMost: most)
    debugLog(
      "connection \(number): \(Verb(of: command)) answered \(answer.status), lines: \(answer.lines.count)"
    )
    return answer
  }

  /// Reads up to the answer to a command.
  func answer(to tag: String, atMost most: Int = 1 << 26) throws(Failure) -> Answer {
    var lines: [[UInt8]] = []
    var left = most
    while true {
      let line = try line()
      if line.starts(with: "* ".utf8) {
        left -= line.count + MemoryLayout<[UInt8]>.size
        guard left > 0 else { throw failure(.tooMuch) }
        lines.append(Array(line.dropFirst(2)))
      } else if line.starts(with: "\(tag) ".utf8) {
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
    }
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
