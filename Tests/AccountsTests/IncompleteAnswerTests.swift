import Foundation
import TestWaiting
import Testing

@testable import Accounts
@testable import MailServers

/// A server that leaves messages out of its responses, or tells of others.
@Suite(.againstHanging) struct IncompleteAnswerTests {
  /// What a server says of messages of a folder of three.
  private func server(fetch: String, search: String) throws -> PlayedServer {
    try PlayedServer { command, client in
      switch command.verb {
      case "SELECT": client.say("* 3 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 10]\r\n")
      case "FETCH": client.say(fetch)
      case "UID": client.say(command.text.contains("SEARCH") ? search : fetch)
      default: return false
      }
      client.say("\(command.tag) OK Done\r\n")
      return true
    }
  }

  private func messages(of server: PlayedServer) -> ServerMessages {
    ServerMessages(
      Account(
        id: UUID(), name: "Work", address: "a@example.com",
        imap: MailServer(host: "127.0.0.1", port: server.port, security: .none), directory: "Work"
      )
    ) { () async throws(SyncProblem) in "secret" }
  }

  private let inbox: ServerMessages.Folder = ("INBOX", 1)

  /// 2 has no flags, 3 no UID, and nobody asked for 9.
  private static let flags =
    "* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n* 2 FETCH (UID 2)\r\n* 3 FETCH (FLAGS ())\r\n"
    + "* 4 FETCH (UID 9 FLAGS ())\r\n"

  @Test func onlyMessagesThatWereAskedForAreThere() async throws {
    let server = try server(fetch: Self.flags, search: "")
    defer { server.stop() }
    let flags = try await messages(of: server).flags(of: [1, 2, 3, 4], in: inbox)
    #expect(flags == [1: [UInt8(ascii: "S")]])
  }

  @Test(
    arguments: [
      ("* SEARCH 2\r\n", [3, 4]), ("* SEARCH\r\n", [2, 3, 4]), ("* SEARCH 9 4 3 2\r\n", []),
      ("", []),
    ] as [(String, Set<UInt32>)])
  func aMessageIsGoneOnlyIfTheServerSaysSoTwice(_ search: String, _ gone: Set<UInt32>) async throws
  {
    let server = try server(fetch: Self.flags, search: search)
    defer { server.stop() }
    #expect(try await messages(of: server).gone(of: [1, 2, 3, 4], in: inbox) == gone)
  }

  @Test func aFolderIsNotPairedByAResponseThatLeavesMessagesOut() async throws {
    func field(_ number: Int) -> String {
      let field = "Message-ID: <\(number)@x>\r\n\r\n"
      let item = "BODY[HEADER.FIELDS (MESSAGE-ID)]<0> {\(field.utf8.count)}\r\n\(field)"
      return "* \(number) FETCH (UID \(number) \(item))\r\n"
    }
    let none = "* 3 FETCH (UID 3 BODY[HEADER.FIELDS (MESSAGE-ID)]<0> NIL)\r\n"
    let whole = try server(fetch: field(1) + field(2) + none, search: "")
    let short = try server(fetch: field(1) + field(2), search: "")
    defer { for server in [whole, short] { server.stop() } }
    let found = try await messages(of: whole).messageIDs(in: inbox)
    #expect(found?.keys.sorted() == [1, 2, 3] && found?[3] == MessageIdentity.Digest.none)
    await #expect(throws: SyncProblem.self) {
      try await messages(of: short).messageIDs(in: inbox)
    }
  }

  @Test func aMessageWithoutAnAnswerIsNeitherTheExpectedOneNorAnother() async throws {
    func header(_ uid: Int, _ text: String) -> String {
      "* \(uid) FETCH (UID \(uid) BODY[HEADER]<0> {\(text.utf8.count)}\r\n\(text))\r\n"
    }
    // The header of 1 was written anew, of 2 nothing is known, and nobody asked for 9.
    let server = try server(
      fetch: header(1, "Message-ID: <1@x>\r\nX: new\r\n\r\n") + header(2, "")
        + header(9, "Message-ID: <9@x>\r\n\r\n"), search: "")
    defer { server.stop() }
    func identity(_ number: Int) -> MessageIdentity {
      MessageIdentity(ofMessage: Array("Message-ID: <\(number)@x>\n\n".utf8))
    }
    let look = try await messages(of: server).look(
      at: [1: identity(1), 2: identity(2), 3: identity(3)], in: inbox)
    #expect(look?.letters.isEmpty == true && look?.others == [])
  }
}
