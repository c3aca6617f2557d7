import Foundation
import Glibc
import MailServers
import TestWaiting
import Testing

@testable import Accounts

/// Mail of accounts that GNOME signs in for, with a real server that takes tokens.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled && Gnome.isInstalled), .againstHanging)
struct SignInSynchroniserTests {
  private static let token = TokenCheck.token

  /// - Parameter mechanisms: By which the server takes tokens.
  private func desk(_ mechanisms: String = "xoauth2 oauthbearer") throws -> Desk {
    let passwords =
      Dovecot.isNew
      ? TokenCheck.settings : "passdb {\n driver = static\n args = password=\(Self.token)\n}"
    let desk = try Desk(settings: "auth_mechanisms = plain \(mechanisms)\n\(passwords)")
    desk.account.signIn = .gnome(id: "account_1")
    desk.account.user = "u"
    // Nothing is looked up there.
    desk.program("secret-tool", "echo \"$@\" >> '\(desk.directory)/keyring'; exit 1")
    return desk
  }

  private func online(
    _ desk: Desk, token: String? = token, password: String? = nil, anew: String? = nil
  ) -> Gnome.Account {
    Gnome.Account(
      host: "127.0.0.1:\(desk.server.port)", token: token, password: password, anew: anew)
  }

  @Test(arguments: ["xoauth2", "oauthbearer", "xoauth2 oauthbearer"])
  func mailComesAndGoesByTokens(mechanisms: String) async throws {
    let desk = try desk(mechanisms)
    let gnome = try Gnome([online(desk)])
    try desk.server.deliver(["One", "Two"])
    try await desk.sync()
    #expect(desk.mail() == ["One", "Two"])
    try desk.move("One")
    try await desk.sync()
    #expect(desk.server.mail() == ["Two"])
    #expect(desk.server.mail("Archive") == ["One"])
    #expect(
      try await AccountCheck.folders(of: desk.account, password: "").map(\.name).contains("Archive")
    )
    #expect(gnome.calls(of: "GetAccessToken") > 3)
    #expect(gnome.calls(of: "EnsureCredentials") == 0)
    // Nothing of it is kept, and the keyring is not asked.
    #expect(access("\(desk.directory)/keyring", F_OK) != 0)
    for file in try FileManager.default.subpathsOfDirectory(atPath: desk.places.state) {
      let data = FileManager.default.contents(atPath: "\(desk.places.state)/\(file)") ?? Data()
      #expect(!String(decoding: data, as: UTF8.self).contains(Self.token), "\(file)")
    }
  }

  @Test func theWordsAreThoseOfTheStandards() async throws {
    for (mechanism, words) in [
      ("xoauth2", "user=u\u{1}auth=Bearer \(Self.token)\u{1}\u{1}"),
      (
        "oauthbearer",
        "n,a=u,\u{1}host=127.0.0.1\u{1}port=PORT\u{1}auth=Bearer \(Self.token)\u{1}\u{1}"
      ),
    ] {
      let desk = try desk(mechanism)
      let gnome = try Gnome([online(desk)])
      let wire = try BadWire(to: desk.server.port)
      desk.account.imap.port = wire.port
      _ = try await AccountCheck.folders(of: desk.account, password: "")
      let expected = words.replacing("PORT", with: "\(wire.port)")
      #expect(
        wire.sent.contains(
          "AUTHENTICATE \(mechanism.uppercased()) "
            + Data(expected.utf8).base64EncodedString() + "\r\n"), "\(wire.sent)")
      #expect(gnome.calls(of: "GetAccessToken") == 1)
    }
  }

  @Test func mailComesByAPasswordOfGnomes() async throws {
    let desk = try desk()
    let gnome = try Gnome([online(desk, token: nil, password: "secret")])
    try desk.server.deliver(["One"])
    try await desk.sync()
    #expect(desk.mail() == ["One"])
    #expect(gnome.calls(of: "GetPassword") > 0)
  }

  @Test func eachAccountHasATokenOfItsOwn() async throws {
    let desk = try desk()
    var (first, second) = (online(desk), online(desk, token: "old"))
    (first.id, second.id) = ("account_2", "account_1")
    let gnome = try Gnome([first, second])
    await #expect(throws: AccountCheck.Problem.signIn(.attention)) {
      _ = try await AccountCheck.folders(of: desk.account, password: "")
    }
    desk.account.signIn = .gnome(id: "account_2")
    #expect(try await !AccountCheck.folders(of: desk.account, password: "").isEmpty)
    // Not even by what is like its name.
    desk.account.signIn = .gnome(id: "account_")
    await #expect(throws: AccountCheck.Problem.signIn(.gone)) {
      _ = try await AccountCheck.folders(of: desk.account, password: "")
    }
    #expect(gnome.calls(of: "GetAccessToken") == 2)
  }

  @Test func aTokenThatIsRefusedIsAskedForAnewOnce() async throws {
    let desk = try desk()
    let gnome = try Gnome([online(desk, token: "old", anew: Self.token)])
    try desk.server.deliver(["One"])
    try await desk.sync()
    #expect(desk.mail() == ["One"])
    #expect(gnome.calls(of: "EnsureCredentials") == 1)
    // What was said to be good and is refused all the same.
    try gnome.know([online(desk, token: "old", anew: "older")])
    #expect(await desk.problem() == .signIn(.attention))
    #expect(gnome.calls(of: "EnsureCredentials") == 2)
    #expect(desk.mail() == ["One"])
  }

  @Test func aTokenThatEndsInTheMidstOfARunIsAskedForAnew() async throws {
    let desk = try desk()
    let gnome = try Gnome([online(desk)])
    try desk.server.deliver(["One"])
    try await desk.sync()
    try desk.move("One")
    let (old, new) = ("\(gnome.file).old", gnome.file)
    try JSONEncoder().encode([online(desk, token: "old", anew: Self.token)])
      .write(to: URL(filePath: old))
    desk.program("mbsync", "/usr/bin/mbsync \"$@\"; s=$?; cp '\(old)' '\(new)'; exit $s")
    try await desk.sync()
    #expect(desk.server.mail().isEmpty)
    #expect(desk.server.mail("Archive") == ["One"])
    #expect(gnome.calls(of: "EnsureCredentials") > 0)
  }

  @Test func whoHasToSignInAgainIsToldSoAndAskedNoMore() async throws {
    let desk = try desk()
    let gnome = try Gnome([online(desk, token: "old")])
    #expect(await desk.problem() == .signIn(.attention))
    #expect(gnome.calls(of: "EnsureCredentials") == 1)
    var account = online(desk)
    account.attention = true
    try gnome.know([account])
    let asked = gnome.calls(of: "GetAccessToken")
    #expect(await desk.problem() == .signIn(.attention))
    await #expect(throws: AccountCheck.Problem.signIn(.attention)) {
      _ = try await AccountCheck.folders(of: desk.account, password: "")
    }
    #expect(gnome.calls(of: "GetAccessToken") == asked)
    var news = InboxWatch(desk.account) { "" }.news().makeAsyncIterator()
    #expect(await news.next() == nil)
  }

  @Test func whatIsNotThereAnyMoreStaysHere() async throws {
    let desk = try desk()
    let gnome = try Gnome([online(desk)])
    try desk.server.deliver(["One"])
    try await desk.sync()
    var account = online(desk)
    account.mail = false
    for accounts in [[account], []] {
      try gnome.know(accounts)
      #expect(await desk.problem() == .signIn(.gone))
      #expect(desk.mail() == ["One"])
    }
    try gnome.know([online(desk)])
    #expect(await desk.problem() == nil)
  }

  @Test func withoutGnomeItIsOffline() async throws {
    let desk = try desk()
    #expect(await desk.problem() == .offline("GNOME Online Accounts"))
    #expect(await OnlineAccount.offered() == [])
  }

  @Test func whatHappensInAnInboxIsHeardOf() async throws {
    let desk = try desk()
    let gnome = try Gnome([online(desk, token: "old", anew: Self.token)])
    try desk.server.deliver(["One"])
    var news = InboxWatch(desk.account) { "" }.news().makeAsyncIterator()
    let server = desk.server
    let delivering = Task {
      for number in 0... {
        try server.deliver(["Mail \(number)"])
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    #expect(await news.next() == .arrivals)
    delivering.cancel()
    #expect(gnome.calls(of: "EnsureCredentials") == 1)
  }

  @Test func onlyWhatCanBeAnAccountIsOffered() async throws {
    func account(_ id: String, _ change: (inout Gnome.Account) -> Void) -> Gnome.Account {
      var account = Gnome.Account(
        id: id, address: "\(id)@x.org", host: "imap.x.org", user: id, security: "tls", token: "t")
      change(&account)
      return account
    }
    let long = String(repeating: "x", count: 10_000)
    let gnome = try Gnome([
      account("b") { ($0.host, $0.security) = ("imap.y.org:1143", "starttls") },
      account("a") { ($0.provider, $0.user) = ("<b>Big</b>\n\(long)", "") },
      account("spaces") { $0.host = "imap x.org" },
      account("none") { $0.address = "" },
      account("open") { $0.security = "none" },
      account("lines") { $0.user = "u\r\na1 DELETE INBOX" },
      account("off") { $0.mail = false },
      account("nowhere") { $0.host = "" },
    ])
    let offered = await OnlineAccount.offered()
    #expect(offered.map(\.id) == ["a", "b"])
    #expect(offered.map(\.user) == ["a@x.org", "b"])
    #expect(
      offered.map(\.imap) == [
        MailServer(host: "imap.x.org", port: 993, security: .tls),
        MailServer(host: "imap.y.org", port: 1143, security: .starttls),
      ])
    #expect(gnome.calls(of: "GetManagedObjects") == 1)
    // A token goes between others' words.
    let tokens = ["", "a b", "a\u{1}b", "a\r\nb", "ä"].map {
      (token: $0 as String?, password: nil as String?)
    }
    for (token, password) in tokens + [(nil, ""), (nil, "a\r\nb")] {
      try gnome.know([
        account("c") { ($0.token, $0.password) = (token, password) }
      ])
      var account = try #require(await OnlineAccount.offered().first)
        .account(name: "c", directory: "c")
      account.imap = MailServer(host: "127.0.0.1", port: 9, security: .none)
      await #expect(throws: AccountCheck.Problem.signIn(.attention)) {
        _ = try await AccountCheck.folders(of: account, password: "")
      }
    }
  }
}
