import Foundation
import Glibc
import Synchronization
import TemporaryMailboxes
import TestPrograms
import TestWaiting
import Testing

@testable import Accounts
@testable import MailServers

/// Signing in by the browser, which tests play, with a provider of the test's own.
@Suite(.againstHanging) struct BrowserSignInTests {
  private final class Provider {
    let directory: String
    let client: OAuthClient
    private let server: TestProgram

    init() throws {
      directory = try TemporaryMaildir.makeDirectory()
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let script = tests.appending(path: "Desktop/token_endpoint.py").path
      server = try TestProgram(["/usr/bin/python3", "-B", script, directory], isQuiet: true)
      let port = server.firstLine()
      var client = OAuthClient(
        authorise: "https://login.x.org/authorise", token: "https://127.0.0.1:\(port)/token",
        scope: "mail offline_access", id: "the client", secret: "s&cret")
      client.certificate = try String(
        contentsOfFile: "\(directory)/certificate.pem", encoding: .utf8)
      self.client = client
      try answer(200, #"{"access_token":"A1","refresh_token":"R1","expires_in":3600}"#)
    }

    deinit {
      server.kill()
      server.ending()
      TemporaryMaildir.remove(directory)
    }

    func answer(_ status: Int, _ text: String, _ fields: [String: String] = [:]) throws {
      let answer: [Any] = [status, fields, text]
      try JSONSerialization.data(withJSONObject: answer).write(
        to: URL(filePath: "\(directory)/answer"), options: .atomic)
    }

    /// What it was sent, as the fields of each form.
    var asked: [[String: String]] {
      let text = (try? String(contentsOfFile: "\(directory)/asked", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map { line in
        let form = line.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
        return BrowserSignInTests.fields(of: "x:?" + form)
      }
    }

    /// Why there are no tokens after those that are known.
    func failure() -> OAuthClient.Failure? {
      do throws(OAuthClient.Failure) {
        _ = try client.tokens(after: .init(access: "A0", end: 0, refresh: "R0"))
        return nil
      } catch { return error }
    }
  }

  fileprivate static func fields(of url: String) -> [String: String] {
    let items = URLComponents(string: url)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
  }

  /// Says something at a port, as a browser does, and returns what is answered.
  private static func visit(_ port: UInt16, _ request: String) -> String {
    let socket = Sockets.connect(port)
    guard socket >= 0 else { return "" }
    defer { close(socket) }
    _ = send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while case let count = read(socket, &buffer, buffer.count), count > 0 {
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Where the browser is to come back to.
  private static func port(_ page: String) throws -> UInt16 {
    let back = try #require(fields(of: page)["redirect_uri"])
    #expect(back.hasPrefix("http://127.0.0.1:"))
    return try #require(UInt16(back.split(separator: ":").last ?? ""))
  }

  @Test func whoComesBackIsSignedIn() async throws {
    let provider = try Provider()
    let (pages, browser) = AsyncStream.makeStream(of: String.self)
    let client = provider.client
    let signingIn = Task {
      try await SignIn.tokens(
        of: client, for: "u&v@x.org", saying: "Grüße <b>",
        opening: {
          browser.yield($0)
          return true
        })
    }
    var seen = pages.makeAsyncIterator()
    let page = try #require(await seen.next())
    let asked = Self.fields(of: page)
    #expect(page.hasPrefix("https://login.x.org/authorise?"))
    #expect(asked["login_hint"] == "u&v@x.org")
    #expect(asked["client_id"] == "the client")
    #expect(asked["scope"] == "mail offline_access")
    #expect(asked["response_type"] == "code")
    #expect(asked["code_challenge_method"] == "S256")
    let (state, port) = (try #require(asked["state"]), try Self.port(page))
    #expect(state.count == 43)
    // Whoever else comes gets nothing and ends nothing, nor does who says nothing at all.
    let silent = Sockets.connect(port)
    defer { close(silent) }
    for request in [
      "GET /?code=evil&state=wrong HTTP/1.1\r\n\r\n", "GET /?code=evil HTTP/1.1\r\n\r\n",
      "POST /?code=evil&state=\(state) HTTP/1.1\r\n\r\n", "GET /favicon.ico HTTP/1.1\r\n\r\n",
      "GET /?state=\(state) HTTP/1.1\r\n\r\n", "\u{0}\r\n",
      "GET /?code=" + String(repeating: "x", count: 20_000),
    ] {
      let answer = Self.visit(port, request)
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 404 "), "\(request.prefix(40))")
    }
    #expect(provider.asked.isEmpty)
    let answer = Self.visit(
      port, "GET /?code=c%26d&state=\(state)&scope=x HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nGrüße <b>"))
    let tokens = try #require(OAuthClient.Tokens(kept: try await signingIn.value))
    #expect((tokens.access, tokens.refresh) == ("A1", "R1"))
    #expect(tokens.isFresh)
    let form = try #require(provider.asked.first)
    #expect(provider.asked.count == 1)
    #expect(form["code"] == "c&d")
    #expect(form["redirect_uri"] == asked["redirect_uri"])
    #expect(form["client_secret"] == "s&cret")
    #expect(form["grant_type"] == "authorization_code")
    #expect(BrowserSignIn.challenge(of: form["code_verifier"] ?? "") == asked["code_challenge"])
    // A second time nobody is there.
    try await until("the listener to close") { !Sockets.isListening(port) }
  }

  @Test func theChallengeIsThatOfTheStandard() {
    #expect(
      BrowserSignIn.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func whoIsRefusedOrNeverComesBackIsNotSignedIn() async throws {
    let provider = try Provider()
    let client = provider.client
    let way = try BrowserSignIn(client, for: "u@x.org")
    let state = Self.fields(of: way.page)["state"] ?? ""
    let port = try Self.port(way.page)
    let visiting = Task.detached {
      Self.visit(port, "GET /?error=access_denied&state=\(state) HTTP/1.1\r\n\r\n")
    }
    #expect(throws: OAuthClient.Failure.refused) {
      _ = try way.tokens(saying: "", isCancelled: { false })
    }
    #expect(await visiting.value.hasPrefix("HTTP/1.1 200 "))
    await #expect(throws: SignIn.Problem.noBrowser) {
      _ = try await SignIn.tokens(of: client, for: "u", saying: "", opening: { _ in false })
    }
    let (pages, browser) = AsyncStream.makeStream(of: String.self)
    let signingIn = Task {
      try await SignIn.tokens(
        of: client, for: "u", saying: "",
        opening: {
          browser.yield($0)
          return true
        })
    }
    var seen = pages.makeAsyncIterator()
    let gone = try Self.port(try #require(await seen.next()))
    signingIn.cancel()
    await #expect(throws: SignIn.Problem.self) { _ = try await signingIn.value }
    try await until("the listener to close") { !Sockets.isListening(gone) }
    #expect(provider.asked.isEmpty)
  }

  @Test func tokensThatEndAreFollowedByOthers() throws {
    let provider = try Provider()
    let last = OAuthClient.Tokens(access: "A0", end: 0, refresh: "R0")
    #expect(!last.isFresh)
    #expect(OAuthClient.Tokens(kept: last.kept) == last)
    #expect(try provider.client.tokens(after: last).refresh == "R1")
    #expect(
      provider.asked == [
        [
          "grant_type": "refresh_token", "refresh_token": "R0", "client_id": "the client",
          "client_secret": "s&cret", "scope": "mail offline_access",
        ]
      ])
    try provider.answer(200, #"{"access_token":"A2"}"#)
    #expect(try provider.client.tokens(after: last).refresh == "R0")
  }

  @Test func whatIsNoTokenIsTakenForNone() throws {
    let provider = try Provider()
    for (status, text, failure) in [
      (400, #"{"error":"invalid_grant"}"#, OAuthClient.Failure.refused),
      (400, #"{"error":"invalid_client"}"#, .other("invalid_client")),
      (503, "later", .unreachable), (200, "<html>", .other("HTTP 200")),
      (200, "", .other("HTTP 200")),
      (200, "[]", .other("HTTP 200")), (200, #"{"access_token":7}"#, .other("HTTP 200")),
      (200, #"{"access_token":"a\u0001auth=b"}"#, .other("HTTP 200")),
      (200, #"{"access_token":"a b"}"#, .other("HTTP 200")),
      (200, #"{"access_token":""}"#, .other("HTTP 200")),
      (200, #"{"access_token":"\#(String(repeating: "x", count: 1 << 20))"}"#, nil),
    ] {
      try provider.answer(status, text)
      let found = provider.failure()
      if let failure { #expect(found == failure, "\(text.prefix(60))") }
      #expect(found != nil)
    }
    // Nor is it asked for elsewhere.
    let count = provider.asked.count
    try provider.answer(307, "", ["Location": provider.client.token])
    #expect(provider.failure() == .other("HTTP 307"))
    #expect(provider.asked.count == count + 1)
    // Nor where others could read along, or somebody else answers.
    var client = provider.client
    client.certificate = nil
    let last = OAuthClient.Tokens(access: "A0", end: 0, refresh: "R0")
    #expect(throws: OAuthClient.Failure.self) { _ = try client.tokens(after: last) }
    client = provider.client
    client.token = client.token.replacing("https:", with: "http:")
    #expect(client.host == nil)
    #expect(throws: OAuthClient.Failure.self) { _ = try client.tokens(after: last) }
    #expect(provider.asked.count == count + 1)
    client.token = "https://127.0.0.1:\(try Sockets.freePort())/token"
    #expect(throws: OAuthClient.Failure.unreachable) { _ = try client.tokens(after: last) }
  }

  @Test func onlyAProviderThatKnowsThisProgramIsSignedInAtInTheBrowser() async throws {
    let folder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(folder) }
    let file = "\(folder)/oauth-clients"
    #expect(await ServerSuggestion.of("a@outlook.com", clients: file)?.client == nil)
    try "\nYahoo=1\nOutlook=an-id\nGmail=a:b:c\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    let outlook = await ServerSuggestion.of("a@outlook.com", clients: file)
    #expect(outlook?.client?.id == "an-id")
    #expect(outlook?.client?.secret == nil)
    #expect(outlook?.client?.host == "login.microsoftonline.com")
    let gmail = await ServerSuggestion.of("a@gmail.com", clients: file)
    #expect(gmail?.client?.id == "a")
    #expect(gmail?.client?.secret == "b:c")
    #expect(gmail?.link == nil)
    #expect(await ServerSuggestion.of("a@yahoo.com", clients: file)?.client == nil)
    try "Outlook\nGmail=:\n=x\n".write(toFile: file, atomically: true, encoding: .utf8)
    for address in ["a@outlook.com", "a@gmail.com"] {
      #expect(await ServerSuggestion.of(address, clients: file)?.client == nil, "\(address)")
    }
    #expect(await ServerSuggestion.of("a@outlook.com", clients: file)?.needsOAuth == true)
  }
}
