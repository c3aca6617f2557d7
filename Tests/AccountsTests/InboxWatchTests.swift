import Foundation
import MailServers
import Synchronization
import TemporaryMailboxes
import TestWaiting
import Testing

@testable import Accounts

/// What a real server says of its inbox.
@Suite(.enabled(if: Dovecot.isInstalled), .againstHanging) struct InboxWatchTests {
  private final class Stand {
    let directory: String
    let dovecot: Dovecot

    init(settings: String = "") throws {
      directory = try TemporaryMaildir.makeDirectory()
      dovecot = try Dovecot(in: directory, settings: settings)
      try dovecot.deliver(["First"])
    }

    deinit {
      dovecot.stop()
      TemporaryMaildir.remove(directory)
    }

    func watch(
      port: UInt16? = nil, password: @escaping @Sendable () async -> String? = { "secret" }
    ) -> InboxWatch {
      var pace = InboxWatch.Pace()
      pace.first = 0.01
      pace.longest = 0.05
      pace.calm = 0.01
      let account = Account(
        name: "Work", address: "u@x.org",
        imap: MailServer(host: "127.0.0.1", port: port ?? dovecot.port, security: .none),
        user: "u", directory: "Work")
      return InboxWatch(account, pace: pace, password: password)
    }
  }

  @Test func mailThatComesIsToldOf() async throws {
    let stand = try Stand()
    var news = stand.watch().news().makeAsyncIterator()
    // What is delivered before it listens is told of by nobody, so it is delivered until it is.
    let delivering = Task {
      for number in 0... {
        try stand.dovecot.deliver(["Mail \(number)"])
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    #expect(await news.next() == .arrivals)
    delivering.cancel()
  }

  @Test func aConnectionThatBreaksIsMadeAgain() async throws {
    let stand = try Stand()
    let wire = try BadWire(to: stand.dovecot.port, limit: 2_000)
    var news = stand.watch(port: wire.port).news().makeAsyncIterator()
    let delivering = Task {
      for number in 0... {
        try stand.dovecot.deliver(["Mail \(number)"])
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    // Each is cut some words after it was made.
    while wire.cut < 3 { try #require(await news.next() != nil) }
    delivering.cancel()
  }

  @Test func aServerThatIsNotThereIsAskedAgain() async throws {
    let stand = try Stand()
    let asked = Mutex(0)
    let watch = stand.watch(port: try Sockets.freePort()) {
      asked.withLock {
        $0 += 1
        return $0 < 4 ? "secret" : nil
      }
    }
    for await _ in watch.news() { Issue.record("news of nobody") }
    #expect(asked.withLock { $0 } == 4)
  }

  @Test func aServerThatCannotTellIsAskedOnce() async throws {
    let stand = try Stand(settings: "imap_capability = IMAP4rev1 LITERAL+ NAMESPACE UIDPLUS")
    let asked = Mutex(0)
    let watch = stand.watch {
      asked.withLock { $0 += 1 }
      return "secret"
    }
    for await _ in watch.news() { Issue.record("news of a server that cannot tell") }
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func aPasswordThatIsNotTakenIsTriedOnce() async throws {
    let stand = try Stand()
    let asked = Mutex(0)
    let watch = stand.watch {
      asked.withLock { $0 += 1 }
      return "wrong"
    }
    for await _ in watch.news() { Issue.record("news for nobody") }
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func whoListensNoMoreIsToldNothing() async throws {
    let stand = try Stand()
    let isOver = Mutex(false)
    let listening = Task {
      for await _ in stand.watch().news() {}
      isOver.withLock { $0 = true }
    }
    listening.cancel()
    await listening.value
    #expect(isOver.withLock { $0 })
  }
}
