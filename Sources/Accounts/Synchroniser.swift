public import MailModel

/// Brings the mail of an account and its server to the same state.
public struct Synchroniser: Sendable {
  let places: AccountPlaces
  let passwords: Passwords
  /// Where messages went that are no longer in their places, as far as Dunnock has done it.
  let departures: @Sendable ([MessageID]) async -> [MessageID: Departure]

  public init(
    _ places: AccountPlaces, _ passwords: Passwords,
    departures: @escaping @Sendable ([MessageID]) async -> [MessageID: Departure]
  ) {
    self.places = places
    self.passwords = passwords
    self.departures = departures
  }

  /// Runs once; ends early when the task is cancelled.
  public func run(
    _ account: Account, deciding decision: MissingDecision = .ask,
    telling tell: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws(SyncProblem) -> SyncResult {
    throw .noProgram
  }
}
