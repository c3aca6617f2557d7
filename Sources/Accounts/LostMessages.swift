internal import FileSystem
internal import MailModel

/// The UIDs that are gone from a folder of the server. If the server lists one of them again, its message is fetched again.
///
/// mbsync fetches no UID up to its highest fetched one. Before each run that is therefore set below the lowest of these UIDs. Messages that have
/// a pair are not fetched again.
struct LostMessages: Sendable {
  private static let name = ByteName(".mbsyncstate.lost")

  private let path: ByteName
  private let validity: UInt32
  private(set) var uids: Set<UInt32> = []

  /// Those of a folder; none if they belong to another UIDVALIDITY.
  init(ofFolder path: ByteName, validity: UInt32) {
    (self.path, self.validity) = (path, validity)
    guard let bytes = [UInt8](file: path.entry(Self.name)) else { return }
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { UInt32($0) }
    if numbers.first == validity { uids = Set(numbers.dropFirst()) }
  }

  /// Notes messages on the disk.
  mutating func add(_ lost: some Sequence<UInt32>) throws(SyncProblem) {
    let all = uids.union(lost)
    if all == uids { return }
    uids = all
    try write()
  }

  /// Forgets all of them: their UIDs stand for other messages now.
  mutating func clear() throws(SyncProblem) {
    if uids.isEmpty { return }
    uids = []
    try write()
  }

  /// Has mbsync fetch what is listed again. To be called while no mbsync is at the folder.
  static func askAgain(inFolder path: ByteName) {
    guard [UInt8](file: path.entry(name)) != nil, let state = MbsyncState(ofFolder: path) else {
      return
    }
    var lost = LostMessages(ofFolder: path, validity: state.validity)
    let back = lost.uids.intersection(state.pairs.lazy.filter(\.isWhole).map(\.far))
    if !back.isEmpty {
      lost.uids.subtract(back)
      try? lost.write()
    }
    guard let lowest = lost.uids.min(), state.highestFetched.map({ $0 >= lowest }) == true else {
      return
    }
    try? MbsyncState.change(ofFolder: path) { $0.lowerHighestFetched(to: lowest - 1) }
  }

  private func write() throws(SyncProblem) {
    let text = ([validity] + uids.sorted()).map { "\($0)\n" }.joined()
    do throws(Directory.Failure) {
      try DurableFile.write(Array(text.utf8), to: path.entry(Self.name))
    } catch {
      throw .unwritable(error.code)
    }
  }
}
