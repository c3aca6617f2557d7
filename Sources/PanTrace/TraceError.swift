/// Why a file cannot be replayed: one line that says where and what is wrong.
struct TraceError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
