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
/// - `0 4` and the file 4 marked T, or, from 1.5 on, `17 4` and the file marked though the line is not: gone there. What is in another
///   folder, there and here, was moved, and its file is removed. Any other file goes to the local trash, as one step of the journal. If
///   that is so much of the folder that the server may be wrong, and more than a person clears by hand, it is asked about: then the line
///   and the file are made again what they were. What the server lists again is fetched again.
///   (`0 4`, and the file not marked: not sent yet.)
/// - `17 4 T`, and the file marked: another client's mark, which stays. From 1.5 on the line stays so when 17 is gone there, too: the
///   server is asked whether it is.
/// - No line, where there was one before the run, and no file: gone on both sides. If it was filed here, another client has moved
///   or deleted it meanwhile. *Where it was filed here it stays.* If the other client had moved it, to a folder that it came to in this
///   run or the next, its flags there are given to the copy here, and that other one is removed: there is one, with the flags of both.
///   (The next has whatever was moved before this one looked; what comes later is another copy that somebody wants.)
///
/// No message is removed by its UID alone: a server that was restored from a backup gives UIDs again. In the same selection of the folder
/// the server is asked what each is. If another message has a UID, that message stays, and the whole folder is paired anew. If it has
/// another body than what was moved here, for example because a part of it was fetched, it stays as well and is fetched again.
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
  /// Folders that the server shows empty and whose next UID is lower than it was. Nobody knows what has become of their messages there.
  var emptied: Set<FolderID> = []
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
    /// What it was, where that is known already.
    var identity: MessageIdentity?
    /// The body of the message, if it is known already.
    var body: MessageBody?
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
    let postponed = try await clear(looks, decision, isWhole: isWhole)
    try await recover(looks)
    // What was not here any more when the run began, and is owed nothing, is done. No server has the local trash.
    var absent = Dictionary(looks.map { ($0.folder.id, $0.absent) }) { $1 }
    absent[LocalTrash(of: account, in: places).id] = [:]
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
        if !postponed.contains(look.folder.id) { MbsyncState.drop(ofFolder: look.folder.path) }
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
      var (back, recovered): (Set<UInt32>, [Int64]) = ([], [])
      let changes = (changes[look.folder.id] ?? [:]).filter { look.absent[$0.key] != nil }
      let fates = try await fates(of: Array(changes.values))
      for (uid, pair) in look.absent {
        let change = changes[uid]
        switch change.map({ ($0.removal, fates[$0.message] ?? .unknown) }) {
        case (.marked, _)?: result.marked += 1
        case (.open, .onItsWay)?, (_, .inEmptied)?: result.waiting += 1
        case (_, .lost)?:
          // What the server may still have here is not lost.
          back.insert(uid)
          if let change { recovered.append(change.number) }
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
      case .fetchAgain:
        back.formUnion(lost.keys)
        lost = [:]
      default: break
      }
      if !back.isEmpty {
        try Self.fetchAgain(back.compactMap { look.absent[$0] }, look)
        try await note(.done, of: recovered)
        hasMore = true
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
    /// It is here, in a folder that the server shows empty.
    case inEmptied(MessageRef)
    /// The server lost it in the folder where it had gone to. It is in the local trash.
    case lost(MessageRef)
    case unknown

    var copy: MessageRef? {
      switch self {
      case .moved(let copy), .onItsWay(let copy), .inEmptied(let copy), .lost(let copy): copy
      case .deleted, .unknown: nil
      }
    }
  }

  private func fates(
    of changes: [Journal.Departed]
  ) async throws(SyncProblem) -> [MessageRef: Fate] {
    var fates: [MessageRef: Fate] = [:]
    let first = Dictionary(changes.map { ($0.message, $0.after?.folder) }) { $1 }
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
      let trash = LocalTrash(of: account, in: places).id
      let found = await onOwnThread("folders") { [emptied] _ in
        var targets: [FolderID: Target] = [:]
        return Dictionary(
          ends.map { message, end -> (MessageRef, Fate) in
            guard let end else { return (message, .deleted) }
            if emptied.contains(end.folder) { return (message, .inEmptied(end)) }
            if end.folder == trash, first[message] != trash { return (message, .lost(end)) }
            let target =
              targets[end.folder]
              ?? Target(mail.entry(end.folder.path), isLocal: end.folder == trash)
            targets[end.folder] = target
            return (message, target.fate(of: end))
          }
        ) { $1 }
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

    /// - Parameter isLocal: Whether its messages go to no server.
    init(_ path: ByteName, isLocal: Bool) {
      isThere = Directory.Identity(path, follows: true) != nil
      let files = FolderFiles(path)
      // What is gone from the server was there.
      let whole = Set(
        MbsyncState(ofFolder: path)?.pairs.filter {
          $0.isWhole || $0.far == 0 && files?.numbered[$0.near]?.isMarked == true
        }.map(\.near) ?? [])
      messages = files.map { files in
        Dictionary(
          files.all.map { ($0.name.key, isLocal || whole.contains($0.name.uid ?? 0)) }
        ) { $1 }
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
      let folder = looks[other.look].folder.path
      let (identity, body) = (other.file.identity(in: folder), other.file.body(in: folder))
      if give(other.file.letters, of: pair, to: copy),
        let change = try await delete(
          other.file, in: looks[other.look].folder.id, at: folder)
      {
        removals[other.look].append(
          Removal(pair: other.pair, change: change, identity: identity, body: body))
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
  private var untold:
    (
      kept: FolderCounts, reunited: FolderCounts, differing: FolderCounts, lost: FolderCounts,
      restored: FolderCounts
    )
  {
    let state = account.state(in: places)
    return (
      FolderCounts(state, "kept"), FolderCounts(state, "reunited"),
      FolderCounts(state, "differing"), FolderCounts(state, "lost"),
      FolderPairing.untold(in: state)
    )
  }

  /// Begins with what earlier runs have not told.
  mutating func recall() async {
    (result.kept, result.reunited, result.differing, result.lost) = await onOwnThread("folders") {
      [untold] _ in
      (
        untold.kept.counts, untold.reunited.counts, untold.differing.counts, untold.lost.counts
      )
    }
  }

  /// What has come of it all, which is told with that.
  func told() async throws(SyncProblem) -> SyncResult {
    var result = result
    result.restored = try await onDisk { [untold] () throws(SyncProblem) in
      let folders = Set(untold.restored.counts.keys)
      for counts in [
        untold.kept, untold.reunited, untold.differing, untold.lost, untold.restored,
      ] {
        try counts.write([:])
      }
      return folders
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

  /// Takes a message away here, noted as what a person deletes is.
  ///
  /// - Returns: The number of the change; nil if the message was not there any more.
  private func delete(
    _ file: FolderFiles.File, in folder: FolderID, at path: ByteName
  ) async throws(SyncProblem) -> Int64? {
    let change = Change.message(
      MessageChange(
        before: MessageRef(folder: folder, key: file.name.key), after: nil,
        token: file.name.name.bytes + [0]))
    return try await departures.ask { (record) throws(JournalProblem) in
      let entries = try record.note([
        (.newStep(of: "delete", by: .synchronising), [.init(change: change)])
      ]).joined()
      let isGone = file.remove(from: path)
      try record.finish(
        entries.map { ($0, isGone ? .made(change, isDurable: true) : .void) })
      return isGone ? entries.first?.number : nil
    }
  }

  /// Removes from the local trash what has come from the server again, to whatever folder.
  private func recover(_ looks: [FolderLook]) async throws(SyncProblem) {
    let trash = LocalTrash(of: account, in: places)
    let found = await onOwnThread("folders") { _ -> [FolderFiles.File] in
      let kept = FolderFiles(trash.path)?.all ?? []
      if kept.isEmpty { return [] }
      let times = Set(kept.map { $0.time(in: trash.path) })
      let arrived = Set(
        looks.flatMap { look in
          look.arrived.map(\.file).filter { times.contains($0.time(in: look.folder.path)) }
            .compactMap { $0.content(in: look.folder.path) }
        })
      if arrived.isEmpty { return [] }
      return kept.filter { $0.content(in: trash.path).map(arrived.contains) == true }
    }
    for file in found { _ = try await delete(file, in: trash.id, at: trash.path) }
  }

  // MARK: Gone there

  /// Asks the server which messages are gone that are marked as deleted here.
  private func lookForMarked(_ looks: inout [FolderLook]) async throws(SyncProblem) {
    for index in looks.indices {
      let marked = looks[index].marked
      guard !marked.isEmpty, let folder = there(looks[index]),
        let gone = try await server.gone(of: marked.map(\.far), in: folder)
      else { continue }
      looks[index].lose(marked.filter { gone.contains($0.far) })
    }
  }

  /// What becomes of messages of a folder that are gone from the server.
  private struct Clearing: Sendable {
    let look: FolderLook
    /// They are in another folder as well, here and on the server.
    var moved: [UInt32: FolderFiles.File] = [:]
    /// They are nowhere else.
    var lost: [UInt32: FolderFiles.File] = [:]
    /// So many that the person is asked.
    var asked: [UInt32: FolderFiles.File] = [:]
  }

  /// Takes away what is gone from the server: what was moved there, and what nobody has any more, which goes to the local trash. If
  /// that is much, it is asked about and stays.
  ///
  /// - Parameter isWhole: Whether all folders were fetched. If not, a message may have been moved to another one.
  /// - Returns: The folders with which nothing was done yet.
  private mutating func clear(
    _ looks: [FolderLook], _ decision: MissingDecision, isWhole: Bool
  ) async throws(SyncProblem) -> Set<FolderID> {
    let clearings = await onOwnThread("folders") { _ in
      looks.filter { !$0.gone.isEmpty }.map { Self.clearing($0, among: looks, decision) }
    }
    var asked = GoneMail(counts: [:])
    var postponed: Set<FolderID> = []
    for clearing in clearings {
      let (look, folder) = (clearing.look, clearing.look.folder)
      if !isWhole, !clearing.lost.isEmpty || !clearing.asked.isEmpty {
        postponed.insert(folder.id)
        continue
      }
      let step = result.lostStep
      let taken = try await departures.ask { [self] (record) throws(JournalProblem) in
        Result { () throws(SyncProblem) in try take(clearing, record, step) }
      }.get()
      if taken.count > 0 {
        result.lost[folder.id, default: 0] += taken.count
        result.lostStep = taken.step
      }
      if clearing.asked.isEmpty { continue }
      asked.counts[folder.id] = GoneMail.Count(gone: clearing.asked.count, known: look.known)
      asked.messages.formUnion(
        clearing.asked.values.map { MessageRef(folder: folder.id, key: $0.name.key) })
    }
    result.gone = asked.counts.isEmpty ? nil : asked
    try await onDisk { [untold, result] () throws(SyncProblem) in
      try untold.lost.write(result.lost)
    }
    return postponed
  }

  /// Decides what becomes of a folder's messages that are gone from the server.
  private static func clearing(
    _ look: FolderLook, among looks: [FolderLook], _ decision: MissingDecision
  ) -> Clearing {
    let folder = look.folder
    var clearing = Clearing(look: look)
    let elsewhere = contents(of: looks, from: look.gone.values.map { $0.time(in: folder.path) })
    var isAgreed: (FolderFiles.File) -> Bool = { _ in false }
    if case .deleteHere(let agreed) = decision {
      isAgreed = { agreed.messages.contains(MessageRef(folder: folder.id, key: $0.name.key)) }
    }
    for (uid, file) in look.gone {
      if elsewhere.contains(file.content(in: folder.path)) {
        clearing.moved[uid] = file
      } else if isAgreed(file) {
        clearing.lost[uid] = file
      } else {
        clearing.asked[uid] = file
      }
    }
    let isEmptied = folder.name == ByteName("INBOX") && look.whole.isEmpty
    let count = clearing.asked.count
    if count <= handful || count * 20 <= look.known && !isEmptied {
      clearing.lost.merge(clearing.asked) { $1 }
      clearing.asked = [:]
    }
    return clearing
  }

  /// Does it, and says how many went to the local trash and in which step of the journal.
  private func take(
    _ clearing: Clearing, _ record: Journal, _ step: Int64?
  ) throws(SyncProblem) -> (count: Int, step: Int64?) {
    let (look, folder) = (clearing.look, clearing.look.folder)
    let asked = look.restored(clearing.asked.keys)
    if !clearing.asked.isEmpty {
      try MbsyncState.change(ofFolder: folder.path) { state in
        // First the mark goes: with the line made again it would go to the server.
        for pair in state.pairs where pair.far > 0 || asked[pair.near] != nil {
          guard let file = clearing.asked[pair.near],
            !(asked[pair.near] ?? pair).flags.contains("T")
          else { continue }
          file.change(to: file.letters.subtracting(Self.mark), in: folder.path)
        }
        state.restore(asked)
      }
    }
    let going = clearing.moved.merging(clearing.lost) { $1 }
    if going.isEmpty { return (0, step) }
    var lost = LostMessages(ofFolder: folder.path, validity: look.state.validity)
    let lines = look.state.pairs.filter { going[$0.near] != nil }
    try lost.add((lines + look.restored(going.keys).values).map(\.far).filter { $0 > 0 })
    let trashed = try trash(clearing, record, step)
    for file in clearing.moved.values { file.remove(from: folder.path) }
    // A line of both numbers would stand for mail that is gone here alone.
    if lines.contains(where: \.isWhole) {
      try MbsyncState.change(ofFolder: folder.path) { $0.drop(Set(going.keys)) }
    }
    return trashed
  }

  /// Moves what the server has lost to the local trash, in one step of the journal for the whole run.
  private func trash(
    _ clearing: Clearing, _ record: Journal, _ step: Int64?
  ) throws(SyncProblem) -> (count: Int, step: Int64?) {
    if clearing.lost.isEmpty { return (0, step) }
    let trash = LocalTrash(of: account, in: places)
    let arrivals = clearing.lost.values.map { file in
      LocalTrash.Arrival(
        file, from: clearing.look.folder, flags: file.letters.subtracting(Self.mark))
    }
    do {
      let entries = try record.note([
        (
          step.map { .step($0) } ?? .newStep(of: "move", by: .synchronising),
          arrivals.map { .init(change: $0.change(into: trash.id)) }
        )
      ]).joined()
      var endings: [(Journal.Entry, Journal.Ending)] = []
      var problem: SyncProblem?
      for (entry, arrival) in zip(entries, arrivals) {
        var isTaken = false
        if problem == nil {
          do { isTaken = try trash.take(arrival) } catch { problem = error }
        }
        endings.append((entry, isTaken ? .made(entry.change, isDurable: true) : .void))
      }
      try record.finish(endings)
      try record.note(.done, of: entries.map(\.number))
      if let problem { throw problem }
      let count = endings.count { if case .made = $0.1 { true } else { false } }
      return (count, entries.first?.step ?? step)
    } catch let problem as SyncProblem {
      throw problem
    } catch {
      throw .noRecord
    }
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
    var expected = expected(removals, look)
    let folder = there(look)
    // What was sent or fetched in this run and is gone already, such as an earlier version of a draft: its UID is as new.
    let new = removals.map(\.pair).filter { expected[$0.far] == nil && look.isNew($0) }
    if let folder, !new.isEmpty,
      let identities = try await server.identities(of: new.map(\.far), in: folder)
    {
      expected.merge(identities) { $1 }
    }
    guard let folder, let found = try await server.look(at: expected, in: folder)
    else {
      result.waiting += removals.count
      return
    }
    var others = found.others
    let unknown = removals.map(\.pair.far).filter { expected[$0] == nil }
    if !unknown.isEmpty, let flags = try await server.flags(of: unknown, in: folder) {
      others.formUnion(flags.keys)
    }
    let there = removals.filter { removal in
      guard let letters = found.letters[removal.pair.far] else { return false }
      return removal.copy.map { give(letters, of: removal.pair, to: $0) } ?? true
    }
    debugLog(
      """
      account \(account.logNumber): messages to remove from a folder: \(removals.count), \
      still on the server: \(there.count), others with their UIDs: \(others.count)
      """)
    if !there.isEmpty {
      await judge(there.compactMap(\.copy), from: look.folder.id, server)
      try await note(.begun, of: there.compactMap(\.change))
      let taken = Set(there.map(\.pair.far))
      guard
        let removed = try await server.remove(
          expected.filter { taken.contains($0.key) }, with: await bodies(there), from: folder)
      else { return }
      others.formUnion(removed.others)
      try await finish(there, found, removed, look)
    }
    if !others.isEmpty { try await pairAnew(look.folder) }
  }

  /// Notes what became of messages that were removed at the server.
  private mutating func finish(
    _ removals: [Removal], _ found: ServerMessages.Look, _ removed: ServerMessages.Look,
    _ look: FolderLook
  ) async throws(SyncProblem) {
    // Of one that was marked already the server says nothing anew.
    func isTakenByOthers(_ removal: Removal) -> Bool {
      let uid = removal.pair.far
      return removed.letters[uid] == nil && found.letters[uid]?.isSuperset(of: Self.mark) != true
    }
    let differing = removals.filter { removed.differing.contains($0.pair.far) }
    if !differing.isEmpty { try await fetchAgain(differing, look) }
    let kept = removed.others.union(removed.differing)
    let removals = removals.filter { !kept.contains($0.pair.far) }
    try await note(.due, of: removals.filter(isTakenByOthers).compactMap(\.change))
    let own = removals.filter { !isTakenByOthers($0) }
    debugLog(
      "account \(account.logNumber): removed: \(own.count), expunged: \(removed.isExpunged)")
    for removal in own {
      // What another client gave it in between.
      guard let letters = removed.letters[removal.pair.far], let copy = removal.copy else {
        continue
      }
      _ = give(letters, of: removal.pair, to: copy)
    }
    if removed.isExpunged { return }
    try await note(.marked, of: own.compactMap(\.change))
    result.marked += own.count
    // Else it would be asked about again.
    let agreed = Set(own.filter { $0.change == nil }.map(\.pair.near))
    if !agreed.isEmpty {
      try MbsyncState.change(ofFolder: look.folder.path) { $0.drop(agreed) }
    }
  }

  /// What the UIDs of messages that are to be removed stand for; those of which nobody knows it any more are left out.
  private mutating func expected(
    _ removals: ArraySlice<Removal>, _ look: FolderLook
  ) -> [UInt32: MessageIdentity] {
    var expected: [UInt32: MessageIdentity] = [:]
    for removal in removals {
      expected[removal.pair.far] =
        removal.identity ?? look.identities[removal.pair.far]
        ?? removal.copy.flatMap { file(of: $0)?.identity(in: path(of: $0)) }
    }
    return expected
  }

  /// The bodies of messages that stay here when they are removed at the server, by UID.
  private mutating func bodies(_ removals: [Removal]) async -> [UInt32: MessageBody] {
    let files = removals.compactMap { removal in
      removal.copy.flatMap { copy in
        file(of: copy).map { (uid: removal.pair.far, file: $0, folder: path(of: copy)) }
      }
    }
    let known = removals.compactMap { removal in removal.body.map { (removal.pair.far, $0) } }
    return await onOwnThread("bodies") { _ in
      Dictionary(
        known
          + files.compactMap { uid, file, folder in
            file.body(in: folder).map { (uid, $0) }
          }
      ) { $1 }
    }
  }

  /// Has messages come again that the server has with other bodies than they have here.
  private mutating func fetchAgain(
    _ removals: [Removal], _ look: FolderLook
  ) async throws(SyncProblem) {
    result.differing[look.folder.id, default: 0] += removals.count
    try await onDisk { [untold, result] () throws(SyncProblem) in
      try untold.differing.write(result.differing)
      try Self.fetchAgain(removals.map(\.pair), look)
    }
    hasMore = true
    try await note(.done, of: removals.compactMap(\.change))
  }

  /// Takes messages for ones that never came. If the run ends before they have come, the next one fetches them.
  private static func fetchAgain(
    _ pairs: [MbsyncState.Pair], _ look: FolderLook
  ) throws(SyncProblem) {
    var lost = LostMessages(ofFolder: look.folder.path, validity: look.state.validity)
    try lost.add(pairs.map(\.far))
    try MbsyncState.change(ofFolder: look.folder.path) { $0.forget(Set(pairs.map(\.near))) }
  }

  /// Finds out which message has which UID, after some had those of others.
  private mutating func pairAnew(_ folder: AccountFolder) async throws(SyncProblem) {
    let pairing = FolderPairing(
      folder: folder, server: server, isRestored: true, state: account.state(in: places))
    if try await pairing.run() { hasMore = true }
  }
}

extension Journal.Departed {
  /// The number that mbsync had given the message where it was.
  fileprivate var uid: UInt32? { FileName(MaildirNames(token: token).before).uid }
}
