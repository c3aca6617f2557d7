internal import FileSystem
internal import MailServers
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
  /// Whether messages are being removed. If the connection ends meanwhile, nobody knows which of them this removed, and the question must
  /// not be asked again.
  private let isRemoving = Atomic(false)

  /// What a folder is called on the server, and its numbers.
  typealias Folder = (name: String, validity: UInt32)

  /// A connection, and what is known of the server at its other end. The lock around it has one thread at a time use it.
  private final class Line: @unchecked Sendable {
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

    /// Which UIDs of the selected folder have the expected messages, which have others, and which have the expected messages with other
    /// bodies. Those that no message has are in none, and neither are those for which, or for whose body, the server does not answer.
    ///
    /// Two messages are the same if their headers are. A server may write a header anew: then the Message-ID decides, if no other
    /// message of the folder has it.
    ///
    /// - Parameter bodies: The bodies of the messages here, as far as they are to be compared.
    func compare(
      _ uids: [UInt32], with expected: [UInt32: MessageIdentity],
      _ bodies: [UInt32: MessageBody] = [:]
    ) throws(MailConnection.Failure) -> (same: [UInt32], others: [UInt32], differing: [UInt32]) {
      let headers = try connection.headers(
        of: uids, atMost: MessageIdentity.readBytes)
      var (same, others, differing): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
      for uid in uids {
        guard let header = headers[uid], let expected = expected[uid] else { continue }
        let found = MessageIdentity(ofMessage: header.bytes)
        var isSame = found.header == expected.header
        if !isSame, found.messageID == expected.messageID,
          let id = MessageIdentity.messageID(ofMessage: header.bytes)
        {
          guard let all = try connection.messages(withID: id) else { continue }
          isSame = all == [uid]
        }
        guard isSame else {
          others.append(uid)
          continue
        }
        guard let body = bodies[uid], !Self.isSize(of: body, with: header) else {
          same.append(uid)
          continue
        }
        // Some servers report wrong sizes.
        guard let found = try self.body(of: uid) else { continue }
        if found == body { same.append(uid) } else { differing.append(uid) }
      }
      return (same, others, differing)
    }

    /// Whether the size that the server reports of a message is the one of a body with its header.
    private static func isSize(of body: MessageBody, with header: MailConnection.Header) -> Bool {
      header.bytes.count < MessageIdentity.readBytes
        && header.messageSize == header.bytes.count + body.size
    }

    /// The body of a message of the selected folder; nil if the server does not send it.
    private func body(of uid: UInt32) throws(MailConnection.Failure) -> MessageBody? {
      var (start, isSent) = (0, true)
      let body = try MessageBody { () throws(MailConnection.Failure) in
        let range = start..<(start + ServerMessages.mostBodyBytes)
        let piece = try connection.body(ofUID: uid, range)
        if piece == nil { isSent = false }
        start += piece?.count ?? 0
        return piece ?? []
      }
      return isSent ? body : nil
    }

    /// Goes to a folder.
    ///
    /// - Returns: Nil if it is not there or has another UIDVALIDITY.
    func select(
      _ folder: Folder
    ) throws(MailConnection.Failure) -> MailConnection.SelectedFolder? {
      guard let found = try connection.select(name(of: folder.name)),
        found.validity == folder.validity
      else { return nil }
      return found
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
    let sets = Self.sets(uids)
    let found = try await ask(folder) {
      line throws(MailConnection.Failure) -> [UInt32: Set<String>] in
      var found: [UInt32: Set<String>] = [:]
      for set in sets { found.merge(try line.connection.flags(of: set)) { $1 } }
      return found
    }
    return found.map(Self.letters(of:))
  }

  /// Which of some messages a folder has no more. A message of which the server does not say so is not among them.
  ///
  /// - Returns: Nil if the folder is not there or has another UIDVALIDITY.
  func gone(
    of uids: some Sequence<UInt32>, in folder: Folder
  ) async throws(SyncProblem) -> Set<UInt32>? {
    let sets = Self.sets(uids)
    return try await ask(folder) { line throws(MailConnection.Failure) -> Set<UInt32> in
      var gone: Set<UInt32> = []
      for set in sets {
        let flags = try line.connection.flags(of: set)
        // A response to FETCH may be incomplete.
        let rest = set.filter { flags[$0] == nil }
        guard !rest.isEmpty, let present = try line.connection.present(rest) else { continue }
        gone.formUnion(Set(rest).subtracting(present))
      }
      return gone
    }
  }

  /// Messages of a folder that were looked at by UID.
  struct Look: Sendable {
    /// The letters of the flags of the messages that are the expected ones, as in the name of a file.
    var letters: [UInt32: Set<UInt8>] = [:]
    /// The UIDs that other messages have.
    var others: Set<UInt32> = []
    /// The UIDs of messages whose body is not the expected one. They are not removed.
    var differing: Set<UInt32> = []
    /// Whether the messages were expunged. If not, they are marked as deleted.
    var isExpunged = false
  }

  /// Looks which messages are still there and are the expected ones.
  ///
  /// - Parameter expected: What each UID stands for.
  /// - Returns: Nil if the folder is not there or has another UIDVALIDITY.
  func look(
    at expected: [UInt32: MessageIdentity], in folder: Folder
  ) async throws(SyncProblem) -> Look? {
    try await ask(folder) { line throws(MailConnection.Failure) in
      var look = Look()
      for set in Self.portions(expected.keys, of: Self.mostHeaders) {
        let (same, others, _) = try line.compare(set, with: expected)
        look.others.formUnion(others)
        if same.isEmpty { continue }
        look.letters.merge(
          Self.letters(of: try line.connection.flags(of: same))
        ) { $1 }
      }
      return look
    }
  }

  /// Removes messages from a folder, after it has looked in the same selection of the folder whether they are the expected ones.
  ///
  /// - Parameters:
  ///   - expected: What each UID stands for.
  ///   - bodies: The bodies of those of them that stay here. If the server has another body, for example a whole one where a part was fetched,
  ///     the message is not removed.
  /// - Returns: The messages that were there and are removed; nil if the folder is not there or has another UIDVALIDITY.
  func remove(
    _ expected: [UInt32: MessageIdentity], with bodies: [UInt32: MessageBody], from folder: Folder
  ) async throws(SyncProblem) -> Look? {
    defer { isRemoving.store(false, ordering: .relaxed) }
    return try await ask(folder) { [self] line throws(MailConnection.Failure) in
      var look = Look(isExpunged: line.canExpunge)
      for set in Self.portions(expected.keys, of: Self.mostHeaders) {
        let (same, others, differing) = try line.compare(set, with: expected, bodies)
        look.others.formUnion(others)
        look.differing.formUnion(differing)
        if same.isEmpty { continue }
        isRemoving.store(true, ordering: .relaxed)
        look.letters.merge(
          Self.letters(of: try line.connection.add(#"\Deleted"#, to: same))
        ) { $1 }
        if line.canExpunge {
          try line.connection.have("UID EXPUNGE \(MailConnection.sequenceSet(same))")
        }
      }
      return look
    }
  }

  /// What the server says of a folder; nil if it is not there or has another UIDVALIDITY.
  func selected(_ folder: Folder) async throws(SyncProblem) -> MailConnection.SelectedFolder? {
    try await ask { line throws(MailConnection.Failure) in try line.select(folder) }
  }

  /// The UIDVALIDITY of a folder; nil if it is not there.
  func validity(of name: String) async throws(SyncProblem) -> UInt32? {
    try await ask { line throws(MailConnection.Failure) in
      try line.connection.select(line.name(of: name))?.validity
    }
  }

  /// Whether a folder shows that the server was restored from a backup, though its next UID is above those that are known.
  func isRestored(_ folder: RestoreCheck.KnownFolder) async throws(SyncProblem) -> Bool {
    try await ask((folder.name, folder.validity)) { line throws(MailConnection.Failure) in
      try folder.isRestored(asking: line.connection, removed: true)
    } ?? false
  }

  /// The digests of the Message-IDs of all messages of a folder, by UID; nil if the folder is not there or has another UIDVALIDITY.
  func messageIDs(
    in folder: Folder
  ) async throws(SyncProblem) -> [UInt32: MessageIdentity.Digest]? {
    try await ask { line throws(MailConnection.Failure) in
      guard let count = try line.select(folder)?.messages else { return nil }
      var found: [UInt32: MessageIdentity.Digest] = [:]
      for first in stride(from: 1, through: count, by: Self.mostMessageIDs) {
        let fields = try line.connection.messageIDs(
          of: first...min(first + Self.mostMessageIDs - 1, count),
          atMost: MessageIdentity.messageIDBytes)
        found.merge(fields.mapValues { MessageIdentity(ofMessage: $0).messageID }) { $1 }
      }
      return found
    }
  }

  /// The identities of some messages of a folder, by UID; nil if the folder is not there or has another UIDVALIDITY.
  func identities(
    of uids: some Sequence<UInt32>, in folder: Folder
  ) async throws(SyncProblem) -> [UInt32: MessageIdentity]? {
    let portions = Self.portions(uids, of: Self.mostHeaders)
    return try await ask(folder) { line throws(MailConnection.Failure) in
      var found: [UInt32: MessageIdentity] = [:]
      for portion in portions {
        let headers = try line.connection.headers(
          of: portion, atMost: MessageIdentity.readBytes)
        found.merge(headers.mapValues { MessageIdentity(ofMessage: $0.bytes) }) { $1 }
      }
      return found
    }
  }

  private static func letters(of flags: [UInt32: Set<String>]) -> [UInt32: Set<UInt8>] {
    flags.mapValues { Set($0.compactMap { letters[$0] }) }
  }

  /// Gives messages the keyword of junk and takes that of what is none, or the other way round.
  ///
  /// - Returns: False where the folder is not there, or not under these numbers.
  func mark(
    _ uids: some Sequence<UInt32>, in folder: Folder, asJunk isJunk: Bool
  ) async throws(SyncProblem) -> Bool {
    let (given, taken) = isJunk ? ("$Junk", "$NotJunk") : ("$NotJunk", "$Junk")
    let sets = Self.sets(uids).map(MailConnection.sequenceSet)
    let done = try await ask(folder) { line throws(MailConnection.Failure) -> Bool in
      for set in sets {
        try line.connection.have("UID STORE \(set) +FLAGS.SILENT (\(given))")
        try line.connection.have("UID STORE \(set) -FLAGS.SILENT (\(taken))")
      }
      return true
    }
    return done == true
  }

  private static let letters: [String: UInt8] = [
    "\\answered": UInt8(ascii: "R"), "\\flagged": UInt8(ascii: "F"), "\\seen": UInt8(ascii: "S"),
    "\\draft": UInt8(ascii: "D"), "$forwarded": UInt8(ascii: "P"), "\\deleted": UInt8(ascii: "T"),
  ]

  /// A line of so many numbers is short enough for any server.
  private static let mostAtOnce = 200
  /// So many headers take at most 3 MB.
  private static let mostHeaders = 50
  /// The bytes of a body that are asked for at once.
  private static let mostBodyBytes = 1 << 19
  /// So many Message-ID fields take at most 2 MB.
  private static let mostMessageIDs = 2_000

  /// Numbers in ascending order, in several pieces where there are many.
  static func sets(_ uids: some Sequence<UInt32>) -> [[UInt32]] {
    portions(uids, of: mostAtOnce)
  }

  private static func portions(_ uids: some Sequence<UInt32>, of most: Int) -> [[UInt32]] {
    let sorted = Set(uids).sorted()
    return stride(from: 0, to: sorted.count, by: most).map { start in
      Array(sorted.dropFirst(start).prefix(most))
    }
  }

  /// Asks about messages of a folder; nil where that is not there, or not under these numbers.
  private func ask<Value: Sendable>(
    _ folder: Folder, _ question: @escaping @Sendable (Line) throws(MailConnection.Failure) -> Value
  ) async throws(SyncProblem) -> Value? {
    try await ask { line throws(MailConnection.Failure) -> Value? in
      try line.select(folder) == nil ? nil : try question(line)
    }
  }

  /// Asks over the connection, on a thread of its own.
  private func ask<Value: Sendable>(
    _ question: @escaping @Sendable (Line) throws(MailConnection.Failure) -> Value
  ) async throws(SyncProblem) -> Value {
    var password = known.withLock { $0 }
    if password == nil { password = try await self.password() }
    guard let password else { throw .noPassword }
    known.withLock { $0 = password }
    let answer = await withTaskCancellationHandler { [password] in
      await answered(question, password)
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
    return try answer.get()
  }

  private func answered<Value: Sendable>(
    _ question: @escaping @Sendable (Line) throws(MailConnection.Failure) -> Value,
    _ password: String
  ) async -> Result<Value, SyncProblem> {
    switch await overKnown(question) {
    case .success(let value): return .success(value)
    case .failure(let failure)
    where failure.reason != .unreachable || isRemoving.load(ordering: .relaxed):
      return .failure(SyncProblem(.server(failure, shown: ""), of: account))
    default: break
    }
    let isCancelled = { @Sendable [weak self] in
      self?.isCancelled.load(ordering: .relaxed) ?? true
    }
    do throws(SyncProblem) {
      return .success(
        try await MailConnection.asking(account, password, until: isCancelled) {
          [self] connection throws(MailConnection.Failure) in
          try line.withLock { line throws(MailConnection.Failure) in
            let new = try Line(connection)
            let value = try question(new)
            line = new
            return value
          }
        })
    } catch { return .failure(error) }
  }

  /// Asks over the connection that there is; nil where there is none.
  private func overKnown<Value: Sendable>(
    _ question: @escaping @Sendable (Line) throws(MailConnection.Failure) -> Value
  ) async -> Result<Value, MailConnection.Failure>? {
    await onOwnThread("server") { [self] _ in
      line.withLock { line -> Result<Value, MailConnection.Failure>? in
        guard let old = line else { return nil }
        // What was cut off in the midst of an answer is of no use.
        line = nil
        let answer = Result { () throws(MailConnection.Failure) in try question(old) }
        switch answer {
        case .success: line = old
        case .failure(let failure): if failure.reason == .declined { line = old }
        }
        return answer
      }
    }
  }
}
