/// What a search has found.
public struct SearchResult: Sendable {
  /// The newest deliveries first.
  public let messages: [Message]
  public let progress: SearchProgress

  public init(messages: [Message], progress: SearchProgress) {
    self.messages = messages
    self.progress = progress
  }
}

/// How much of the mail can be searched for its words.
public struct SearchProgress: Hashable, Sendable {
  /// How many messages were read, and how many there are as far as is known.
  public let read: Int
  public let total: Int
  /// Whether all are read that there were when that was last looked at.
  public let isComplete: Bool
  /// Whether reading has ended before that, as on a full disk.
  public let hasStopped: Bool

  public init(read: Int, total: Int, isComplete: Bool, hasStopped: Bool = false) {
    self.read = read
    self.total = total
    self.isComplete = isComplete
    self.hasStopped = hasStopped
  }
}
