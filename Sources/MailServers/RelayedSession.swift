/// What another program and a server say to each other over a connection, as far as it must be known to end the connection in time.
///
/// Both directions are read as a stream of lines and literals. Only the texts of lines are kept, one for each direction.
package struct RelayedSession: Sendable {
  /// A line that has been read. Literals are left out of it, and it has at most ``longestLine`` bytes.
  package enum Line: Hashable, Sendable {
    /// With its tag.
    case command([UInt8])
    /// With the `*` or the tag before it.
    case response([UInt8])
  }

  /// The part of a line that callers get.
  package static let longestLine = 1_000

  /// The bytes of whole messages that may come before a command is complete. Exchange Online takes messages of up to 150 MB and Gmail of
  /// 50 MB. mbsync has a message in memory until the command is complete, and then twice while it converts the line ends.
  package static let mostMessageBytes = 150_000_000

  private var responses = ImapStreamReader()
  private var commands = ImapStreamReader()
  private var bounds = ResponseBounds()
  private var messageBytes = 0
  /// A literal of the client that is sent only after the server has asked for it, and the tag of its command.
  private var offered: (tag: String, length: Int)?
  /// Commands that are not complete.
  private var openCommands = 0

  /// The tag of LOGOUT once the client has sent that command.
  package private(set) var logoutTag: String?
  /// Whether the server has completed LOGOUT.
  package private(set) var isLoggedOut = false
  /// Whether the server has to complete a command.
  package var isAnswering: Bool { openCommands > 0 }
  /// How often a command was sent or completed.
  package private(set) var steps = 0
  /// Bytes from the server since the last step.
  package private(set) var bytesSinceStep = 0

  package init() {}

  /// Reads what the client sends, before the server gets it.
  package mutating func send(
    _ bytes: some Sequence<UInt8>, observing observe: (Line) -> Void = { _ in }
  ) throws(ResponseBounds.Excess) {
    var rest = Array(bytes)[...]
    // A large message takes its time to be sent.
    bytesSinceStep += rest.count
    while let line = try Self.next(&commands, in: &rest) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2).prefix(2).map {
        String(decoding: $0, as: UTF8.self)
      }
      if words.count == 2, !commands.isContinued {
        note(words[1].uppercased(), tag: words[0])
        observe(.command(Array(line.prefix(Self.longestLine))))
      }
      guard let length = commands.announcedLiteral, let tag = words.first else { continue }
      if line.dropLast().last == UInt8(ascii: "+") {
        commands.skipLiteral(length)
      } else {
        offered = (tag, length)
      }
    }
  }

  private mutating func note(_ command: String, tag: String) {
    switch command {
    case "LOGOUT": logoutTag = tag
    case "SELECT", "EXAMINE": bounds.select()
    default: break
    }
    bounds.noteCommand()
    openCommands += 1
    step()
  }

  /// Reads what the server sends, before the client gets it.
  ///
  /// - Throws: If it is more than a real mailbox can need.
  package mutating func receive(
    _ bytes: some Sequence<UInt8>, observing observe: (Line) -> Void = { _ in }
  ) throws(ResponseBounds.Excess) {
    var rest = Array(bytes)[...]
    bytesSinceStep += rest.count
    while let line = try Self.next(&responses, in: &rest) {
      let kind = ImapResponseKind(line)
      if let length = responses.announcedLiteral, Self.hasLiteral(line, of: kind) {
        try count(literal: length, of: line)
        responses.skipLiteral(length)
        continue
      }
      try bounds.count(line, bytes: line.count)
      if line.first == UInt8(ascii: "+"), let offered {
        commands.skipLiteral(offered.length)
        self.offered = nil
      }
      if case .tagged(let tag) = kind { complete(tag) }
      observe(.response(Array(line.prefix(Self.longestLine))))
    }
  }

  private mutating func complete(_ tag: String) {
    // A server that refuses a literal gets none.
    if offered?.tag == tag { offered = nil }
    if tag == logoutTag { isLoggedOut = true }
    messageBytes = 0
    openCommands = max(openCommands - 1, 0)
    step()
  }

  private mutating func step() {
    steps += 1
    bytesSinceStep = 0
  }

  private mutating func count(
    literal length: Int, of line: [UInt8]
  ) throws(ResponseBounds.Excess) {
    let words = line[..<(line.lastIndex(of: UInt8(ascii: "{")) ?? 0)]
    guard String(decoding: words.suffix(7), as: UTF8.self).uppercased() == "BODY[] " else {
      return try bounds.count(literal: length, of: line)
    }
    messageBytes += length
    if messageBytes > Self.mostMessageBytes { throw .data }
  }

  private static func next(
    _ reader: inout ImapStreamReader, in bytes: inout ArraySlice<UInt8>
  ) throws(ResponseBounds.Excess) -> [UInt8]? {
    do throws(ImapStreamReader.LineTooLong) { return try reader.nextLine(in: &bytes) } catch {
      throw .data
    }
  }

  // MARK: Literals

  /// Whether braces at the end of a line are the length of a literal. A server could otherwise have lines skipped here that mbsync reads:
  /// mbsync takes braces for a literal only in the names of folders and within the list of FETCH.
  private static func hasLiteral(_ line: [UInt8], of kind: ImapResponseKind) -> Bool {
    switch kind {
    case .folder: true
    case .message(_, "FETCH"): isInList(line)
    case .message, .tagged, .other: false
    }
  }

  /// Whether the list of a response to FETCH is still open at the end of its text, read as mbsync reads it.
  private static func isInList(_ line: [UInt8]) -> Bool {
    let words = line.split(maxSplits: 3, whereSeparator: ImapResponseKind.isSpace)
    guard words.count == 4 else { return false }
    var rest = words[3]
    var depth = 0
    while true {
      rest = rest.drop(while: ImapResponseKind.isSpace)
      guard let first = rest.first else { return depth > 0 }
      switch first {
      case UInt8(ascii: "("):
        depth += 1
        rest = rest.dropFirst()
        continue
      case UInt8(ascii: ")") where depth > 0:
        depth -= 1
        rest = rest.dropFirst()
      case UInt8(ascii: "\""):
        guard let end = endOfQuoted(rest) else { return false }
        rest = rest[end...]
      default:
        rest = rest.drop {
          !ImapResponseKind.isSpace($0) && !($0 == UInt8(ascii: ")") && depth > 0)
        }
      }
      if depth == 0 { return false }
    }
  }

  /// The index behind a quoted string; nil if it does not end.
  private static func endOfQuoted(_ text: ArraySlice<UInt8>) -> Int? {
    var index = text.startIndex + 1
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "\"") { return index + 1 }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
