import Glibc
import Testing

@testable import PictureFetching

@Suite struct PublicAddressTests {
  private func isPublic(_ text: String) throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    try #require(inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1)
    return PublicAddress.isPublic(bytes)
  }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "93.184.215.14", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
    "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255",
    "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "203.0.114.0",
    "223.255.255.255", "2000::", "2001:200::1", "2001:4860:4860::8888", "2606:2800:220:1::1",
    "2003::1", "3ffe::1", "3fff:1000::",
  ])
  func anybodyReachesThese(address: String) throws { #expect(try isPublic(address)) }

  @Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "169.254.0.1", "169.254.169.254", "172.16.0.0",
    "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255",
    "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
    "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1",
    "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "1fff::1", "2001::1",
    "2001:2::1", "2001:10::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::1",
    "3fff::1", "3fff:fff::1", "4000::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
  ])
  func ownAndSpecialOnesAreRefused(address: String) throws { #expect(try !isPublic(address)) }

  @Test(arguments: [0, 3, 5, 15, 17]) func noOtherLengthIsAnAddress(count: Int) {
    #expect(!PublicAddress.isPublic([UInt8](repeating: 1, count: count)))
  }
}
