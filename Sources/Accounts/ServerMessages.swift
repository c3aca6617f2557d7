internal import FileSystem
internal import MailServers
internal import MailText
internal import Synchronization

/// An account's server in one run, and the messages of its folders, each by the number that the server has given it.
///
/// One connection serves the run: it is made when something is asked first, and once more where the server has ended it meanwhile.
/// Whatever is asked of a folder is asked under the name that its numbers have: where that is another by now, nothing is.
final class ServerMessages: Sendable {
  private let account: Account
  private let password: @Sendable () async throws(SyncProblem) -> String?
  private let known = Mutex<String?>(nil)
  private let line = Mutex<Line?>(nil)
  private let isCancelled = Atomic(false)

  /// What a folder is called on the server, and its numbers.
  struct Folder: Sendable {
    let name: String
    let validity: UInt32
  }

  /// A connection, and what is known of the server at its other end.
  private final class Line {
    let connection: MailConnection
    /// Whether the server expunges the messages that it is told to and no others (RFC 4315).
    let canExpunge: Bool
    private var listing: FolderListing?

    init(_ connection: MailConnection) throws(MailConnection.Failure) {
      self.connection = connection
      canExpunge = try connection.capabilities().contains("UIDPLUS")
    }

    func list() throws(MailConnection.Failure) -> FolderListing {
      let listing = try FolderListing.of(connection)
      self.listing = listing
      return listing
    }

    /// What the server calls a folder.
    func name(of folder: String) throws(MailConnection.Failure) -> String {
      if let place = listing?.places[folder] { return place.name }
      // It may have been made since.
      return try list().places[folder]?.name ?? folder
    }
  }

  /// - Parameter password: Asked when a connection is made first; nil where there is none.
  init(
    _ account: Account, password: @escaping @Sendable () async throws(SyncProblem) -> String?
  ) {
    (self.account, self.password) = (account, password)
  }

  /// The folders that there are, as mbsync calls them, in modified UTF-7.
  func folders() async throws(SyncProblem) -> [String] {
    try await ask { line throws(MailConnection.Failure) in try line.list().folders.map(\.name) }
  }

  /// Which of some messages are there, and the letters of their flags as in the name of a file; nil where the folder is not, or not
  /// under these numbers.
  func flags(
    of uids: some Sequence<UInt32>, in folder: Folder
  ) async throws(SyncProblem) -> [UInt32: Set<UInt8>]? {
    let asked = Set(uids)
    let questions = Self.sets(asked).map { "UID FETCH \($0) (FLAGS)" }
    guard let lines = try await ask(folder, { _ in questions })?.lines else { return nil }
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

  /// Takes messages from a folder.
  ///
  /// - Returns: Whether they are gone: where the server cannot expunge them alone, they are marked as deleted; nil where the folder is
  ///   not there, or not under these numbers.
  func remove(
    _ uids: some Sequence<UInt32>, from folder: Folder
  ) async throws(SyncProblem) -> Bool? {
    let sets = Self.sets(Set(uids))
    return try await ask(folder) { canExpunge in
      sets.flatMap { set in
        [#"UID STORE \#(set) +FLAGS.SILENT (\Deleted)"#]
          + (canExpunge ? ["UID EXPUNGE \(set)"] : [])
      }
    }?.canExpunge
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

  /// - Parameter requests: What is asked of a server that can expunge messages alone or cannot.
  /// - Returns: What the server said, and whether it can; nil where the folder is not there, or not under these numbers.
  private func ask(
    _ folder: Folder, _ requests: @escaping @Sendable (_ canExpunge: Bool) -> [String]
  ) async throws(SyncProblem) -> (lines: [[UInt8]], canExpunge: Bool)? {
    typealias Answer = (lines: [[UInt8]], canExpunge: Bool)
    return try await ask {
      line throws(MailConnection.Failure) -> Result<Answer?, SyncProblem> in
      guard let name = MailConnection.quoted(try line.name(of: folder.name)) else {
        return .success(nil)
      }
      let selected = try line.connection.ask("SELECT \(name)")
      guard selected.status == .ok, Self.validity(selected.lines) == folder.validity else {
        return .success(nil)
      }
      var lines: [[UInt8]] = []
      for request in requests(line.canExpunge) {
        let answer = try line.connection.ask(request)
        guard answer.status == .ok else {
          return .failure(.other(DisplayText.safe(answer.words, limit: 200)))
        }
        lines += answer.lines
      }
      return .success((lines, line.canExpunge))
    }.get()
  }

  /// Asks over the connection, on a thread of its own.
  private func ask<Value: Sendable>(
    _ question: @escaping @Sendable (Line) throws(MailConnection.Failure) -> Value
  ) async throws(SyncProblem) -> Value {
    var password = known.withLock { $0 }
    if password == nil { password = try await self.password() }
    guard let password else { throw .noPassword }
    known.withLock { $0 = password }
    let answer = await withTaskCancellationHandler {
      await onOwnThread("server") { [self] _ in
        Result { () throws(MailConnection.Failure) in
          try line.withLock { line throws(MailConnection.Failure) in
            let old = line
            // What was cut off in the midst of an answer is of no use.
            line = nil
            if let old {
              do throws(MailConnection.Failure) {
                let value = try question(old)
                line = old
                return value
              } catch {
                guard error.reason == .unreachable else { throw error }
              }
            }
            let new = try Line(
              .loggedIn(at: account, password) { self.isCancelled.load(ordering: .relaxed) })
            let value = try question(new)
            line = new
            return value
          }
        }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
    return try answer.mapError { SyncProblem($0, of: account) }.get()
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
