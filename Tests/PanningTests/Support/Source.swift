import SeededRandom

/// Numbers made up from a seed, the same on every machine (SplitMix64).
struct Source: RandomNumberGenerator {
  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15) }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / 9_007_199_254_740_992
  }
}
