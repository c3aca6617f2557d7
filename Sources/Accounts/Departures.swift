public import MailModel

/// What Dunnock has noted of messages that are no longer in their places.
public struct Departures: Sendable {
  private let places: @Sendable ([MessageID]) async -> [MessageID: Departure]
  private let tokens: @Sendable (FolderID) async -> [MessageID: [UInt8]]

  /// - Parameters:
  ///   - places: Says where messages went, of those of which anything is noted.
  ///   - tokens: Says which messages left a folder, and by which tokens the store knows of it.
  public init(
    _ places: @escaping @Sendable ([MessageID]) async -> [MessageID: Departure],
    tokens: @escaping @Sendable (FolderID) async -> [MessageID: [UInt8]]
  ) {
    self.places = places
    self.tokens = tokens
  }

  /// Where messages went, of those of which anything is noted.
  public func callAsFunction(_ messages: [MessageID]) async -> [MessageID: Departure] {
    await places(messages)
  }

  /// Which messages left a folder, and by which tokens the store knows of it.
  public func tokens(from folder: FolderID) async -> [MessageID: [UInt8]] { await tokens(folder) }
}

/// Where a message went that is no longer in its place.
public enum Departure: Hashable, Sendable {
  case moved(to: MessageID)
  case deleted
}
