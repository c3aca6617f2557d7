import Accounts
import Foundation
import Glibc
import MailModel
import MailServers
import Synchronization
import TestWaiting
import Testing

/// What goes wrong with servers, wires and programs, and loses nothing.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct BadDayTests {
  @Test func aWrongPasswordIsToldFromNone() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    desk.program("secret-tool", "printf wrong")
    #expect(await desk.problem() == .wrongPassword)
    desk.program("secret-tool", "exit 1")
    #expect(await desk.problem() == .noPassword)
    desk.program("secret-tool", "printf secret")
    try await desk.sync()
    #expect(desk.mail() == ["one"])
    #expect(!desk.synchroniser.log(of: desk.account).contains("secret\n"))
  }

  @Test func aServerThatIsGoneIsOffline() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    try await desk.sync()
    try desk.move("one")
    let port = desk.account.imap.port
    desk.account.imap.port = try Sockets.freePort()
    #expect(await desk.problem() == .offline("127.0.0.1"))
    #expect(!desk.synchroniser.log(of: desk.account).isEmpty)
    desk.account.imap.port = port
    try await desk.sync()
    #expect(desk.server.mail("Archive") == ["one"])
    #expect(desk.server.mail() == [])
  }

  @Test func aHostWithoutANameIsOffline() async throws {
    let desk = try Desk()
    desk.account.imap = MailServer(host: "nowhere.invalid", port: 993, security: .tls)
    #expect(await desk.problem() == .offline("nowhere.invalid"))
  }

  @Test func aWireThatBreaksLosesAndDoublesNothing() async throws {
    let desk = try Desk()
    let names = (0..<12).map { "m\($0)" }
    try desk.server.deliver(names, size: 20_000)
    let port = desk.account.imap.port
    for limit in [500, 3_000, 30_000, 90_000] {
      let wire = try BadWire(to: desk.server.port, limit: limit)
      desk.account.imap.port = wire.port
      let problem = await desk.problem()
      // Of an end in the midst of a command mbsync says nothing.
      #expect([.offline("127.0.0.1"), .hanging].contains(problem), "\(limit)")
      #expect(wire.cut > 0)
      wire.stop()
    }
    desk.account.imap.port = port
    try await desk.sync()
    #expect(desk.mail() == names.sorted())
    #expect(desk.server.mail() == names.sorted())
  }

  @Test func aSlowWireTellsHowFarItIs() async throws {
    let desk = try Desk()
    let names = (0..<30).map { "m\($0)" }
    try desk.server.deliver(names, size: 10_000)
    let told = Mutex<[SyncProgress]>([])
    @Sendable func isUnderWay() -> Bool {
      told.withLock { $0.contains { $0.fetched > 0 && $0.fetched < 30 } }
    }
    let wire = try BadWire(
      to: desk.server.port, holding: { $0 > 150_000 && !isUnderWay() })
    desk.account.imap.port = wire.port
    _ = try await desk.synchroniser.run(desk.account) { progress in
      told.withLock { $0.append(progress) }
    }
    wire.stop()
    let all = told.withLock { $0 }
    #expect(all.last.map { $0.fetched == 30 && $0.toFetch == 30 } == true)
    #expect(isUnderWay())
    #expect(desk.mail() == names.sorted())
  }

  @Test func mailThatIsMovedWhileItComesIsNotMissing() async throws {
    let desk = try Desk()
    let names = (0..<30).map { "m\($0)" }
    try desk.server.deliver(names, size: 10_000)
    let isMoved = Mutex(false)
    let wire = try BadWire(
      to: desk.server.port, holding: { passed in passed > 150_000 && !isMoved.withLock { $0 } })
    desk.account.imap.port = wire.port
    let (synchroniser, account) = (desk.synchroniser, desk.account)
    let run = Task { try await synchroniser.run(account) }
    try await until("the first to come") { !desk.mail().isEmpty }
    let first = try #require(desk.mail().first)
    try desk.move(first)
    isMoved.withLock { $0 = true }
    _ = try await run.value
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.mail("Archive") == [first])
    #expect(desk.server.mail("Archive") == [first])
    #expect(desk.server.mail() == names.filter { $0 != first }.sorted())
    wire.stop()
  }

  @Test func aRunThatIsEndedLosesNothing() async throws {
    let desk = try Desk()
    let names = (0..<80).map { "m\($0)" }
    try desk.server.deliver(names, size: 20_000)
    try await desk.sync()
    for name in names.prefix(60) { try desk.move(name) }
    try desk.server.deliver((0..<20).map { "n\($0)" }, size: 20_000)
    nonisolated(unsafe) let server = desk.server
    // The number of messages that are archived when the wire holds back the rest.
    let enough = Mutex(2)
    let wire = try BadWire(
      to: desk.server.port,
      holding: { _ in server.mail("Archive").count >= enough.withLock { $0 } })
    desk.account.imap.port = wire.port
    let (synchroniser, account) = (desk.synchroniser, desk.account)
    // Once it is asked to end, and once its program is killed.
    for isKilled in [false, true] {
      let archived = desk.server.mail("Archive").count
      enough.withLock { $0 = archived + 2 }
      let run = Task { try await synchroniser.run(account) }
      try await until("mail to be archived") {
        desk.server.mail("Archive").count >= archived + 2
      }
      if isKilled {
        for process in processes(with: account.id.uuidString) { kill(process, SIGKILL) }
        await #expect(throws: SyncProblem.self) { try await run.value }
      } else {
        run.cancel()
        await #expect(throws: SyncProblem.cancelled) { try await run.value }
      }
      enough.withLock { $0 = .max }
    }
    wire.stop()
    desk.account.imap.port = desk.server.port
    var result = try await desk.sync()
    #expect(result.missing == nil)
    result = try await desk.sync()
    #expect(result.missing == nil && result.waiting == 0)
    let rest = names.dropFirst(60) + (0..<20).map { "n\($0)" }
    #expect(desk.server.mail() == rest.sorted())
    #expect(desk.mail() == rest.sorted())
    #expect(desk.server.mail("Archive") == names.prefix(60).sorted())
    #expect(desk.mail("Archive") == names.prefix(60).sorted())
  }

  @Test func aLockOfAnotherProgramIsWaitedFor() async throws {
    let desk = try Desk()
    try desk.server.deliver(["one"])
    try await desk.sync()
    try desk.server.deliver(["two"])
    let lock = open("\(desk.here())/.mbsyncstate.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // A lock of this process would be no lock to itself, but mbsync is another.
    var whole = flock()
    whole.l_type = Int16(F_WRLCK)
    #expect(fcntl(lock, F_SETLK, &whole) == 0)
    desk.pace.lockPatience = .zero
    #expect(await desk.problem() == .locked)
    desk.pace.lockPatience = .seconds(3_600)
    let (synchroniser, account) = (desk.synchroniser, desk.account)
    let run = Task { try await synchroniser.run(account) }
    try await until("the lock to be met") { synchroniser.log(of: account).contains("is locked") }
    close(lock)
    #expect(try await run.value == SyncResult())
    #expect(desk.mail() == ["one", "two"])
  }

  @Test func aFullDiskIsSaid() async throws {
    let desk = try Desk()
    desk.program(
      "mbsync", Self.version + "echo 'Maildir error: cannot write x. Disk full?' >&2; exit 1")
    #expect(await desk.problem() == .diskFull)
  }

  // What a program that only pretends answers when it is asked what it is.
  private static let version = "if [ \"$1\" = --version ]; then echo isync 1.4.4; exit; fi\n"

  @Test func aMissingOrOldProgramIsSaid() async throws {
    let desk = try Desk()
    let path = desk.path
    desk.path = "\(desk.directory)/bin"
    #expect(await desk.problem() == .noProgram)
    desk.path = path
    for version in ["1.3.0", "1.4.3"] {
      desk.program("mbsync", "echo isync \(version)")
      #expect(await desk.problem() == .oldProgram(version))
    }
  }

  @Test func settingsThatCannotBeUsedAreSaid() async throws {
    let desk = try Desk()
    desk.account.imap.host = "imap.example.org"
    #expect(await desk.problem() == .unsound("Work"))
    #expect(desk.server.mail() == [])
  }

  @Test func aProgramThatHangsIsEnded() async throws {
    let desk = try Desk()
    desk.program("mbsync", Self.version + "trap '' TERM; exec sleep 1234567")
    desk.pace.timeout = .milliseconds(300)
    #expect(await desk.problem() == .hanging)
    // Nobody has to wait for one that does not listen.
    desk.pace.timeout = .seconds(3_600)
    let (synchroniser, account) = (desk.synchroniser, desk.account)
    desk.program("mbsync", Self.version + "echo > \(desk.directory)/started; exec sleep 1234567")
    let run = Task { try await synchroniser.run(account) }
    let started = "\(desk.directory)/started"
    try await until("the program to start") { access(started, F_OK) == 0 }
    run.cancel()
    await #expect(throws: SyncProblem.cancelled) { try await run.value }
  }

  @Test func aProgramThatPrintsMuchIsHeardOut() async throws {
    let desk = try Desk()
    // Without and with ends of lines.
    desk.program(
      "mbsync",
      Self.version + "head -c 2000000 /dev/zero | tr '\\0' x\nyes | head -c 2000000; exit 1")
    guard case .other = await desk.problem() else {
      Issue.record("nothing was said")
      return
    }
    #expect(desk.synchroniser.log(of: desk.account).utf8.count <= 64 << 10)
  }
}
