/// Counts what a server sends, and tells when it is more than a real mailbox can need. A faulty or hostile server would otherwise fill the
/// memory of the program that reads its responses, or be read without end.
///
/// The numbers leave room for a server with 10,000 folders and 500,000 messages in a folder.
package struct ResponseBounds: Sendable {
  /// What the server has sent too much of.
  package enum Excess: Error, Hashable { case folders, data }

  /// Lines that name a folder, on one connection. Dunnock knows up to 10,000 folders, and mbsync may list the folders below INBOX once more.
  package static let mostFolders = 20_000
  /// The bytes of such lines: 1,024 for each name, the longest that Dunnock reads, and as many as that for its attributes.
  static let mostFolderBytes = mostFolders * 2_048

  /// EXISTS counts up to this number of messages. A hostile server can announce 4,294,967,295.
  static let mostMessages = 500_000
  /// Lines for each message: its data, and once more if another client changes its flags meanwhile.
  static let linesPerMessage = 2
  /// Bytes for each message. A number, the flags with some keywords, and a Message-ID or X-TUID field have about 200.
  static let bytesPerMessage = 256
  /// Lines that a command may cause besides: the answer to STORE or FETCH of one message, and changes that the server reports with it.
  static let linesPerCommand = 16
  static let bytesPerCommand = 16_384

  /// Lines about anything else, for example `* OK Still here`, which some servers send every few seconds of a long command.
  package static let mostOtherLines = 10_000
  /// Their bytes. CAPABILITY and PERMANENTFLAGS have a few hundred.
  static let mostOtherBytes = 4 << 20

  /// Messages in the selected folder, as far as the number is believed.
  private var messages = 0
  private var commands = 0
  private var folders = (lines: 0, bytes: 0)
  private var messageData = (lines: 0, bytes: 0)
  private var others = (lines: 0, bytes: 0)

  /// - Parameter messages: The number of messages in the selected folder.
  package init(messages: Int = 0) { self.messages = min(messages, Self.mostMessages) }

  /// A folder is selected. Lines about folders still count from the beginning of the connection.
  package mutating func select() {
    (messages, commands, messageData, others) = (0, 0, (0, 0), (0, 0))
  }

  /// A command is sent in the selected folder.
  package mutating func noteCommand() { commands += 1 }

  /// Counts a line from the server.
  ///
  /// - Parameter count: The bytes of the line.
  package mutating func count(_ line: [UInt8], bytes count: Int) throws(Excess) {
    switch ImapResponseKind(line) {
    case .folder:
      folders.lines += 1
      folders.bytes += count
    case .message(let number, let word):
      if word == "EXISTS" { messages = max(messages, min(number, Self.mostMessages)) }
      messageData.lines += 1
      messageData.bytes += count
    case .tagged, .other:
      others.lines += 1
      others.bytes += count
    }
    try check()
  }

  /// Counts the content of a literal that is no whole message.
  package mutating func count(literal count: Int, of line: [UInt8]) throws(Excess) {
    switch ImapResponseKind(line) {
    case .folder: folders.bytes += count
    case .message: messageData.bytes += count
    case .tagged, .other: others.bytes += count
    }
    try check()
  }

  private func check() throws(Excess) {
    if folders.lines > Self.mostFolders || folders.bytes > Self.mostFolderBytes { throw .folders }
    let more = (lines: Self.linesPerCommand * commands, bytes: Self.bytesPerCommand * commands)
    let isInBounds =
      messageData.lines <= Self.linesPerMessage * messages + more.lines + Self.mostOtherLines
      && messageData.bytes <= Self.bytesPerMessage * messages + more.bytes + Self.mostOtherBytes
      && others.lines <= more.lines + Self.mostOtherLines
      && others.bytes <= more.bytes + Self.mostOtherBytes
    guard isInBounds else { throw .data }
  }
}

/// What a line from an IMAP server is about, by its first words.
package enum ImapResponseKind: Hashable, Sendable {
  /// `* LIST` and `* LSUB`.
  case folder
  /// `* 12 FETCH`, `* 3 EXISTS` and the like: the number, and the word in capitals.
  case message(Int, String)
  /// The response that completes the command with this tag.
  case tagged(String)
  case other

  package init(_ line: [UInt8]) {
    // mbsync allows any white space between words, quotation marks around them, and anything behind the asterisk.
    let words = line.split(maxSplits: 3, whereSeparator: Self.isSpace).prefix(3).map { word in
      String(decoding: word.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
    guard words.first?.hasPrefix("*") == true else {
      self = words.count > 1 && words[0] != "+" ? .tagged(words[0]) : .other
      return
    }
    let word = words.dropFirst().first?.uppercased() ?? ""
    if word == "LIST" || word == "LSUB" {
      self = .folder
    } else if let number = Int(word), words.count > 2 {
      self = .message(number, words[2].uppercased())
    } else {
      self = .other
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
