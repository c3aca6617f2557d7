/// What is wrong with who a message says that it is from. Every text is safe to show.
public enum SenderDoubt: Sendable, Equatable {
  /// The name for people is or holds an address or a host that is not the sender's own.
  case namesAnother(named: String, actual: String)
  /// The host's name mixes letters that look alike.
  case looksLikeAnother(host: String)
  /// The server that received the message found that it does not come from there (Authentication-Results).
  case notConfirmed(host: String)
}
