import Accounts
import Foundation
import Glibc
import MailModel
import Synchronization
import TestWaiting
import Testing

/// What another client does to a message in the very moment in which it is removed from where it was before it was filed here.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .againstHanging)
struct MeetingSynchroniserTests {
  // Before what the message has now is asked for, between that and its end, and in the midst of that.
  @Test(arguments: [" (FLAGS)\r\n", "UID STORE", "UID EXPUNGE"])
  func whatAnotherClientDoesInARunLosesAndDoublesNothing(moment: String) async throws {
    let desk = try Desk()
    desk.server.make("Projects")
    var names = ["starred", "read", "deleted", "undeleted"]
    // Nobody can know again what is moved with the mark of a deletion.
    if moment != "UID EXPUNGE" { names.append("moved") }
    try desk.server.deliver(names + ["left"])
    try await desk.sync()
    for name in names { try desk.move(name) }
    nonisolated(unsafe) let server = desk.server
    let isDone = Mutex(false)
    let wire = try BadWire(to: desk.account.imap.port) { said in
      let isNow = isDone.withLock { isDone in
        if isDone || !said.contains(moment) { return false }
        isDone = true
        return true
      }
      if isNow {
        try? server.mark("starred", "FS")
        try? server.mark("read", "RS")
        unlink((try? server.file("deleted")) ?? "")
        for letters in ["ST", "S"] { try? server.mark("undeleted", letters) }
        try? server.move("moved", to: "Projects")
      }
      return true
    }
    defer { wire.stop() }
    desk.account.imap.port = wire.port
    try await desk.sync()
    #expect(isDone.withLock { $0 })
    _ = try await desk.sync()
    #expect(try await desk.sync() == SyncResult())
    desk.expect(["INBOX": ["left"], "Archive": names])
    if moment == "UID EXPUNGE" { return }
    for folder in [desk.here("Archive"), desk.server.path("Archive")] {
      #expect(try Mail.file("starred", in: folder).hasSuffix(":2,FS"))
      #expect(try Mail.file("read", in: folder).hasSuffix(":2,RS"))
    }
  }
}
