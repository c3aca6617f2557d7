import CDunnockGtk

/// Whether whole matrices are tried, as `make soak` does, and not a sample of them.
public let isWhole = g_getenv("DUNNOCK_WHOLE") != nil

/// The values of a matrix's row that are tried: two of five, others in the next row, or all with `DUNNOCK_WHOLE`.
public func sample<Values: Collection>(of values: Values, inRow row: Int) -> [Values.Element] {
  values.enumerated().filter { isWhole || [0, 2].contains((row + $0.offset) % 5) }.map(\.element)
}
