import Glibc
import Testing

@testable import PictureFetching

/// What is refused before anything is sent; what is fetched is seen by `Tests/Desktop/test_pictures.py`.
@Suite struct RefusedAddressTests {
  private func fetched(_ addresses: [String]) async -> [String: [UInt8]?] {
    var found: [String: [UInt8]?] = [:]
    for await picture in fetchPictures(at: addresses) { found[picture.address] = picture.bytes }
    return found
  }

  /// Where nobody would be asked who is not listened to here: a connection would be seen.
  @Test func nothingOfThisMachineIsAsked() async throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = try withUnsafeMutablePointer(to: &address) { address in
      try address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try #require(bind(listener, $0, length) == 0)
        try #require(listen(listener, 10) == 0)
        try #require(getsockname(listener, $0, &length) == 0)
      }
      return UInt16(bigEndian: address.pointee.sin_port)
    }
    let addresses = [
      "https://127.0.0.1:\(port)/a", "https://localhost:\(port)/b", "https://2130706433:\(port)/c",
      "https://0x7f.1:\(port)/d", "https://[::1]:\(port)/e", "https://[::ffff:127.0.0.1]:\(port)/f",
      "https://0:\(port)/g", "http://127.0.0.1:\(port)/h", "file:///etc/passwd",
      "ftp://127.0.0.1/a",
      "", "https://", "not an address",
    ]
    let found = await fetched(addresses)
    #expect(found.count == addresses.count)
    #expect(found.values.allSatisfy { $0 == nil })
    for address in addresses { #expect(await post("a=b", to: address) == nil, "\(address)") }
    var look = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    #expect(poll(&look, 1, 0) == 0)
  }

  @Test func ofManyAHundredAreAskedForAndEachOnce() async {
    let addresses = (0..<1_000).map { "https://127.0.0.1:1/\($0 / 2)" }
    var told: [String] = []
    for await picture in fetchPictures(at: addresses) { told.append(picture.address) }
    #expect(told.count == 500)
    #expect(Set(told) == Set(addresses))
  }

  @Test func nothingIsFetchedOfNothing() async { #expect(await fetched([]).isEmpty) }
}
