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
  let tell: @Sendable (SyncProgress) -> Void
  let arrivals: Arrivals

  /// The folders that are left alone, and why.
  struct Exceptions {
    var folders: Set<String> = []
    var renumbered: String?
    var warnings: [String] = []
  }

  private var state: String { account.state(in: places) }
  private var seen: String { "\(state)/seen" }
  private var id: String { account.id.uuidString }

  func run(_ decision: MissingDecision) async throws(SyncProblem) -> SyncResult {
    do {
      let result = try await phases(decision)
      try await remember()
      return result
    } catch {
      // What came before something went wrong must be known as well.
      try? await remember()
      throw error
    }
  }

  private func phases(_ decision: MissingDecision) async throws(SyncProblem) -> SyncResult {
    try await settle()
    var exceptions = try await onDisk { () throws(SyncProblem) in try prepare() }
    // Both ways: where a run was cut short, mbsync forgets what was still to come or go in a direction
    // that it is not asked for, and never fetches or sends it.
    do {
      try await mbsync(&exceptions, "push", ["--new"])
    } catch  where error.isOfSomeFolders {
      // What goes wrong with one folder keeps no flags of the others, and deletes nothing.
      _ = try? await mbsync(&exceptions, "push", ["--new", "--flags"])
      throw error
    }
    let result = try await finish(await look(exceptions), decision, &exceptions)
    if let folder = exceptions.renumbered { throw .renumbered(folder) }
    return result
  }

  /// Waits after a run that was cut short: what it had sent last may still be on its way, and mbsync,
  /// which does not find it on the server yet, would send it again.
  private func settle() async throws(SyncProblem) {
    let wasCut = await onOwnThread("journals") { _ in
      AccountFolder.all(of: account, in: places).contains { $0.hasJournal }
    }
    guard wasCut else { return }
    do { try await Task.sleep(for: pace.settling) } catch { throw .cancelled }
  }

  private func look(_ exceptions: Exceptions) async -> DeletionGuard.Finding {
    let folders = await folders(without: exceptions)
    return await DeletionGuard(
      folders: folders, places: places, seen: seen, arrivals: arrivals, departures: departures
    ).look()
  }

  /// The second phase: both ways, and without deletions in folders where mail is missing or on its way.
  private func finish(
    _ finding: DeletionGuard.Finding, _ decision: MissingDecision, _ exceptions: inout Exceptions
  ) async throws(SyncProblem) -> SyncResult {
    var missing = finding.missing
    switch decision {
    case .ask: break
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
    let held = Set(missing.keys).union(finding.waiting.keys).union(finding.undone)
    let names = held.map(\.name.description)
    // A name that cannot be written exactly would not be held.
    let isExact = zip(held, names).allSatisfy { ByteName($1) == $0.name && $1.isPlain }
    if isExact {
      try await mbsync(&exceptions, "full", [], holding: Set(names))
    }
    if !held.isEmpty { try await mbsync(&exceptions, "push", ["--new", "--flags"]) }
    let counts = Dictionary(uniqueKeysWithValues: missing.map { ($0.id, $1.count) })
    return SyncResult(
      missing: counts.isEmpty ? nil : MissingMail(counts: counts),
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
      let leftOut = exceptions.folders.union(holding)
      try await onDisk { () throws(SyncProblem) in
        try configuration(leavingOut: leftOut, expunges: name == "full").write(to: path)
      }
      let output = try await runner.run(
        "mbsync", ["-c", path] + words + [id], with: arrivals.companion, telling: tell)
      await onOwnThread("log") { _ in SyncLog(state).add(output.tail) }
      if output.isSuccess {
        for line in output.lines where line.isWarning && !exceptions.warnings.contains(line) {
          exceptions.warnings.append(line)
        }
        return
      }
      // Folders that mbsync cannot do anything with are left alone, and the others go on.
      let hindered = output.lines.filter { line in
        line.unusableFolder.map { exceptions.folders.insert($0).inserted } ?? false
      }
      if !hindered.isEmpty {
        exceptions.renumbered =
          exceptions.renumbered ?? hindered.lazy.compactMap(\.renumberedFolder).first
        exceptions.warnings += hindered.filter { $0.renumberedFolder == nil }
        continue
      }
      let problem = SyncProblem(output.lines, of: account)
      guard problem == .locked, start.duration(to: .now) < pace.lockPatience else { throw problem }
      do { try await Task.sleep(for: pace.lockPause) } catch { throw .cancelled }
    }
  }

  private func configuration(leavingOut: Set<String>, expunges: Bool) -> SyncConfiguration {
    SyncConfiguration(
      account: account, isync: isync, passwordProgram: passwordProgram,
      mail: account.root(in: places).description,
      certificate: account.certificate == nil ? nil : "\(state)/certificate.pem",
      leftOut: leavingOut, expunges: expunges)
  }

  private func folders(without exceptions: Exceptions) async -> [AccountFolder] {
    let leftOut = account.leftOut.union(exceptions.folders)
    return await onOwnThread("folders") { _ in
      AccountFolder.all(of: account, in: places).filter { !leftOut.contains($0.name.description) }
    }
  }

  /// Looks at the folders before mbsync does: keeps it from what would hold it up for ever, and
  /// notes what came since.
  private func prepare() throws(SyncProblem) -> Exceptions {
    var exceptions = Exceptions()
    if let pem = account.certificate {
      try SyncConfiguration.write(pem, to: "\(state)/certificate.pem")
    }
    for folder in AccountFolder.all(of: account, in: places) {
      if let mark = folder.mark, mark == SeenMail.mark(folder.name, in: seen) { continue }
      guard var listing = NumberedFiles(folder.path) else { continue }
      if let stranger = listing.stranger {
        let name = folder.name.description
        exceptions.folders.insert(name)
        exceptions.warnings.append("\(name): not a regular file: \(stranger)")
        continue
      }
      var seen = SeenMail(folder.name, in: self.seen)
      if FolderRepair(folder, listing, seen).mend() {
        listing = NumberedFiles(folder.path) ?? listing
      }
      // Most changes are of flags, of which nothing is noted.
      if listing.keys.allSatisfy({ seen.keys[$0] == $1 }) { continue }
      seen.keys.merge(listing.keys) { $1 }
      seen.mark = nil
      try seen.write(folder.name, in: self.seen)
    }
    return exceptions
  }

  /// Notes what is where, for the next run to tell what is gone.
  private func remember() async throws(SyncProblem) {
    try await onDisk { () throws(SyncProblem) in
      for folder in AccountFolder.all(of: account, in: places) {
        let mark = folder.mark
        if let mark, mark == SeenMail.mark(folder.name, in: self.seen) { continue }
        guard let listing = NumberedFiles(folder.path) else { continue }
        var seen = SeenMail()
        // What is known of a message that is gone is needed until mbsync has forgotten it too.
        var gone = Set(MbsyncState(ofFolder: folder.path)?.pairs.lazy.map(\.near) ?? [])
        gone.subtract(listing.keys.keys)
        if !gone.subtracting([0]).isEmpty {
          seen = SeenMail(folder.name, in: self.seen)
          seen.keys.merge(arrivals.keys(of: folder)) { $1 }
          seen.keys = seen.keys.filter { gone.contains($0.key) }
        }
        let hasGone = !seen.keys.isEmpty
        seen.keys.merge(listing.keys) { $1 }
        // Where something is gone, it must be looked for at the next run as well.
        seen.mark = !hasGone && listing.stranger == nil ? mark : nil
        try seen.write(folder.name, in: self.seen)
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

extension String {
  /// Whether it stands in a configuration as it is.
  fileprivate var isPlain: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
