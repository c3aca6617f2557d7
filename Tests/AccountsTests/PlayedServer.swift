import Foundation
import Glibc
import Synchronization
import TestWaiting

/// An IMAP server that a test plays: it lets anybody in, and says what the test has it say.
final class PlayedServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (Command, Client) -> Bool
  private let heard = Mutex<[String]>([])
  private let stayed = Atomic(false)

  struct Command {
    let tag: String
    /// In capitals.
    let verb: String
    /// All of it but the tag.
    let text: String
  }

  /// The other end of a connection.
  final class Client: Sendable {
    private let descriptor: Int32
    private let listeners = Atomic(true)
    private let stay: @Sendable () -> Void

    fileprivate init(_ descriptor: Int32, staying stay: @escaping @Sendable () -> Void) {
      (self.descriptor, self.stay) = (descriptor, stay)
    }

    /// Whether the client listened to the last that was said.
    var isThere: Bool { listeners.load(ordering: .relaxed) }

    /// - Returns: Whether the client still listens.
    @discardableResult
    func say(_ text: String) -> Bool {
      var rest = Array(text.utf8)[...]
      while isThere, !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { listeners.store(false, ordering: .relaxed) }
        rest = rest.dropFirst(max(count, 0))
      }
      return isThere
    }

    /// Says something many times, as long as the client listens.
    func repeatedly(_ count: Int, _ text: (Int) -> String) {
      var piece = ""
      for number in 0..<count {
        piece += text(number)
        guard piece.utf8.count > 60_000 || number == count - 1 else { continue }
        guard say(piece) else { return }
        piece = ""
      }
    }

    /// Ends the connection.
    func end() {
      shutdown(descriptor, Int32(SHUT_RDWR))
      listeners.store(false, ordering: .relaxed)
    }

    /// Says something again and again until the client ends the connection, and ends it after ``waitLimit``.
    ///
    /// - Parameter pause: Between two times, in microseconds.
    func chat(_ text: String, pause: useconds_t) {
      let limit = ContinuousClock.now + waitLimit
      while ContinuousClock.now < limit {
        guard say(text) else { return }
        usleep(pause)
      }
      stay()
      end()
    }

    /// Waits until the client ends the connection, and ends it after ``waitLimit``.
    func waitForEnd() {
      var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let limit = ContinuousClock.now + waitLimit
      var byte: UInt8 = 0
      while ContinuousClock.now < limit {
        if poll(&look, 1, 100) > 0, read(descriptor, &byte, 1) <= 0 { return }
      }
      stay()
      end()
    }
  }

  /// - Parameter answer: Answers a command; false where the server is to answer as usual.
  init(answering answer: @escaping @Sendable (Command, Client) -> Bool) throws {
    (listener, port) = try Sockets.listen()
    self.answer = answer
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0, let self else { return }
        Thread.detachNewThread { self.serve(descriptor) }
      }
    }
  }

  deinit { stop() }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Whether a client stayed until it was disconnected.
  var hadToDisconnect: Bool { stayed.load(ordering: .relaxed) }

  /// The verbs of all commands so far.
  var verbs: [String] { heard.withLock { $0 } }

  private func serve(_ descriptor: Int32) {
    defer { close(descriptor) }
    guard let file = fdopen(dup(descriptor), "r") else { return }
    defer { fclose(file) }
    let client = Client(descriptor) { [weak self] in
      self?.stayed.store(true, ordering: .relaxed)
    }
    client.say("* OK [CAPABILITY IMAP4rev1] Ready\r\n")
    var buffer = [CChar](repeating: 0, count: 100_000)
    while client.isThere, fgets(&buffer, Int32(buffer.count), file) != nil {
      let line = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
      )
      .trimmingCharacters(in: .newlines)
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      let verb = words[1].prefix { $0 != " " }.uppercased()
      let command = Command(tag: words[0], verb: verb, text: words[1])
      heard.withLock { $0.append(verb) }
      if answer(command, client) { continue }
      switch verb {
      case "CAPABILITY": client.say("* CAPABILITY IMAP4rev1 AUTH=PLAIN IDLE\r\n")
      case "AUTHENTICATE":
        client.say("+ \r\n")
        _ = fgets(&buffer, Int32(buffer.count), file)
      case "LIST": client.say("* LIST () \"/\" INBOX\r\n")
      case "SELECT", "EXAMINE":
        client.say("* 0 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 1]\r\n")
      case "IDLE":
        client.say("+ idling\r\n")
        _ = fgets(&buffer, Int32(buffer.count), file)
      case "LOGOUT":
        client.say("* BYE\r\n\(command.tag) OK\r\n")
        return
      default: break
      }
      client.say("\(command.tag) OK Done\r\n")
    }
  }
}
