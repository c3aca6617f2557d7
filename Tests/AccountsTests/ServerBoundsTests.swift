import Foundation
import Glibc
import Synchronization
import TestWaiting
import Testing

@testable import MailServers

/// A server that sends more than anybody needs, or never comes to an end, is left.
@Suite(.againstHanging) struct ServerBoundsTests {
  private func connection(
    to server: PlayedServer, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(MailConnection.Failure) -> MailConnection {
    try MailConnection(
      to: MailServer(host: "127.0.0.1", port: server.port, security: .none),
      as: .init(user: "u", proof: .password("secret", byAnyWay: false)), trusting: nil,
      isCancelled: isCancelled)
  }

  /// Why something failed; nil where it did not.
  private func reason(
    _ work: () throws(MailConnection.Failure) -> Void
  ) -> MailConnection.Failure.Reason? {
    do throws(MailConnection.Failure) {
      try work()
      return nil
    } catch { return error.reason }
  }

  /// A server that says a line very often before it answers NOOP.
  private func chatter(_ line: String, times: Int = 60_000) throws -> PlayedServer {
    try PlayedServer { command, client in
      guard command.verb == "NOOP" else { return false }
      client.repeatedly(times) { _ in line }
      return false
    }
  }

  // MARK: Answers

  @Test(arguments: [
    "* OK Still here\r\n", "x OK Done\r\n", "+ go on\r\n", "\r\n", "* 1 FETCH ()\r\n",
  ])
  func aServerThatChatsIsLeft(line: String) throws {
    let server = try chatter(line)
    defer { server.stop() }
    let connection = try connection(to: server)
    #expect(
      reason { () throws(MailConnection.Failure) in _ = try connection.ask("NOOP") } == .tooMuch)
  }

  @Test func aServerThatListsFoldersWithoutEndIsLeft() throws {
    let server = try chatter("* LIST () \"/\" F\r\n")
    defer { server.stop() }
    let connection = try connection(to: server)
    #expect(
      reason { () throws(MailConnection.Failure) in _ = try connection.ask("NOOP") }
        == .tooManyFolders)
  }

  @Test func aLineWithoutEndIsGivenUp() throws {
    let server = try chatter(String(repeating: "x", count: 100))
    defer { server.stop() }
    let connection = try connection(to: server)
    #expect(
      reason { () throws(MailConnection.Failure) in _ = try connection.ask("NOOP") } == .tooMuch)
  }

  @Test func whatAFolderHasIsHeard() throws {
    let server = try PlayedServer { command, client in
      switch command.verb {
      case "SELECT": client.say("* 20000 EXISTS\r\n\(command.tag) OK\r\n")
      case "UID":
        client.repeatedly(40_000) { "* \($0) FETCH (UID \($0) FLAGS ())\r\n" }
        client.say("\(command.tag) OK\r\n")
      default: return false
      }
      return true
    }
    defer { server.stop() }
    let connection = try connection(to: server)
    #expect(try connection.ask("SELECT INBOX").status == .ok)
    #expect(try connection.ask("UID FETCH 1:* (FLAGS)").lines.count == 40_000)
    // A folder with fewer messages has fewer lines.
    #expect(try connection.ask("EXAMINE Other").status == .ok)
    #expect(
      reason { () throws(MailConnection.Failure) in _ = try connection.ask("UID FETCH 1:* (FLAGS)")
      }
        == .tooMuch)
  }

  @Test func whoWaitsNoMoreIsFreeThoughDataNeverStops() throws {
    let isGone = Flag()
    let content = String(repeating: "x", count: 900_000)
    let server = try PlayedServer { command, client in
      guard command.verb == "NOOP" else { return false }
      client.repeatedly(60) { number in
        if number == 5 { isGone.set() }
        return "* 1 FETCH (BODY[] {\(content.utf8.count)}\r\n\(content))\r\n"
      }
      return false
    }
    defer { server.stop() }
    let connection = try connection(to: server) { isGone.isSet }
    #expect(
      reason { () throws(MailConnection.Failure) in _ = try connection.ask("NOOP") } == .cancelled)
  }

  @Test func anAnswerThatTakesTooLongIsGivenUpThoughDataComes() throws {
    let server = try PlayedServer { command, client in
      guard command.verb == "NOOP" else { return false }
      client.chat("* OK Still here\r\n", pause: 20_000)
      return true
    }
    defer { server.stop() }
    let connection = try connection(to: server)
    #expect(
      reason { () throws(MailConnection.Failure) in _ = try connection.ask("NOOP", within: 0.1) }
        == .unreachable)
    #expect(!server.hadToDisconnect)
  }

  // MARK: Waiting

  @Test(arguments: ["* OK Still here\r\n", "x OK\r\n"])
  func aServerThatChatsWhileItIsWaitedForIsLeft(line: String) throws {
    let server = try PlayedServer { command, client in
      guard command.verb == "IDLE" else { return false }
      client.say("+ idling\r\n")
      client.repeatedly(60_000) { _ in line }
      client.say("* 1 EXISTS\r\n")
      return true
    }
    defer { server.stop() }
    let connection = try connection(to: server)
    #expect(
      reason { () throws(MailConnection.Failure) in _ = try connection.idle(for: 60) } == .tooMuch)
  }

  @Test func theNumberOfMessagesThatThereWereAlreadyIsNoNews() throws {
    let server = try PlayedServer { command, client in
      switch command.verb {
      case "SELECT": client.say("* 2 EXISTS\r\n\(command.tag) OK\r\n")
      case "IDLE":
        client.say("* 2 EXISTS\r\n* 9 EXPUNGE\r\n")
        return false
      default: return false
      }
      return true
    }
    defer { server.stop() }
    let connection = try connection(to: server)
    #expect(try connection.ask("SELECT INBOX").status == .ok)
    for _ in 0..<2 { #expect(try connection.idle(for: 0.1) == .quiet) }
  }

  @Test func anotherDescriptorEndsTheWaitThoughDataComes() throws {
    var pipe = [Int32](repeating: 0, count: 2)
    Glibc.pipe(&pipe)
    defer { close(pipe[0]) }
    let writer = pipe[1]
    let server = try PlayedServer { command, client in
      guard command.verb == "IDLE" else { return false }
      client.say("+ idling\r\n")
      client.repeatedly(5_000) { _ in "* OK Still here\r\n" }
      close(writer)
      client.repeatedly(4_000) { _ in "* OK Still here\r\n" }
      client.waitForEnd()
      return true
    }
    defer { server.stop() }
    #expect(try connection(to: server).idle(for: 60, until: [pipe[0]]) == .ended)
  }

  // MARK: Ends

  @Test func aServerThatIsLeftIsNotAskedToEnd() throws {
    let server = try chatter("* OK Still here\r\n")
    defer { server.stop() }
    _ = reason { () throws(MailConnection.Failure) in _ = try connection(to: server).ask("NOOP") }
    #expect(server.verbs.last == "NOOP")
  }

  @Test func aServerThatIsNeededNoMoreIsTold() throws {
    let server = try PlayedServer { _, _ in false }
    defer { server.stop() }
    _ = try connection(to: server).ask("NOOP")
    #expect(server.verbs.last == "LOGOUT")
  }

  // MARK: Another program

  /// What a program hears that says something over a connection that is handed to it, and why that ended.
  private func relayed(
    _ server: PlayedServer, saying words: String, _ timeouts: MailConnection.RelayTimeouts = .init()
  ) throws -> (heard: String, reason: MailConnection.Failure.Reason?) {
    var (toRelay, fromRelay) = ([Int32](repeating: 0, count: 2), [Int32](repeating: 0, count: 2))
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &toRelay)
    pipe(&fromRelay)
    defer { for descriptor in toRelay { close(descriptor) } }
    let (input, output) = (toRelay[0], fromRelay[1])
    let relay = Relay(try connection(to: server))
    Thread.detachNewThread {
      relay.run(input, output, timeouts)
      close(output)
    }
    let program = toRelay[1]
    Thread.detachNewThread {
      var rest = Array(words.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(program, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
    let said = try FileHandle(fileDescriptor: fromRelay[0], closeOnDealloc: true).readToEnd()
    #expect(relay.hasEnded)
    return (String(decoding: said ?? Data(), as: UTF8.self), relay.reason)
  }

  @Test func aProgramHearsNoMoreFoldersThanThereCanBe() throws {
    let server = try PlayedServer { command, client in
      if command.verb == "LIST" { client.repeatedly(100_000) { "* LIST () \"/\" F\($0)\r\n" } }
      return false
    }
    defer { server.stop() }
    let (heard, reason) = try relayed(server, saying: "1 LIST \"\" *\r\n2 LOGOUT\r\n")
    #expect(reason == .tooManyFolders)
    #expect(heard.hasPrefix("* PREAUTH ") && !heard.contains("OK Done"))
    #expect((1_000...20_001).contains(heard.split(separator: "\r\n").count))
  }

  /// A server that sends a large message reads nothing until its client reads.
  @Test func aLargeMessageIsSentWhileAnotherComes() throws {
    let lines = String(repeating: String(repeating: "x", count: 998) + "\r\n", count: 30_000)
    let size = lines.utf8.count
    let server = try PlayedServer { command, client in
      guard command.verb == "FETCH" else { return false }
      client.say("* 1 FETCH (BODY[] {\(size)}\r\n\(lines))\r\n\(command.tag) OK Done\r\n")
      return true
    }
    defer { server.stop() }
    let (heard, reason) = try relayed(
      server,
      saying: "1 FETCH 1 BODY[]\r\n2 APPEND INBOX {\(size)+}\r\n\(lines)\r\n3 LOGOUT\r\n")
    #expect(reason == nil)
    #expect(heard.utf8.count > size && heard.contains("\r\n2 OK "))
  }

  @Test func aProgramHearsAllOfAServerWithTenThousandFolders() throws {
    let server = try PlayedServer { command, client in
      if command.verb == "LIST" { client.repeatedly(10_000) { "* LIST () \"/\" F\($0)\r\n" } }
      return false
    }
    defer { server.stop() }
    let (heard, reason) = try relayed(server, saying: "1 LIST \"\" *\r\n2 LOGOUT\r\n")
    #expect(reason == nil)
    #expect(heard.contains("F9999\r\n") && heard.hasSuffix("\r\n2 OK\r\n"))
  }

  @Test func aProgramThatHasLoggedOutDoesNotWaitForAServerThatStays() throws {
    let server = try PlayedServer { command, client in
      guard command.verb == "LOGOUT" else { return false }
      client.say("* BYE\r\n\(command.tag) OK Bye\r\n")
      client.waitForEnd()
      return true
    }
    defer { server.stop() }
    let (heard, reason) = try relayed(server, saying: "1 NOOP\r\n2 LOGOUT\r\n")
    #expect(reason == nil && heard.hasSuffix("* BYE\r\n2 OK Bye\r\n"))
    #expect(!server.hadToDisconnect)
  }

  @Test(arguments: [false, true])
  func aLogoutThatIsNotAnsweredIsOver(chats: Bool) throws {
    let server = try PlayedServer { command, client in
      guard command.verb == "LOGOUT" else { return false }
      if chats { client.chat("* OK Still here\r\n", pause: 20_000) } else { client.waitForEnd() }
      return true
    }
    defer { server.stop() }
    var timeouts = MailConnection.RelayTimeouts()
    timeouts.logout = 0.1
    let (heard, reason) = try relayed(server, saying: "1 NOOP\r\n2 LOGOUT\r\n", timeouts)
    #expect(reason == nil && heard.hasSuffix("\r\n2 OK\r\n"))
    #expect(!server.hadToDisconnect)
  }

  @Test func aCommandThatIsNeverAnsweredEnds() throws {
    let server = try PlayedServer { command, client in
      guard command.verb == "NOOP" else { return false }
      client.chat("* OK Still here\r\n", pause: 50_000)
      return true
    }
    defer { server.stop() }
    var timeouts = MailConnection.RelayTimeouts()
    timeouts.answer = 0.1
    #expect(try relayed(server, saying: "1 NOOP\r\n", timeouts).reason == .unreachable)
    #expect(!server.hadToDisconnect)
  }
}

/// How the work of a thread ended, and what it works with.
private final class Relay: Sendable {
  let connection: Mutex<MailConnection?>
  private let end = Mutex<(hasEnded: Bool, reason: MailConnection.Failure.Reason?)>((false, nil))

  init(_ connection: sending MailConnection) { self.connection = Mutex(connection) }

  func run(_ input: Int32, _ output: Int32, _ timeouts: MailConnection.RelayTimeouts) {
    let reason = connection.withLock { connection -> MailConnection.Failure.Reason? in
      do throws(MailConnection.Failure) {
        try connection?.relay(from: input, to: output, timeouts: timeouts)
        connection = nil
        return nil
      } catch {
        connection = nil
        return error.reason
      }
    }
    end.withLock { $0 = (true, reason) }
  }

  var hasEnded: Bool { end.withLock { $0.hasEnded } }
  var reason: MailConnection.Failure.Reason? { end.withLock { $0.reason } }
}

private final class Flag: Sendable {
  private let flag = Atomic(false)

  func set() { flag.store(true, ordering: .relaxed) }
  var isSet: Bool { flag.load(ordering: .relaxed) }
}
