import MailModel

/// The messages of a conversation, the oldest first, and which of them have a place: of a very long one some.
struct PlacedMessages {
  private var all: [Message]
  private var range: Range<Int>

  /// A message alone, or none.
  init(_ message: Message? = nil) {
    all = message.map { [$0] } ?? []
    range = 0..<all.count
  }

  /// Those that have a place.
  var placed: ArraySlice<Message> { all[range] }
  /// How many there are.
  var count: Int { all.count }
  /// The oldest of all.
  var oldest: Message? { all.first }
  /// How many are before those that have a place, and how many behind them.
  var before: Int { range.lowerBound }
  var behind: Int { all.count - range.upperBound }

  /// Takes messages that are shown for the first time, around the one that is to be in sight.
  ///
  /// - Parameter goal: Its place among all.
  mutating func begin(_ found: [Message], around goal: Int) {
    all = found
    let start = max(0, min(goal - Self.lead, found.count - Self.lead - Self.portion))
    range = start..<min(found.count, start + Self.lead + Self.portion)
  }

  /// Takes what has become of them: those that have a place keep it, and what came behind the last has one too.
  mutating func update(_ found: [Message]) {
    let (first, last) = (placed.first, placed.last)
    let lower = found.firstIndex { $0.id == first?.id } ?? min(range.lowerBound, found.count - 1)
    let upper =
      behind == 0
      ? found.count : found.lastIndex { $0.id == last?.id }.map { $0 + 1 } ?? range.upperBound
    all = found
    range = lower..<max(lower + 1, min(upper, found.count))
  }

  /// Gives a place to as many more as there are at first.
  mutating func addMore(older isOlder: Bool) {
    range =
      isOlder
      ? max(0, range.lowerBound - Self.portion)..<range.upperBound
      : range.lowerBound..<min(all.count, range.upperBound + Self.portion)
  }

  /// Takes a message in the place of the same as it was before.
  ///
  /// - Returns: Which it is of those that have a place; nil for none of them.
  mutating func replace(_ message: Message) -> Int? {
    guard let index = placed.firstIndex(where: { $0.id == message.id }) else { return nil }
    all[index] = message
    return index - range.lowerBound
  }

  var ids: Set<MessageRef> { Set(all.map(\.id)) }

  /// How many have a place at once, beside the few before the one that is to be in sight.
  private static let portion = 40
  private static let lead = 10
}
