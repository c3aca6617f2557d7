/// The hash of Fowler, Noll and Vo: the same in every run, as a file needs it.
///
/// An index is checked with it byte by byte at each start, which takes three times as long where the
/// compiler cannot see into it from another module.
@usableFromInline
package struct FNV1a {
  @usableFromInline package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  @inlinable
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
