internal import MailServers
internal import MailText

/// The messages of an account's folders on the server, each by the number that the server has given it.
///
/// Whatever is asked of a folder is asked over a connection of its own, and under the name that its numbers have: where that is another by
/// now, nothing is.
struct ServerMessages: Sendable {
  let account: Account
  private let password: String
  /// What the server calls its folders.
  private let names: [String: String]
  /// Whether the server expunges the messages that it is told to and no others (RFC 4315).
  let canExpunge: Bool

  /// What a folder is called on the server, and its numbers.
  struct Folder: Sendable {
    let name: String
    let validity: UInt32
  }

  /// Logs in, and asks what the server can do and what it calls folders.
  init(_ account: Account, password: String) async throws(SyncProblem) {
    let found = try await MailConnection.asking(account, password) {
      connection throws(MailConnection.Failure) in
      (
        try connection.capabilities().contains("UIDPLUS"),
        try FolderListing.of(connection).places.mapValues(\.name)
      )
    }
    (self.account, self.password) = (account, password)
    (canExpunge, names) = found
  }

  /// Which of some messages are there, and the letters of their flags as in the name of a file; nil where the folder is not, or not
  /// under these numbers.
  func flags(
    of uids: some Sequence<UInt32>, in folder: Folder
  ) async throws(SyncProblem) -> [UInt32: Set<UInt8>]? {
    let asked = Set(uids)
    let questions = Self.sets(asked).map { "UID FETCH \($0) (FLAGS)" }
    guard let lines = try await ask(questions, folder) else { return nil }
    var found: [UInt32: Set<UInt8>] = [:]
    for line in lines {
      let values = ImapValue.values(of: line) ?? []
      guard values.count == 3, values[1].isWord("FETCH"), let items = values[2].list,
        let uid = Self.item("UID", in: items)?.number, asked.contains(uid),
        let flags = Self.item("FLAGS", in: items)?.list
      else { continue }
      found[uid] = Set(flags.compactMap { $0.text.flatMap { Self.letters[$0.lowercased()] } })
    }
    return found
  }

  /// What stands behind a word in the answer to FETCH.
  private static func item(_ word: String, in items: [ImapValue]) -> ImapValue? {
    stride(from: 0, to: items.count - 1, by: 2).first { items[$0].isWord(word) }.map {
      items[$0 + 1]
    }
  }

  /// Takes messages from a folder; where the server cannot expunge them alone, they are marked as deleted.
  ///
  /// - Returns: False where the folder is not there, or not under these numbers.
  func remove(_ uids: some Sequence<UInt32>, from folder: Folder) async throws(SyncProblem) -> Bool
  {
    let commands = Self.sets(Set(uids)).flatMap { set in
      [#"UID STORE \#(set) +FLAGS.SILENT (\Deleted)"#] + (canExpunge ? ["UID EXPUNGE \(set)"] : [])
    }
    return try await ask(commands, folder) != nil
  }

  private static let letters: [String: UInt8] = [
    "\\answered": UInt8(ascii: "R"), "\\flagged": UInt8(ascii: "F"), "\\seen": UInt8(ascii: "S"),
    "\\draft": UInt8(ascii: "D"), "$forwarded": UInt8(ascii: "P"), "\\deleted": UInt8(ascii: "T"),
  ]

  /// A line of so many numbers is short enough for any server.
  private static let mostAtOnce = 200

  /// Numbers as IMAP wants them, in several pieces where there are many.
  static func sets(_ uids: Set<UInt32>) -> [String] {
    let sorted = uids.sorted()
    return stride(from: 0, to: sorted.count, by: mostAtOnce).map { start in
      var ranges: [ClosedRange<UInt32>] = []
      for uid in sorted[start..<min(start + mostAtOnce, sorted.count)] {
        if let last = ranges.last, last.upperBound + 1 == uid {
          ranges[ranges.count - 1] = last.lowerBound...uid
        } else {
          ranges.append(uid...uid)
        }
      }
      return ranges.map {
        $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound):\($0.upperBound)"
      }.joined(separator: ",")
    }
  }

  /// - Returns: What the server said; nil where the folder is not there, or not under these numbers.
  private func ask(
    _ requests: [String], _ folder: Folder
  ) async throws(SyncProblem) -> [[UInt8]]? {
    guard let name = MailConnection.quoted(names[folder.name] ?? folder.name) else { return nil }
    let result = try await MailConnection.asking(account, password) {
      connection throws(MailConnection.Failure) -> Result<[[UInt8]]?, SyncProblem> in
      let selected = try connection.ask("SELECT \(name)")
      guard selected.status == .ok, Self.validity(selected.lines) == folder.validity else {
        return .success(nil)
      }
      var lines: [[UInt8]] = []
      for request in requests {
        let answer = try connection.ask(request)
        guard answer.status == .ok else {
          return .failure(.other(DisplayText.safe(answer.words, limit: 200)))
        }
        lines += answer.lines
      }
      return .success(lines)
    }
    return try result.get()
  }

  /// What a folder's numbers are told from others by, as SELECT answers it.
  private static func validity(_ lines: [[UInt8]]) -> UInt32? {
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      if let found = text.wholeMatch(of: /(?i)OK \[UIDVALIDITY (\d+)\].*/)?.1 {
        return UInt32(found)
      }
    }
    return nil
  }
}
