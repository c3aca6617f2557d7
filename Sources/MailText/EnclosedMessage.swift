/// A mail that lies within another, read from its bytes.
///
/// Each call reads it anew, on whatever thread it is made.
public struct EnclosedMessage: Sendable {
  /// Its subject, sender and date, as the header says; safe to show.
  public let addressing: Addressing

  /// Whether the bytes begin with a header: else they are of another kind of file, whatever its name or type.
  public let hasHeader: Bool

  private let message: [UInt8]

  /// - Parameter bytes: The whole mail.
  public init(_ bytes: [UInt8]) {
    message = bytes
    let start = Array(bytes.prefix(HeaderBlock.maximumLength + 1))
    let header = HeaderBlock(start, isWhole: start.count == bytes.count)
    addressing = Addressing(header: header)
    hasHeader = Self.usualFields.contains { header.value($0) != nil }
  }

  /// Fields of which each message has some.
  private static let usualFields: [StaticString] = [
    "from", "date", "subject", "to", "message-id", "received", "mime-version", "content-type",
  ]

  /// The text, as far as a budget goes, and what to show around it; nil when the reading is cancelled.
  public func body(
    as choice: TextChoice = [], within budget: TextBudget = .portion,
    isCancelled: @escaping () -> Bool = { false }
  ) -> MessageBody? {
    BodyReader(message: message, isCancelled: isCancelled).read(as: choice, within: budget)
  }

  /// The decoded bytes of a part by the number that the body gives for it; with nil the whole mail.
  package func bytes(
    ofPart number: Int?, isCancelled: @escaping () -> Bool = { false }
  ) throws(PartError) -> [UInt8] {
    guard let number else { return message }
    return try BodyReader(message: message, isCancelled: isCancelled).bytes(ofPart: number)
  }
}
