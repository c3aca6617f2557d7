public import MailModel

/// What Dunnock has noted of messages that are no longer in their places.
public struct Departures: Sendable {
  private let places: @Sendable ([MessageRef]) async throws(SyncProblem) -> [MessageRef: Departure]
  private let tokens: @Sendable (FolderID) async throws(SyncProblem) -> [MessageRef: [UInt8]]

  /// - Parameters:
  ///   - places: Says where messages went, of those of which anything is noted.
  ///   - tokens: Says which messages left a folder, and by which tokens the store knows of it.
  ///
  /// Both throw where they cannot be answered now: what nobody knows of would be asked for as missing.
  public init(
    _ places:
      @escaping @Sendable ([MessageRef]) async throws(SyncProblem) -> [MessageRef: Departure],
    tokens: @escaping @Sendable (FolderID) async throws(SyncProblem) -> [MessageRef: [UInt8]]
  ) {
    self.places = places
    self.tokens = tokens
  }

  /// Where messages went, of those of which anything is noted.
  public func callAsFunction(
    _ messages: [MessageRef]
  ) async throws(SyncProblem) -> [MessageRef: Departure] {
    try await places(messages)
  }

  /// Which messages left a folder, and by which tokens the store knows of it.
  public func tokens(from folder: FolderID) async throws(SyncProblem) -> [MessageRef: [UInt8]] {
    try await tokens(folder)
  }
}

/// Where a message went that is no longer in its place.
public enum Departure: Hashable, Sendable {
  case moved(to: MessageRef)
  case deleted
}
