import Accounts
import Foundation
import Glibc
import MailServers
import MailSpool
import MailWriting
import TestPrograms
import TestWaiting
import Testing

/// Mail that goes to a real server.
@Suite(.enabled(if: Post.isInstalled), .againstHanging) struct SendingTests {
  @Test func aMailGoesOutAndItsCopyIsKept() async throws {
    let post = try Post()
    let state = try await post.send {
      $0.cc = [.init(address: "C@Straße.de")]
      $0.bcc = [.init(address: "hidden@example.net")]
      $0.answered = .init(kind: .reply, messageID: "1@x")
    }
    #expect(state == nil && post.isEmpty)
    let taken = try #require(post.taken.first)
    #expect(post.taken.count == 1 && taken.envelope.from == "ada@example.org")
    #expect(
      taken.envelope.to == ["b@example.com", "C@xn--strae-oqa.de", "hidden@example.net"])
    #expect(taken.text.contains("\r\n.dot\r\nText\r\n") && !taken.text.contains("hidden"))
    #expect(taken.text.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" } == false)
    let copy = try #require(post.copies.first)
    #expect(post.copies.count == 1 && copy.key.hasSuffix(":2,S"))
    #expect(
      copy.value == "Bcc: hidden@example.net\n" + taken.text.replacing("\r\n", with: "\n"))
    #expect(post.sent.map(\.mail?.answered?.messageID) == ["1@x"])
    // Nothing says what this computer is called.
    #expect(post.heard.first == "EHLO [127.0.0.1]")
  }

  @Test func aRefusedSenderIsSaid() async throws {
    let post = try Post(["sender": "550 5.7.1 Not from here"])
    #expect(try await post.send() == .failed(.refused("Not from here")))
    #expect(post.taken.isEmpty && post.copies.isEmpty)
    // It stays, and is not sent by itself.
    #expect(await post.outbox().send() == nil)
    #expect(post.heard.count { $0.hasPrefix("MAIL") } == 1)
  }

  @Test func oneRefusedRecipientOfThreeSendsToNone() async throws {
    let post = try Post(["refused": "y@example.com"])
    let state = try await post.send {
      $0.to = ["x@example.com", "y@example.com", "z@example.com"].map { .init(address: $0) }
    }
    #expect(
      state == .failed(.refusedRecipient("y@example.com", "No such {5} user here {12}")))
    #expect(post.taken.isEmpty && !post.heard.contains { $0.hasPrefix("DATA") })
    // It can be written on, and goes out then.
    let id = try #require(await post.outbox().entries().first?.id)
    var back = try await post.outbox().takeBack(id)
    #expect(back.to.count == 3 && post.isEmpty)
    back.to.remove(at: 1)
    let outbox = post.outbox()
    try await outbox.add(back)
    #expect(await outbox.send(id) == nil)
    #expect(post.taken.map(\.envelope.to) == [["x@example.com", "z@example.com"]])
  }

  @Test func whatIsPutOffIsTriedAgain() async throws {
    let post = try Post(["recipients": "451 4.7.1 Greylisted", "times": ["recipients": 1]])
    guard case .waiting(let date, .later("Greylisted")) = try await post.send() else {
      Issue.record("It does not wait.")
      return
    }
    #expect(date > .now)
    // Not before its time.
    #expect(await post.outbox().send() == date)
    #expect(post.taken.isEmpty)
    let id = try #require(await post.outbox().entries().first?.id)
    #expect(await post.outbox().send(id) == nil)
    #expect(post.taken.count == 1 && post.copies.count == 1)
  }

  @Test func aServersLimitIsSaidBeforeAnythingIsSent() async throws {
    let post = try Post(["size": 2_000_000])
    let attachment = try post.attachment(3_000_000)
    let state = try await post.send { $0.attachments = [attachment] }
    #expect(state == .failed(.tooLarge("2 MB")))
    #expect(!post.heard.contains { $0.hasPrefix("MAIL") })
  }

  @Test func aServerThatCannotBeReachedIsWaitedFor() async throws {
    let post = try Post()
    post.stop()
    guard case .waiting(_, .login(.offline("127.0.0.1"))) = try await post.send() else {
      Issue.record("It does not wait.")
      return
    }
    try post.startAgain([:])
    await post.outbox().send()
    #expect(post.taken.isEmpty)
    await post.outbox().send(isOnline: true)
    #expect(post.taken.count == 1 && post.isEmpty)
  }

  @Test(
    arguments: [["data": "cut"], ["dies": 100_000], ["end": "452 4.3.1 Full"]]
      as [[String: any Sendable]])
  func aConnectionThatEndsBeforeTheEndSendsNothing(settings: [String: any Sendable]) async throws {
    let post = try Post(settings)
    let attachment = try post.attachment(4_000_000)
    guard case .waiting = try await post.send({ $0.attachments = [attachment] }) else {
      Issue.record("It does not wait.")
      return
    }
    try post.startAgain([:])
    let id = try #require(await post.outbox().entries().first?.id)
    #expect(await post.outbox().send(id) == nil)
    #expect(post.taken.count == 1 && post.copies.count == 1)
  }

  @Test func aServerThatFallsSilentBeforeTheMailIsTriedAgain() async throws {
    let post = try Post(["data": "hang"])
    guard case .waiting(_, .cut("127.0.0.1")) = try await post.sendUntilItHangs() else {
      Issue.record("It does not wait.")
      return
    }
    #expect(post.heard.contains("HANGS") && post.taken.isEmpty)
    try post.startAgain([:])
    let id = try #require(await post.outbox().entries().first?.id)
    #expect(await post.outbox().send(id) == nil)
    #expect(post.taken.count == 1 && post.copies.count == 1 && post.isEmpty)
  }

  @Test(arguments: ["cut", "hang"])
  func anAnswerThatNeverComesLeavesItUnknownAndUnsent(way: String) async throws {
    let post = try Post(["end": way])
    let state = way == "hang" ? try await post.sendUntilItHangs() : try await post.send()
    #expect(state == .unknown)
    try post.startAgain([:])
    await post.outbox().send(isOnline: true)
    let id = try #require(await post.outbox().entries().first?.id)
    #expect(await post.outbox().send(id) == .unknown)
    #expect(post.taken.count == 1 && post.copies.isEmpty)
    // By the person's word.
    try await post.outbox().sendAgain(id)
    await post.outbox().send()
    #expect(post.taken.count == 2 && post.copies.count == 1 && post.isEmpty)
  }

  @Test func aWrongPasswordIsSaidAndAnotherOneTaken() async throws {
    let post = try Post(["password": "other"])
    #expect(try await post.send() == .failed(.login(.wrongPassword)))
    #expect(post.heard.count { $0.hasPrefix("LOGIN") } == 1)
    post.keyring("[ \"$1\" = lookup ] && printf other")
    await post.outbox().sendAgain(of: post.account.id)
    await post.outbox().send()
    #expect(post.taken.count == 1 && post.isEmpty)
  }

  @Test func aKeyringThatIsLockedIsSaid() async throws {
    let post = try Post(["password": "secret"])
    post.keyring("echo 'secret-tool: Cannot create an item in a locked collection' >&2; exit 1")
    #expect(try await post.send() == .failed(.login(.keyring(.locked))))
    #expect(post.heard.isEmpty)
  }

  @Test(arguments: ["tls", "starttls"])
  func aServerNobodyVouchesForGetsNothing(security: String) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/dunnock-\(UUID().uuidString)"
    mkdir(folder, 0o700)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (key, file) = ("\(folder)/key.pem", "\(folder)/certificate.pem")
    try TestProgram.run(
      "/usr/bin/env", "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
      "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", key, "-out", file, "-days", "2", "-subj", "/CN=localhost", "-addext",
      "subjectAltName=DNS:localhost")
    let post = try Post([
      "security": security, "certificate": file, "key": key, "password": "secret",
    ])
    post.account.smtp = MailServer(
      host: "localhost", port: post.port, security: security == "tls" ? .tls : .starttls)
    try post.keep()
    #expect(try await post.send() == .failed(.login(.certificate("localhost"))))
    #expect(!post.heard.contains { !$0.hasPrefix("EHLO") })
    // The person vouches for it.
    post.account.certificate = try String(contentsOfFile: file, encoding: .utf8)
    try post.keep()
    await post.outbox().sendAgain(of: post.account.id)
    await post.outbox().send()
    #expect(post.taken.count == 1)
  }

  @Test func aServerWithoutTLSGetsNothing() async throws {
    let post = try Post(["password": "secret"])
    post.account.smtp = MailServer(host: "localhost", port: post.port, security: .starttls)
    try post.keep()
    #expect(try await post.send() == .failed(.login(.noEncryption)))
    #expect(!post.heard.contains { $0.hasPrefix("LOGIN") || $0.hasPrefix("MAIL") })
  }

  @Test(arguments: ["greeting", "hello", "login"], ["999 What", "354 Go on"])
  func anAnswerThatIsNoRefusalIsNotTakenForAWrongPassword(
    place: String, answer: String
  ) async throws {
    let post = try Post(["password": "secret", place: answer])
    guard case .failed(.login(.other(let words))) = try await post.send() else {
      Issue.record("It is taken for something else.")
      return
    }
    #expect(words.contains(answer.prefix(3)))
    #expect(post.taken.isEmpty)
  }

  @Test(arguments: ["XOAUTH2", "OAUTHBEARER"])
  func aTokenLogsInAndOneThatHasEndedIsSaid(other: String) async throws {
    let post = try Post(["token": "good", "without": [other, "PLAIN", "LOGIN"]])
    let client = OAuthClient(
      authorise: "https://127.0.0.1/", token: "https://127.0.0.1:1/", scope: "mail", id: "dunnock")
    post.account.signIn = .browser(client, keyring: "dunnock.test")
    try post.keep()
    func have(_ token: String, _ end: Double) {
      post.tokens = #"{"access":"\#(token)","end":\#(Int(end)),"refresh":"r"}"#
    }
    have("good", Date.now.timeIntervalSince1970 + 3_000)
    #expect(try await post.send() == nil)
    #expect(post.heard.contains("TOKEN True") && post.taken.count == 1)
    // One that the server takes no more is asked for anew, and so is one whose time is over; here nobody gives another.
    have("bad", Date.now.timeIntervalSince1970 + 3_000)
    guard case .waiting(_, .login(.offline("127.0.0.1"))) = try await post.send() else {
      Issue.record("It does not wait.")
      return
    }
    #expect(post.heard.contains("TOKEN False"))
    have("good", 0)
    guard case .waiting(_, .login(.offline("127.0.0.1"))) = try await post.send() else {
      Issue.record("It does not wait.")
      return
    }
  }

  @Test func whatIsNotForEverybodyToSendIsSaid() async throws {
    let post = try Post()
    let mail = post.mail()
    try await post.outbox().add(mail)
    post.account.smtp = nil
    try post.keep()
    #expect(await post.outbox().send(mail.id) == .failed(.noServer("Work")))
    try AccountFiles(post.places).remove(post.account)
    try await post.outbox().sendAgain(mail.id)
    await post.outbox().send()
    #expect(await post.outbox().entries().map(\.state) == [.failed(.noAccount)])
    // Another account takes it over.
    #expect(try await post.outbox().takeBack(mail.id) == mail && post.isEmpty)
  }

  @Test func aServerThatKeepsWhatIsSentGetsNoCopy() {
    func server(_ host: String) -> MailServer { .init(host: host, port: 465, security: .tls) }
    for host in ["smtp.gmail.com", "SMTP.GMAIL.COM", "smtp.office365.com", "smtp-mail.outlook.com"]
    {
      #expect(Provider.keepsSent(server(host)))
    }
    for host in ["smtp.fastmail.com", "posteo.de", "127.0.0.1", "smtp.mail.yahoo.com"] {
      #expect(!Provider.keepsSent(server(host)))
    }
  }

  @Test func fiftyMegabytesGoOut() async throws {
    let post = try Post()
    let attachment = try post.attachment(50_000_000)
    #expect(try await post.send { $0.attachments = [attachment] } == nil)
    #expect((post.taken.first?.text.utf8.count ?? 0) > 66_000_000 && post.copies.count == 1)
  }

  @Test func letteredMailOfOthersGoesWhereItIsTaken() async throws {
    let post = try Post()
    let given = try GivenMail(Array("From: ada@example.org\nTo: b@example.com\n\nGrüße\n".utf8))
    let outbox = post.outbox()
    let id = try await outbox.add(given, of: post.account.id)
    #expect(await outbox.send(id) == nil)
    #expect(post.heard.contains { $0.hasPrefix("MAIL") && $0.contains("BODY=8BITMIME") })
    #expect(post.taken.first?.text.hasSuffix("\r\n\r\nGrüße\r\n") == true)
  }
}

/// What a closure hands out.
final class Box<Value>: @unchecked Sendable {
  var value: Value?
}
