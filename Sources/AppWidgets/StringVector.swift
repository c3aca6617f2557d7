import CDunnockGtk

/// Lends strings to C as a vector that ends with a null pointer.
package func withStringVector<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { g_strdup($0) }
  defer { for copy in copies { g_free(copy) } }
  let vector = copies.map { $0.map { UnsafePointer($0) } } + [nil]
  return vector.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
}
