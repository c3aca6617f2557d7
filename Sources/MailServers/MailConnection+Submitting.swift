internal import Foundation
internal import Glibc

extension MailConnection {
  /// What an SMTP server said to something.
  package struct Reply: Error, Sendable {
    package let code: Int
    /// In its own words, without numbers.
    package let words: String
    /// Whether another line of it follows.
    fileprivate var goesOn = false

    /// Whether the same may be taken later.
    package var isForNow: Bool { (400..<500).contains(code) }
  }

  /// Why a server has not taken a mail, or may not have.
  package enum SubmissionFailure: Error {
    /// It said no; to this recipient, where one is named. Nobody gets the mail.
    case refused(Reply, recipient: String?)
    /// It takes no mail of this size; the most that it takes is given, in bytes.
    case tooLarge(Int)
    /// It takes no letters but those of ASCII.
    case notPlain
    /// The connection ended, and the mail was not sent.
    case broken(Failure)
    /// The mail or what was to be noted could not be read or written here: nothing was sent.
    case ended
    /// All was sent, and what the server did with it nobody knows.
    case unknown(Failure)
  }

  /// A mail in a file, in lines ended by `\n`, from its beginning to its end.
  package struct Submission {
    package var sender: String
    package var recipients: [String]
    package var descriptor: Int32

    package init(sender: String, recipients: [String], descriptor: Int32) {
      (self.sender, self.recipients, self.descriptor) = (sender, recipients, descriptor)
    }
  }

  /// Has the server take a mail for all its recipients, or for none.
  ///
  /// - Parameters:
  ///   - timeout: How long the answer to a whole mail may take, and any at most, in seconds.
  ///   - note: Called when all but the end has been sent, without which the server does nothing; false where that is not to be sent.
  package func submit(
    _ mail: Submission, timeout: Double = 600, noting note: () -> Bool
  ) throws(SubmissionFailure) {
    guard let measure = Measure(mail.descriptor) else { throw .ended }
    let extensions = extensions
    if let most = extensions["SIZE"].flatMap({ Int($0) }), most > 0, measure.size > most {
      throw .tooLarge(most)
    }
    var words = ""
    if extensions["SIZE"] != nil { words += " SIZE=\(measure.size)" }
    if !measure.isPlain {
      guard extensions["8BITMIME"] != nil else { throw .notPlain }
      words += " BODY=8BITMIME"
    }
    // As long as RFC 5321 has others wait, section 4.5.3.2.
    let usual = min(timeout, 300)
    try say("MAIL FROM:<\(mail.sender)>\(words)", within: usual)
    for recipient in mail.recipients {
      try say("RCPT TO:<\(recipient)>", of: recipient, within: usual)
    }
    try say("DATA", expecting: 300..<400, within: usual)
    try sendLines(of: mail.descriptor)
    debugLog("connection \(number): message sent but for its end, bytes: \(measure.size)")
    guard note() else { throw .ended }
    let reply: Reply
    do throws(Failure) {
      try send(".\r\n".utf8)
      reply = try self.reply(within: timeout)
    } catch {
      debugLog("connection \(number): end of message not answered, \(error.reason)")
      throw .unknown(error)
    }
    debugLog("connection \(number): end of message answered \(reply.code)")
    guard (200..<300).contains(reply.code) else {
      guard (400..<600).contains(reply.code) else { throw .unknown(failure(.other, reply.words)) }
      throw .refused(reply, recipient: nil)
    }
    quit()
  }

  /// What the wire has of a mail.
  private struct Measure {
    var size = 0
    /// Whether all is ASCII.
    var isPlain = true

    init?(_ descriptor: Int32) {
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
      while let bytes = MailConnection.piece(of: descriptor) {
        if bytes.isEmpty { return }
        for byte in bytes {
          size += byte == 0x0A ? 2 : 1
          if byte >= 0x80 { isPlain = false }
        }
      }
      return nil
    }
  }

  /// What comes next in a file; empty at the end, and nil where it cannot be read.
  private static func piece(of descriptor: Int32) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      repeat {
        result = read(descriptor, buffer.baseAddress, buffer.count)
      } while result < 0
        && errno == EINTR
      count = max(result, 0)
    }
    return result < 0 ? nil : bytes
  }

  /// Sends a mail but for the dot at its end, each line that begins with one with one more.
  private func sendLines(of descriptor: Int32) throws(SubmissionFailure) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .ended }
    var isAtStart = true
    var lines: [UInt8] = []
    while true {
      guard let bytes = Self.piece(of: descriptor) else { throw .ended }
      lines.removeAll(keepingCapacity: true)
      for byte in bytes {
        if byte == 0x0A { lines.append(0x0D) }
        if isAtStart, byte == UInt8(ascii: ".") { lines.append(byte) }
        lines.append(byte)
        isAtStart = byte == 0x0A
      }
      if bytes.isEmpty, !isAtStart { lines += [0x0D, 0x0A] }
      do throws(Failure) { try send(lines) } catch {
        // It may have said why before it ended the connection.
        if error.reason != .cancelled, let reply = try? reply(within: 1), reply.code >= 400 {
          throw .refused(reply, recipient: nil)
        }
        throw .broken(error)
      }
      if bytes.isEmpty { return }
    }
  }

  // MARK: To and fro

  /// Says a command, and reads the answer, which is to be of these codes.
  private func say(
    _ command: String, expecting codes: Range<Int> = 200..<300, of recipient: String? = nil,
    within seconds: Double
  ) throws(SubmissionFailure) {
    let reply: Reply
    do throws(Failure) {
      try send("\(command)\r\n".utf8)
      reply = try self.reply(within: seconds)
    } catch {
      debugLog("connection \(number): \(Verb(of: command)) not answered, \(error.reason)")
      throw .broken(error)
    }
    debugLog("connection \(number): \(Verb(of: command)) answered \(reply.code)")
    if codes.contains(reply.code) { return }
    guard (400..<600).contains(reply.code) else { throw .broken(failure(.other, reply.words)) }
    quit()
    throw .refused(reply, recipient: recipient)
  }

  private func quit() {
    try? send("QUIT\r\n".utf8)
    debugLog("connection \(number): QUIT sent")
  }

  private func reply(within seconds: Double) throws(Failure) -> Reply {
    var all: [String] = []
    while all.count < 200 {
      let line = try plainLine(within: seconds)
      guard let reply = Reply(line: line) else {
        throw failure(.other, String(decoding: line, as: UTF8.self))
      }
      all.append(reply.words)
      if !reply.goesOn { return Reply(code: reply.code, words: all.joined(separator: " ")) }
    }
    throw failure(.tooMuch)
  }

  /// What the server can do beyond the simplest, by the words in capitals.
  private var extensions: [String: String] {
    var found: [String: String] = [:]
    for line in greeting where line.starts(with: "250".utf8) {
      let words = String(decoding: line.dropFirst(4), as: UTF8.self).split(
        separator: " ", maxSplits: 1)
      guard let word = words.first else { continue }
      found[word.uppercased()] = words.dropFirst().first.map(String.init) ?? ""
    }
    return found
  }
}

extension MailConnection.Reply {
  /// A line of an answer; nil for what is none.
  fileprivate init?(line: [UInt8]) {
    guard line.count >= 3, let code = Int(String(decoding: line.prefix(3), as: UTF8.self)),
      (200..<600).contains(code)
    else { return nil }
    goesOn = line.count > 3 && line[3] == UInt8(ascii: "-")
    let words = String(decoding: line.dropFirst(4), as: UTF8.self)
    let enhanced = words.prefixMatch(of: #/[245]\.\d{1,3}\.\d{1,3} /#)
    self.code = code
    self.words = String(words[(enhanced?.range.upperBound ?? words.startIndex)...])
  }
}

extension MailConnection.Failure {
  /// What an SMTP server said last when it let nobody in.
  package var reply: MailConnection.Reply? {
    lines.reversed().lazy.compactMap(MailConnection.Reply.init(line:)).first { $0.code >= 400 }
  }

  /// The reply of an SMTP server to a login that neither accepts nor refuses it by RFC 4954; nil for any other.
  package var strangeReply: String? {
    guard triedLogin, let line = lines.last, line.count >= 3,
      let code = Int(String(decoding: line.prefix(3), as: UTF8.self)),
      !(400..<600).contains(code)
    else { return nil }
    return String(decoding: line, as: UTF8.self)
  }

  /// Whether it says that passwords are of no use.
  package var offersTokensAlone: Bool {
    let ways = lines.last { String(decoding: $0.dropFirst(4), as: UTF8.self).hasPrefix("AUTH ") }
    let words = ways.map { String(decoding: $0, as: UTF8.self).uppercased() } ?? ""
    return words.contains("OAUTH") && !words.contains("PLAIN") && !words.contains("LOGIN")
  }
}
