import Foundation
import Glibc
import Synchronization

/// Connections on this computer.
enum Sockets {
  struct Failure: Error { let code: Int32 }

  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  static func with<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = address(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Listens at a port of the system's choice.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard with(0, { bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 50) == 0 else {
      throw Failure(code: errno)
    }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// A port that nobody listens at, for a server that is yet to start. It is below those that the system chooses by itself (32,768 and
  /// higher), and no other call in this process returns it: another test would else listen at it before that server does.
  static func freePort() throws -> UInt16 {
    while true {
      let number = Int(getpid()) * 997 + nextPort.add(1, ordering: .relaxed).newValue
      let port = UInt16(10_000 + number % 22_000)
      let descriptor = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw Failure(code: errno) }
      defer { close(descriptor) }
      if with(port, { bind(descriptor, $0, $1) }) == 0 { return port }
    }
  }

  private static let nextPort = Atomic(0)

  static func connect(_ port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if with(port, { Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  static func isListening(_ port: UInt16) -> Bool {
    let descriptor = connect(port)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }
}

/// A way to a server that breaks off, or that holds back what is said.
final class BadWire: Sendable {
  let port: UInt16
  private let listener: Int32
  /// How many bytes come through, both ways, before each connection is cut.
  private let limit: Int
  /// Asked before each piece, either way, how many bytes of the connection came through: nothing more does while this is true.
  private let holds: @Sendable (_ passed: Int) -> Bool
  /// What the server says, and what comes of it, of the same length.
  private let change: (said: String, heard: String)?
  /// The same of what a client says.
  private let wording: (said: String, heard: String)?
  /// What a client says that has the connection cut, before the server hears of it or once it has answered.
  private let end: (words: String, isAnswered: Bool)?
  /// How often that is so yet.
  private let endsLeft: Mutex<Int>
  /// Hears what a client says, before the server does, and answers whether the connection goes on.
  private let hear: @Sendable (_ words: String) -> Bool
  /// Called when a connection was cut for what was heard.
  private let tell: @Sendable () -> Void
  private let cuts = Mutex(0)
  private let connections = Mutex(0)
  private let asked = Mutex<[UInt8]>([])

  init(
    to server: UInt16, limit: Int = .max,
    changing change: (said: String, heard: String)? = nil,
    rewording wording: (said: String, heard: String)? = nil,
    ending end: (words: String, isAnswered: Bool)? = nil, times: Int = .max,
    hearing hear: @escaping @Sendable (_ words: String) -> Bool = { _ in true },
    telling tell: @escaping @Sendable () -> Void = {},
    holding holds: @escaping @Sendable (_ passed: Int) -> Bool = { _ in false }
  ) throws {
    (listener, port) = try Sockets.listen()
    (self.hear, self.tell) = (hear, tell)
    (self.change, self.wording) = (change, wording)
    self.end = end
    endsLeft = Mutex(times)
    (self.limit, self.holds) = (limit, holds)
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        let upstream = Sockets.connect(server)
        Thread.detachNewThread { self.carry(client, upstream) }
      }
    }
  }

  deinit { stop() }

  /// How often it has cut a connection.
  var cut: Int { cuts.withLock { $0 } }

  /// How many connections there are.
  var open: Int { connections.withLock { $0 } }

  /// What has been said to the server.
  var sent: String { asked.withLock { String(decoding: $0, as: UTF8.self) } }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func carry(_ client: Int32, _ server: Int32) {
    connections.withLock { $0 += 1 }
    defer { connections.withLock { $0 -= 1 } }
    var rest = limit
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while rest > 0 {
      var waiting = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, 2, -1) > 0 else { break }
      while holds(limit - rest) { usleep(2_000) }
      if waiting[0].revents != 0 {
        let count = read(client, &buffer, buffer.count)
        guard count > 0 else { break }
        let isLast =
          end.map { buffer[..<count].contains($0.words.utf8) } == true
          && endsLeft.withLock { left in
            left -= 1
            return left >= 0
          }
        if isLast, end?.isAnswered == false { break }
        guard hear(String(decoding: buffer[..<count], as: UTF8.self)) else {
          close(client)
          close(server)
          return tell()
        }
        var piece = Array(buffer[..<count])
        if let wording {
          piece.replace(Array(wording.said.utf8), with: Array(wording.heard.utf8))
        }
        guard write(server, &piece, count) == count else { break }
        if isLast {
          _ = read(server, &buffer, buffer.count)
          break
        }
        asked.withLock { $0 += buffer[..<count] }
        rest -= count
      }
      if waiting[1].revents != 0 {
        let count = read(server, &buffer, min(buffer.count, rest))
        guard count > 0 else { break }
        var piece = Array(buffer[..<count])
        if let change {
          piece.replace(Array(change.said.utf8), with: Array(change.heard.utf8))
        }
        guard send(client, &piece, count, Int32(MSG_NOSIGNAL)) == count else { break }
        rest -= count
      }
    }
    if rest <= 0 { cuts.withLock { $0 += 1 } }
    close(client)
    close(server)
  }
}
