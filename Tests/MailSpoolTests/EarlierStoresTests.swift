import Accounts
import Foundation
import Glibc
import MailModel
import MailSpool
import MailWriting
import TemporaryMailboxes
import Testing

/// The takeover of what versions before the spool kept in a folder of drafts and an outbox.
@Suite struct EarlierStoresTests {
  /// The old folders, as those versions wrote them.
  private final class Stand {
    let root: String
    let places: AccountPlaces
    let account = UUID()

    init() throws {
      root = try TemporaryMaildir.makeDirectory()
      places = AccountPlaces(
        accounts: "\(root)/accounts", state: "\(root)/state", mail: "\(root)/data/mail")
    }

    deinit { TemporaryMaildir.remove(root) }

    var spool: Spool { Spool(places) }

    func entries() async -> [OutboxEntry] {
      await Outbox(places, Passwords(service: "dunnock.test")).entries()
    }

    func mail(_ text: String, id: UUID = UUID()) -> OutgoingMail {
      OutgoingMail(
        id: id, account: account, from: .init(address: "robin@example.org"),
        to: [.init(address: "ada@example.org")], subject: text, text: text)
    }

    private func write(_ content: some Encodable, _ path: String) throws {
      try JSONEncoder().encode(content).write(to: URL(filePath: path))
    }

    private func make(_ folder: String, _ mail: inout OutgoingMail, named name: String) throws {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let path = "\(folder)/\(name)"
      try Data(mail.text.utf8).write(to: URL(filePath: path))
      mail.attachments = [
        .init(
          path: path, name: "a.txt", type: "text/plain", size: Int64(mail.text.utf8.count))
      ]
    }

    /// A draft with an attachment.
    @discardableResult
    func draft(_ text: String, id: UUID = UUID(), copy: DraftCopy? = nil) throws -> UUID {
      var mail = mail(text, id: id)
      let folder = "\(root)/data/drafts/\(id.uuidString)"
      try make(folder, &mail, named: UUID().uuidString)
      try write(mail, folder + "/draft.json")
      if let copy { try write(copy, folder + ".copy") }
      return id
    }

    /// A message in the outbox with an attachment.
    @discardableResult
    func queued(
      _ text: String, _ state: OutboxEntry.State, id: UUID = UUID()
    ) throws -> UUID {
      struct Record: Encodable {
        var account: UUID
        var mail: OutgoingMail
        var made: MadeMail
        var added = Date(timeIntervalSince1970: 1_700_000_000)
        var tries = 2
        var state: OutboxEntry.State
        var copy = "copy"
      }
      var mail = mail(text, id: id)
      let folder = "\(root)/state/outbox/\(id.uuidString)"
      try make(folder, &mail, named: "attached-0")
      mail.attachments[0].path = "attached-0"
      try Data("Subject: \(text)\n\n".utf8).write(to: URL(filePath: folder + "/message"))
      for name in ["lock", "record.sent"] {
        try Data().write(to: URL(filePath: "\(folder)/\(name)"))
      }
      try write(
        Record(
          account: account, mail: mail,
          made: .init(
            messageID: "\(text)@example.org", sender: "robin@example.org",
            recipients: ["ada@example.org"], subject: text, blindField: ""),
          state: state), folder + "/record")
      return id
    }

    func names(_ folder: String) -> Set<String> {
      Set((try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? [])
    }
  }

  private func attached(_ mail: OutgoingMail?) -> [String] {
    (mail?.attachments ?? []).map {
      String(decoding: FileManager.default.contents(atPath: $0.path) ?? Data(), as: UTF8.self)
    }
  }

  @Test func draftsAreThereWithAllOfThem() throws {
    let stand = try Stand()
    let copy = DraftCopy(folder: FolderID("Drafts"), key: "1.a", digest: "d", draft: "e")
    let (one, two) = (try stand.draft("one"), try stand.draft("two", copy: copy))
    #expect(Set(stand.spool.drafts().map(\.text)) == ["one", "two"])
    #expect(attached(stand.spool.draft(one)) == ["one"])
    #expect(attached(stand.spool.draft(two)) == ["two"])
    #expect(stand.spool.copy(of: one) == nil && stand.spool.copy(of: two)?.key == "1.a")
    #expect(stand.spool.obsoleteCopies().isEmpty)
    #expect(stand.names("data").isSuperset(of: ["spool", "drafts.before-spool"]))
    #expect(!stand.names("data").contains("drafts"))
    try stand.spool.discard(one)
    #expect(stand.spool.drafts().map(\.id) == [two])
    #expect(stand.names("data/drafts.before-spool").count == 3)
  }

  @Test(arguments: [
    OutboxEntry.State.waiting(until: Date(timeIntervalSince1970: 1_700_000_009), after: nil),
    .waiting(until: Date(timeIntervalSince1970: 1_700_000_009), after: .later("no")),
    .failed(.refused("never")), .unknown, .sent(.noSentFolder("Work")),
  ])
  func whatWasInTheOutboxIsInIt(state: OutboxEntry.State) async throws {
    let stand = try Stand()
    let id = try stand.queued("one", state)
    let entry = try #require(await stand.entries().first)
    #expect(entry.id == id && entry.state == state && entry.mail?.text == "one")
    #expect(entry.made.messageID == "one@example.org" && attached(entry.mail) == ["one"])
    #expect(stand.spool.drafts().isEmpty && stand.names("state") == ["outbox.before-spool"])
    #expect(stand.names("data/spool/\(id.uuidString)").contains("message"))
  }

  @Test func whatWasBeingSentWhenAProgramWasKilledMayHaveBeenSent() async throws {
    let stand = try Stand()
    try stand.queued("one", .sending)
    #expect(await stand.entries().map(\.state) == [.unknown])
  }

  @Test func whatWasTakenBackIsADraft() async throws {
    let stand = try Stand()
    let id = try stand.queued("one", .failed(.takenBack))
    #expect(attached(stand.spool.draft(id)) == ["one"])
    #expect(await stand.entries().isEmpty)
  }

  @Test func aMessageInBothBecomesTwo() async throws {
    let stand = try Stand()
    let id = try stand.draft("newer")
    try stand.queued("older", .failed(.refused("no")), id: id)
    #expect(await stand.entries().map(\.id) == [id])
    let draft = try #require(stand.spool.drafts().first)
    #expect(draft.id != id && draft.text == "newer" && attached(draft) == ["newer"])
    try stand.spool.save(draft)
    #expect(stand.spool.drafts().map(\.id) == [draft.id])
    #expect(await stand.entries().map(\.mail?.text) == ["older"])
  }

  @Test func whatCannotBeReadIsSaid() async throws {
    let stand = try Stand()
    let id = try stand.queued("one", .unknown)
    try Data("{".utf8).write(
      to: URL(filePath: "\(stand.root)/state/outbox/\(id.uuidString)/record"))
    let other = try stand.draft("two")
    try Data("{".utf8).write(
      to: URL(filePath: "\(stand.root)/data/drafts/\(other.uuidString)/draft.json"))
    #expect(Set(await stand.entries().map(\.id)) == [id, other])
    #expect(await stand.entries().allSatisfy { $0.state == .failed(.unreadable) })
  }

  /// As where an earlier version has run after a later one.
  @Test func whatComesLaterComesToWhatIsThere() async throws {
    let stand = try Stand()
    try stand.draft("one")
    #expect(stand.spool.drafts().count == 1)
    try stand.draft("two")
    try stand.queued("three", .unknown)
    #expect(Set(stand.spool.drafts().map(\.text)) == ["one", "two"])
    #expect(await stand.entries().count == 1)
    #expect(
      stand.names("data").isSuperset(of: ["drafts.before-spool", "drafts.before-spool-2"]))
    #expect(!stand.names("data").contains("spool.new"))
  }

  @Test func aTakeoverThatWasCutShortIsRepeated() async throws {
    let stand = try Stand()
    let (draft, queued) = (try stand.draft("one"), try stand.queued("two", .unknown))
    // Its folders were not yet renamed.
    #expect(stand.spool.drafts().map(\.id) == [draft])
    for folder in ["data/drafts", "state/outbox"] {
      rename("\(stand.root)/\(folder).before-spool", "\(stand.root)/\(folder)")
    }
    mkdir("\(stand.root)/data/spool.new", 0o700)
    try Data().write(to: URL(filePath: "\(stand.root)/data/spool.new/rest"))
    #expect(stand.spool.drafts().map(\.id) == [draft])
    #expect(await stand.entries().map(\.id) == [queued])
  }

  @Test func whatCannotBeLookedAtIsNotTakenForMissing() throws {
    let stand = try Stand()
    let id = try stand.draft("one")
    let file = "\(stand.root)/data/drafts/\(id.uuidString)/draft.json"
    rename(file, file + "-away")
    // A link in a circle is there and cannot be read.
    symlink(file, file)
    #expect(throws: SendingProblem.self) { try stand.spool.save(stand.mail("two")) }
    #expect(stand.names("data").contains("drafts"))
    unlink(file)
    rename(file + "-away", file)
    #expect(stand.spool.drafts().map(\.id) == [id])
  }

  @Test func whatCannotBeTakenOverIsNotUsedByHalf() async throws {
    let stand = try Stand()
    try stand.queued("one", .waiting(until: .distantPast, after: nil))
    // A file where the spool would be.
    try Data().write(to: URL(filePath: "\(stand.root)/data"))
    #expect(await stand.entries().isEmpty)
    #expect(throws: SendingProblem.self) { try stand.spool.save(stand.mail("two")) }
    #expect(stand.names("state") == ["outbox"])
    unlink("\(stand.root)/data")
    #expect(await stand.entries().count == 1)
  }
}
