internal import FileSystem
internal import MailModel
internal import MaildirStore
internal import Synchronization

/// One run for one account, which nothing else synchronises meanwhile.
struct SyncRun: Sendable {
  let account: Account
  let places: AccountPlaces
  let runner: ProgramRunner
  let isync: Isync
  let passwords: Passwords
  let server: ServerMessages
  /// The program that mbsync starts for a connection.
  let tunnelProgram: String
  /// The folder of AppArmor's profiles.
  let profiles: String
  let pace: Synchroniser.Pace
  let departures: Departures
  let trash: @Sendable (_ path: String) throws -> Void
  let tell: @Sendable (SyncProgress) -> Void

  /// The folders that are left alone, and why.
  struct Exceptions {
    var folders: Set<String> = []
    var renumbered: String?
    /// The folders whose messages were paired with the server's under another UIDVALIDITY.
    var pairedAnew: Set<String> = []
    var warnings: [String] = []
    /// How many messages mbsync has not fetched.
    var skipped = 0
    /// How many it has not fetched though they were asked for again.
    var missed = 0
    /// Whether journals of another version were made this one's.
    var hasConverted = false
    /// Whether the server was found to be restored from a backup, and its messages were compared.
    var isCompared = false
    /// The folders that the server shows empty, as if it was restored, though nothing else says so.
    var emptied: Set<FolderID> = []
    /// Why the server did not take a message.
    var refusal: SyncProblem?
    /// The folders of the server, as far as they are known, in modified UTF-7.
    var listed: [String]?
    /// Whether they were listed in this run.
    var hasListed = false
    /// Whether that went well.
    var isListed = false
    /// Whether mbsync lists none, for one of them.
    var refusesList = false
    /// Whether there are folders here that no pattern leaves alone.
    var hasUnwritableNames = false
    /// Those that cannot be kept here.
    var unusable: Set<String> = []

    /// Notes which folders the server has.
    mutating func note(_ names: [String], _ account: Account, _ places: AccountPlaces) {
      listed = names
      unusable.formUnion(names.lazy.filter { !account.canHave($0, in: places) })
    }
  }

  private var state: String { account.state(in: places) }
  private var tunnel: Tunnel { Tunnel(in: state) }

  func run(_ decision: MissingDecision) async throws(SyncProblem) -> SyncResult {
    let before = try await settled()
    var exceptions = try await onDisk { () throws(SyncProblem) in
      var exceptions = try prepare(before)
      if let names = ListedFolders(state).names { exceptions.note(names, account, places) }
      return exceptions
    }
    // Before the first mail comes: mbsync makes directories for what it cannot keep, and stumbles over them then.
    if exceptions.listed == nil { try await list(&exceptions) }
    debugLog("account \(account.logNumber): folders prepared: \(before.count)")
    var reconciliation = Reconciliation(
      account: account, places: places, departures: departures, server: server,
      isSilentOfMarked: isync.hasNewWords)
    await reconciliation.recall()
    var decision = decision
    // Once more where there is more to bring or to send for what was found.
    for _ in 0..<2 {
      // Only what was gone before all this is known not to be on its way.
      let departed = try? await reconciliation.departed()
      var problem: SyncProblem?
      do { try await mbsync(&exceptions) } catch {
        // What goes wrong with one folder keeps nothing of the others.
        guard error.isOfSomeFolders else { throw error }
        problem = error
      }
      try await list(&exceptions)
      reconciliation.emptied = exceptions.emptied
      debugLog("account \(account.logNumber): removals begun")
      try await reconciliation.run(
        await folders(but: exceptions), decision, departed ?? [],
        isRefused: exceptions.refusal != nil, isWhole: problem == nil)
      debugLog(
        "account \(account.logNumber): removals done, more to do: \(reconciliation.hasMore)")
      if let problem { throw problem }
      if !reconciliation.hasMore { break }
      decision = .ask
    }
    if let folder = exceptions.renumbered { throw .renumbered(folder) }
    if let refusal = exceptions.refusal, reconciliation.result.missing == nil { throw refusal }
    var result = try await reconciliation.told()
    result.unusable = exceptions.unusable.subtracting(account.leftOut).sorted()
    result.warnings = exceptions.warnings
    // The same messages may be among both.
    result.skipped = max(exceptions.skipped, exceptions.missed)
    try await lookForVanished(&exceptions, &result)
    return result
  }

  /// Looks what has become of folders that mbsync could not find on the server.
  private func lookForVanished(
    _ exceptions: inout Exceptions, _ result: inout SyncResult
  ) async throws(SyncProblem) {
    let vanished = VanishedFolders(account: account, places: places, trash: trash)
    let missing = await onOwnThread("folders") { [exceptions] _ in
      vanished.synchronised(among: exceptions.folders)
    }
    if missing.isEmpty { return await onOwnThread("folders") { _ in vanished.forgetAll() } }
    if !vanished.areKnown(missing) { try await list(&exceptions, isNeeded: true) }
    let listed = exceptions.isListed ? exceptions.listed : nil
    let found = try await onDisk { () throws(SyncProblem) in
      try vanished.look(among: missing, listed: listed)
    }
    (result.vanished, result.trashed) = (found.kept, found.trashed)
    // mbsync has said so in its own way.
    let names = Set((found.kept + found.trashed).flatMap { [$0, isync.name($0)] })
    result.warnings.removeAll { $0.unusableFolder.map(names.contains) == true }
  }

  /// The folders, after a wait where a run was cut short: what it had sent last may still be on its way,
  /// and mbsync, which does not find it on the server yet, would send it again.
  private func settled() async throws(SyncProblem) -> [AccountFolder] {
    let (folders, wasCut) = await onOwnThread("folders") { _ in
      let folders = AccountFolder.all(of: account, in: places)
      return (folders, folders.contains(where: \.hasJournal))
    }
    guard wasCut else { return folders }
    do { try await Task.sleep(for: pace.settling) } catch { throw .cancelled }
    return await onOwnThread("folders") { _ in AccountFolder.all(of: account, in: places) }
  }

  /// The folders that the account has, but for those that are left out.
  private func folders(but exceptions: Exceptions) async -> [AccountFolder] {
    let leftOut = account.leftOut.union(exceptions.unusable)
    return await onOwnThread("folders") { _ in
      AccountFolder.all(of: account, in: places).filter {
        $0.hasWritableName && !leftOut.contains($0.name.description)
      }
    }
  }

  /// Asks which folders the server has, where that was not asked for long: mbsync says nothing of those that it leaves
  /// out, and where they go by names it would not find new ones.
  private func list(
    _ exceptions: inout Exceptions, isNeeded: Bool = false
  ) async throws(SyncProblem) {
    let listed = ListedFolders(state)
    let isOld = listed.age.map { $0 >= pace.listing } ?? true
    guard !exceptions.hasListed, isNeeded || isOld else { return }
    exceptions.hasListed = true
    debugLog("account \(account.logNumber): listing begun")
    let names = try? await server.folders()
    debugLog(
      "account \(account.logNumber): listing done: \(names != nil), folders: \(names?.count ?? 0)")
    if Task.isCancelled { throw .cancelled }
    guard let names else { return }
    exceptions.note(names, account, places)
    exceptions.isListed = true
    try await onDisk { () throws(SyncProblem) in try listed.write(names) }
  }

  /// Runs mbsync, once more where somebody else is at it or where a folder must be left out.
  private func mbsync(_ exceptions: inout Exceptions) async throws(SyncProblem) {
    let start = ContinuousClock.now
    while true {
      let path = "\(state)/mbsyncrc"
      let told = try await onDisk { [exceptions] () throws(SyncProblem) in
        let folders = AccountFolder.all(of: account, in: places)
        // A run that was cut short may have left some.
        _ = try tunnel.fetches.askAgain(in: folders)
        for folder in folders where !account.leftOut.contains(folder.name.description) {
          LostMessages.askAgain(inFolder: folder.path)
          _ = MbsyncState.keep(ofFolder: folder.path)
        }
        return configuration(but: exceptions)
      }
      if told.named != nil, !exceptions.hasListed {
        // One that is not named would not come.
        try await list(&exceptions, isNeeded: true)
        continue
      }
      if told.channels.isEmpty { return }
      try await onDisk { () throws(SyncProblem) in try SyncConfiguration.write(told.text, to: path)
      }
      let output = try await pull(["-c", path] + told.channels)
      exceptions.missed = try await onDisk { () throws(SyncProblem) in
        SyncLog(state).add(output.tail)
        if isync.hasNewWords { FolderNames(account: account, places: places).encode() }
        return try tunnel.fetches.askAgain(in: AccountFolder.all(of: account, in: places))
      }
      if case .restored? = await onOwnThread("tunnel", { _ in tunnel.problem }),
        !exceptions.isCompared
      {
        try await compare(&exceptions)
        continue
      }
      if !exceptions.refusesList, let name = output.lines.lazy.compactMap(\.refusedName).first {
        exceptions.refusesList = true
        exceptions.unusable.insert(name)
        try await list(&exceptions, isNeeded: true)
        continue
      }
      if !exceptions.hasListed, output.lines.contains(where: \.tellsOfLongPath) {
        try await list(&exceptions, isNeeded: true)
        continue
      }
      let refusal = SyncProblem.refusal(output.lines, of: account)
      exceptions.refusal = exceptions.refusal ?? refusal
      // What the server would not take is no reason to keep deletions from it, which may make room.
      let others = refusal == nil ? [] : output.lines.filter { !$0.tellsOfRefusal }
      // It may go on with the others all the same.
      if SyncProblem(output.lines, of: account) == .diskFull { throw .diskFull }
      if output.isSuccess || refusal != nil && SyncProblem(others, of: account) == .hanging {
        for line in output.lines where line.isWarning && !exceptions.warnings.contains(line) {
          exceptions.warnings.append(line)
        }
        exceptions.skipped += output.lines.count(where: \.tellsOfSkipped)
        return
      }
      if !exceptions.hasConverted,
        let version = output.lines.lazy.compactMap(MbsyncJournal.wanted).first
      {
        exceptions.hasConverted = true
        try await onDisk { () throws(SyncProblem) in
          for folder in AccountFolder.all(of: account, in: places) where folder.hasJournal {
            try MbsyncJournal.convert(ofFolder: folder.path, to: version)
          }
        }
        continue
      }
      if try await pairRenumbered(output.lines, told, &exceptions) { continue }
      // Folders that mbsync cannot do anything with are left alone, and the others go on.
      let hindered = output.lines.filter { line in
        line.unusableFolder.map {
          exceptions.folders.insert(told.folder(saidToBe: $0)).inserted
        } ?? false
      }
      if !hindered.isEmpty {
        exceptions.renumbered =
          exceptions.renumbered
          ?? hindered.lazy.compactMap(\.renumberedFolder).first.map { told.folder(saidToBe: $0) }
        exceptions.warnings += hindered.filter { $0.renumberedFolder == nil }
        continue
      }
      // One whose name no pattern can leave out is in its way each time, and in that of no other.
      let rest = output.lines.filter { $0.unusableFolder == nil }
      if rest.count < output.lines.count, SyncProblem(rest, of: account) == .hanging { return }
      let hindrance = await onOwnThread("tunnel") { _ in
        tunnel.problem
          ?? tunnel.hindrance(
            output.lines, tunnelProgram, of: account, in: places, profiles: profiles)
      }
      if let hindrance { throw hindrance }
      let problem = SyncProblem(output.lines, of: account)
      guard problem == .locked, start.duration(to: .now) < pace.lockPatience else { throw problem }
      do { try await Task.sleep(for: pace.lockPause) } catch { throw .cancelled }
    }
  }

  /// Pairs the messages of folders anew that the server has numbered anew and that have none here any more: mbsync finds in them nothing to
  /// compare, and leaves them alone for ever. What was moved out of them and is still on the server must not come again.
  ///
  /// - Returns: Whether there were any.
  private func pairRenumbered(
    _ lines: [String], _ told: SyncConfiguration, _ exceptions: inout Exceptions
  ) async throws(SyncProblem) -> Bool {
    let names = Set(lines.compactMap(\.renumberedFolder).map(told.folder))
      .subtracting(exceptions.pairedAnew)
    if names.isEmpty { return false }
    let folders = await onOwnThread("folders") { _ in
      AccountFolder.all(of: account, in: places).filter { folder in
        names.contains(folder.name.description)
          && FolderFiles(folder.path)?.all.isEmpty == true
      }
    }
    exceptions.pairedAnew.formUnion(names)
    var isPaired = false
    for folder in folders {
      guard let validity = try await server.validity(of: folder.name.description) else { continue }
      let pairing = FolderPairing(
        folder: folder, server: server, isRestored: true, state: state, validity: validity)
      _ = try await pairing.run()
      isPaired = true
    }
    return isPaired
  }

  /// Compares the messages of all folders with the server's, which was restored from a backup. In a folder that got nothing since the backup
  /// there are messages again that were removed, though its next UID is as it was.
  private func compare(_ exceptions: inout Exceptions) async throws(SyncProblem) {
    debugLog("account \(account.logNumber): a folder was restored from a backup")
    exceptions.isCompared = true
    let folders = await onOwnThread("folders") { _ in
      AccountFolder.all(of: account, in: places)
        .filter { !account.leftOut.contains($0.name.description) }
    }
    let known = await onOwnThread("folders") { _ in folders.map(RestoreCheck.KnownFolder.init) }
    var (restored, isProven): (Set<String>, Bool) = ([], false)
    for folder in known.compactMap({ $0 }) {
      guard let there = try await server.selected((folder.name, folder.validity)) else { continue }
      var isRestored = there.next.map { $0 <= folder.highest } ?? false
      if !isRestored { isRestored = try await server.isRestored(folder) }
      if !isRestored { continue }
      restored.insert(folder.name)
      if there.messages > 0 { isProven = true }
    }
    for folder in folders {
      let isRestored = restored.contains(folder.name.description)
      // A server that cannot reach its mail shows folders empty. If all messages were sent, they would be there twice once it can.
      if isRestored, !isProven {
        exceptions.emptied.insert(folder.id)
        continue
      }
      let pairing = FolderPairing(
        folder: folder, server: server, isRestored: isRestored, state: state)
      _ = try await pairing.run()
    }
    try await onDisk { [exceptions] () throws(SyncProblem) in
      try prepareTunnel(folders, but: exceptions)
    }
  }

  /// Says what the tunnel is to know of some folders.
  private func prepareTunnel(
    _ folders: [AccountFolder], but exceptions: Exceptions
  ) throws(SyncProblem) {
    let known =
      exceptions.isCompared ? [] : folders.compactMap(RestoreCheck.KnownFolder.init)
    try tunnel.prepare(for: account, service: passwords.service, knowing: known)
  }

  /// Runs mbsync once.
  private func pull(_ words: [String]) async throws(SyncProblem) -> ProgramRunner.Output {
    debugLog("account \(account.logNumber): mbsync begun")
    let last = Mutex(SyncProgress())
    let output = try await runner.run("mbsync", words) { [tell] progress in
      last.withLock { $0 = progress }
      tell(progress)
    }
    let progress = last.withLock { $0 }
    debugLog(
      """
      account \(account.logNumber): mbsync done: \(output.isSuccess), \
      fetched: \(progress.fetched), sent: \(progress.sent), lines: \(output.lines.count)
      """)
    return output
  }

  /// What mbsync is told, for a thread that may wait for the disk.
  private func configuration(but exceptions: Exceptions) -> SyncConfiguration {
    let trash = LocalTrash(of: account, in: places).id
    let names = {
      AccountFolder.all(of: account, in: places).filter { $0.hasWritableName && $0.id != trash }
        .map(\.name.description)
    }
    var told = SyncConfiguration(
      account: account, isync: isync, tunnel: tunnel.line(for: tunnelProgram),
      mail: account.root(in: places).description,
      leftOut: exceptions.folders.union(exceptions.unusable),
      encoded: isync.hasNewWords ? names().filter { isync.name($0) != $0 } : [])
    let unusable = exceptions.unusable.union(exceptions.unusable.map(isync.name))
    if exceptions.refusesList || exceptions.hasUnwritableNames || told.needsNames
      || unusable.contains(where: { account.hindersListing($0, in: places) })
    {
      told.named = Set(names() + (exceptions.listed ?? []) + ["INBOX"]).filter { !$0.hasControls }
        .sorted()
    }
    return told
  }

  /// Looks at the folders before mbsync does, and keeps it from what would hold it up for ever.
  private func prepare(_ folders: [AccountFolder]) throws(SyncProblem) -> Exceptions {
    var exceptions = Exceptions()
    try prepareTunnel(folders, but: exceptions)
    for folder in folders where !account.leftOut.contains(folder.name.description) {
      guard folder.hasWritableName else {
        exceptions.hasUnwritableNames = true
        exceptions.warnings.append("\(folder.name): not a name that a server's folder can have")
        continue
      }
      let isUndone = MbsyncState.keep(ofFolder: folder.path)
      guard let files = FolderFiles(folder.path) else { continue }
      if let stranger = files.stranger {
        let name = folder.name.description
        exceptions.folders.insert(name)
        exceptions.warnings.append("\(name): not a regular file: \(stranger)")
        continue
      }
      if isUndone, let state = MbsyncState(ofFolder: folder.path) {
        // A run that was cut short has marked them as gone and noted it nowhere: the mark would go to the server.
        for pair in state.pairs where pair.isWhole && !pair.flags.contains("T") {
          if let file = files.numbered[pair.near] {
            file.change(to: file.letters.subtracting([UInt8(ascii: "T")]), in: folder.path)
          }
        }
      }
      FolderRepair(folder: folder, files: files).mend()
    }
    return exceptions
  }
}

/// Does what waits for a disk on a thread of its own.
func onDisk<Value: Sendable>(
  _ work: @escaping @Sendable () throws(SyncProblem) -> Value
) async throws(SyncProblem) -> Value {
  let result = await onOwnThread("accounts") { _ in
    Result { () throws(SyncProblem) in try work() }
  }
  return try result.get()
}
