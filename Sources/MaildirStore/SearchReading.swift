internal import MailIndex
internal import MailModel

/// What a store knows of its own reading for searches.
struct SearchReading {
  /// How long it rests behind what somebody asks of the store.
  static let rest = Duration.seconds(1)

  /// What the index, and what is beside it, was when something was found out about both.
  struct State: Equatable {
    let arrivals: Index.Arrivals
    let beginnings: Int
  }

  /// What they were when all folders had been looked into and all texts been read; nil before that.
  var last: State?
  /// What was just being written in folders that nobody has opened when these were looked into: some of each.
  var fresh: [FolderID: [(located: KnownFolder.Located, recipients: String)]] = [:]
  /// What the directories of folders that nobody has opened were when the index was told of all in them, and whether it keeps that.
  var seen: [FolderID: (signature: Listing.Signature, isKept: Bool)] = [:]
  private var requested: ContinuousClock.Instant?

  /// Notes that somebody waits for something else.
  mutating func noteRequest() { requested = .now }

  /// How long it is to rest from now on.
  func rest(at now: ContinuousClock.Instant = .now) -> Duration {
    requested.map { max(.zero, $0 + Self.rest - now) } ?? .zero
  }
}
