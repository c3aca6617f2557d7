internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore
internal import TriageJournal

/// Has removals follow a run of mbsync, which makes none on either side: no absence means that somebody wanted a message to
/// be deleted.
///
/// The run fetches everything, sends new mail and flags, and expunges nothing (`Sync PullNew PullDelete PullFlags PushNew
/// PushFlags`, `Expunge None`). Each folder's `.mbsyncstate` then holds a line for each message, of its numbers there and
/// here and its flags. Compared with the files, and with the state that was kept before the run, they say:
///
/// - `17 4`, and no file 4: the message is gone here. Where the record says that it was moved, and the server has its copy, or
///   that it was deleted, it is removed at the server, by its number there. While the copy is on its way the message waits,
///   and no other with it. If the record says nothing, it stays on the server, and is asked about.
/// - `0 4` and the file 4 marked T, or, from 1.5 on, `17 4` and the file marked though the line is not: gone there. The file
///   goes too, unless so much of the folder is gone that the server may be wrong, and more than a person clears by hand: then it
///   is asked about, and the line and the file are made again what they were, so that it is known if it comes back. What is in
///   another folder, there and here, was moved, and is no reason to ask. Little that leaves the inbox empty goes, and comes again
///   if the server shows it again.
///   (`0 4`, and the file not marked: not sent yet.)
/// - `17 4 T`, and the file marked: another client's mark, which stays. From 1.5 on the line stays so when 17 is gone there, too: the
///   server is asked whether it is.
/// - No line, where there was one before the run, and no file: gone on both sides. If it was filed here, another client has moved
///   or deleted it meanwhile. *Where it was filed here it stays.* If the other client had moved it, to a folder that it came to in this
///   run or the next, its flags there are given to the copy here, and that other one is removed: there is one, with the flags of both.
///   (The next has whatever was moved before this one looked; what comes later is another copy that somebody wants.)
///
/// A removal is noted (`Journal.Removal`) as due when the copy is there, as begun before the server hears of it, as due again
/// where the server had it no more by then, and as done when mbsync has dropped the line. What is begun and still there is
/// removed once more, by the same number; what is due and not there any more was taken by another client, and is noted so until it
/// is known where to. Flags that another client gave a message that was filed here are given to its copy before it is removed and once it
/// is.
struct Reconciliation: Sendable {
  let account: Account
  let places: AccountPlaces
  let departures: Departures
  let server: ServerMessages
  /// Whether mbsync says nothing of what is gone from the server and was marked before.
  let isSilentOfMarked: Bool
  private(set) var result = SyncResult()
  /// Whether there is more for mbsync to do.
  private(set) var hasMore = false
  /// The files of folders that were looked into.
  var listed: [FolderID: [ByteName: FolderFiles.File]] = [:]

  /// A message that is to be removed at the server.
  private struct Removal {
    let pair: MbsyncState.Pair
    /// The change by which it left; nil for one that the person has agreed to remove.
    var change: Int64?
    /// What it is here; nil where it is to be nowhere.
    var copy: MessageRef?
  }

  /// What is noted of messages that left the account's folders.
  func departed() async throws(SyncProblem) -> [Journal.Departed] {
    let directory = FolderID(path: ByteName(account.directory))
    return try await departures.ask { (record) throws(JournalProblem) in
      try record.departed(below: directory)
    }
  }

  /// Looks at the folders that mbsync has been at, and does what follows.
  ///
  /// - Parameters:
  ///   - departed: What was noted before the run.
  ///   - isRefused: Whether the server did not take all that was sent.
  ///   - isWhole: Whether all that came to the server before the run is here.
  mutating func run(
    _ folders: [AccountFolder], _ decision: MissingDecision, _ departed: [Journal.Departed],
    isRefused: Bool, isWhole: Bool
  ) async throws(SyncProblem) {
    (hasMore, listed) = (false, [:])
    (result.missing, result.gone, result.waiting, result.marked) = (nil, nil, 0, 0)
    var looks = await onOwnThread("folders") { _ in folders.compactMap { FolderLook($0) } }
    var removals: [[Removal]] = looks.map { _ in [] }
    var taken: Set<Int64> = []
    let isMet = departed.contains { $0.removal == .taken }
    if isMet || looks.contains(where: { !$0.absent.isEmpty || !$0.vanished.isEmpty }) {
      let left = try await self.departed()
      removals = try await follow(looks, left, decision)
      taken = try await meet(looks, left, &removals, isWhole: isWhole)
    }
    if isSilentOfMarked { try await lookForMarked(&looks) }
    result.gone = try await onDisk { [self, looks] () throws(SyncProblem) in
      try clear(looks, decision)
    }
    // What was not here any more when the run began, and is owed nothing, is done.
    let absent = Dictionary(looks.map { ($0.folder.id, $0.absent) }) { $1 }
    let done = departed.filter { change in
      guard change.isMade, !taken.contains(change.number),
        let absent = absent[change.message.folder]
      else { return false }
      return change.uid.map { absent[$0] == nil } ?? true
    }
    try await note(.done, of: done.map(\.number))
    for (look, removals) in zip(looks, removals) {
      for start in stride(from: 0, to: removals.count, by: Self.mostAtOnce) {
        try await remove(removals.dropFirst(start).prefix(Self.mostAtOnce), look)
      }
    }
    let isHindered = isRefused || result.waiting > 0
    let counts = FolderCounts(account.state(in: places))
    try await onDisk { [looks] () throws(SyncProblem) in
      for look in looks {
        FolderRepair(folder: look.folder, files: look.files).renumber(look.unsent(isHindered))
        MbsyncState.drop(ofFolder: look.folder.path)
      }
      try counts.write(
        Dictionary(looks.map { ($0.folder.id, $0.files.numbered.count) }) { $1 })
    }
  }

  private func note(
    _ removal: Journal.Removal, of changes: [Int64]
  ) async throws(SyncProblem) {
    if changes.isEmpty { return }
    try await departures.ask { (record) throws(JournalProblem) in
      try record.note(removal, of: changes)
    }
  }

  // MARK: Gone here

  /// What has become of messages that are gone here, and which are to be removed at the server.
  private mutating func follow(
    _ looks: [FolderLook], _ left: [Journal.Departed], _ decision: MissingDecision
  ) async throws(SyncProblem) -> [[Removal]] {
    let changes = Dictionary(grouping: left, by: \.message.folder).mapValues { changes in
      Dictionary(changes.compactMap { change in change.uid.map { ($0, change) } }) { $1 }
    }
    var (due, removals): ([Int64], [[Removal]]) = ([], [])
    var missing = MissingMail(counts: [:])
    for look in looks {
      var (owed, lost): ([Removal], [UInt32: MbsyncState.Pair]) = ([], [:])
      let changes = (changes[look.folder.id] ?? [:]).filter { look.absent[$0.key] != nil }
      let fates = try await fates(of: Array(changes.values))
      for (uid, pair) in look.absent {
        let change = changes[uid]
        switch change.map({ ($0.removal, fates[$0.message] ?? .unknown) }) {
        case (.marked, _)?: result.marked += 1
        case (.open, .onItsWay)?: result.waiting += 1
        case (.open, .unknown)?, nil: lost[uid] = pair
        case (let removal, let fate)?:
          if removal == .open, let change { due.append(change.number) }
          owed.append(Removal(pair: pair, change: change?.number, copy: fate.copy))
        }
      }
      switch decision {
      case .deleteOnServer(let agreed):
        let numbers = agreed.messages[look.folder.id]
        for (uid, pair) in lost
        where numbers?.validity == look.state.validity && numbers?.uids.contains(pair.far) == true {
          owed.append(Removal(pair: pair))
          lost[uid] = nil
        }
      case .fetchAgain where !lost.isEmpty:
        try MbsyncState.change(ofFolder: look.folder.path) { $0.forget(Set(lost.keys)) }
        (lost, hasMore) = ([:], true)
      default: break
      }
      if !lost.isEmpty {
        missing.counts[look.folder.id] = lost.count
        missing.messages[look.folder.id] = .init(
          validity: look.state.validity, uids: Set(lost.values.map(\.far)))
      }
      removals.append(owed)
    }
    if !missing.counts.isEmpty { result.missing = missing }
    try await note(.due, of: due)
    return removals
  }

  /// What has become of a message that left a folder.
  private enum Fate {
    case deleted
    /// It is here, and on the server.
    case moved(MessageRef)
    /// It is here, and not on the server yet.
    case onItsWay(MessageRef)
    case unknown

    var copy: MessageRef? {
      switch self {
      case .moved(let copy), .onItsWay(let copy): copy
      case .deleted, .unknown: nil
      }
    }
  }

  private func fates(
    of changes: [Journal.Departed]
  ) async throws(SyncProblem) -> [MessageRef: Fate] {
    var fates: [MessageRef: Fate] = [:]
    // Who moves it on just now is asked again.
    for _ in 0..<3 {
      let asked = changes.map(\.message).filter {
        if case .unknown = fates[$0] ?? .unknown { true } else { false }
      }
      if asked.isEmpty { break }
      let ends = try await departures.ask { (record) throws(JournalProblem) in
        try record.departures(of: asked)
      }
      let mail = ByteName(places.mail)
      let found = await onOwnThread("folders") { _ in
        var targets: [FolderID: Target] = [:]
        return ends.mapValues { end -> Fate in
          guard let end else { return .deleted }
          let target = targets[end.folder] ?? Target(mail.entry(end.folder.path))
          targets[end.folder] = target
          return target.fate(of: end)
        }
      }
      fates.merge(found) { $1 }
    }
    return fates
  }

  /// A folder that messages went to.
  private struct Target {
    private let isThere: Bool
    /// Its messages, and whether the server has each; nil where it cannot be read.
    private let messages: [ByteName: Bool]?

    init(_ path: ByteName) {
      isThere = Directory.Identity(path, follows: true) != nil
      let files = FolderFiles(path)
      // What is gone from the server was there.
      let whole = Set(
        MbsyncState(ofFolder: path)?.pairs.filter {
          $0.isWhole || $0.far == 0 && files?.numbered[$0.near]?.isMarked == true
        }.map(\.near) ?? [])
      messages = files.map { files in
        Dictionary(files.all.map { ($0.name.key, whole.contains($0.name.uid ?? 0)) }) { $1 }
      }
    }

    func fate(of message: MessageRef) -> Fate {
      guard let messages else { return isThere ? .onItsWay(message) : .unknown }
      return messages[message.key].map { $0 ? .moved(message) : .onItsWay(message) } ?? .unknown
    }
  }

  // MARK: Taken by others

  /// Finds what another client has made of messages that were filed here, and has one of each be left.
  ///
  /// - Returns: The changes of those that may yet be found elsewhere.
  private mutating func meet(
    _ looks: [FolderLook], _ left: [Journal.Departed], _ removals: inout [[Removal]], isWhole: Bool
  ) async throws(SyncProblem) -> Set<Int64> {
    var taken: [(change: Journal.Departed, pair: MbsyncState.Pair?)] = left.filter {
      $0.removal == .taken
    }.map { ($0, nil) }
    for look in looks {
      let vanished = look.vanished
      if vanished.isEmpty { continue }
      for change in left
      where change.message.folder == look.folder.id && [.open, .due].contains(change.removal) {
        if let pair = change.uid.flatMap({ vanished[$0] }) { taken.append((change, pair)) }
      }
    }
    if taken.isEmpty { return [] }
    var open: Set<Int64> = []
    let fates = try await fates(of: taken.map(\.change))
    let own = Set(left.compactMap(\.after))
    var others = looks.indices.flatMap { index in
      let folder = looks[index].folder
      return looks[index].arrived.lazy.filter {
        !own.contains(MessageRef(folder: folder.id, key: $1.name.key))
      }.map { (look: index, pair: $0, file: $1, content: $1.content(in: folder.path)) }
    }
    for (change, pair) in taken {
      guard let fate = fates[change.message], let copy = fate.copy,
        let content = file(of: copy)?.content(in: path(of: copy))
      else { continue }
      guard let index = others.firstIndex(where: { $0.content == content }) else {
        if pair != nil { result.kept[copy.folder, default: 0] += 1 }
        if pair != nil || !isWhole { open.insert(change.number) }
        continue
      }
      // Until the server has the copy, it has no other.
      guard case .moved = fate else { continue }
      let other = others.remove(at: index)
      if give(other.file.letters, of: pair, to: copy),
        let removal = try await delete(other.file, other.pair, in: looks[other.look].folder)
      {
        removals[other.look].append(removal)
        result.reunited[copy.folder, default: 0] += 1
      }
    }
    // Known before it is done: a run that ends now tells it no more.
    try await onDisk { [self] () throws(SyncProblem) in
      try untold.kept.write(result.kept)
      try untold.reunited.write(result.reunited)
    }
    try await note(.taken, of: open.sorted())
    try await note(.done, of: taken.map(\.change.number).filter { !open.contains($0) })
    return open
  }

  /// What became of mail and was not told yet, for the run went wrong then.
  private var untold: (kept: FolderCounts, reunited: FolderCounts) {
    let state = account.state(in: places)
    return (FolderCounts(state, "kept"), FolderCounts(state, "reunited"))
  }

  /// Begins with what earlier runs have not told.
  mutating func recall() async {
    (result.kept, result.reunited) = await onOwnThread("folders") { [untold] _ in
      (untold.kept.counts, untold.reunited.counts)
    }
  }

  /// What has come of it all, which is told with that.
  func told() async throws(SyncProblem) -> SyncResult {
    try await onDisk { [untold] () throws(SyncProblem) in
      for counts in [untold.kept, untold.reunited] { try counts.write([:]) }
    }
    return result
  }

  private func path(of message: MessageRef) -> ByteName {
    ByteName(places.mail).entry(message.folder.path)
  }

  /// A message's file, by a list of its folder that is not made anew for each.
  private mutating func file(of message: MessageRef) -> FolderFiles.File? {
    let files =
      listed[message.folder]
      ?? FolderFiles(path(of: message)).map { files in
        Dictionary(files.all.map { ($0.name.key, $0) }) { $1 }
      } ?? [:]
    listed[message.folder] = files
    return files[message.key]
  }

  /// Gives a message here the flags that another client has given it, or taken from it, on the server; false where it is not
  /// there any more.
  ///
  /// - Parameter pair: The line that it had; nil where that is not known any more, and none is taken.
  private mutating func give(
    _ letters: Set<UInt8>, of pair: MbsyncState.Pair?, to message: MessageRef
  ) -> Bool {
    let known = Set((pair?.flags ?? "").utf8).subtracting(Self.mark)
    let now = letters.subtracting(Self.mark)
    if now == known { return true }
    // Who renames it meanwhile is followed.
    for _ in 0..<3 {
      if let file = file(of: message) {
        let wanted = file.letters.union(now.subtracting(known)).subtracting(known.subtracting(now))
        if wanted == file.letters { return true }
        hasMore = true
        if file.change(to: wanted, in: path(of: message)) { return true }
      }
      listed[message.folder] = nil
    }
    return false
  }

  private static let mark: Set<UInt8> = [UInt8(ascii: "T")]

  /// Takes a message away here, noted as what a person deletes is; nil where it is not there any more.
  private func delete(
    _ file: FolderFiles.File, _ pair: MbsyncState.Pair, in folder: AccountFolder
  ) async throws(SyncProblem) -> Removal? {
    let change = Change.message(
      MessageChange(
        before: MessageRef(folder: folder.id, key: file.name.key), after: nil,
        token: file.name.name.bytes + [0]))
    return try await departures.ask { (record) throws(JournalProblem) in
      let entries = try record.note([
        (.newStep(of: "delete", by: .synchronising), [.init(change: change)])
      ]).joined()
      let isGone = file.remove(from: folder.path)
      try record.finish(
        entries.map { ($0, isGone ? .made(change, isDurable: true) : .void) })
      return isGone ? Removal(pair: pair, change: entries.first?.number) : nil
    }
  }

  // MARK: Gone there

  /// Asks the server which messages are gone that are marked as deleted here.
  private func lookForMarked(_ looks: inout [FolderLook]) async throws(SyncProblem) {
    for index in looks.indices {
      let marked = looks[index].marked
      guard !marked.isEmpty, let folder = there(looks[index]),
        let flags = try await server.flags(of: marked.map(\.far), in: folder)
      else { continue }
      looks[index].lose(marked.filter { flags[$0.far] == nil })
    }
  }

  /// Takes away what is gone from the server, unless that is so much that it may be wrong.
  ///
  /// - Returns: What is to be asked about.
  private func clear(
    _ looks: [FolderLook], _ decision: MissingDecision
  ) throws(SyncProblem) -> GoneMail? {
    var asked = GoneMail(counts: [:])
    for look in looks {
      let (gone, known, folder) = (look.gone, look.known, look.folder)
      if gone.isEmpty { continue }
      let isEmptied = folder.name == ByteName("INBOX") && look.whole.isEmpty
      var open = gone
      if case .deleteHere(let agreed) = decision {
        open = open.filter {
          !agreed.messages.contains(MessageRef(folder: folder.id, key: $1.name.key))
        }
      }
      func isDoubtful() -> Bool {
        open.count > Self.handful && (open.count * 20 > known || isEmptied)
      }
      if isDoubtful() {
        let elsewhere = Self.contents(of: looks, from: open.values.map { $0.time(in: folder.path) })
        open = open.filter { !elsewhere.contains($1.content(in: folder.path)) }
      }
      if isDoubtful() {
        let known = look.restored(open.keys)
        try MbsyncState.change(ofFolder: folder.path) { state in
          // First the mark goes: with the line made again it would go to the server.
          for pair in state.pairs where pair.far > 0 || known[pair.near] != nil {
            guard let file = open[pair.near],
              !(known[pair.near] ?? pair).flags.contains("T")
            else { continue }
            file.change(to: file.letters.subtracting(Self.mark), in: folder.path)
          }
          state.restore(known)
        }
        asked.counts[folder.id] = GoneMail.Count(gone: open.count, known: look.known)
        asked.messages.formUnion(
          open.values.map { MessageRef(folder: folder.id, key: $0.name.key) })
      } else {
        open = [:]
      }
      let removed = gone.filter { open[$0.key] == nil && $0.value.remove(from: folder.path) }
      let lines = look.state.pairs.filter { removed[$0.near] != nil }
      // A line of both numbers would stand for mail that is gone here alone.
      if lines.contains(where: \.isWhole) || isEmptied && !lines.isEmpty {
        try MbsyncState.change(ofFolder: folder.path) { state in
          guard isEmptied else { return state.drop(Set(removed.keys)) }
          // It is fetched again if the server was wrong.
          state.restore(look.restored(removed.keys))
          state.forget(Set(removed.keys))
        }
      }
    }
    return asked.counts.isEmpty ? nil : asked
  }

  /// What there is in folders, here and on the server, of mail of some times, or has come just now.
  private static func contents(of looks: [FolderLook], from times: [Int?]) -> Set<String?> {
    let times = Set(times)
    return Set(
      looks.flatMap { look in
        let path = look.folder.path
        let old = look.whole.compactMap {
          look.files.numbered[$0.near]
        }
        .filter { times.contains($0.time(in: path)) }
        return (old + look.arrived.map(\.file)).map { $0.content(in: path) }
      })
  }

  /// As many as may go from any folder without a question.
  private static let handful = 5

  // MARK: The server

  /// So few that what the server says of them is not too much.
  private static let mostAtOnce = 1_000

  /// A folder as the server knows it; nil where that cannot be told its name.
  private func there(_ look: FolderLook) -> ServerMessages.Folder? {
    look.folder.hasWritableName
      ? (look.folder.name.description, look.state.validity) : nil
  }

  private mutating func remove(
    _ removals: ArraySlice<Removal>, _ look: FolderLook
  ) async throws(SyncProblem) {
    guard let folder = there(look),
      let flags = try await server.flags(of: removals.map(\.pair.far), in: folder)
    else {
      result.waiting += removals.count
      return
    }
    let there = removals.filter { removal in
      guard let letters = flags[removal.pair.far] else { return false }
      return removal.copy.map { give(letters, of: removal.pair, to: $0) } ?? true
    }
    debugLog(
      """
      account \(account.logNumber): messages to remove from a folder: \(removals.count), \
      still on the server: \(there.count)
      """)
    if there.isEmpty { return }
    await judge(there.compactMap(\.copy), from: look.folder.id, server)
    try await note(.begun, of: there.compactMap(\.change))
    guard let (taken, isExpunged) = try await server.remove(there.map(\.pair.far), from: folder)
    else { return }
    // Of one that was marked already the server says nothing anew.
    func isTakenByOthers(_ removal: Removal) -> Bool {
      let uid = removal.pair.far
      return taken[uid] == nil && flags[uid]?.isSuperset(of: Self.mark) != true
    }
    try await note(.due, of: there.filter(isTakenByOthers).compactMap(\.change))
    let own = there.filter { !isTakenByOthers($0) }
    debugLog("account \(account.logNumber): removed: \(own.count), expunged: \(isExpunged)")
    for removal in own {
      // What another client gave it in between.
      guard let letters = taken[removal.pair.far], let copy = removal.copy else { continue }
      _ = give(letters, of: removal.pair, to: copy)
    }
    if isExpunged { return }
    try await note(.marked, of: own.compactMap(\.change))
    result.marked += own.count
    // Else it would be asked about again.
    let agreed = Set(own.filter { $0.change == nil }.map(\.pair.near))
    if !agreed.isEmpty {
      try MbsyncState.change(ofFolder: look.folder.path) { $0.drop(agreed) }
    }
  }
}

extension Journal.Departed {
  /// The number that mbsync had given the message where it was.
  fileprivate var uid: UInt32? { FileName(MaildirNames(token: token).before).uid }
}
