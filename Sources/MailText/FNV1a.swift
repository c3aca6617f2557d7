/// The hash of Fowler, Noll and Vo: the same in every run, as a file needs it.
///
/// The compiler must see into what goes byte by byte from other modules too: else that takes three
/// times as long.
@usableFromInline
package struct FNV1a {
  @usableFromInline package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  @inlinable
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { step(UInt64(byte)) }
  }

  /// Adds a number in one step: another number gives another value.
  package mutating func add(_ number: Int64) { step(UInt64(bitPattern: number)) }

  /// Adds bytes and how many they are, eight to a step.
  package mutating func add(packed bytes: UnsafeRawBufferPointer) {
    step(UInt64(bytes.count))
    var index = 0
    while index + 8 <= bytes.count {
      step(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    while index < bytes.count {
      step(UInt64(bytes[index]))
      index += 1
    }
  }

  package mutating func add(packed bytes: [UInt8]) { bytes.withUnsafeBytes { add(packed: $0) } }

  package mutating func add(packed text: String) {
    var text = text
    text.withUTF8 { add(packed: UnsafeRawBufferPointer($0)) }
  }

  @inlinable
  mutating func step(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01B3 }
}
