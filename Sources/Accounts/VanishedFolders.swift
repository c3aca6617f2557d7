internal import FileSystem
internal import MailModel

/// The folders of an account that its server has no more: they were renamed there, or deleted.
///
/// mbsync leaves them alone from then on, so their mail is not sent again. Where all of it is in other folders as well, the
/// folder goes to the trash; where any is not, this may be the only place that has it, and it stays.
struct VanishedFolders: Sendable {
  let account: Account
  let places: AccountPlaces
  let trash: @Sendable (_ path: String) throws -> Void

  struct Finding: Sendable {
    /// By their names on the server, in order.
    var kept: [String] = []
    var trashed: [String] = []
  }

  /// Those of some folders that are here and that mbsync has known on both sides.
  func synchronised(among names: Set<String>) -> Set<String> {
    if names.isEmpty { return [] }
    return Set(
      AccountFolder.all(of: account, in: places).lazy.filter { folder in
        names.contains(folder.name.description) && folder.name.description != "INBOX"
          && folder.hasWritableName && MbsyncState(ofFolder: folder.path) != nil
      }.map(\.name.description))
  }

  /// Whether all of them were looked at when the server's folders were listed last.
  func areKnown(_ names: Set<String>) -> Bool { names.isSubset(of: known.names ?? []) }

  /// Notes that there are none.
  func forgetAll() { known.forget() }

  /// Takes away what nothing is lost with.
  ///
  /// - Parameters:
  ///   - names: Folders that mbsync could not find on the server.
  ///   - listed: The folders that the server has, as it has said in this run; nil where it was not asked, or did not answer.
  func look(among names: Set<String>, listed: [String]?) throws(SyncProblem) -> Finding {
    var finding = Finding()
    // A server that has no inbox says nothing that can be relied on.
    guard let listed, listed.contains("INBOX") else {
      finding.kept = names.intersection(known.names ?? []).sorted()
      return finding
    }
    let vanished = names.subtracting(listed)
    let known = known.names ?? []
    var folders = AccountFolder.all(of: account, in: places)
    let others = folders.filter { !names.contains($0.name.description) }
    // Those below others first.
    for folder in folders.reversed() where vanished.contains(folder.name.description) {
      let name = folder.name.description
      let isAbove = folders.contains { $0.name.bytes.starts(with: folder.name.bytes + [0x2F]) }
      let isLate = known.contains(name)
      if !isAbove, takeAway(folder, unlessNeededBesides: others, isLate: isLate) {
        finding.trashed.append(name)
        folders.removeAll { $0 == folder }
      } else {
        finding.kept.append(name)
      }
    }
    finding.kept.sort()
    finding.trashed.sort()
    try self.known.write(finding.kept)
    return finding
  }

  /// - Parameter isLate: Whether it was missing already when the server's folders were listed last. If not, it may be there again in the next
  ///   run, and with it what was moved out of it and is to be removed there.
  private func takeAway(
    _ folder: AccountFolder, unlessNeededBesides others: [AccountFolder], isLate: Bool
  ) -> Bool {
    guard !folder.hasJournal, Directory.Identity(folder.path) != nil,
      let before = folder.signatures, let files = FolderFiles(folder.path), files.stranger == nil,
      isLate || !isOwed(MbsyncState(ofFolder: folder.path), files),
      areAll(files.all, of: folder, in: others), folder.signatures == before
    else { return false }
    return (try? trash(folder.path.description)) != nil
  }

  /// Whether messages are gone here that the server had.
  private func isOwed(_ state: MbsyncState?, _ files: FolderFiles) -> Bool {
    state?.pairs.contains { $0.isWhole && files.numbered[$0.near] == nil } ?? false
  }

  /// Whether all messages are in other folders as well, and on the server there, with all flags that they have here.
  private func areAll(
    _ files: [FolderFiles.File], of folder: AccountFolder, in others: [AccountFolder]
  ) -> Bool {
    if files.isEmpty { return true }
    // Only what can be the same is read.
    let sizes = Set(
      files.flatMap { ($0.size(in: folder.path) - 1)...($0.size(in: folder.path) + 1) })
    var found: [String: [Set<UInt8>]] = [:]
    for folder in others {
      guard let state = MbsyncState(ofFolder: folder.path),
        let files = FolderFiles(folder.path)?.numbered
      else { continue }
      for pair in state.pairs where pair.far > 0 {
        guard let file = files[pair.near], sizes.contains(file.size(in: folder.path)),
          let content = file.content(in: folder.path)
        else { continue }
        found[content, default: []].append(file.letters)
      }
    }
    return files.allSatisfy { file in
      let doubles = file.content(in: folder.path).flatMap { found[$0] }
      return doubles?.contains { file.letters.isSubset(of: $0) } == true
    }
  }

  /// Those that stayed when the server's folders were listed last.
  private var known: ListedFolders { ListedFolders(account.state(in: places), "vanished") }
}
