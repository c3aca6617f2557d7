import Accounts
import Foundation
import Testing

// Much at once.
extension BadDayTests {
  @Test func tenThousandFlagsThatAPhoneChangedComeInOneRun() async throws {
    let desk = try Desk()
    let names = (0..<10_000).map { "m\($0)" }
    try desk.server.deliver(names)
    try await desk.sync()
    #expect(Mail.files(in: desk.here()).count == 10_000)
    // One is moved here meanwhile.
    try desk.move("m5000")
    try desk.server.command("STORE 1:* +FLAGS.SILENT (\\Seen \\Flagged)")
    #expect(try await desk.sync() == SyncResult())
    for folder in [desk.here(), desk.server.path("INBOX")] {
      let files = Mail.files(in: folder)
      #expect(files.count == 9_999)
      #expect(files.filter { !$0.hasSuffix(":2,FS") } == [])
    }
    #expect(desk.server.mail("Archive") == ["m5000"])
    #expect(Set(desk.mail()) == Set(names).subtracting(["m5000"]))
    #expect(desk.mail("Archive") == ["m5000"])
  }
}
