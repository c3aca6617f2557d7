internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel
internal import MaildirStore

/// One run for one account, which nothing else synchronises meanwhile.
struct SyncRun: Sendable {
  let account: Account
  let places: AccountPlaces
  let runner: ProgramRunner
  let isync: Isync
  let passwordProgram: [String]
  let pace: Synchroniser.Pace
  let departures: Departures
  let trash: @Sendable (_ path: String) throws -> Void
  let tell: @Sendable (SyncProgress) -> Void
  let arrivals: Arrivals

  /// The folders that are left alone, and why.
  struct Exceptions {
    var folders: Set<String> = []
    var renumbered: String?
    var warnings: [String] = []
    /// Whether journals of another version were made this one's.
    var hasConverted = false
    /// Why the server did not take a message.
    var refusal: SyncProblem?
    /// Whether a message that was moved is not on the server yet.
    var hasWaiting = false
    /// Whether the server can be told which messages to expunge, as far as is known.
    var canExpungeSolo = true
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
    /// Whether mbsync is told of each folder.
    var goesByNames = false
    /// Those that cannot be kept here.
    var unusable: Set<String> = []
    /// How many messages the server has in each folder, as it was told last.
    var serverCounts: [String: Int] = [:]

    /// Notes which folders the server has.
    mutating func note(_ names: [String]?, _ account: Account, _ places: AccountPlaces) {
      guard let names else { return }
      listed = names
      unusable.formUnion(names.lazy.filter { !account.canHave($0, in: places) })
    }
  }

  private var state: String { account.state(in: places) }
  private var seen: String { "\(state)/seen" }
  private var id: String { account.id.uuidString }

  func run(_ decision: MissingDecision) async throws(SyncProblem) -> SyncResult {
    var exceptions = Exceptions()
    do {
      var result = try await phases(decision, &exceptions)
      try await remember(exceptions)
      try await lookForVanished(&exceptions, &result)
      return result
    } catch {
      // What came before something went wrong must be known as well.
      try? await remember(exceptions)
      throw error
    }
  }

  private func phases(
    _ decision: MissingDecision, _ exceptions: inout Exceptions
  ) async throws(SyncProblem) -> SyncResult {
    let before = try await settled()
    exceptions = try await onDisk { () throws(SyncProblem) in
      var exceptions = try prepare(before)
      exceptions.note(ListedFolders(state).names, account, places)
      return exceptions
    }
    // Before the first mail comes: mbsync makes directories for what it cannot keep, and stumbles over them then.
    if exceptions.listed == nil { try await list(&exceptions) }
    // Both ways: where a run was cut short, mbsync forgets what was still to come or go in a direction
    // that it is not asked for, and never fetches or sends it.
    do {
      try await mbsync(&exceptions, "push", ["--new"])
    } catch  where error.isOfSomeFolders {
      // What goes wrong with one folder keeps no flags of the others, and deletes nothing.
      _ = try? await mbsync(&exceptions, "push", ["--new", "--flags"])
      throw error
    }
    try await list(&exceptions, isNeeded: exceptions.goesByNames)
    var folders = await self.folders(but: exceptions)
    var atServer = await lookAtServer(folders, exceptions)
    if !atServer.gone.isEmpty {
      // What was sent just now was not on the server yet when that was counted.
      try await mbsync(&exceptions, "push", ["--new"])
      folders = await self.folders(but: exceptions)
      atServer = await lookAtServer(folders, exceptions)
    }
    var finding = try await look(folders)
    if !finding.missing.isEmpty {
      // Of what is gone on the server too nobody need be asked: a run that was cut short had deleted it
      // here and left no word of it, and from 1.5 on mbsync remembers it for one more run. An older one
      // looks at messages that it knows for the sake of their flags.
      try await mbsync(
        &exceptions, "push", isync.hasNewWords ? ["--pull-gone"] : ["--new", "--flags"],
        holding: isync.hasNewWords ? atServer.names : [])
      finding = try await look(await self.folders(but: exceptions))
    }
    let result = try await finish(finding, atServer, decision, &exceptions)
    if let folder = exceptions.renumbered { throw .renumbered(folder) }
    if let refusal = exceptions.refusal, result.missing == nil { throw refusal }
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
    if missing.isEmpty { return try await onDisk(vanished.forgetAll) }
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
    return await self.folders()
  }

  /// The folders that are synchronised in this run.
  private func folders(but exceptions: Exceptions) async -> [AccountFolder] {
    let leftOut = account.leftOut.union(exceptions.folders).union(exceptions.unusable)
    return await folders().filter {
      $0.hasWritableName && !leftOut.contains($0.name.description)
    }
  }

  private func look(
    _ folders: [AccountFolder]
  ) async throws(SyncProblem) -> DeletionGuard.Finding {
    try await DeletionGuard(
      folders: folders, places: places, seen: seen, arrivals: arrivals, departures: departures
    ).look()
  }

  private func lookAtServer(
    _ folders: [AccountFolder], _ exceptions: Exceptions
  ) async -> ServerGuard.Finding {
    let guardian = ServerGuard(
      folders: folders, counts: exceptions.serverCounts, arrivals: arrivals)
    return await onOwnThread("guard") { _ in guardian.look() }
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
    guard let names = try await exceptions.refusesList ? namesByLogin() : names() else { return }
    exceptions.note(names, account, places)
    exceptions.isListed = true
    try await onDisk { () throws(SyncProblem) in try listed.write(names) }
  }

  private func names() async throws(SyncProblem) -> [String]? {
    let path = "\(state)/list"
    try await onDisk { () throws(SyncProblem) in
      let told = configuration(lists: true)
      try Synchroniser.makeFolder(told.mail)
      try told.write(to: path)
    }
    let answer = try await runner.answer(
      "mbsync", ["-qlc", path, id], limit: ListedFolders.longest)
    return answer.map { ListedFolders.read($0, isync) }
  }

  /// Where mbsync lists none because of one.
  private func namesByLogin() async throws(SyncProblem) -> [String]? {
    guard let program = passwordProgram.first,
      let answer = try await runner.answer(
        program, Array(passwordProgram.dropFirst()), limit: 65_536)
    else { return nil }
    let password = String(decoding: answer, as: UTF8.self)
    return try? await Trial.folders(of: account, password: password).map(\.name)
  }

  /// The second phase: both ways, and without deletions in folders where mail is missing or on its way.
  private func finish(
    _ finding: DeletionGuard.Finding, _ atServer: ServerGuard.Finding,
    _ decision: MissingDecision, _ exceptions: inout Exceptions
  ) async throws(SyncProblem) -> SyncResult {
    var (missing, gone) = (finding.missing, atServer.gone)
    switch decision {
    case .ask: break
    case .deleteHere(let agreed):
      if gone.allSatisfy({ $1.gone <= agreed.counts[$0.id]?.gone ?? 0 }) { gone = [:] }
    case .deleteOnServer(let agreed):
      if missing.allSatisfy({ $1.count <= agreed.counts[$0.id] ?? 0 }) { missing = [:] }
    case .fetchAgain:
      let lost = missing
      try await onDisk { () throws(SyncProblem) in
        for (folder, uids) in lost {
          try MbsyncState.change(ofFolder: folder.path) { $0.forget(uids) }
        }
      }
      missing = [:]
    }
    exceptions.hasWaiting = !finding.waiting.isEmpty
    let held = Set(missing.keys).union(finding.waiting.keys).union(finding.undone)
      .union(gone.keys).union(atServer.uncounted)
    try await mbsync(&exceptions, "full", [], holding: Set(held.map(\.name.description)))
    if !held.isEmpty { try await mbsync(&exceptions, "push", ["--new", "--flags"]) }
    let counts = Dictionary(uniqueKeysWithValues: missing.map { ($0.id, $1.count) })
    let goneCounts = Dictionary(uniqueKeysWithValues: gone.map { ($0.id, $1) })
    return SyncResult(
      missing: counts.isEmpty ? nil : MissingMail(counts: counts),
      gone: goneCounts.isEmpty ? nil : GoneMail(counts: goneCounts),
      unusable: exceptions.unusable.subtracting(account.leftOut).sorted(),
      waiting: finding.waiting.values.reduce(0, +), warnings: exceptions.warnings)
  }

  /// Runs mbsync with one of the two configurations, once more where somebody else is at it or where a
  /// folder must be left out.
  private func mbsync(
    _ exceptions: inout Exceptions, _ name: String, _ words: [String], holding: Set<String> = []
  ) async throws(SyncProblem) {
    let start = ContinuousClock.now
    while true {
      let path = "\(state)/\(name)"
      let told = await onOwnThread("accounts") { [exceptions] _ in
        configuration(but: exceptions, holding: holding, expunges: name == "full")
      }
      if told.named != nil, exceptions.listed == nil, !exceptions.hasListed {
        try await list(&exceptions, isNeeded: true)
        continue
      }
      exceptions.goesByNames = told.named != nil
      if told.channels.isEmpty { return }
      try await onDisk { () throws(SyncProblem) in try told.write(to: path) }
      // Only so it says how many messages the server has.
      let tells = name == "push" ? ["-V"] : []
      let output = try await runner.run(
        "mbsync", tells + ["-c", path] + words + told.channels, with: arrivals.companion,
        telling: tell)
      for (folder, count) in output.serverCounts {
        exceptions.serverCounts[told.folder(saidToBe: folder)] = count
      }
      await onOwnThread("log") { _ in
        SyncLog(state).add(output.tail)
        if isync.hasNewWords { FolderNames(account: account, places: places).encode() }
      }
      if !exceptions.refusesList, let name = output.lines.lazy.compactMap(\.refusedName).first {
        exceptions.refusesList = true
        exceptions.unusable.insert(name)
        exceptions.hasListed = false
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
      if output.isSuccess || refusal != nil && SyncProblem(others, of: account) == .hanging {
        for line in output.lines where line.isWarning && !exceptions.warnings.contains(line) {
          exceptions.warnings.append(line)
        }
        return
      }
      if exceptions.canExpungeSolo, output.lines.contains(where: \.tellsOfNoExpungeSolo) {
        exceptions.canExpungeSolo = false
        continue
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
      let problem = SyncProblem(output.lines, of: account)
      guard problem == .locked, start.duration(to: .now) < pace.lockPatience else { throw problem }
      do { try await Task.sleep(for: pace.lockPause) } catch { throw .cancelled }
    }
  }

  /// What mbsync is told, for a thread that may wait for the disk.
  private func configuration(
    but exceptions: Exceptions = Exceptions(), holding: Set<String> = [], lists: Bool = false,
    expunges: Bool = false
  ) -> SyncConfiguration {
    let names = {
      AccountFolder.all(of: account, in: places).filter(\.hasWritableName).map(\.name.description)
    }
    var told = SyncConfiguration(
      account: account, isync: isync, passwordProgram: passwordProgram,
      // What is here is no matter where folders of the server are listed, and may be what they cannot be for.
      mail: lists ? "\(state)/none" : account.root(in: places).description,
      certificate: account.certificate == nil ? nil : "\(state)/certificate.pem",
      leftOut: exceptions.folders.union(holding).union(exceptions.unusable),
      encoded: isync.hasNewWords ? names().filter { isync.name($0) != $0 } : [], lists: lists,
      expunges: expunges)
    told.canExpungeSolo = exceptions.canExpungeSolo
    let unusable = exceptions.unusable.union(exceptions.unusable.map(isync.name))
    if exceptions.refusesList || exceptions.hasUnwritableNames || told.needsNames
      || !lists && unusable.contains(where: { account.hindersListing($0, in: places) })
    {
      told.named = Set(names() + (exceptions.listed ?? []) + ["INBOX"]).filter { !$0.hasControls }
        .sorted()
    }
    return told
  }

  private func folders() async -> [AccountFolder] {
    await onOwnThread("folders") { _ in AccountFolder.all(of: account, in: places) }
  }

  /// Looks at the folders before mbsync does: keeps it from what would hold it up for ever, and
  /// notes what came since.
  private func prepare(_ folders: [AccountFolder]) throws(SyncProblem) -> Exceptions {
    var exceptions = Exceptions()
    if let pem = account.certificate {
      try SyncConfiguration.write(pem, to: "\(state)/certificate.pem")
    }
    for folder in folders {
      guard folder.hasWritableName else {
        exceptions.hasUnwritableNames = true
        exceptions.warnings.append("\(folder.name): not a name that a server's folder can have")
        continue
      }
      let seen = SeenMail(folder.name, in: self.seen)
      if let mark = folder.mark, mark == seen.mark { continue }
      guard var listing = arrivals.listing(of: folder) else { continue }
      if let stranger = listing.stranger {
        let name = folder.name.description
        exceptions.folders.insert(name)
        exceptions.warnings.append("\(name): not a regular file: \(stranger)")
        continue
      }
      if FolderRepair(folder, listing, seen).mend() {
        listing = arrivals.listing(of: folder) ?? listing
      }
      // Most changes are of flags, of which nothing is noted.
      if seen.has(listing.keys) { continue }
      var keys = seen.keys
      keys.add(listing.keys)
      keys.sort()
      try seen.write(keys, mark: nil)
    }
    return exceptions
  }

  /// Notes what is where, for the next run to tell what is gone.
  private func remember(_ exceptions: Exceptions) async throws(SyncProblem) {
    try await onDisk { () throws(SyncProblem) in
      var changed: [(SeenMail, mark: String?, AccountFolder, NumberedFiles)] = []
      var isPending = false
      for folder in AccountFolder.all(of: account, in: places) {
        let (seen, mark) = (SeenMail(folder.name, in: self.seen), folder.mark)
        if let mark, mark == seen.mark { continue }
        guard let listing = arrivals.listing(of: folder) else { continue }
        let state = MbsyncState(ofFolder: folder.path)
        // Where something is gone, it must be looked for at the next run as well.
        let hasJournal = folder.hasJournal
        let isAwaited = hasJournal || state?.missing(from: listing).isEmpty == false
        let isWhole = !isAwaited && listing.stranger == nil
        changed.append((seen, isWhole ? mark : nil, folder, listing))
        if isAwaited, !account.leftOut.contains(folder.name.description) { isPending = true }
        guard let state, !hasJournal else { continue }
        var unsent = state.unsent
        if exceptions.refusal != nil || exceptions.hasWaiting, let highest = state.highestSent {
          let known = Set(state.pairs.lazy.map(\.near))
          unsent.formUnion(
            listing.keys.all.lazy.map(\.uid).filter { $0 <= highest && !known.contains($0) })
        }
        FolderRepair(folder, listing, seen).renumber(unsent)
      }
      for (seen, mark, folder, listing) in changed {
        var keys = listing.keys
        // Until mbsync has forgotten what is gone from anywhere, all that was known is needed: a message may
        // have gone through any folder on its way.
        if isPending {
          keys = seen.keys
          for (uid, key) in arrivals.keys(of: folder) { keys.add(uid, key.bytes) }
          keys.add(listing.keys)
          keys.sort()
        }
        try seen.write(keys, mark: keys.count == listing.keys.count ? mark : nil)
      }
    }
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
