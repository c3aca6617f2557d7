/// Names a row to an engine, for as long as the row lives.
///
/// The caller chooses the numbers; an engine asks only whether two are the same.
public struct RowHandle: Hashable, Sendable {
  /// The caller's number.
  public let number: Int

  /// The handle of that number.
  public init(_ number: Int) { self.number = number }
}

extension RowHandle: CustomStringConvertible {
  /// The number, for people.
  public var description: String { "\(number)" }
}
