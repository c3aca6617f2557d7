import Accounts
import Foundation
import Glibc
import MailSpool
import TemporaryMailboxes
import TestPrograms
import TestWaiting
import Testing

/// `dunnock send`, which is killed or refused at its system calls one after the other: no mail is lost, and none is sent twice.
@Suite(.serialized, .enabled(if: Post.isInstalled), .againstHanging)
struct KilledSendingTests {
  /// Every so many calls before it is in the outbox: each where all is to be tried.
  private static let stride =
    ProcessInfo.processInfo.environment["DUNNOCK_WHOLE"] == nil ? 31 : 1

  /// The program beside the tests.
  private static var program: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: own).deletingLastPathComponent().path + "/dunnock"
  }

  private static func shim(in folder: String) throws -> String {
    let source =
      URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .path + "/StoreFaults/faults.c"
    let shim = "\(folder)/faults.so"
    try TestProgram.run("/usr/bin/cc", "-O1", "-shared", "-fPIC", "-o", shim, source, "-ldl")
    return shim
  }

  /// Sends a mail by the program; returns how it ended.
  private static func send(
    _ home: String, _ words: [String], _ mail: String?, _ more: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let environment = [
      "HOME": home, "XDG_CONFIG_HOME": "\(home)/config", "XDG_STATE_HOME": "\(home)/state-home",
      "XDG_DATA_HOME": "\(home)/data", "PATH": "\(home)/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
    ].merging(more) { $1 }
    let run = try TestProgram.run([program] + words, environment: environment, input: mail ?? "")
    return (run.status, run.output + run.errors)
  }

  /// Has the program find an account of the person's own.
  private static func move(_ post: Post) throws {
    let home = post.directory
    for (from, to) in [
      ("accounts", "config/dunnock/accounts"), ("mail", "data/dunnock/mail"),
      ("spool", "data/dunnock/spool"),
    ] {
      let place = "\(home)/\(to)"
      try FileManager.default.createDirectory(
        atPath: URL(filePath: place).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      rename("\(home)/\(from)", place)
      // Where tests look.
      symlink(place, "\(home)/\(from)")
    }
    for folder in ["state", "data/dunnock/spool"] { mkdir("\(home)/\(folder)", 0o700) }
    try FileManager.default.createDirectory(
      atPath: "\(home)/state-home/dunnock", withIntermediateDirectories: true)
    symlink("\(home)/state", "\(home)/state-home/dunnock/accounts")
  }

  private static func text(_ number: Int) -> String {
    "From: ada@example.org\nTo: b@example.com\nBcc: c@example.com\nSubject: \(number)\n"
      + "Message-ID: <\(number)@example.org>\n\nText\n"
  }

  @Test func aMailOfAnotherProgramGoesOut() async throws {
    let post = try Post()
    try Self.move(post)
    var (status, said) = try Self.send(post.directory, ["send"], Self.text(1))
    #expect(status == 0, "\(said)")
    #expect(
      said.hasPrefix("{\"account\":\"Work\",\"id\":\"")
        && said.contains(
          "\"messageID\":\"1@example.org\",\"recipients\":[\"b@example.com\",\"c@example.com\"],\"state\":\"sent\""
        ))
    #expect(post.taken.map(\.envelope.to) == [["b@example.com", "c@example.com"]])
    #expect(post.copies.count == 1 && post.isEmpty)
    // Kept, and sent with what else is brought up to date.
    (status, said) = try Self.send(
      post.directory, ["send", "--queue", "--account", "Work"], Self.text(2))
    #expect(status == 0 && said.contains("\"state\":\"waiting\"") && post.taken.count == 1)
    (_, said) = try Self.send(post.directory, ["sync", "Work"], nil)
    #expect(post.taken.count == 2 && post.isEmpty, "\(said)")
    for (words, mail, expected) in [
      (["send"], "Hello\n", 1), (["send"], Self.text(3).replacing("ada@", with: "eve@"), 1),
      (["send", "--other"], Self.text(3), 2),
    ] as [([String], String, Int32)] {
      (status, said) = try Self.send(post.directory, words, mail)
      #expect(status == expected && said.hasPrefix("dunnock: "), "\(said)")
    }
    #expect(post.taken.count == 2 && post.isEmpty)
  }

  @Test func aMessageThatStillWaitsIsNamed() async throws {
    let post = try Post()
    try Self.move(post)
    try await post.outbox().add(post.mail(), until: .now + 3_600)
    let (status, said) = try Self.send(post.directory, ["sync", "Work"], nil)
    #expect(status == 1)
    #expect(said.contains("Grüße: The message is still waiting in the outbox."), "\(said)")
    #expect(post.taken.isEmpty)
  }

  @Test func whatIsKilledBeforeTheAnswerIsNotSentAgain() async throws {
    let post = try Post(["end": "hang"])
    try Self.move(post)
    let home = post.directory
    async let ended = Task.detached { try Self.send(home, ["send"], Self.text(1)).status }.value
    try await until("the mail to be taken") { !post.taken.isEmpty }
    for path in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      guard let process = pid_t(path),
        let words = FileManager.default.contents(atPath: "/proc/\(path)/environ"),
        words.range(of: Data("HOME=\(post.directory)\0".utf8)) != nil,
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(path)/exe"))?
          .hasSuffix("/dunnock") == true
      else { continue }
      kill(process, SIGKILL)
    }
    #expect(try await ended == -SIGKILL)
    #expect(await post.outbox().entries().map(\.state) == [.unknown])
    try post.startAgain([:])
    await post.outbox().send(isOnline: true)
    #expect(await post.outbox().entries().map(\.state) == [.unknown])
    #expect(post.taken.count == 1)
  }

  /// A server that has taken nothing yet, for all that it has taken is read each time.
  private static func begin() throws -> (post: Post, shim: String) {
    let post = try Post()
    try move(post)
    return (post, try shim(in: post.directory))
  }

  @Test func nothingIsLostOrSentTwice() async throws {
    var (post, shim) = try Self.begin()
    var number = 0
    var (call, code) = (1, 0)
    var end = Int.max
    while call < end {
      number += 1
      if number % 50 == 0 { (post, shim) = try Self.begin() }
      try #require(call < 20_000)
      let (status, entry) = try await Self.send(number, by: post, shim, at: call, "\(code)")
      // All matters from when it is in the outbox.
      call += entry == nil ? Self.stride : min(Self.stride, code == 0 ? 11 : 17)
      if status == 0, code == 0 {
        // It came to its end before that call. Now each is refused as on a full disk.
        (end, call, code) = (call, 1, Int(ENOSPC))
      }
    }
    #expect(end > 100)
  }

  @Test func aDiskThatIsFullFromAnyCallOnLosesNothing() async throws {
    var (post, shim) = try Self.begin()
    var (number, call, smooth) = (0, 1, 0)
    // Some can be done without.
    while smooth < 20 {
      number += 1
      if number % 50 == 0 { (post, shim) = try Self.begin() }
      try #require(call < 2_000)
      let (status, entry) = try await Self.send(
        number, by: post, shim, at: call, "\(ENOSPC)", ["FAULT_FULL": "1"])
      smooth = status == 0 && entry == nil ? smooth + 1 : 0
      call += Self.stride == 1 ? 1 : 3
    }
    #expect(call > 30)
  }

  /// Sends a mail by the program at one of whose calls something happens, and looks at what has become of it; returns how it ended, and what
  /// it left in the outbox.
  private static func send(
    _ number: Int, by post: Post, _ shim: String, at call: Int, _ code: String,
    _ more: [String: String] = [:]
  ) async throws -> (status: Int32, entry: OutboxEntry?) {
    let (status, said) = try Self.send(
      post.directory, ["send"], Self.text(number),
      [
        "LD_PRELOAD": shim, "FAULT_FROM_START": "1", "FAULT_AT": "\(call)",
        "FAULT_ERRNO": code,
      ].merging(more) { $1 })
    let subject = "Subject: \(number)\r\n"
    let taken = post.taken.count { $0.text.contains(subject) }
    let entry = await post.outbox().entries().first
    switch entry?.state {
    case nil: #expect(taken == (status == 0 ? 1 : taken), "\(call): \(said)")
    case .waiting, .failed: #expect(taken == 0, "\(call): \(said)")
    case .unknown: break
    case .sent: #expect(taken == 1, "\(call): \(said)")
    case .draft, .sending: Issue.record("\(call): nobody sends it")
    }
    // What waits goes out, and what nobody knows of does not.
    if let entry {
      _ = await post.outbox().send(entry.id)
      if entry.state != .unknown, case .failed = entry.state {
        try await post.outbox().sendAgain(entry.id)
      }
      _ = await post.outbox().send(entry.id)
      let after = post.taken.count { $0.text.contains(subject) }
      #expect(after == (entry.state == .unknown ? taken : 1), "\(call): \(entry.state)")
      if entry.state == .unknown { try await post.outbox().remove(entry.id) }
    }
    let copies = post.copies.values.count { $0.contains("Subject: \(number)\n") }
    #expect(copies == (entry?.state == .unknown || taken == 0 && entry == nil ? 0 : 1), "\(call)")
    #expect(await post.outbox().entries().isEmpty)
    return (status, entry)
  }
}
