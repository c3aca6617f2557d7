/// When messages are marked as read that nobody marks.
struct ReadMarking: Equatable {
  /// When those are that somebody reads.
  enum WhenRead: String, CaseIterable {
    case atOnce = "at-once"
    case afterSecond = "after-a-second"
    case never

    /// How long a message is looked at before, seconds; nil: for ever.
    var delay: Double? {
      switch self {
      case .atOnce: 0
      case .afterSecond: 1
      case .never: nil
      }
    }
  }

  var whenRead = WhenRead.afterSecond
  /// Whether those are that somebody archives or moves to the trash.
  var whenFiled = true
}
