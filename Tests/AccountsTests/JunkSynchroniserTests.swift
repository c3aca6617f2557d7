import Foundation
import MailModel
import TestWaiting
import Testing

@testable import Accounts

/// What the server's filter learns of what was filed here.
@Suite(.enabled(if: Dovecot.isInstalled), .againstHanging)
struct JunkSynchroniserTests {
  /// The keywords of a message, as the server keeps them: letters of its name, of which a list lies in the folder.
  private func keywords(of name: String, in folder: String, _ desk: Desk) -> Set<String> {
    let list =
      (try? String(contentsOfFile: "\(desk.server.path(folder))/dovecot-keywords", encoding: .utf8))
      ?? ""
    let names = Dictionary(
      list.split(separator: "\n").compactMap { line -> (Character, String)? in
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let number = UInt8(words[0]), number < 26 else { return nil }
        return (Character(Unicode.Scalar(UInt8(ascii: "a") + number)), String(words[1]))
      }, uniquingKeysWith: { $1 })
    let file = (try? desk.server.file(name, in: folder)) ?? ""
    let letters = file.split(separator: ",").last ?? ""
    return Set(letters.compactMap { names[$0] })
  }

  @Test func whatIsJunkIsToldToTheServerAndWhatIsNone() async throws {
    let desk = try Desk()
    desk.account.roles = [.junk: "Junk", .trash: "Trash", .archive: "Archive"]
    for folder in ["Junk", "Trash"] { desk.server.make(folder) }
    try desk.server.deliver(["bad", "good", "worse"])
    try desk.server.deliver(["mistaken", "thrown"], to: "Junk")
    try await desk.sync()
    for name in ["bad", "worse"] { try desk.move(name, to: "Junk") }
    try desk.move("good")
    try desk.move("mistaken", from: "Junk", to: "INBOX")
    try desk.move("thrown", from: "Junk", to: "Trash")
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail("Junk") == ["bad", "worse"])
    try await until("the keywords") { keywords(of: "worse", in: "Junk", desk) == ["$Junk"] }
    try await until("the keywords") { keywords(of: "mistaken", in: "INBOX", desk) == ["$NotJunk"] }
    try await until("the keywords") { keywords(of: "bad", in: "Junk", desk) == ["$Junk"] }
    #expect(keywords(of: "good", in: "Archive", desk).isEmpty)
    #expect(keywords(of: "thrown", in: "Trash", desk).isEmpty)
    // And where somebody changes their mind.
    try desk.move("bad", from: "Junk", to: "Archive")
    try desk.move("mistaken", to: "Junk")
    #expect(try await desk.sync() == SyncResult())
    try await until("the keywords") { keywords(of: "bad", in: "Archive", desk) == ["$NotJunk"] }
    try await until("the keywords") { keywords(of: "mistaken", in: "Junk", desk) == ["$Junk"] }
  }

  @Test func aServerThatTakesNoKeywordsTakesTheRest() async throws {
    let desk = try Desk()
    desk.account.roles = [.junk: "Junk"]
    desk.server.make("Junk")
    try desk.server.deliver(["bad"])
    try await desk.sync()
    try desk.move("bad", to: "Junk")
    // Of the same length.
    let wire = try BadWire(
      to: desk.server.port, changing: ("OK Store completed", "NO Store forbidden"))
    desk.account.imap.port = wire.port
    _ = await desk.problem()
    desk.account.imap.port = desk.server.port
    #expect(wire.sent.contains("+FLAGS.SILENT ($Junk)"))
    // One is mbsync's; what is declined costs no other.
    #expect(wire.sent.matches(of: /AUTHENTICATE|\d LOGIN/).count == 2)
    #expect(try await desk.sync() == SyncResult())
    #expect(desk.server.mail().isEmpty)
    #expect(desk.server.mail("Junk") == ["bad"])
    #expect(desk.mail("Junk") == ["bad"])
  }
}
