import FileSystem

/// What a list of messages is ordered by, the newest first.
public enum MessageOrder: String, CaseIterable, Sendable {
  /// When it came, which no sender can choose.
  case arrival
  /// When it was sent, as its sender says.
  case date
  /// When it is to come back, the soonest first.
  case waking

  /// What a person may choose.
  public static let choices = [MessageOrder.arrival, .date]

  /// What the order goes by, in seconds since 1970.
  public func time(of message: Message) -> Int64 {
    switch self {
    case .arrival: message.arrival
    case .date: message.date
    case .waking: -(message.waking ?? .max)
    }
  }

  /// Whether a message stands before another: the same for the same messages every time.
  public func precedes(_ left: Message, _ right: Message) -> Bool {
    let (leftTime, rightTime) = (time(of: left), time(of: right))
    return leftTime == rightTime ? Self.tiePrecedes(left, right) : leftTime > rightTime
  }

  /// The same of two messages of one time.
  package static func tiePrecedes(_ left: Message, _ right: Message) -> Bool {
    if left.date != right.date { return left.date > right.date }
    // A move leaves the time of a file as it is, and gives another key.
    if left.modified != right.modified { return left.modified > right.modified }
    // What came within a second is numbered as it came.
    if left.id.key != right.id.key { return right.id.key.precedesAsCounted(left.id.key) }
    return left.id.folder < right.id.folder
  }
}

extension Collection<Message> {
  /// The messages newest first.
  public func sortedNewestFirst(by order: MessageOrder = .arrival) -> [Message] {
    let all = Array(self)
    return all.indices
      .sorted(first: { order.time(of: all[$0]) }) { MessageOrder.tiePrecedes(all[$0], all[$1]) }
      .map { all[$0] }
  }
}

extension ByteName {
  /// Whether it stands before another where numbers count as numbers: `M9` before `M10`.
  fileprivate func precedesAsCounted(_ other: ByteName) -> Bool {
    let shared = zip(bytes, other.bytes).prefix { $0 == $1 }.count
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    // The number in which they differ begins where they are the same.
    let start = shared - bytes[..<shared].reversed().prefix { digits.contains($0) }.count
    let (own, others) = (
      bytes[start...].prefix { digits.contains($0) }.count,
      other.bytes[start...].prefix { digits.contains($0) }.count
    )
    return own == others ? self < other : own < others
  }
}
