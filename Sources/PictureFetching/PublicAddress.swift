/// Which addresses of the internet are anybody's, and none of the person's own network, of one machine, or of many at once.
enum PublicAddress {
  /// - Parameter address: In the order of the network: 4 bytes, or 16.
  static func isPublic(_ address: [UInt8]) -> Bool {
    func lies(within network: Network) -> Bool { network.contains(address) }
    switch address.count {
    case 4: return !special4.contains(where: lies)
    case 16: return global6.contains(address) && !special6.contains(where: lies)
    default: return false
    }
  }

  struct Network {
    let start: [UInt8]
    let bits: Int

    init(_ start: [UInt8], _ bits: Int) { (self.start, self.bits) = (start, bits) }

    func contains(_ address: [UInt8]) -> Bool {
      (0..<bits).allSatisfy { bit in
        let (byte, mask) = (bit / 8, UInt8(0x80) >> UInt8(bit % 8))
        return address[byte] & mask == (byte < start.count ? start[byte] : 0) & mask
      }
    }
  }

  /// Of the registries of special addresses for IPv4 and IPv6 (RFC 6890), and what leads to them.
  private static let special4 = [
    Network([0], 8), Network([10], 8), Network([100, 64], 10), Network([127], 8),
    Network([169, 254], 16), Network([172, 16], 12), Network([192, 0, 0], 24),
    Network([192, 0, 2], 24), Network([192, 88, 99], 24), Network([192, 168], 16),
    Network([198, 18], 15), Network([198, 51, 100], 24), Network([203, 0, 113], 24),
    // Of many at once, of no use yet, and of all.
    Network([224], 3),
  ]

  /// All that is given out; outside are loopback, link-local, unique local and multicast addresses, and those in which one of IPv4 lies.
  private static let global6 = Network([0x20], 3)

  private static let special6 = [
    // Teredo, benchmarks and the like.
    Network([0x20, 0x01, 0x00], 23),
    Network([0x20, 0x01, 0x0D, 0xB8], 32),
    // 6to4, in which one of IPv4 lies.
    Network([0x20, 0x02], 16),
    Network([0x3F, 0xFF, 0x00], 20),
  ]
}
