/// Why a file cannot be replayed: one line that says where and what is wrong.
public struct TraceError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
