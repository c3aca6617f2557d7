/// The hash of Fowler, Noll and Vo, FNV-1a with 64 bits: the same in every run, as a file needs it.
struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { step(UInt64(byte)) }
  }

  private mutating func step(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01B3 }
}

extension FNV1a {
  /// Adds a number in one step: another number gives another value.
  mutating func add(_ number: Int64) { step(UInt64(bitPattern: number)) }

  /// Adds bytes and how many they are, eight to a step.
  mutating func add(packed bytes: UnsafeRawBufferPointer) {
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

  mutating func add(packed bytes: [UInt8]) { bytes.withUnsafeBytes { add(packed: $0) } }

  mutating func add(packed text: String) {
    var text = text
    text.withUTF8 { add(packed: UnsafeRawBufferPointer($0)) }
  }
}
