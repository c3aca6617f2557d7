internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore

/// Looks for messages that are gone from where mbsync knows them, before it takes them from the server
/// too: it would empty a server's inbox because a disk was not there.
struct DeletionGuard: Sendable {
  let folders: [AccountFolder]
  let places: AccountPlaces
  /// Where what was seen in the folders is kept.
  let seen: String
  let arrivals: Arrivals
  let departures: Departures

  /// What keeps messages from being deleted on the server.
  struct Finding: Sendable {
    /// The numbers of messages that are gone and nobody knows why.
    var missing: [AccountFolder: Set<UInt32>] = [:]
    /// How many messages of a folder were moved to where the server has not got them yet.
    var waiting: [AccountFolder: Int] = [:]
    /// Folders in which the last run has left something undone.
    var undone: Set<AccountFolder> = []
  }

  /// A message that is gone, and where it was last.
  private struct Absent {
    let folder: AccountFolder
    let uid: UInt32
    var last: MessageRef
  }

  func look() async throws(SyncProblem) -> Finding {
    var (finding, absent, unnamed) = await onOwnThread("guard") { _ in gone() }
    for (folder, uids) in unnamed {
      let names = try await names(from: folder)
      for uid in uids {
        if let last = names[uid] {
          absent.append(Absent(folder: folder, uid: uid, last: last))
        } else {
          finding.missing[folder, default: []].insert(uid)
        }
      }
    }
    // Moves may follow on one another, but not for ever.
    for _ in 0..<100 where !absent.isEmpty {
      let departures = try await departures(Array(Set(absent.map(\.last))))
      let asked = absent
      let next = await onOwnThread("guard") { _ in follow(asked, departures) }
      absent = next.moved
      for (folder, count) in next.waiting { finding.waiting[folder, default: 0] += count }
      for (folder, uids) in next.lost { finding.missing[folder, default: []].formUnion(uids) }
    }
    for message in absent { finding.missing[message.folder, default: []].insert(message.uid) }
    return finding
  }

  /// The numbers that messages had when they left a folder: of one that came while Dunnock was killed, and that was moved on
  /// before the next run, nothing else tells.
  private func names(
    from folder: AccountFolder
  ) async throws(SyncProblem) -> [UInt32: MessageRef] {
    let tokens = try await departures.tokens(from: folder.id)
    return Dictionary(
      tokens.compactMap { message, token in
        FileName(MaildirNames(token: token).before).uid.map { ($0, message) }
      }, uniquingKeysWith: { $1 })
  }

  private func gone() -> (Finding, [Absent], unnamed: [AccountFolder: Set<UInt32>]) {
    var finding = Finding()
    var absent: [Absent] = []
    var unnamed: [AccountFolder: Set<UInt32>] = [:]
    for folder in folders {
      if folder.hasJournal { finding.undone.insert(folder) }
      if let mark = folder.mark, mark == SeenMail(folder.name, in: seen).mark { continue }
      guard let state = MbsyncState(ofFolder: folder.path) else { continue }
      var missing = state.missing(from: arrivals.listing(of: folder))
      // A file that is renamed meanwhile may be in neither place.
      if !missing.isEmpty { missing = state.missing(from: arrivals.listing(of: folder)) }
      if missing.isEmpty { continue }
      let (came, seen) = (arrivals.keys(of: folder), SeenMail(folder.name, in: seen).keys)
      for uid in missing {
        if let key = came[uid] ?? seen[uid] {
          let id = MessageRef(folder: folder.id, key: key)
          absent.append(Absent(folder: folder, uid: uid, last: id))
        } else {
          unnamed[folder, default: []].insert(uid)
        }
      }
    }
    return (finding, absent, unnamed)
  }

  private struct Followed {
    var moved: [Absent] = []
    var waiting: [AccountFolder: Int] = [:]
    var lost: [AccountFolder: Set<UInt32>] = [:]
  }

  /// Goes one step on with messages that are not where they were last.
  private func follow(_ absent: [Absent], _ departures: [MessageRef: Departure]) -> Followed {
    var followed = Followed()
    var targets: [FolderID: Target] = [:]
    for var message in absent {
      switch departures[message.last] {
      case .deleted: break
      case .moved(let next):
        let target = targets[next.folder] ?? Target(next.folder, in: self)
        targets[next.folder] = target
        switch target.uids?[next.key] {
        case .some(let uid):
          if !target.paired.contains(uid) { followed.waiting[message.folder, default: 0] += 1 }
        case .none where target.uids == nil && target.exists:
          followed.waiting[message.folder, default: 0] += 1
        case .none:
          message.last = next
          followed.moved.append(message)
        }
      case nil:
        // The server had it where it was last, and may have taken it from there.
        let last = message.last
        let target = targets[last.folder] ?? Target(last.folder, in: self)
        targets[last.folder] = target
        if last.folder == message.folder.id || !target.seen.contains(last.key) {
          followed.lost[message.folder, default: []].insert(message.uid)
        }
      }
    }
    return followed
  }

  /// A folder that messages went to.
  private struct Target {
    let exists: Bool
    /// The numbers of its messages; nil where it cannot be read.
    let uids: [ByteName: UInt32]?
    /// The numbers of messages that the server has as well.
    let paired: Set<UInt32>
    /// The messages that were there at the last run, and had been on both sides.
    let seen: Set<ByteName>

    init(_ id: FolderID, in guardian: DeletionGuard) {
      let path = ByteName(guardian.places.mail).entry(id.path)
      exists = Directory.Identity(path, follows: true) != nil
      uids = NumberedFiles(path)?.uids
      let state = MbsyncState(ofFolder: path)
      paired = Set(state?.pairs.lazy.filter { $0.far > 0 }.map(\.near) ?? []).subtracting([0])
      let folder = guardian.folders.first { $0.id == id }
      seen = Set(
        folder.map { folder in
          let came = guardian.arrivals.keys(of: folder)
          let known = SeenMail(folder.name, in: guardian.seen).keys.all
          return known.filter { came[$0.uid] == nil }.map(\.key) + came.values
        } ?? [])
    }
  }
}
