/// How much text is shown: in bytes of UTF-8 and in lines, whichever ends first.
public struct TextBudget: Sendable, Equatable {
  public var bytes: Int
  public var lines: Int

  public init(bytes: Int, lines: Int) {
    self.bytes = bytes
    self.lines = lines
  }

  /// What a text takes of a budget.
  public init(of text: String) {
    self.init(bytes: text.utf8.count, lines: text.utf8.count { $0 == UInt8(ascii: "\n") })
  }

  /// What is shown at first, and what each "Show More" adds.
  public static let portion = TextBudget(bytes: 256 << 10, lines: 10_000)

  public static func + (one: TextBudget, other: TextBudget) -> TextBudget {
    TextBudget(bytes: one.bytes + other.bytes, lines: one.lines + other.lines)
  }

  /// What is left; never below nothing.
  public static func - (one: TextBudget, other: TextBudget) -> TextBudget {
    TextBudget(bytes: max(0, one.bytes - other.bytes), lines: max(0, one.lines - other.lines))
  }
}
