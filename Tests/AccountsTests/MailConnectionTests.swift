import Foundation
import Glibc
import MailServers
import Synchronization
import TemporaryMailboxes
import TestPrograms
import Testing

@testable import MailServers

/// A connection of the program's own, with a real server.
@Suite(.enabled(if: Dovecot.isInstalled)) struct MailConnectionTests {
  private final class Stand {
    let directory: String
    let dovecot: Dovecot
    /// Where TLS begins at once.
    let port: UInt16
    let certificate: String

    init() throws {
      directory = try TemporaryMaildir.makeDirectory()
      port = try Sockets.freePort()
      let (key, file) = ("\(directory)/key.pem", "\(directory)/certificate.pem")
      try TestProgram.run(
        "/usr/bin/env", "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
        "ec_paramgen_curve:P-256", "-nodes",
        "-keyout", key, "-out", file, "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost")
      certificate = try String(contentsOfFile: file, encoding: .utf8)
      let names =
        Dovecot.isNew ? ["server_cert_file = ", "server_key_file = "] : ["cert = <", "key = <"]
      dovecot = try Dovecot(
        in: directory,
        settings: """
          ssl = yes
          ssl_\(names[0])\(file)
          ssl_\(names[1])\(key)
          service imap-login {
            inet_listener imaps {
              \(Dovecot.isNew ? "listen" : "address") = 127.0.0.1
              port = \(port)
              ssl = yes
            }
          }
          """)
    }

    deinit {
      dovecot.stop()
      TemporaryMaildir.remove(directory)
    }

    func server(_ security: MailServer.Security) -> MailServer {
      MailServer(
        host: security == .none ? "127.0.0.1" : "localhost",
        port: security == .tls ? port : dovecot.port, security: security)
    }

    func connection(
      _ security: MailServer.Security = .none, password: String = "secret",
      trusting pem: String? = nil,
      isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(MailConnection.Failure) -> MailConnection {
      try MailConnection(
        to: server(security),
        as: .init(user: "u", proof: .password(password, byAnyWay: false)), trusting: pem,
        isCancelled: isCancelled)
    }

    func reason(
      _ security: MailServer.Security, password: String = "secret", trusting pem: String? = nil
    ) -> MailConnection.Failure.Reason? {
      do throws(MailConnection.Failure) {
        _ = try connection(security, password: password, trusting: pem)
        return nil
      } catch {
        return error.reason
      }
    }
  }

  @Test(arguments: MailServer.Security.allCases)
  func whoIsLetInIsAnswered(security: MailServer.Security) throws {
    let stand = try Stand()
    try stand.dovecot.deliver(["One", "Two"])
    let connection = try stand.connection(
      security, trusting: security == .none ? nil : stand.certificate)
    #expect(try connection.capabilities().isSuperset(of: ["IMAP4REV1", "UIDPLUS", "IDLE"]))
    let list = try connection.ask(#"LIST "" "*""#)
    #expect(list.status == .ok)
    let names = list.lines.compactMap { ImapValue.values(of: $0)?.last?.text }
    #expect(Set(names) == ["INBOX", "Archive"])
    #expect(try connection.ask("SELECT INBOX").status == .ok)
    let subjects = try connection.ask("UID FETCH 1:* (BODY.PEEK[HEADER.FIELDS (Subject)])")
    #expect(subjects.lines.count == 2)
    let fetched = subjects.lines.map { ImapValue.values(of: $0)?.last?.list?.last?.text }
    #expect(Set(fetched) == ["Subject: One\r\n\r\n", "Subject: Two\r\n\r\n"])
    #expect(try connection.ask("NONSENSE").status == .bad)
    #expect(try connection.ask("SELECT Nowhere").status == .no)
  }

  @Test func whyThereIsNoConnectionIsTold() throws {
    let stand = try Stand()
    #expect(stand.reason(.none, password: "wrong") == .denied)
    #expect(stand.reason(.tls) == .certificate)
    #expect(stand.reason(.starttls) == .certificate)
    // It vouches for another name.
    let other = MailServer(host: "127.0.0.1", port: stand.port, security: .tls)
    #expect(throws: MailConnection.Failure.self) {
      _ = try MailConnection(to: other, as: nil, trusting: stand.certificate)
    }
    #expect(MailConnection.certificate(of: stand.server(.tls)) == stand.certificate)
    #expect(MailConnection.certificate(of: stand.server(.starttls)) == stand.certificate)
    #expect(MailConnection.certificate(of: stand.server(.none)) != nil, "by STARTTLS")
    let nobody = MailServer(host: "127.0.0.1", port: try Sockets.freePort(), security: .none)
    do throws(MailConnection.Failure) {
      _ = try MailConnection(to: nobody, as: nil, trusting: nil)
      Issue.record("a connection to nobody")
    } catch {
      #expect(error.reason == .unreachable)
    }
    let plain = MailServer(host: "localhost", port: stand.dovecot.port, security: .tls)
    do throws(MailConnection.Failure) {
      _ = try MailConnection(to: plain, as: nil, trusting: nil)
      Issue.record("TLS where there is none")
    } catch {
      #expect(error.reason == .noEncryption)
    }
  }

  @Test func aServerThatSaysNothingIsLeftWhenNobodyWaits() throws {
    let (listener, port) = try Sockets.listen()
    defer { close(listener) }
    let asked = Mutex(0)
    do throws(MailConnection.Failure) {
      _ = try MailConnection(
        to: MailServer(host: "127.0.0.1", port: port, security: .none), as: nil, trusting: nil
      ) {
        asked.withLock {
          $0 += 1
          return $0 > 2
        }
      }
      Issue.record("a connection to nobody")
    } catch {
      #expect(error.reason == .cancelled)
    }
  }

  @Test func mailThatComesEndsTheWait() async throws {
    let stand = try Stand()
    try stand.dovecot.deliver(["One"])
    let connection = try stand.connection(.tls, trusting: stand.certificate)
    #expect(try connection.ask("SELECT INBOX").status == .ok)
    #expect(try connection.idle(for: 0.3) == .quiet)
    try stand.dovecot.deliver(["Two"])
    #expect(try connection.idle(for: 60) == .changed(hasArrivals: true))
    try stand.dovecot.command("STORE 1 +FLAGS (\\Seen)")
    #expect(try connection.idle(for: 60) == .changed(hasArrivals: false))
    #expect(try connection.ask("NOOP").status == .ok)
    var pipe = [Int32](repeating: 0, count: 2)
    Glibc.pipe(&pipe)
    close(pipe[1])
    #expect(try connection.idle(for: 60, until: [pipe[0]]) == .ended)
    close(pipe[0])
  }

  @Test func aProgramIsHandedAConnectionThatIsLoggedIn() throws {
    let stand = try Stand()
    try stand.dovecot.deliver((0..<40).map { "Mail \($0)" }, size: 20_000)
    var (toRelay, fromRelay) = ([Int32](repeating: 0, count: 2), [Int32](repeating: 0, count: 2))
    pipe(&toRelay)
    pipe(&fromRelay)
    let (server, certificate) = (stand.server(.tls), stand.certificate)
    let (input, output) = (toRelay[0], fromRelay[1])
    Thread {
      try? MailConnection(
        to: server, as: .init(user: "u", proof: .password("secret", byAnyWay: false)),
        trusting: certificate
      ).relay(from: input, to: output)
      close(output)
    }.start()
    let words = "a SELECT INBOX\r\nb UID FETCH 1:* (BODY.PEEK[])\r\nc LOGOUT\r\n"
    #expect(write(toRelay[1], words, words.utf8.count) == words.utf8.count)
    let said = try #require(
      try FileHandle(fileDescriptor: fromRelay[0], closeOnDealloc: true).readToEnd())
    close(toRelay[1])
    close(toRelay[0])
    let text = String(decoding: said, as: UTF8.self)
    #expect(text.hasPrefix("* PREAUTH "))
    #expect(text.contains("\r\nb OK "))
    #expect(text.contains("\r\nc OK "))
    #expect(said.count > 800_000)
  }

  @Test func aProgramThatListensNoMoreHasEndedIt() throws {
    let stand = try Stand()
    signal(SIGPIPE, SIG_IGN)
    var (toRelay, fromRelay) = ([Int32](repeating: 0, count: 2), [Int32](repeating: 0, count: 2))
    pipe(&toRelay)
    pipe(&fromRelay)
    close(fromRelay[0])
    // It says so, and fails for nothing.
    try stand.connection().relay(from: toRelay[0], to: fromRelay[1])
    for descriptor in toRelay + [fromRelay[1]] { close(descriptor) }
  }
}
