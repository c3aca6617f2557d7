import Accounts
import Foundation
import Testing

/// Runs of mbsync with a server that sends more than a real mailbox can need.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct BoundsSynchroniserTests {
  /// A desk whose account is at a server that the test plays. What mbsync and the program beside it need in memory is measured.
  private func desk(at server: PlayedServer) throws -> Desk {
    let desk = try Desk()
    desk.account.imap.port = server.port
    desk.program(
      "mbsync",
      """
      [ "$1" = --version ] && exec /usr/bin/mbsync --version
      exec /usr/bin/python3 -c '
      import os, sys
      child = os.spawnv(os.P_NOWAIT, "/usr/bin/mbsync", ["mbsync"] + sys.argv[2:])
      _, status, usage = os.wait4(child, 0)
      open(sys.argv[1], "w").write(str(usage.ru_maxrss))
      sys.exit(os.waitstatus_to_exitcode(status))
      ' '\(desk.directory)/memory' "$@"
      """)
    return desk
  }

  /// The most that mbsync, or a program that it has started and waited for, had in memory, in megabytes.
  private func memory(_ desk: Desk) throws -> Int {
    let text = try String(contentsOfFile: "\(desk.directory)/memory", encoding: .utf8)
    return try #require(Int(text)) / 1_024
  }

  @Test func aServerThatListsFoldersWithoutEndIsLeftAndTold() async throws {
    let server = try PlayedServer { command, client in
      guard command.verb == "LIST" else { return false }
      client.repeatedly(400_000) { "* LIST () \"/\" \"Folder number \($0)\"\r\n" }
      client.end()
      return true
    }
    defer { server.stop() }
    let desk = try desk(at: server)
    #expect(await desk.problem() == .tooManyFolders("127.0.0.1"))
    #expect(try memory(desk) < 300)
  }

  @Test func aServerThatListsMessagesWithoutEndIsLeftAndTold() async throws {
    let field = "Message-ID: <\(String(repeating: "x", count: 50_000))>\r\n\r\n"
    let server = try PlayedServer { command, client in
      switch command.verb {
      case "SELECT":
        client.say("* 4294967295 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 4294967295]\r\n")
        client.say("\(command.tag) OK\r\n")
      case "UID":
        client.repeatedly(20_000) {
          "* \($0 + 1) FETCH (UID \($0 + 1) FLAGS () BODY[HEADER.FIELDS (MESSAGE-ID)] {\(field.utf8.count)}\r\n\(field))\r\n"
        }
        client.end()
      default: return false
      }
      return true
    }
    defer { server.stop() }
    let desk = try desk(at: server)
    #expect(await desk.problem() == .tooMuchData("127.0.0.1"))
    #expect(try memory(desk) < 300)
  }

  /// What is compressed could not be counted, nor be compared with what is known of a server that was restored.
  @Test func aServerThatOffersCompressionIsNotAskedForIt() async throws {
    let server = try PlayedServer { command, client in
      guard command.verb == "CAPABILITY" else { return false }
      client.say("* CAPABILITY IMAP4rev1 COMPRESS=DEFLATE\r\n\(command.tag) OK\r\n")
      return true
    }
    defer { server.stop() }
    let desk = try desk(at: server)
    #expect(try await desk.sync() == SyncResult())
    #expect(server.verbs.contains("SELECT") && !server.verbs.contains("COMPRESS"))
  }

  @Test func aServerThatStaysAfterLogoutKeepsNoRunWaiting() async throws {
    let server = try PlayedServer { command, client in
      guard command.verb == "LOGOUT" else { return false }
      client.say("* BYE\r\n\(command.tag) OK\r\n")
      client.waitForEnd()
      return true
    }
    defer { server.stop() }
    let desk = try desk(at: server)
    #expect(try await desk.sync() == SyncResult())
    #expect(!server.hadToDisconnect)
  }
}
