import Accounts
import Foundation
import Glibc
import MailModel
import Testing

/// Mail that the server shows no more, which is here.
@Suite(.serialized, .enabled(if: Dovecot.isInstalled), .timeLimit(.minutes(2)))
struct GoneMailSynchroniserTests {
  @Test func anInboxThatTheServerShowsEmptyIsAskedFor() async throws {
    let desk = try Desk()
    let names = (0..<8).map { "m\($0)" }
    try desk.server.deliver(names)
    try desk.server.deliver(["one", "two"], to: "Lists")
    try await desk.sync()
    // Once falsely.
    try desk.server.hideInbox(true)
    unlink(try desk.server.file("one", in: "Lists"))
    try desk.server.deliver(["three"], to: "Lists")
    let gone = GoneMail(counts: [desk.id("INBOX"): .init(gone: 8, known: 8)])
    #expect(try await desk.sync() == SyncResult(gone: gone))
    #expect(desk.mail() == names)
    // The others go on.
    #expect(desk.mail("Lists") == ["three", "two"])
    try desk.server.hideInbox(false)
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.mail() == names)
    #expect(desk.server.mail() == names)
    // And once because somebody deleted all of it.
    try desk.server.command("STORE 1:* +FLAGS.SILENT (\\Deleted)")
    try desk.server.command("EXPUNGE")
    #expect(try await desk.sync().gone == gone)
    #expect(try await desk.sync(.deleteHere(gone)) == SyncResult())
    #expect(desk.mail() == [])
  }

  @Test func moreThanHalfOfAFolderIsAskedFor() async throws {
    let desk = try Desk()
    let names = (0..<30).map { "m\($0)" }
    try desk.server.deliver(names)
    try desk.server.deliver(["one", "two", "three", "four"], to: "Lists")
    try await desk.sync()
    for name in names.prefix(25) { unlink(try desk.server.file(name)) }
    try desk.server.deliver(["new"])
    for file in Mail.files(in: desk.server.path("Lists")) { unlink(file) }
    let gone = try #require(try await desk.sync().gone)
    #expect(gone == GoneMail(counts: [desk.id("INBOX"): .init(gone: 25, known: 31)]))
    // New mail comes, and few messages go without a question.
    #expect(desk.mail() == (names + ["new"]).sorted())
    #expect(desk.mail("Lists") == [])
    // More than was agreed to is asked for once more.
    unlink(try desk.server.file("m25"))
    let more = try #require(try await desk.sync(.deleteHere(gone)).gone)
    #expect(more.total == 26)
    #expect(desk.mail().count == 31)
    #expect(try await desk.sync(.deleteHere(more)) == SyncResult())
    #expect(desk.mail() == ["m26", "m27", "m28", "m29", "new"])
    #expect(desk.server.mail() == desk.mail())
  }
}
