/// What messages have in common that belong together: that one names another by its Message-ID, or both
/// a third, over all the folders of a store.
///
/// A number that the store gives, and keeps over its next start. Where two conversations turn out to be
/// one, the larger keeps its number; what parts gets a number that none has had.
public struct ConversationID: Hashable, Sendable {
  /// At least 1.
  public let number: UInt32

  /// As many bits of a 32-bit number are left for something else.
  static let spareBits: UInt32 = 4

  /// Far more than anybody gets messages.
  package static let maximum = Int64(UInt32.max >> spareBits)

  /// Nil for what is no such number.
  public init?(_ number: Int64) {
    guard (1...Self.maximum).contains(number) else { return nil }
    self.number = UInt32(number)
  }
}
